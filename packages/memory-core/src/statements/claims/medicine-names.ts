/** Endings of names of medicines, as alternatives of a pattern. */
export const medicineEndings =
  'pril|sartan|statin|olol|[ao]zole|oxetine|traline|opram|triptyline|formin|azepam|zolam|umab|imab|zumab|thyroxine|triptan|cillin|mycin|floxacin|gliptin|gliflozin|glutide|gabalin|apentin|dipine|apine|azepine|tidine|lukast|parin|xaban|gatran|grel|fenac|profen|cycline|prine|trexate|solone|nisone|terol|tamol|semide|thiazide|faxine|mibe'
/** Names without such an ending. */
export const medicines =
  'insulin|warfarin|aspirin|codeine|morphine|tramadol|lithium|digoxin|naproxen|tylenol|advil|nurofen|prozac|zoloft|lexapro|ozempic|wegovy|mounjaro|lipitor|xanax|adderall|ritalin|concerta|vyvanse|clonidine|sulfasalazine|mesalazine|melatonin|accutane|lamotrigine|valproate|topiramate|tamoxifen|allopurinol|colchicine|methadone|ventolin|humira|hydroxychloroquine'
