import { source } from '../../text/regex.ts'
import type { ClaimRow } from './claim.ts'
import { claiming, form } from './claim-forms.ts'
import { verbStem } from './claim-of-row.ts'

/* Parts of the patterns of English rows and rewrites. */

/** The subject of a clause. */
export const subject = source`(?<s>i|we|(?:my|our|the|his|her|their|[a-zà-ž]+'s) [a-zà-ž\d' -]{1,50}?|[a-zà-ž][a-zà-ž\d-]{1,30})`
/** A thing of the speaker. */
export const thing = source`(?<a>(?:my|our|the) [a-zà-ž\d' -]{1,60}?)`
/** The auxiliary of a perfect tense. */
export const have = '(?:(?:have|has|had) )?'
/** The old value. */
export const from = '(?: from (?<o>.+?))?'
/** The purpose of something, which is not a duration. */
export const purpose = source`(?: (?:as|for) (?!(?:\d|about|over|almost|nearly|years|ages|good|ever|a (?:while|year|month|long))\b)(?<f>[^,]{2,60}))?`
/** A place. Few names begin with an article. People also "move to" languages, tools, chapters and jobs. */
export const place = source`(?<v>(?!(?:an?|my|our|his|her|their|this|that|these|those|one|two|three|\d+|some|constant|peace|harmony|fear|poverty|style|hope|interesting|here|there|next|another|step|phase|part-time|full-time|remote|management|production|staging|frontend|backend|bed|sleep|tears|hr|qa|finance|product|legal|sales|marketing|engineering|support|operations|accounting|nights|days|work|therapy|normal|(?:mon|tues|wednes|thurs|fri|satur|sun)day|running|writing|coding|teaching|working|smoking|drinking|iphone|android|basics|square|tea|coffee|cash|paper|pen|spreadsheets|notebooks|vinyl|analog(?:ue)?|decaf|oat|almond|soy|contact|gmail|outlook|plan|row|level|chapter|part|stage|round|page|line|section|module|lesson|unit|together|typescript|javascript|python|rust|golang|go|java|kotlin|swift|scala|ruby|php|elixir|c\+\+|c#|git|docker|kubernetes|esm|v\d+|version)\b|the (?!(?:netherlands|usa?|u\.s\.|uk|u\.k\.|states|united|czech|philippines|bahamas|maldives|gambia|emirates|bronx|hague|bay area|algarve|cotswolds|midwest|north of|south of|east of|west of)\b)).+)`
/** Where people live, which they rent, buy and move into. */
export const dwelling =
  '(?:flat|apartment|house|room|studio|place|bedsit|maisonette|bungalow|condo|(?:one|two|three|four|\\d)[- ]bed(?:room)?(?: flat| house| apartment)?)'
/** That it is for a time only: "for two weeks". */
export const forTime = source`(?:the|an?|one|two|three|four|six|\d+|just)(?: few| couple of)? (?:nights?|days?|weeks?|weekends?|months?|summers?|winters?|holidays?|terms?)\b`
/** What people are at or start at that is no employer: places, meals, levels, shops, people's homes. */
const noFirm = source`(?!(?:home|work|school|uni|university|college|class|church|kindergarten|kita|preschool|nursery|daycare|rehab|therapy|physio|chemo|bootcamp|harvard|yale|stanford|mit|oxford|cambridge|princeton|coachella|glastonbury|oktoberfest|ces|lunch|dinner|brunch|breakfast|practice|training|rehearsal|peace|ease|risk|war|odds|capacity|max|maximum|minimum|least|best|most|worst|rest|sea|hand|large|stake|fault|step|page|level|line|chapter|part|stage|version|point|season|episode|round|grade|year|bed|base|camp|rock|starbucks|mcdonald'?s|mcdonalds|burger|kfc|ikea|walmart|costco|target|tesco|aldi|lidl|rewe|edeka|trader|whole|heathrow|gatwick|jfk|lax|sfo|disneyland|disney|disneyworld|yoga|pilates|crossfit|weightwatchers|duolingo|airport|airports|gate|noon|midnight|dawn|dusk|sunset|sunrise|night|nights|about|around|over|under|nearly|almost|roughly|exactly|all|times|one|two|once|first|last|both|zero|scratch|mom'?s?|mum'?s?|mums?|dad'?s?|grandma'?s?|grandpa'?s?|friends?|anya|jan\b|half|full|an?|the|my|our|his|her|their|your|this|that|these|those|it|him|them|me|us|you|here|there)\b)`
/** An employer in one or two words. */
export const firm = source`${noFirm}([a-zà-ž][a-zà-ž\d&.-]{1,19}(?: (?!(?:now|today|right|just|done|over|as|for|and|or|with|in|on|from|since|until|is|was|are|has|looks?|sounds?|seems?|pays?|posted|opened|open|starts?|fell|came|went|got|airport|station|gym|fitness|hospital|hotel|stadium|conference|mall|store|restaurant|cafe|party|office|campus|club|school|university|college|last|this|next|yesterday|tomorrow|again|finally|recently|already)\b)[a-zà-ž\d&.-]{2,20})?)(?<![.-])`
/** What one joins beside a job: networks, services, sports, clubs. */
export const noJob = source`(?!.*\b(?:facebook|instagram|twitter|x|tiktok|reddit|discord|strava|linkedin|mastodon|bluesky|threads|whatsapp|telegram|signal|tinder|bumble|hinge|ww|weight|planet|netflix|prime|spotify|medium|substack|github|gitlab|patreon|peloton|toastmasters|rotary|scouts|mensa|zoom|slack|teams|kickstarter|aa|labour|greens|amnesty|greenpeace|greenpeace's|snapchat|youtube|twitch|quora|pinterest|steam|xbox|club|gym|team|choir|band|orchestra|party|group|class|course|league|church|chat|server|channel|call|meeting|waitlist|list|program|union|guild|society|forces|hands|late|early|online|everyone|everybody|forum|board|community|network|book)\b)`
/** What people are at a firm that does not employ them. */
export const noGuest = source`(?!(?:[a-zà-ž]+ )?(?:visitor|guest|customer|client|patient|passenger|volunteer|tourist|speaker|couple|team|group|favou?r|joke|supplier|vendor|user|member|witness|backup|spectator|fan)\b)`

/** No word that only praises or blames. */
export const judged =
  '(?!(?:an?|the|so|very|really|not|too|also|still|just|much|going|great|nice|good|bad|better|worse|awful|terrible|lovely|kind|strict|ok|okay|fine|amazing|perfect|weird|boring|crazy|insane|rubbish|useless|closed|shut|ridiculous|horrible|hard|easy|different|unclear|high|low|tight|here|ready|up|down|over|out|in|at|from|\\S+(?:ing|ed))\\b)'

/** A claim that a statement ends. */
export type EndedClaim = Pick<ClaimRow, 'attribute' | 'subject' | 'value'>

/** What a person does: `do eat`. */
export function habit(verb: string): EndedClaim {
  return { attribute: `do ${verbStem(verb)}` }
}

/** A tag for the patterns that end other claims. */
export function ending(ends: readonly EndedClaim[]) {
  return claiming({ ...form.over.claims, ends, goesOn: true }, '(?:, .+)?')
}
