import { isOfSpeaker, isShortTalk } from './features.ts'
import type { Said } from './said-parts.ts'

const word = /\p{L}+(?:'\p{L}+)*|\d[\d.,:]*|[¤?!]/gu
/** Words that have a capital anywhere. */
const pronoun = /^i(?:'(?:m|ve|d|ll))?$/i

/** Words that tell English from other languages. */
const english = new Set(
  "i i'm im i've ive my our the and is are am was have has had of to it its it's not no don't dont can can't cant for with at your you this that on be we we're do does they she he her his their only every all".split(
    ' ',
  ),
)

/** In longer messages, sentences without "I", "we" or "my" are mostly pasted. In characters. */
const longMessage = 900
/** Titles and items of lists have none of these. */
export const tells =
  /(?:(?<!\b(?:which|who|that) )\b(?:is|are|was|were|has|have|had|do|does|can|can't|cant|must|should|needs?|gets?|goes|got|runs?|lives?|works?|starts?|owns?|uses?|takes?|comes?|ends?|opens?|closes?|no|not|don't|dont|only|never|always|every)\b|'s )/i

/**
 * The words of a clause, each pair of neighbours, and the first one, two and three, without apostrophes: "I'm" and "im"
 * are one word. A number is `0`, and a word with a capital within the clause `N`. None in another language, in what is
 * probably pasted, and in talk between two people, who say other things in the same words. Linear.
 */
export function phrasesOf(said: Said): ReadonlySet<string> {
  if (!isOfSpeaker(said) && (said.messageLength > longMessage || !tells.test(said.masked))) return new Set()
  if (isShortTalk(said) || !said.words.some((one) => english.has(one))) return new Set()
  const words = [...said.masked.matchAll(word)].map(([found], at) => plain(found, at === 0))
  const pairs = words.slice(1).map((one, at) => `${words[at]} ${one}`)
  const starts = [1, 2, 3].map((count) => `^${words.slice(0, count).join(' ')}`)
  return new Set([...words, ...pairs, ...starts, `${words.at(-1) ?? ''} $`])
}

function plain(found: string, isFirst: boolean): string {
  if (/^\d/.test(found)) return '0'
  if (!isFirst && /^\p{Lu}/u.test(found) && !pronoun.test(found)) return 'N'
  return found.toLowerCase().replaceAll("'", '')
}

/** The weights of phrases, those of one weight on a line. Fitted by `bench/fit-worth.ts`; do not edit by hand. */
const table = `
0.7 year
0.6 as|keep|moved|so
0.5 any|every|go|house|in N|is on|months|off|only|since
0.4 ! !|0 N|access|application|black|by N|for me|handed|left|legal|mostly|short|years $
0.3 0 from|0 k|0 s|N|N $|N and|N in|N is|^i dont like|^the N|^you can|account|and N|anything|book|cant have|comes|commit|days|do|doing|dont like|end|everything|freelance|i do|im doing|ive a|k|law|learn|mean|mood|names|no|novels|old|on|on 0|our|own|parents|passed|pls|really|science|services|set|spring|starting|summer|the deadline|the house|up|walk|weeks|yoga|you can
0.2 0 and|0 by|N at|^got|^i am|^i do|^i sing|^im a|^im learning|^im left|^ive a|^mums|^on|^our|^were|^weve|a N|all|allotment|always|and im|are|as of|as the|ask|ask about|at|at a|at home|been|been a|best|better $|bike|blood|bottom|bought|braces|broke|brothers|built|called N|cant|cap|cats|cats $|child|clay|come|commute|council|cut|dad|day|dead|decided|decided to|doctor|dogs|dont|dont need|down to|eggs|emails|end $|english|enjoy|even|ever|every N|family|five|flying|flying $|food|food $|for good|free $|fund|gets|getting|getting married|girls|give me|gluten|go to|goes|gone $|got|got a|green|hand|has been|havent|her $|history|how to|husband|i ask|i love|i sing|i want|im 0|im learning|im left|im scared|in|in it|instead $|iphone|is N|it has|it was|its a|june|junior|kidney|knee|lawyer|lead|left handed|let|lift|light|main|marathon|married|may|me the|month|ms|mum|mums|must|my 0|my parents|myself|name|name N|never|non|not|now $|nuts|of my|of the|of us|on one|only $|person|pilot|plan|plan to|planned|plot 0|pnpm|practice|puppy|push|rest|retired|rule|run|runs|server|sesame|shared|shes|since the|six|small|so i|solar|spaces|started|startup|stop|stuff|suggest|summer $|switched|taken|tea|team|team $|team lead|terrible|tested|than|thats|the end|the new|the only|the practice|the rest|the spring|the team|these days|three months|till|to 0|to be|to learn|treat|two of|type|under 0|until|use|visa|volunteer|voted|weekend|weigh|went to|weve|whatever|with me|without|work|wrist|writing|written|years|you to
0.1 0 $|0 am|0 an|0 but|0 days|0 degrees|0 euros|0 m|0 now|0 pm|0 th|0 year|N a|N are|N as|N does|N from|N how|N i|N only|N runs|N shes|N that|N this|N with|^all|^as|^being|^every N|^i get|^i go|^i go to|^i had a|^i hate|^i have a|^i love|^i moved|^i passed|^i read|^i sleep|^i switched|^i wear|^i will|^i work|^im 0|^im an|^im learning N|^im on the|^im saving|^im the|^im training|^im using|^im writing a|^my N is|^my brother|^my daughter|^my favourite|^my husband|^my partner|^my son|^my startup|^my team|^my wife|^nothing|^please|^the client|^the doctor|^the house|^there are|^two|^we have|^we keep|^were a|^were getting|^when|^when i|^you|a friend|a great|a greyhound|a house|a little|a month|a new|a night|a retired|a small|a wheelchair|about it|about the|accident|accountant|across|across the|adult|after 0|after the|ago|ago and|alcohol|all day|all of|all the|alone|am $|an old|and hes|and is|and no|and only|and were|answers|anything with|app is|around|around 0|around N|at night|august|autumn|autumn $|back to|bakery|balcony|band|bar|bc|bees|before i|behind|behind the|between|bills|birthday|both|boyfriend|budget for|business|buy|call me|calls|can i|cant eat|cars|cello|charge 0|chef|chess|choir|church|climbing|closes|club|co|coach|coeliac|college|comments|contract|cooking|course|cut the|dark|dates|daughter|days $|degrees|delivery|deposit|detective|disease|dishwasher|do i|do the|dont do|down|down the|drawing|drive|due|early|eating|electric|else|else $|emojis|ends|engine|euros|evenings|every morning|every other|everything $|everywhere|exam is|exceptions|failed|favourite|files|finally|fine|fire|fish|for a|for everything|for six|for the|found out|free|from|from 0|from now|games|garden|gas|gave|gave up|give|gluten free|go in|goes to|good|got moved|got my|got the|grams|great|greyhound|group|gym|handles|has 0|has no|hate|have an|have the|have two|hearing|heavy|heavy clay|her own|here on|him|his|home|horror|hospital|house $|how i|i get|i go|i hate|i left|i moved|i passed|i read|i share|i sleep|i switched|i wear|i went|i work|if|im a|im an|im saving|im the|im training|im writing|in 0|in any|in every|in one|in our|in this|instead|insurance|is 0|is a|is an|is called|is dead|is gone|is my|is so|is still|it again|it to|its just|ive decided|january|job|job at|just the|k $|keep it|keeping|kept|keto|key|kids|kids are|kilos|kilos $|kitchen $|lab|lactose|language|last year|learning N|left the|level|library|licence|like|lisinopril|little|living|lol|lol $|longer|looking for|love|machine|mad|mad about|makes|marks|married in|match|me a|me and|me in|me off|me these|me to|medicine|medieval|metres|metric|microwave|migraines|milk $|mistake|mix|monday|money|monorepo|months $|morning|mornings|most|moved in|moved to|mr|mr N|mum is|music|music $|my N|my blood|my boyfriend|my daughter|my favourite|my husband|my mother|my mum|my niece|my old|my own|my partner|my startup|my wife|n|n my|named|named N|near|need $|next year|niece|night|nine|nine $|noon|normal|north|not a|nothing|notice|now on|npm|of mine|off the|office|on $|on two|ones|open|opens|or|or N|orchestra|other|ours|out|out in|out on|paint|paper|paramedic|part time|partner|passport|pattern|penicillin|per|permit|physio|piano|pixel|place|plain|planning|please $|please dont|plus|pm|pork|port|pottery|prefer|price|prod|pulled|quarter|quit|rate|rather|reader|recipes|red|redo|rent|repo|restaurant|room $|runs on|s|s so|same|same to|saving|saving for|scared|school|screen reader|second year|section|sell|selling|sells|sentences|sertraline|she|shellfish|shelter|shift|ship|shop $|show|sign|since my|sing|site|skip|skip the|so can|so dont|so im|so its|so nothing|so use|sober|soil|sold|sold my|son|split|spring $|staff|station|stone|stroke|student|studio|surgery|swim|swim $|switched to|tabs|tabs $|take the|tea $|teach|tech|tell me|term|texts|th|th of|that i|the 0|the back|the bakery|the bar|the bottom|the box|the cello|the client|the council|the doctor|the family|the first|the girls|the gym|the hospital|the kitchen|the lab|the last|the night|the old|the summer|the wedding|the whole|there are|theres no|these|thesis|thesis is|they|thing|thing $|thing i|thirty|this one|this year|those|three|time|title|to buy|to hand|to me|to stop|took|took the|top|training|trying to|twins|two|two N|under|up $|up at|up front|up the|up to|us|use N|uses|uses N|van|vet|walls|ward|way|we do|we keep|wedding|week|weigh 0|went|were getting|weve got|what do|wheelchair|when|when i|when you|whenever|whenever i|white|whole|whos|wife|with|with the|within|wont|write for|writing a|year and|year old|youngest
-0.1 0|0 hours|0 its|0 min|0 no|0 st|0 the|N after|N but|N was|^can u|^does|^dropped|^everyone|^i always|^i can|^i changed|^i dont|^i dont know|^i dropped|^i enjoy|^i found|^i found a|^i got|^i have|^i have 0|^i just|^i need to|^i opened|^i opened the|^i owe|^i play|^i put|^i said|^i see|^i took|^id like|^id like a|^im|^im in|^im looking for|^im not|^im trying|^im trying to|^in my|^in the|^ive|^ive just|^ive pasted|^ive read|^just|^lets|^my boss|^my friend|^my head|^my head hurts|^my name|^my name is|^my phone is|^my phones|^my sister|^my train|^no|^nobody|^one|^only|^right|^somebody|^someone|^the neighbours|^today|^we have a|^we live|^youre|a big|a bit|a colleague|a good|a list|a man|a speech|about|actually|added|advice|after|after N|afternoon|again|airline|all my|along|already $|also|an error|and its|and now|and then|and we|and ¤|apparently|are in|asked|asks|asks for|asleep|at N|at this|ate|aunt|baby|be|because of|bedroom|below|big|block|blocks|blog|boat|bored|brain|bread $|breakfast|but my|but the|by the|can do|cancelled|cant decide|cant find|ceiling|changed the|cheap|check|checked|chemistry|cleaning|clue|coffee|cold|commas|costs|could|cried|crying|data|decide|design|desk|dessert|died|diff|dinner|do $|do a|do this|done $|dont eat|dont get|dont have|door|draft|dropped|every time|explain|fan|fast|feeling|feet|fell|fight|final|first|fit|fix|floor $|flour|football|for|for 0|for all|for an|for our|for ten|forgot to|found a|four|four times|fridge|from N|from my|from the|funny|gave me|give a|going|gonna|got an|got one|guy|half|hall on|hand $|hands|happened|has a|hates|have|have 0|he|head|head hurts|header|heart|here|hero|his N|hold|hotel|hour $|hurts|i|i added|i always|i can|i changed|i could|i cried|i cut|i did|i dropped|i forgot|i found|i got|i meant|i need|i only|i opened|i owe|i play|i said|i saw|i say|i see|i speak|i stopped|i think|i thought|i took|i wrote|idea $|ideas|ideas $|ignore|im bored|im in|im not|im trying|in laws|index|into|is about|is going|is the|isnt|it at|it is|it out|its for|ive just|ive no|ive pasted|ive read|keys|kg|kids $|kind|km|knocked|know $|know what|last night|laughed|laws|learning|left $|lets|life|like an|like to|liked|lines|list has|list of|literally|live|loop|lose|losing|lost my|lunch|make|man|maybe|me at|meant|min|mind|mine|minutes ago|minutes and|miss|missed|move|much|my aunt|my boss|my eyes|my hands|my laptop|my name|my phone|my phones|my story|my therapist|my train|n i|nearly|need|need to|nice|no $|no clue|not an|note|notes|nothing $|numbers|of 0|of N|of me|of them|off $|on N|on for|on my|once|one|opened|opened the|our N|output|outside|outside N|over the|owe|parked|parking|past|pasted|phones|photo|play the|poem|points|polite|post office|pregnant|project|proofread|put the|query|queue|quote|r|ran|read it|reading|real|recipe|result|review|right|rn|road|rows|sad|said ¤|salad|salt|say|say ¤|says i|says ¤|screen|seeing|service|should be|should i|shows|shut|sister in|sisters|size of|smell|smth|so far|socks|soft|song|speech|spider|spilled|spreadsheet|st|staring|start|stood|stopped|story|stove|strong|students|sugar|system|teacher|team is|ten minutes|tenants|tests|than 0|that a|the N|the airline|the answer|the bin|the bus|the ceiling|the conference|the dog|the door|the error|the file|the hero|the hotel|the keys|the kids|the letter|the meeting|the neighbours|the other|the page|the post|the shop|the size|the sofa|the tenants|the time|the train|the wifi|the window|the wrong|their|them in|therapist|theres a|think i|this week|thought|tired|tired $|to a|to give|to put|to send|to sound|tomorrow $|tonight and|too|too much|touch|travel|tried|twice $|twice and|twist|umbrella|unit|up for|up on|used|using N|very|walked|walking|wall|want a|wanted|wants to|was 0|was a|was in|we can|we live|weather|weeks $|well $|were|wet|what i|which|while|while i|who|who has|why|why $|window|worked|works|world|write|yet|yet $|you $|youre
-0.2 0 cm|0 g|0 kg|0 minutes|0 percent|0 to|0 x|N about|N by|N one|N to|^a|^can|^heres|^i need a|^id|^ill|^im looking|^im so|^is|^ive got a|^my N|^my code|^my essay|^my phones at|^need|^need a|^the|^theres|^theres a|^we need|a problem|a whole|above|alarm|am i|an hour|and 0|and it|and the|and theyre|answer|applying|arguing|at half|at my|bag|bake|because|bit|blue|broken|bug|build|bus|but not|by 0|chat|cm|colleague|deploy|did|dont know|dropped my|eat $|eczema|enough|error $|exercise|feels|file|find the|floor|for two|forgot|found|friend|front|front of|funeral|g|get|get a|happens|has gone|have a|have to|her|heres|home $|hour|how|i have|id like|im so|in $|in front|in my|in the|is to|is too|it|it N|it on|its|its 0|ive got|keeps|kill|late|line|line 0|live in|lives in|long $|me 0|me on|meeting $|memory|message|minutes $|my answer|my friend|my head|my neighbour|my notes|my sister|need a|neighbours|next|omg|on hold|only have|out $|out the|page $|painting|percent|phones at|point|problem|questions|rain|request|returns|rice|right now|ring|row|said|sauce|saw|says 0|sister|sitting|slow|sofa|someone|sound|soup|stay|table|tell|ten|the|then|things|this $|through the|ticket|to see|to write|toast|told me|tomorrow|tonight $|trip|two hours|understand|up with|us $|version|wait|waiter|wants|wants a|wants the|was|we are|we need|were in|wifi|with N|words $|work $|would|wrong|x|x 0|years and|yesterday|your|zero|¤|¤ N|¤ and|¤ ¤
-0.3 0 at|N on|^ive got|answer is|at 0|but|company $|didnt|eat|email|find|got 0|guess|had|hours|know|letter|list $|looking|lost|making|many|minute|more|my code|my first|no idea|option|page|people|post|question|question is|quiz|regex|second|should|step|test|that|theyre|to get|told|train|try|twice|we|will|with a|wrong $|wrote|¤ $
-0.4 N has|^i|^i need|^in|^ive been|^my|error|for N|function|heard|id|idea|ive been|list|meeting|neighbour|quick|says|see|there|think|today|tonight|with my
-0.5 about N|and|the second|this
-0.6 sure
-0.7 minutes|some
`

let weights: ReadonlyMap<string, number> | undefined

/** The weight of each phrase; phrases without one are absent. */
export function phraseWeights(): ReadonlyMap<string, number> {
  weights ??= new Map(
    table
      .trim()
      .split('\n')
      .flatMap((line) => {
        const space = line.indexOf(' ')
        const weight = Number(line.slice(0, space))
        return line
          .slice(space + 1)
          .split('|')
          .map((phrase) => [phrase, weight] as const)
      }),
  )
  return weights
}
