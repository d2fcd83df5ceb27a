import type { ClaimLanguage } from './claim.ts'

/*
 * Changes that people tell in other words than what they change: "the scale said 84.5", "she said yes!!", "done with
 * keto". Each becomes the form that the rows know. The rest of the sentence is left out.
 */

const rest = '(?:[ ,;:(!.].*)?$'
const starts = '^(?:(?:ugh|damn|sadly|update|i|we|just|finally|recently|ok|so|ive|have|has)[,:]? )*'
const medic =
  '(?:they|(?:my |the )?(?:doc|doctor|gp|psych|psychiatrist|physician|cardiologist|neurologist|endocrinologist|consultant|specialist|nurse|dr\\.? \\p{L}+))'
const diet = '(?:keto|paleo|whole30|fasting|intermittent fasting|dieting|low[- ]carb)'
const vice = '(?:smoking|vaping|drinking|caffeine|coffee|sugar|alcohol)'
const planned =
  '(?:exam|finals?|launch|surgery|operation|wedding|interview|viva|defen[cs]e|trip|race|marathon|move|party|holiday|vacation|honeymoon|concert|conference)'
const office = '(?:treasurer|secretary|chair(?:man|woman|person)?|president|captain|organi[sz]er|coordinator|moderator)'
/** States that hold or not, whatever else is said with them. */
const state =
  '(?:single|married|divorced|engaged|widowed|unemployed|retired|self-employed|vegan|vegetarian|pescatarian)'

const limb = '(?:ankle|knee|back|shoulder|wrist|leg|foot|arm|hip|elbow|neck|hand|finger|toe|rib|hamstring|achilles)'

/** What is so for a day or a while ends nothing. */
const lasts = '(?!.*\\b(?:today|tonight|tomorrow|for now|this (?:week|month|morning|evening|time)|until)\\b)'

const rule = (pattern: string, to: string): readonly [RegExp, string] => [new RegExp(pattern, 'gu'), to]

