import { type RulePack, requestsOnly } from './rule-table.ts'

/** What French is read by, beside the forms of statements about the speaker. */
export const frenchRules: RulePack = {
  ...requestsOnly,
  language: 'french',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:bonjour|bonsoir|salut|coucou|ok|bon|bien|ah|oh|et|mais|aussi|merci|oui|au fait|en fait|finalement|alors|attention|important|moi)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:pourquoi|comment|qui|quand|où|quel\p{L}*|est-ce|peux-tu|pouvez|traduis|résume|corrige)(?!\p{L})/iu,
    /^(?:je|on|nous) (?:crois|pense|pensons|croit|suppose)(?!\p{L})/iu,
  ],
  before: [/(?<!\p{L})(?:si|supposons|imagine|dit|disent|selon|pense|croit)(?!\p{L})/iu],
  request: /^(?:(?:tu peux|vous pouvez|tu pourrais) |(?:peux|pourrais)-tu |(?:pouvez|pourriez)-vous )/iu,
  remember:
    /^(?:s'il (?:te|vous) plaît,? )?(?:(?:ret(?:iens|enez)|souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|n'oublie[zs]? (?:pas|jamais)|oublie[zs]? pas|sache[sz]?|mémorise[sz]?|gard(?:e|ez)(?: bien)? en (?:mémoire|tête)|(?:(?:tu peux|vous pouvez|tu pourrais) |(?:peux|pourrais)-tu |(?:pouvez|pourriez)-vous )(?:s'il te plaît )?(?:te souvenir|vous souvenir|te rappeler|retenir|noter|mémoriser))(?: bien)?(?: qu(?:e |')|\s*:\s*|\s+(?=(?:mon|ma|mes|notre|nos|l[ea]) [^.:]{0,50}(?:\d|:)))|notez?(?: bien)? (?:qu(?:e |')|: )|note[zr]? bien\s*:\s*|pour info(?:rmation)?\s*[,:]\s*)/iu,
  notRemembered: /^(?:\S+$|comment|quand|où|quoi)/iu,
  rememberBefore:
    /^(?:s'il te plaît,? )?(?:retiens(?:-le| ça| cela)|souviens-t'en|n'oublie pas (?:ça|cela)|note(?:-le| ça))[^\p{L}\p{N}]*$/iu,
}
