import { regex } from '../../text/regex.ts'
import { devices } from '../english/orders.ts'
import { deliberation } from '../stated-sentences.ts'
import { type Rewrites, rewritesTo } from './claim.ts'
import { anyBeing } from './claim-forms.ts'
import { dose, newsRewrites } from './claim-rewrites-news.ts'
import { dwelling, forTime } from './claim-row-parts.ts'
import { clouds, foremost, month, numbers, ofRole } from './claim-value.ts'
import { forgettingRewrites } from './claims-to-forget.ts'
import { shortForms } from './named-claims.ts'

/** Variants of English spelling and phrasing → one form, applied in this order to a sentence in lower case. */
export const englishRewrites: Rewrites = [
  ...forgettingRewrites,
  ...rewritesTo(
    {
      '': /(?:,? (?:btw|by the way|fyi|lol|haha|tho|though|thank god|finally)(?<!\bis (?:now )?(?:my|our) new .{1,30} (?:lol|haha)))+(?=[.!]*$)/g,
      '$1 not': /\b(is|are|was|were|do|does|did)n'?t\b/g,
      'never use $1': regex.g`^no (?:more )?(${devices})(?: any ?more)?(?: in (?:your |the )?(?:answers|replies|responses))?(?: please| pls)?(?=[.!]*$)`,
      'use $1': regex.g`^(?:always )?(?:answer|reply|respond|write)(?: me)? (?:in|with) (${devices})(?=[.!]*$)`,
    },
    {
      '': /^(?:please )?(?:do not|don't|dont) call me [^,]{1,30}?(?: any ?more)?(?:,|;| -)? (?:and )?(?:just )?(?=call me )/g,
      'slipped to ': /\b(?:slips|slid|slides)(?: back)? to (?=\S* ?\S*\d)/g,
      'the $1 go-live is ': /^(?:the )?([a-zà-ž][\w-]*(?: \w+)?) goes live (?:on )?(?=\S* ?\S*\d)/gu,
      '$1 is ':
        /^((?:(?:my|our|the) )?[a-zà-ž\d]+(?: [a-zà-ž]+){0,2})'s (?=(?:now|off|over|called|back (?:on|at)|up to|down to|on (?:the )?\d|in (?:(?:year|grade|class|kindergarten|nursery|reception|primary|high school|\d)))\b)/gu,
      '$1 has been ': /^((?:(?:my|our|the) )?[a-zà-ž\d]+(?: [a-zà-ž]+){0,2})'s been /gu,
    },
  ),
  ...shortForms,
  ...rewritesTo({
    $1r: /\b(favo|colo|hono)ur/g,
    '1 ': /\b(?:(?<=\b(?:is|to) )one (?=(?:hour|day|week|month|year)s?\b)|(?<=\bneeds? (?:only |just |at least )?)one (?=[a-zà-ž]))/g,
    'my $2$3$4 is now $1': regex.gu`^(?=.* (?:now|new|interim|acting)\b)(?!(?:he|she|it|they|this|that|who|there|here|one|life|google|youtube|chatgpt|claude|gemini|duolingo)\b)([a-zà-ž.'-]+(?: [a-zà-ž.'-]+){0,2}) is (?:now )?(?:(?:my|our) (?:new )?(${ofRole})|(?:the )?(?:new )?(maid of honor|best man)|(?:(?:the|our) (?:new |interim |acting )?|(?:new|interim|acting) )(?<!^my .*)(c[efto]o))(?: now)?(?=[.!]*$)`,
    'the $2 is $1': regex.gu`^(?!(?:this|that|here|there|who|what|he|she|it|they|i)\b)([a-zà-ž.'-]+(?: [a-zà-ž.'-]+)?) (?:is|are) (?:now )?(?:the|our) (?!(?:best|worst|only|first|last|old|former)\b)((?:[a-zà-ž]+ )?(?:contact|(?:project|product|account|office) manager|c[efto]o|(?:${foremost}) [a-zà-ž]+)(?: (?:at|for|of) [^,;]{2,40})?)(?=(?: now)?[.!]*$)`,
    // A planned change ends nothing yet, but is replaced once it turns out otherwise.
    '$1 is ':
      /^((?:my|our|the) [a-zà-ž][a-zà-ž -]{2,40}) will be (?!able|there|back|here|ready|late|away|home|fine|ok|in |on |at |[a-zà-ž]+(?:ing|ed)\b|\d)/gu,
    $1: regex.gu`^((?:my|our) (?:${ofRole}) is (?:now )?)my (?:${anyBeing}) (?=[a-zà-ž-]+[.!]*$)`,
    'i ': /^(?:(?:the )?user (?=(?:lives|works|is|has|uses|likes|eats|drinks|smokes|plays|moved|speaks|owns|drives|no longer|does|stopped)\b)|(?=lives (?:in|near) |works (?:at|for) (?!me\b|us\b|\d)))/g,
    'my ': /^(?:the )?user's /g,
  }),
  ...numbers.map((word, at) => [regex.g`\b${word}(?= (?!or\b|of\b(?! us\b)))`, `${at + 2}`] as const),
  ...rewritesTo({
    '1 times ': /\bonce (?=(?:a|per) [a-zà-ž])/gu,
    '2 times ': /\btwice (?=(?:a|per) [a-zà-ž])/gu,
    '$1 is no longer ': regex.gu`^(i|my [a-zà-ž]+) (?:(?:have|has|just) )?(?:quit|stopped|gave up) (?:being|working as) (?=an? )`,
    'i am': /^i is\b/g,
    'i do': /^i does\b/g,
    'i have': /^i has\b/g,
  }),
  ...newsRewrites,
  ...rewritesTo(
    {
      '': deliberation,
      '$1 am now ': regex.g`^(i|we) (?:have )?(?:(?:decided|choose|chose) (?:on |to )?)?(?:went|gone|go|going|be|become|became|turned) (?:fully |completely )?(?=(?:vegan|vegetarian|pescatarian)\b)`,
      $1: [
        regex.g`^((?:i|we) (?:have )?(?:joined|started (?:working )?at) .{1,60}?) (?:on (?:the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}(?:st|nd|rd|th)?(?: (?:of )?[a-z]+)?|[a-z]+ \d{1,2}(?:st|nd|rd|th)?)|last (?:week|month|[a-z]+day)|yesterday|in [a-z]+)(?=[.!]*$)`,
        regex.g`^((?:i|we) (?:have )?(?:moved|relocated|quit|stopped|started|switched|sold|bought|adopted|upgraded|turned|raised|lowered|left|joined|got)\b.{1,60}?) (?:today|this (?:week|weekend|month|morning|afternoon|evening|spring|summer|autumn|fall|winter|year))(?=[.!]*$)`,
        regex.gu`^((?:i|we) (?:live|rent|work|(?:am|are) (?:living|renting|working|unemployed|out of work|between jobs))\b[^,;]*) at the moment\b`,
      ],
      // What is over, also told without "I": "not doing keto anymore", "no more glasses".
      'i am ': /^(?=(?:(?:not|no longer) (?:on|off|[a-zà-ž]+ing)|off (?:the |my )?[a-zà-ž-]{4,} since)\b)/g,
      '$1 no longer $2':
        /^(i|we) (?:am|are|do) not (?=(?:on|tak(?:e|ing)|do(?:ing)?|follow(?:ing)?|wear(?:ing)?|need(?:ing)?) )([^,.!]+?) any ?(?:more|longer)\b/g,
      '$1 give up ': regex.gu`^(i|we) (?:(?:am|are) )?no longer (?:on|tak(?:e|ing)|do(?:ing)?|follow(?:ing)?|wear(?:ing)?|need(?:ing)?) (?!(?:(?:sick|parental|maternity|paternity) )?(?:leave|vacation|holiday|call|well|it|that|this|so)\b)(?=[a-zà-ž])`,
      '$1i give up $2':
        /(^|, (?:so )?|\band )no more (?!than\b|of\b|questions?\b)([a-zà-ž]+(?: [a-zà-ž]+)?)(?: for me)?(?=$|[,.!])/gu,
      '$1 moved ': /^(i|we) (?:ended|wound) up moving (?=(?:in)?to\b)/g,
      'my $4 is $2': /^(i|we) have an? (\d+)[- ](year|month|week)s?[- ]old ([a-zà-ž]+)/gu,
      '$1 is no longer pregnant': regex.gu`^(my [a-zà-ž]+|(?!(?:i|we)\b)[a-zà-ž]+) (?:has )?(?:just )?(?:had (?:the|our|her|a) (?:baby|babies|twins|boy|girl)|gave birth)\b.*`,
      'wake up ': /\b(?:wake|get)s? up (?=(?:at|around|about|by) )/g,
      '$1:00': regex.g`((?:\b(?:wake up|is(?: now)?|starts?|begins?|moved to) (?:at|around|about|by)|^never put [a-zà-ž ]{3,30} (?:before|after)) (?:1?\d|2[0-3]))(?=$|[.,!]| now| on | every )`,
      'my $1best': /\bmy ((?:[a-zà-ž\d]+ ){0,3}?)(?:pb|pr|personal best|personal record)\b/gu,
      'my $1$2 best moved to ':
        /^(?:(?:i|just|got|set|hit|ran|have|an?) )*new ([a-zà-ž\d]+ )?(?:pb|pr|personal best|personal record)(?: (?:in|for|on|over|at) (?:the |my |a )?([a-zà-ž\d]+))?(?:,|:| of| is| -| –)* (?:now )?(?=\d)/gu,
      'i am no longer afraid of ': /^i (?:am|got) over (?:my |the )?fear of /g,
      'i finished ': /^(?:i am |we are )?(?:done with|finished with) (?=[a-zà-ž])/gu,
      '$1 started drinking alcohol': regex.g`^(i|we) (?:have )?(?:(?:started|began|begun|resumed|(?:am|are|went) back to) drinking|(?:am|are) back to having) (?:(?:the|an?) )?(?:(?:odd|occasional) )?(?:(?:glass|pint) of )?(?:wine|beer|whisk(?:e?y)|cocktails|gin|rum|cider|sake)\b`,
      '$1 $2e ': /^(i|we) have been (us|wear|tak|driv)ing /g,
      '$1 like ': /^(i|we) have (?:gotten|got|grown) (?:really |very )?(?:into|to (?:like|love)) /g,
      'my favorite $2 is now $1': /^i think (.{2,40}?) is (?:now )?my favorite ([a-zà-ž]+)(?: now)?(?=$|[.!,])/gu,
      'my $1number': /\bmy (new )?(?:cell |mobile |phone |telephone )+number\b/g,
      '$1my new $2 is ': regex.g`(^|, (?:and |so )?)(?:new|interim|acting) (number|address|e-?mail|roommate|car|phone|laptop|${ofRole})(?: is |: | (?=(?:mr|mrs|ms|miss|dr)\b))`,
      'the $1 is now ':
        /^(?!(?:this|that|what|everything|life|today|there|which)\b)(\p{L}{3,}) is now (?=(?:at|on) )/gu,
      '$1 a ': /\b((?:my|our) car is|(?:i|we) drive) an? (?:19|20)\d\d /g,
      'i switched from $1 to ': regex.gu`^(?!.* (?:for (?:my|his|her|our|the) [a-zà-ž]+|in [a-zà-ž]+'s case)[.!]*$|(?:i|we) (?:have )?changed (?:my|the) [a-zà-ž]+ to )(?:they|doc|dr\.? [a-zà-ž]+|we|i|(?:(?:my|the) )?(?:[a-zà-ž]*doctor|gp|physician|cardiologist|psychiatrist|specialist|neurologist|endocrinologist|nurse|consultant|oncologist|dermatologist)(?:'s)?) (?:have |has )?(?:changed|swapped|replaced) (?:my |the )?([a-zà-ž]{5,}) (?:for|with|to) (?=[a-zà-ž]{4,})`,
      'i now take ': /^i am back on (?=[a-zà-ž-]{5,}(?: \d.*)?[.!]*$)(?!(?:track|board|schedule|course|speaking)\b)/gu,
      '$1 now like ': /^(i|we) no longer (?:hate|dislike|mind) /g,
      'keep answers short': [
        regex.gu`^(?:i find )?your (?:answers|replies|responses|explanations|messages) (?:[a-zà-ž]+ ){0,3}?(?:too|rather|so) (?:long|wordy|verbose)\b(?!.* (?:to|that)\b).*`,
        regex.g`^(?:a few|[2-5]) (?:sentences|lines) (?:will do|(?:is|are) (?:plenty|enough)) (?:from now on|in (?:the )?future|in general)\b.*`,
      ],
      'give longer answers': [
        regex.gu`^(?:i find )?your (?:answers|replies|responses|explanations|messages) (?:[a-zà-ž]+ ){0,3}?(?:too|rather|so) (?:short|brief|terse)\b(?!.* (?:to|that)\b).*`,
        regex.g`^(?:please )?(?:do (?:your )?answers (?:a (?:bit|little) )?longer|(?:go into|give) more (?:depth|detail)) (?:from now on|in (?:the )?future|in general)\b.*`,
        regex.g`^(?:you )?(?:do not|no) (?:need|have) to (?:keep|be)(?: it| them| (?:the |your )?answers)?(?: so| that| too| as)? (?:short|brief|concise)\b.*`,
      ],
      '$1 ': regex.gu`\b(live|lives|living) (?:(?:alone|by myself|on my own) |in an? (?:[a-zà-ž]+[- ]){0,3}?(?:flat|apartment|house|studio|room|condo|place|loft|townhouse) )(?=in )`,
      'the $1 ': regex.gu`^(?!(?:i|we|he|she|it|they|you|this|that|there|my|our|the|an?|his|her|their|what|who|everything|and|but)\b)([a-zà-ž]+(?: [a-zà-ž-]+)?) (?=(?:(?:was|is|are|got|has been|has|just) )*(?:moved|pushed|slipped|postponed|rescheduled|changed|went (?:up|down)|gone (?:up|down)|increased|raised|dropped|extended) (?:[a-zà-ž]+ )?(?:to|until) (?:the )?(?:\d|[$€£]|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))`,
      'the $1 is ': regex.gu`^(?!(?:i|we|he|she|it|they|you|this|that|there|my|our|the|an?|his|her|their|what|who|today|everything)\b)([a-zà-ž]{3,}(?: [a-zà-ž]+)?) is (?=(?:now )?(?:on )?(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?\b|\d.* now[.!]*$)`,
      'i switched from ': /^.{1,40}? (?:switched|moved|changed) me from (?=\S+(?: \S+){0,2} to )/g,
      'my $1 is on ': /^(?:we are|i am) planning (?:our|my) (wedding|party|trip|move) (?:for|on) (?=\S* ?\d)/g,
      'we switched from $1 to ': regex.gu`^(?:(?:i|we) )?(?:(?:have|just|finally) )*(?:moved|migrated|switched) (?:everything )?(?:off|away from) ([a-zà-ž][a-zà-ž.-]*) to (?=[a-zà-ž])`,
      '$1 use ': regex.gu`^(i|we) (?:am|are) (?:all )?on (?=(?:${clouds})(?: now)?(?=$|[.,!]))`,
      'we use ': regex.gu`^(?:(?:our|the|my) (?:repo|project|codebase|monorepo)|everything) (?:(?:now )?(?:uses|runs on|is on|is (?:hosted|deployed) (?:on|with))|is written in(?= [a-zà-ž]+ v?\d)) `,
      // News is often told without "I".
      'i ': regex.gu`^(?:just |recently |finally )?(?=went (?:fully |completely )?(?:vegan|vegetarian|pescatarian)\b|(?:moved|relocated|switched|migrated|upgraded|ditched|replaced|swapped) (?!up|down|back(?! to )|forward)|switched|sold (?:my|our|the) |dropped (?!by|off|in\b)|(?:started|stopped|quit) (?:[a-zà-ž]+ing\b|my |the )|quit (?!it\b|that\b|while\b)[a-zà-ž]{3,}|started at |joined [a-zà-ž]+ as |(?:gave|given) up |passed (?:my|the) |failed (?:my|the) |got (?:the|an?|my) (?:new )?(?:job|offer|position|promotion|car|phone|laptop|apartment|flat|iphone|pixel|galaxy|macbook)\b|(?:broke|split) up(?= with |[.!]*$)|left (?=[a-zà-ž]+ for )|graduated\b|retired\b|had to [a-zà-ž]|cancell?ed (?:my|our|the) )`,
      // Who says that it was a mistake, corrects it; who tries to stop something, still does it.
      'actually, $1': regex.g`^(.{3,80}?)[,;.]? (?:(?:that|it|this) (?:was|is) (?:an? |my )?(?:mistake|wrong|error|misdiagnosis)|i was (?:wrong|mistaken))(?=[.!]*$)`,
      '$1 am ': /^(i|we) am (?:still )?trying to (?:quit|stop|give up) (?=[a-zà-ž]+ing\b)/gu,
      // One form each for decisions, for things given up or finished, and for due dates.
      'we choose ': /^let's (?:use|go with|go for|stick with) /g,
      '$1 choose ': regex.gu`^(i|we|the team) (?:have )?(?:finally )?(?:decided|agreed(?! with)|chosen|chose|picked|selected|adopted|settled|opted|standardi[sz]ed|went|(?:am|are) going)(?: (?:on|for|with|upon|to (?:use|adopt|go (?:with|for)|(?:switch|move|migrate) to)))? (?!(?:to|that|against|this|it|these|those|them|back|[a-zà-ž]+ing)\b)`,
    },
    {
      '$1 give up ': regex.g`^(i|we|the team) (?:(?:am|are|is|have|has) )?(?:(?:decided|chose) (?:against|to (?:drop|abandon|ditch|stop using))|drop|dropp(?:ed|ing)(?! out)|ditch(?:ed|ing)|abandon(?:ed|ing)|retir(?:ed|ing)(?! now\b| from\b| since\b| last\b| early\b)|phas(?:ed|ing) out|gave up(?: on)?|given up(?: on)?|giving up(?: on)?|got(?:ten)? rid of|getting rid of|mov(?:ed|ing) (?:away from|off)|ripp(?:ed|ing) out|tore out|uninstalled|stopp(?:ed|ing) using|quit using) (?!(?:my|our|the) |support for)`,
      $1: /^((?:i|we|the team) give up .+?) after (?:\d+|many|all these|several) (?:days|weeks|months|years)\b/g,
      '$1, $2 give up $3':
        /^((i|we) (?:have )?(?:moved|migrated|switched|ported|converted) [^,]{2,80}?)(?:,|,? and|;|:) (\S{2,30}) is (?:now )?gone(?=[.!]*$)/g,
      '$1 have completed ': /^(i|we) (?:(?:am|are) (?:done|through) with|have finished|have done) (?=\d)/g,
      '$1 ': regex.g`\b(is|are) (?:now )?(?:scheduled|due|booked|planned|set)(?: (?:for|on|at|by))? (?=\S)`,
      'my $2 is ': /^(i|we) have (?:got )?an? (budget|limit|salary|quota) of /g,
      'my $2 is on ': regex.gu`^(i|we) have (?:got )?(?:an?|my|our) ((?:[a-zà-ž]+ ){0,2}[a-zà-ž]+) on (?=(?:the )?\d|${month} \d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)`,
      '$2 has $1': /^there (?:is|are) (\d+ (?!of us\b)[^,]{1,40}?) (?:in|on) ((?:my|our|the) [a-zà-ž -]{2,40})/gu,
      'my new $2 is ': regex.gu`^(i|we) (?:have )?(?:got|bought|have)(?: myself| ourselves)? a new ((?:[a-zà-ž]+ )?[a-zà-ž]+)(?:,|:| -| –)+ (?=an? |the |[a-zà-ž]+ [a-zà-ž]*\d)`,
      'i date $1$2':
        /^(?:(?:me and )?((?:my )?[a-zà-ž]+)(?: and (?:i|me))? (?:(?:have|are|got|just) )*(?<=\b(?:me and|and (?:i|me)) .*)back together|i (?:am|got) back (?:together )?with ((?:my )?[a-zà-ž]+))(?=$|[.,!;]| (?:last|yesterday|again|in|now)\b).*/gu,
      'i do not speak to ':
        /^i (?:am not (?:speaking|talking) to|(?:have )?(?:fell|fallen) out with) (?=my |[a-zà-ž]+[.!]*$)/gu,
      'i speak to $1$2':
        /^(?:me and (my [a-zà-ž]+|[a-zà-ž]+)|(my [a-zà-ž]+|[a-zà-ž]+) and (?:i|me)) (?:(?:have|are|just|finally) )*(?:made up|speaking again|talking again|reconciled|on speaking terms(?: again)?)(?=$|[.,!;]| (?:last|yesterday|in|now)\b).*/gu,
      'i broke up with $1$2$3': regex.gu`^(?:(?:me and )?(?!(?:i|we)\b)([a-zà-ž]+)(?: and (?:i|me))? (?:have )?(?:(?:broke|broken|split) up|split|separated|are (?:done|over|through)|parted ways|called it quits)(?=$|[.,!;]| (?:last|yesterday|today|this|after|in|for good|because|with each other|a few|a couple|\d+ (?:days?|weeks?|months?) ago)\b).*|([a-zà-ž]+) and (?:i|me) (?:got|have) (?:divorced|separated)\b.*|we (?:have )?(?:broke|broken|split) up, (?:me and )?(?!me\b)([a-zà-ž]+)\b.*)`,
    },
    {
      $1: /\b((?:am|are|is) )(?:now |about )?\d+ (?:weeks|months) (?=pregnant\b)/g,
      $1pregnant: /\b((?:am|are|is) )(?:now |about )?\d+ (?:weeks|months) along\b.*/g,
      '$1 pregnant': regex.gu`^((?:i am|we are|my (?:wife|girlfriend|partner|fianc[eé]e) is) (?:now )?)expecting(?: (?:twins|triplets|(?:an?|our|her|my|another) (?:first|second|third|baby|child|(?:baby )?(?:boy|girl)|son|daughter)\b.*))?(?=[.!]*$| (?:in|next|this) [a-z]+)`,
      'i am no longer a nurse': /^i (?:have )?(?:quit|left|stopped|gave up) nursing\b/g,
      'i am on ':
        /^i am (?:still |now |back )?doing (?=(?:keto|paleo|atkins|whole ?30|low[- ]carb|slimming world|weight watchers|intermittent fasting)\b)/g,
      'i am no longer vegan': /^i eat (?:eggs|dairy|cheese|milk|butter|yogh?urt)(?= again\b).*/g,
      '$1 $3 $2':
        /^(i (?:now )?(?:take|am on)) (\d[\d.]*(?: ?(?:mg|mcg|ml|units?|drops|pills|tablets)|(?= of (?!th[a-zà-ž]+ |your |their |each )))) (?:of )?([a-zà-ž]{4,})\b/gu,
      'we are $1$2 people': regex.g`^(?:(?:(?:my|our|the) )?(?:team|company|startup|group|band)(?:'s| (?:(?:has )?(?:grew|grown|shrank|shrunk) to|is|has))(?: now| down to| up to)* (\d+)(?: (?:people|persons|employees|members))?|there are (\d+) of us (?:on|in|at) (?:my|our|the) (?:team|company|startup|group|band))(?= now|$|[.!,])`,
      'we are now on $1': /^(?:(?:also|and|so),? )*([a-z][a-z.+#-]* v?\d+\.\d[\d.]*) now\b(?! (?:and then|that)\b).*/g,
      'never use $1': regex.g`^(?:please )?(?:do not|don't) bother with (?:the )?(${devices})\b.*`,
      'we are now $1':
        /^we are (?:now |currently )?(?:up|down) to (\d+)(?= (?:people|persons|employees|devs|developers|engineers|nurses|staff|of us)\b)/g,
      ', i now take $1': /,? and (?:(?:they|are|have|now) )*(?:put(?:ting)?|start(?:ed|ing)) me on ([a-zà-ž]{4,})\b.*/g,
      'i take $1 $2': regex.gu`^.{2,60}? (?:put(?:ting)?|start(?:ed|ing)) me on (?:the )?([a-zà-ž]{4,})\b(?:,? ${dose})?.*`,
      '$1 $2 moved to ':
        /^(?:(?:i|we) )?(?:have )?put (my|our) ((?:[a-zà-ž]+ ){0,2}[a-zà-ž]+) (?:up|down) to (?=[$€£]?\d)/gu,
      'my $1 moved to ': regex.g`^(?:the |my |our )?(?:they|landlord|landlady|boss|employer|agency) (?:(?:has|have|just) )*(?:put|raised|upped|increased|lowered|reduced|cut|moved) (?:my|our|the) (rent|salary|pay|wages?|rate|fee)s?(?: up| down)? to (?=[$€£]?\d\S*(?: (?:a|per) (?:month|year|hour|week))?(?:[.!]*$|,| (?:now|from|as of|starting|next|since|in)\b))`,
      '$1 am now $2': regex.g`^(i|we) (?:am|are) (?:going )?back to (?:being )?(vegan|vegetarian|pescatarian)\b.*`,
      'my $1 is now ': regex.gu`^(?:i |we )?(?:have )?(?:changed|switched|(?:got|have|found|see(?!.* (?:now and then|every|each|once)\b)) a new) (${ofRole}|editor|supplier|trainer|advis[oe]r|cleaner|childminder)s?(?: now)?(?:,|:| -)? (?:and |now |it is |its |it's |to |called |named )*(?:with )?(?=[a-zà-ž])`,
      'my deadline moved to ': /^.{1,40} (?:gave me|granted me|got) an extension (?:until|till|to) /g,
      'i am now on the $1 plan': regex.g`^(?:i|we) (?:have )?(?:upgraded|downgraded|switched|moved) to (?:the |a )?(free|basic|pro|premium|plus|team|business|enterprise|paid|family)(?: (?:plan|tier|version))?(?=$| |[.,!])`,
      '$1 switched': regex.g`^(i|we) (?:have )?(?:switched|moved|migrated|changed) (?:the |our |my )?(?:repo|monorepo|project|codebase|stack|everything|editor|ide|browser|shell|notes)(?= (?:from|to|over) )`,
      'i am no longer pregnant':
        /^(?:i|we) (?:have )?(?:had (?:the|our|my|a) baby|gave birth|given birth)(?=$|[.,!]| (?:yesterday|today|last|this|on|to (?:a|an|our|twins)|and|boy|girl|\d+ (?:days|weeks) ago)\b).*/g,
      'i now live in ': regex.g`^(?:(?:i |we )?(?:just |finally )?(?:got|have) the keys(?: today)?(?:,| and|,? so) (?:and )?)?(?:(?:my|our|the) )?new (?:home|house|flat|apartment|place) is in (?!.* for (?:the )?(?:summers?|winters?|holidays?|weekends?)\b)`,
      'i moved to $2$3': regex.gu`^(i|we) (?:(?<=^we )are (?:now )?in (?=[^,]* now\b|now )(?!.*, (?:wh|how|any)\S* )([a-zà-ž' -]{3,30}?(?: (?:street|road|lane|avenue|square|drive|close|court|manor|gardens|terrace|crescent)|(?=(?: now)?, (?:apartment|apt|flat|unit|house|no\.?|number) ?\d)))(?: now)?(?=$|[.,!]).*|(?:have )?bought (?:a|our|the) (?:new |first )?(?:place|house|flat|home|apartment)(?:,| at) (?=\d.*\b(?:completed|closed|moved in|keys)\b)([^,]+).*)`,
      '$1 bought a house, i moved to $2': regex.gu`^(i|we) (?:have )?bought (?:a|our) (?:new |first )?(?:house|place|flat|home|apartment) in ([a-zà-ž' -]{3,25}?),? and (?:(?:have|just|finally) )*moved in\b.*`,
      // What one had to do, one did.
      '$1 $2ed': regex.g`^(i|we) had to (switch|cancel|lower|push|extend|postpon|mov|rais|reduc|reschedul|upgrad)e?\b`,
      '$1 ': /^(i|we) had to (?=(?:cut|quit|give up|put off) )/g,
      '$1 got rid of $2 $3':
        /^(i|we) (?:do not|no longer) (?:have|own|drive) (my|our|the) ([^,]{2,40}?) any ?more(?=[.!]*$)/g,
      'my pronouns are now $1': /^i (?:now )?use ((?:he|she|they|ze|xe)\/[a-zà-ž]+)(?: pronouns)?(?: now)?(?=[.!]*$)/gu,
      'i have a partner now':
        /^i (?:have )?(?:am |been |started |began )*(?:seeing|dating) (?:someone(?=$|[.,!]| (?:new|special|now|from|since)\b)|an? (?:guy|girl|man|woman)\b).*/g,
      'my wedding is ': /^(?:i am|we are) getting married (?=(?:on|in) )/g,
      '$1 use ': /^(i|we) (?:code|program|write code|do (?:all )?(?:my|our) coding) (?:in|with) /g,
      'is history': /\bis (?:finally |now )+gone(?=[.!,]*$|[,.!] )/g,
      'my manager ': /^my (?:ward|line|store|shift|branch|floor|department) manager /g,
      'my $1trip to $2 is ': regex.gu`^(?:i am|we are) (?:(fly)ing|going|travell?ing) to ([a-zà-ž ]{3,25}?) (?:on|in) (?=(?:the )?\d|[a-zà-ž]+day\b|(?:early |mid |late )?${month}(?![a-zà-ž]))`,
      'my flight ': /^my flytrip /g,
      '$1 give up ':
        /^(i|we) (?:have )?stopped taking (?!notes|photos|pictures|lessons|classes|screenshots|things)(?=[a-zà-ž]{5})/gu,
      'i live in ': /^(?:my (?:home|house|flat|apartment|place) is in |home: |(?:i am )?based in )(?=[a-zà-ž])/g,
      // "We're in Porto now" may be said on a journey, but not if it names a dwelling there.
      '$1 now live in ': regex.gu`^(i|we) (?:(?:am|are) (?:now )?in (?:(?:a|my|our) new|the new(?=.* now\b))|(?:(?:have|just|finally) )*moved in(?:to)? (?:an?|the|my|our)(?: new| own| first)*(?: [a-zà-ž]+)??) (?:${dwelling}|home) in (?!.* for ${forTime})`,
      '$1 now live in $2': regex.gu`^(i|we) (?:have )?(?:got|have) the keys (?:to|for) (?:the|our|my) (?:new )?([a-zà-ž'-]{3,25}) ${dwelling},? and (?:(?:have|just|finally) )*moved in\b.*`,
      '$1 now live in $2, ': regex.gu`^(i|we) (?:am|are) (?:now )?in ([a-zà-ž' -]{2,30}?)(?: now)?, (?=on an? (?:[a-zà-ž]+ )?(?:street|road|lane|avenue|square)\b|(?:in |with )?(?:an?|our|my|new)\b(?: [a-zà-ž]+){0,2} (?:house|flat|apartment|place|home)\b|(?:[a-zà-ž]{2,10}|\d{1,2}[a-zà-ž]{2}) floor\b)`,
      '$1$2 $3': /\b(i|we) (?:am|are|have been)( now)? (work)ing(?= (?:at|for|as) )/g,
      '$1$2 live': /\b(i|we) (?:am|are|have been)( now)? living(?= in )/g,
      'my manager is$1 ': /^i( now)? report to (?=[a-zà-ž])/gu,
      'i now work at ': /^my new (?:employer is|(?:job|position|role) is (?:at|with)) /g,
      'i started at ': /^(?:(?:i|we) )?(?:have )?(?:just )?(?:been|got|was) hired (?:by|at) /g,
      '$1 prefer $2': /^(i|we) (?:like|enjoy) (.{2,60}?) (?:better|more|best)\b/g,
      '$1$2 like ': /^(i|we)( no longer)? (?:really )?(?:love|enjoy|adore) (?!to be\b)/g,
      '$1 do not like ': /^(i|we) (?:really )?(?:hate|dislike|detest|can not stand|do not (?:love|enjoy)) /g,
      'i stopped taking ':
        /^(?!.* for (?:my|his|her|our|the|an?|\d+)\b)(?:.{2,60}? (?:t(?:oo|a)k(?:en|ing)?|wean(?:ed|ing)|taper(?:ed|ing)) me off (?:of )?|(?:they|doc|dr\.? [a-zà-ž]+|(?:(?:my|the) )?(?:[a-zà-ž]*doctor|gp|nurse|consultant|specialist|[a-zà-ž]+(?:logist|iatrist)))(?: (?:has|have|are|is|just|now|also|finally))* (?:stopp(?:ed|ing)|discontinu(?:ed|ing)) )(?:the |my )?(?!me\b|us\b|it\b|[a-zà-ž]+ing\b)(?=\S)/g,
      '$1 stopped taking ': regex.g`^(i|we) (?:(?:have )?(?:came|come) off (?:of )?(?:the |my )?(?=\S)|(?:am|are|have been) (?:now |finally )?off (?:of )?(?!work\b|call\b|duty\b|sick\b|today\b|tomorrow\b|tonight\b|topic\b|track\b|line\b|limits\b|this\b|next\b|until\b|again\b|site\b|the (?:bus|train|tram|plane|ferry|metro|tube|subway|road)\b)(?:the |my )?(?=(?:blood )?[a-zà-ž-]{4,}(?: (?:now|finally|too|completely|for good|since .*))*[.!]*$))`,
      'i prefer ': /^(?:(i|we) would|i'd|we'd) (?:much )?rather (?:have|use|get) /g,
      surname: /\b(?:last|family) name\b/g,
      '$1 upgraded to $3 $4':
        /\b(i|we) (have )?(?:upgraded|bumped|updated|moved|migrated) (?!(?:my|our|to|from)\b)(?:the )?([a-zà-ž][a-zà-ž .-]{0,30}?)(?: from \S{1,12})? to (?:version |v)?(\d[\w.]*)(?=$|[,.;!])/gu,
      '$1, $2 $3 ':
        /^((i|we) [^,]{2,120}?),? and ((?:now )?(?:work|use|live|moved|switched|prefer|started|joined|drive)) /g,
    },
  ),
]