/** Applied before other news. */
export const changeRewrites: ClaimLanguage['rewrites'] = [
  rule(' ?\\((?![^()]*\\b(?:i|we|my|our|and)\\b)[^()]{1,60}\\)', ''),
  rule(
    '(?<=^(?:i|we|my|our) .{8,}?),? so (?:keep|please|no|only|do not|plan|give|make|just|avoid|stick|use|i need|proud|everything)\\b.*$',
    '',
  ),
  rule(
    '^((?:i|we) (?:have )?(?:finished|completed|read) .{2,40}?) (?:last night|yesterday|today|this morning|last week)\\b.*',
    '$1',
  ),
  rule('^(i weigh .{2,12}?) at the moment\\b.*', '$1'),
  // Work.
  rule(
    `${starts}started (?:the|my|an?) new (?:gig|job|role|position) (?:at|with) (\\p{L}[\\p{L}\\d&.-]{1,19})(?: (?:last|this|on|and|in|as)\\b.*|,.*|[.!]*$)`,
    'i now work at $1',
  ),
  rule(
    `${starts}signed (?:the|my|an?) (?:new )?(?:job |employment |work )?contract\\b(?! (?:for|of|on|with)\\b).*`,
    'i got a new job',
  ),
  rule(`^i (?:just )?(?:got|was|have been) (?:bumped|moved) up to (?:an? |the )?`, 'i got promoted to '),
  rule(`^i (?:just )?got bumped to (?:an? |the )?`, 'i got promoted to '),
  rule(
    '^(?:my |the |our )?(?:whole|entire) (?:\\p{L}+ )?(?:team|department|office|company) (?:got|was|were|has been) (?:cut|laid off|let go|axed|fired|made redundant)\\b.*\\b(?:me included|me too|including me)\\b.*',
    'i lost my job',
  ),
  rule('^(?:.{3,60} and )?i (?:now )?report to (\\p{L}{2,20})(?: now)?(?:[ ,.!;].*)?$', 'my manager is now $1'),
  rule(`^i am the (${office}) (?:of|at|for|in) .*`, 'i am $1'),
  rule(
    `${starts}handed (?:over )?the (${office}) (?:role|job|thing|post|position|duties)(?: over)?${rest}`,
    'i stepped down as $1',
  ),
  rule('^we are (?:an? )?(?:\\p{L}+ )?(?:team|group|company|startup|squad|crew) of (\\d+)\\b.*', 'we are $1 people'),
  rule(
    '^we are (?:now )?(?:up|down) to (\\d+) (?:people|devs?|developers|engineers|employees|members|colleagues)\\b.*',
    'we are now $1 people',
  ),
  rule(
    `^(?:i am |we are |am )?(?:now )?(?:fully|completely|permanently|100%) remote(?: now)?${lasts}${rest}`,
    'i now work from home',
  ),
  rule('^i commute (?:to work )?by .*', 'i commute'),
  rule(`^i am (?:now )?back in the office\\b${lasts}.*`, 'i now commute'),
  rule(
    '^(?:.{3,30}: )?they made me (?:an? |the )?(?=(?:senior|junior|lead|head|chief|principal|staff|associate|assistant|deputy|team lead)\\b)([^,;.!]{3,40}?)(?: (?:on \\p{L}+day|yesterday|today|last \\p{L}+))?[.!]*$',
    'i got promoted to $1',
  ),
  rule('^i (?:go|come) (?:in|into|in to|to) the office .*', 'i commute'),
  rule('^.{3,60} and (?=(?:we|i) (?:am|are) (?:now )?(?:fully |completely )?remote\\b)', ''),
  // Home and people.
  rule(
    `${starts}moved out of .{2,40}? (?:in)?to (?:an?|the|my|our) .{0,40}?\\bin (\\p{L}[\\p{L}' -]{2,24})(?:[,.!].*)?$`,
    'i moved to $1',
  ),
  rule('\\b(?:relocated|emigrated) to\\b', 'moved to'),
  rule(
    '^i (?:now )?go by (?!(?:bus|train|car|bike|foot|plane|tram|boat|ferry|metro|subway|taxi|the|my|an?|it|that|this)\\b)(\\p{L}{2,20})(?: now)?(?=$|[,.!]).*',
    'call me $1',
  ),
  // Not what a boss says.
  rule('^(?:she|he|they) said yes\\b(?=.*(?:\\u{1F48D}|\\bmarry|\\bpropos|\\bring\\b)).*', 'i am now engaged'),
  rule(
    '^(?:the|our|my) divorce (?:(?:is|was|got|has been|came|went) )*(?:final|finali[sz]ed|through|official)\\b.*',
    'i am now divorced',
  ),
  rule(
    '^(?:we|i) had to say goodbye to (?:(?:our|my|poor|sweet|old) )*(\\p{L}{2,20})\\b.*',
    '$1 crossed the rainbow bridge',
  ),
  rule(`^i have been (${state}) (?:since|for)\\b.*`, 'i am $1'),
  rule(`^(i am ${state})(?:,| and| but| since| for|;) .*`, '$1'),
  rule("\\b(moved to \\p{L}[\\p{L} '-]{1,24}?) and (?:have|am|are|need|want|now|love|will|is|my|our)\\b.*", '$1'),
  rule(
    '^(?:the |our )?(?:baby |little )?(?:daughter|son|girl|boy)(?: \\p{L}+)? (?:was|is) (?:finally )?(?:born|here) (?:on \\p{L}+day|yesterday|today|this (?:morning|week)|last (?:night|week|\\p{L}+day)|\\d+ (?:days?|weeks?) ago)\\b.*',
    'the pregnancy is over',
  ),
  // Health and habits.
  rule(
    `^${medic} (?:(?:has|have|just|finally|recently) )*(?:bumped|upped|put|moved|raised|lowered|dropped|cut) me (?:up |down |back )?(?:to|on) (\\d[\\d.]*)(?: ?(?:mg|mcg|ml|units?))? (?:of|on) (?:the |my )?(\\p{L}{5,})\\b.*`,
    'i now take $2 $1',
  ),
  rule(
    `^${medic} (?:(?:has|have|just|finally|recently) )*took me off (?:of )?(?:the |my )?(\\p{L}{5,})\\b.*`,
    'i stopped taking $1',
  ),
  rule('^i am on (?=\\p{L}{5,} \\d+ ?(?:mg|mcg|ml|twice|once|a day|daily|$))', 'i take '),
  rule(
    `^(?:i am |i have |am )?(?:done|finished|through) with (?:the |my )?(${diet}|${vice})(?=$|[,.!;]| (?:for good|now|because|and|diet|thing|stuff)\\b)${lasts}.*`,
    'i gave up $1',
  ),
  rule(`^(?:currently |now )?doing (${diet})\\b.*`, 'i am doing $1'),
  rule(
    '^(?:it (?:has|is) been )?\\d+ (?:days?|weeks?|months?|years?) (?:now )?(?:without (?:an? |any )?(?:cigarettes?|smoking|smokes?|nicotine)|smoke[- ]free|(?:since|after) (?:my|the) last (?:cigarette|smoke))\\b.*',
    'i stopped smoking',
  ),
  rule(
    `${starts}(?:relapsed[^,;]{0,40}[,;] )?(?:i )?(?:am )?back (?:on|to) (?:about |around )?(?:(?:the )?cigarettes|smoking|half a pack|an? pack|\\d+ (?:cigarettes|a day))\\b.*`,
    'i now smoke again',
  ),
  rule(
    `${starts}(?:started|began|went back to|am back to) eating (?=(?:[\\p{L}, ]{0,20} )?(?:meat|chicken|beef|pork|bacon)\\b).*`,
    'i eat meat again',
  ),
  rule('^i (?:have )?started eating (?=.*\\b(?:eggs|fish|dairy|cheese|honey)\\b)', 'i now eat '),
  rule(
    '^(?:the |my )?scales? (?:said|says|say|shows?|showed|reads?) (\\d{2,3}(?:[.,]\\d)?)\\b(?! ?(?:g|grams?|oz|ounces|ml|%)\\b).*',
    'i now weigh $1',
  ),
  rule('^(i weigh \\d[\\d.,]* ?(?:kg|kgs|lbs?|pounds|kilos?|stone)?) (?:and|but|so) .*', '$1'),
  rule('^(?:weirdly |strangely )?(.{3,30}?) (?:has|have) (?:really |finally )?grown on me\\b.*', 'i now like $1'),
  rule(`^no more (\\p{L}{3,20}) for me\\b${lasts}.*`, 'i gave up $1'),
  rule(
    '^(?:.{3,60} )?(?:she|he|they|doctor|gp|psych) (?:put|bumped|upped|raised|increased|lowered|reduced|dropped|cut) my (?!(?:salary|hours|budget|bonus|limit|price|phone|bills?|allowance|bedtime|deadline|target)\\b)(\\p{L}{5,})(?: dose)?(?: up| down)? to (\\d[\\d.]*)\\b.*',
    'i now take $1 $2',
  ),
  rule(`${starts}came off (?:the |my )(\\p{L}{6,})(?= about| a| last| in| and| \\d|[.!,]*$).*`, 'i stopped taking $1'),
  rule(`${starts}cut out (\\p{L}{3,15})(?=$|[,.!]| (?:completely|entirely|for good|altogether)\\b).*`, 'i gave up $1'),
  rule('^.{3,60}(?: and|,) (?=i am (?:now )?(?:down|up|back) to \\d)', ''),
  rule('^.{3,60} (?:and|but) (?:it )?turns out (?:that )?(?=i am )', ''),
  rule(`^i have (?:got )?an? (?:sprained|broken|twisted|torn|injured|fractured) (${limb})\\b`, 'i have broken $1'),
  rule(
    `^(?:.{3,40}, )?(?:the |my )?(?:left |right )?(${limb}) (?:is|are) (?:all |fully |completely |finally )*(?:healed|recovered|back to normal)\\b.*`,
    'my $1 is healed',
  ),
  // Plans.
  [/^(?:i|we) (?:have )?graduated\b.*(?:\b(?:19|20)\d\d\b|\bago\b).*/g, ''],
  rule(
    `^(?:the |my |our )?(${planned}) (?:(?:is|was|are|went|all) )*(?:done|over|finished|behind (?:me|us))(?=$|[,.!]| (?:now|and|finally)\\b).*`,
    'i passed the $1',
  ),
  rule(
    `^(?:so )?(?:the |my |our )?(${planned})(?:'s| (?:is|are|got|was|has been)) (?:off|called off|not happening)(?=$|[,.!]| (?:now|and|for|so|because)\\b).*`,
    'the $1 is cancelled',
  ),
  rule(
    '^i am in (?:my|the) (?:\\p{L}+|\\d\\p{L}{2}) year of (?:an? |my |the )?(\\p{L}+(?: \\p{L}+)?) (?:degree|course|program(?:me)?|studies|bachelors?|masters?)\\b.*',
    'i study $1',
  ),
  rule(
    '^(?:my |the )?(thesis|dissertation|essay|paper|report|project|assignment|manuscript) deadline is ',
    'the $1 is due on ',
  ),
  rule('^(?:currently |now )?reading (?!(?:is|was|has|makes|helps|and|a lot)\\b)(?=\\p{L})', 'i am reading '),
  rule('^(?:i |we )?had to cancel ', 'we cancelled '),
  // Tools.
  rule(
    `${starts}(?:swapped|traded(?! (?:(?:the|my|our) \\p{L}+ )?in\\b)|exchanged) (?:the |my |our )?([^,]{2,40}?) for (?=\\S)`,
    'i switched from $1 to ',
  ),
  rule(
    '^we are on (\\p{L}[\\p{L}\\d .]{1,24}?) for (?:the|our) (backend|frontend|database|db|api|website|blog|ci|hosting)\\b.*',
    'the $2 is $1',
  ),
  rule(
    '^(?:the |our )?(?:whole |entire )(backend|frontend|database|stack|site|app) is (?:just |now )*(?:an? )?(.{2,30}?)(?: file| app| box)?(?: now)?(?: lol)?$',
    'the $1 is now $2',
  ),
  rule(
    '^(?:please )?(?:always )?(?:reply|answer|respond|write) in (british|american) english(?: (?:always|please|from now on))*$',
    'use $1 english',
  ),
  rule('^(?:the|my|our) (\\p{L}[\\p{L} ]{2,20}?) is sold\\b.*', 'i sold the $1'),
  rule('\\ball (?=(?:my|our) \\p{L})', ''),
  rule('^(?:as of .{3,40}? )?our data (?:is|lives) (?:now )?in ', 'we now store everything in '),
  // Orders about answers.
  rule(
    '^((?:please )?(?:no|(?:never|do not|stop|avoid) (?:use|using)) \\S+(?: points)?) (?:in|with|for) (?:any of |all )?(?:your|my) (?:answers|replies|responses|messages)\\b',
    '$1',
  ),
  rule('^please (?=never use )', ''),
  rule('^((?:please )?(?:never|do not|stop|avoid) [^,;]{3,60}?),? (?:they|it|because|as|since|which) .*$', '$1'),
  rule('^((?:you|u) (?:can|may) (?:use|add|include) [^,;]{3,30}? again)\\b.*', '$1'),
  rule(
    '^(?:please )?(?:forget|ignore|never mind|scrap) (?:about )?(?:what i said about |my (?:rule|request|wish) about |my )(?:the )?(short|brief|concise|long|detailed) (?:answers|replies|responses)\\b.*',
    'the $1 answers are over',
  ),
  rule(
    '^(?:.{3,40}, )?(emojis|bullet points|tables|lists) are (?:fine|ok|okay|welcome)(?: again| now)?(?=$|[,.!]).*',
    'you can use $1 again',
  ),
  rule(
    '^(?:please )?(?:forget|ignore|scrap) (?:about )?(?:what i said about |my )(?:the )?(emojis|bullet points|bullets|tables|lists|headings|markdown|jargon)\\b.*',
    'you can use $1 again',
  ),
]
