import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { readStatements } from '../read-statements.ts'
import { isForAnyAnswer } from './orders.ts'
import { keptWorth } from './worth.ts'

const rulesOf = (said: string): string[] =>
  readStatements(said, { at: '2026-03-02T09:00:00Z' })
    .filter(({ kind, span, worth }) => kind === 'rule' && span === 'lasting' && worth >= keptWorth)
    .map(({ text }) => text)

const keptOf = (said: string): string[] =>
  readStatements(said, { at: '2026-03-02T09:00:00Z' })
    .filter(({ span, worth, isUnresolved }) => span === 'lasting' && worth >= keptWorth && isUnresolved !== true)
    .map(({ text }) => text)

describe('how to answer in a mood, or with such a device', () => {
  it.each([
    "Please if I sound down just be practical, don't send me hotline numbers every time.",
    'If I sound down just be practical',
    "When I'm upset, just listen, don't fix",
    "When I'm stressed give me one step at a time",
    "Whenever I'm rude, don't take it personally",
    'If I grow maudlin, change the subject.',
    'short answer pls, data is expensive',
    'short lines please, my screen is tiny',
  ])('stands: %s', (said) => expect(rulesOf(said)).toEqual([said]))

  it.each([
    "When I'm tired I can't read long texts",
    "When I'm angry my cat hides",
    "When I'm stressed, what should I do?",
    "If I'm late, keep me a seat",
    'When I feel sad I go for a walk',
    'short answer pls, my train leaves in five minutes',
    'I need a tariff, data is expensive',
  ])('is no order: %s', (said) => expect(rulesOf(said)).toEqual([]))
})

describe('what a text is to say of the user', () => {
  it('stays in its order where it has just happened', () => {
    const [order, fact] = readStatements("write to the gym and say I broke my arm and put in that I'm left handed")
    expect(order).toMatchObject({ text: 'write to the gym and say I broke my arm', kind: 'health', span: 'local' })
    expect(fact).toMatchObject({ text: "I'm left handed", span: 'lasting' })
  })

  it.each([
    ["mention that I'm allergic to nuts", "I'm allergic to nuts"],
    ["say that I'm vegan", "I'm vegan"],
    ['tell them I use a wheelchair', 'I use a wheelchair'],
    ['write that my son is allergic to sesame', 'my son is allergic to sesame'],
    ["don't forget to say I'm allergic to penicillin", "I'm allergic to penicillin"],
    ["include that i'm on warfarin", "i'm on warfarin"],
    ["Write an email to the restaurant and mention that I'm allergic to nuts.", "I'm allergic to nuts."],
    ['draft a mail to the hotel, say I use a wheelchair', 'I use a wheelchair'],
    ['can you write to the school and tell them my son is allergic to nuts?', 'my son is allergic to nuts'],
    ["make sure to mention that I'm deaf in one ear", "I'm deaf in one ear"],
    ["let them know I'm a nurse at St Luke's", "I'm a nurse at St Luke's"],
    ["Draft a mail to the chef. State that we're vegan.", "we're vegan."],
    ["Add that I'm coeliac to the booking note", "I'm coeliac"],
    ["put that I'm married on the form.", "I'm married"],
    ["please mention that I'm allergic to nuts in the email", "I'm allergic to nuts"],
    ['add that I work at Bosch to my cv', 'I work at Bosch'],
    ['mention that I live in the city', 'I live in the city'],
    ['Write to my customers that our new bank is BNP Paribas', 'our new bank is BNP Paribas'],
    [
      'Write a note for the babysitter: Leo has to have his inhaler at 7 and he is allergic to nuts.',
      'Leo has to have his inhaler at 7 and he is allergic to nuts.',
    ],
    [
      'Make a sign for the shop: closed Wednesdays, late opening Thursdays till 8',
      'the shop: closed Wednesdays, late opening Thursdays till 8',
    ],
    [
      'Could you prepare a note to HR that I will work four days a week from May?',
      'I will work four days a week from May',
    ],
    ['Can you draft a message to the parents that the club now meets on Tuesdays?', 'the club now meets on Tuesdays'],
    ['Write a text to all my clients saying im shut on mondays from now on', 'im shut on mondays from now on'],
    [
      'Please inform the customers that Pavel and Ida leave on 30 April and that I take over Central Europe',
      'Pavel and Ida leave on 30 April',
      'I take over Central Europe',
    ],
  ])('is kept: %s', (said, ...kept) => expect(keptOf(said)).toEqual(kept))

  it.each([
    "Write a letter for Sam. Mention that I'm allergic to nuts.",
    "write a bio for my sister, say that I'm a nurse",
    "help my mum write to her GP. say that I'm diabetic",
    "Write a story about a vampire. Say that I'm 400 years old.",
    "make up an excuse and say that I'm allergic to cats",
    "say I'm 30 and retire at 60, how much do I need?",
    "don't tell them I'm diabetic",
    "did I mention that I'm allergic to nuts?",
    "tell him I'm busy",
    "tell them I can't come",
    "tell her I'm on my way",
    'say that we have a meeting on friday',
    'tell him I want a refund',
    "write a dating profile, say I'm a doctor and mention my dog is cute",
    "write an ad for my flat, mention that I'm a quiet tenant and say I have two cats",
    "Write a bad review. Say that I'm a nurse.",
    'Write a letter to the landlord for Jess: we are moving out in May',
    'Write an example email to the customers saying that our new bank is BNP Paribas',
    'Write a letter to the school saying that uniforms should no longer be required',
    'Write a note for the nanny: never use bleach on the new floor',
    'Write an email to the team that the new server is down right now',
    'Make a sign for the school play: we are pirates',
    'write a cover letter for Jess: I have ten years in retail',
  ])('is not kept where it is of another, of the moment or supposed: %s', (said) => expect(keptOf(said)).toEqual([]))
})

describe('a permanent order by its condition, its hour or its thing', () => {
  it.each([
    "don't promise delivery dates, ever.",
    "don't install packages without asking",
    'dont announce things aloud after 7pm',
    "don't push to main",
    "please don't touch the lockfile",
    "the db is shared, don't drop tables",
    "don't commit generated files",
    "don't refund without approval",
    "don't start long trainings without telling me the cost",
    'do not deploy on fridays',
    'no commits without tests',
    "no comments unless it's not obvious",
    'stop creating new branches for every little thing',
    'show me the diff before you commit',
    'wait for my ok before you apply',
    'run the tests before you commit',
    'terraform not pulumi',
    'citations in Chicago style',
    'commit messages in english',
    'in PR descriptions always list the ticket',
    "don't schedule calls on mondays",
    'please dont turn the heating up at night',
    "don't approve invoices without my ok",
    "don't rename columns without a migration",
    "we have a freeze, don't merge dependencies",
    "prod is fragile, don't restart services",
    "Please read critically, don't rename files unless asked",
    "Fix the parser, don't push changes, ever.",
    "don't wake the kids before 7am",
    'lint everything before you commit',
    'get my approval before you send',
    'Logs: JSON, UTC, no PII.',
    'PR description: just why, what, how tested.',
    'Timeouts: 5 s for internal, 30 s for partners.',
    'Kubernetes: no.',
    'Keep legacy/manifest because customs still pulls from it.',
    'No force pushes.',
    'One migration per PR.',
    'Use the slim image not alpine.',
    'From now on conventional commits.',
  ])('is kept: %s', (said) => expect(rulesOf(said)).toEqual([said]))

  it.each([
    "don't use the word synergy in this mail",
    'keep it under 100 words',
    "don't worry, ever",
    "don't change, ever",
    "don't leave without me",
    "don't start the essay without an introduction",
    "don't end the story without a twist",
    "don't answer without explaining your reasoning",
    "don't change anything",
    "don't mention prices",
    "don't say anything before I do",
    "don't know if it works without asking",
    "don't bother unless it's easy",
    "don't send it without asking me",
    "don't change the title without asking",
    "Fix the flaky test, don't push changes.",
    "Refactor the parser, don't touch tests.",
    'Clean up main.ts, stop deleting comments.',
    "don't touch cookies",
    "Rename the helper, don't delete files.",
    "Fix what is broken, don't drop tables",
    "Please run the tests, don't push to main",
    "Can you tidy the folder, don't delete files",
    "Migrate the table; don't drop columns",
    "Write the mail to Ben, don't promise dates",
    'show me the draft before you send it',
    'tell me a joke before you go',
    'check the oven before you leave',
    'do not work on Wednesdays',
    "don't feel like going out on fridays",
    "don't like working after 7pm",
    'In practice always check the manual.',
    'blue not red',
    'books everywhere',
    'no idea without asking',
    'Tests: 3 failed, no time',
    'Logs: see below, only the end',
    'Bob: no, never tried it',
    'No luck with force pushes',
    'Use the first one not the second',
    'Keep it because customs pulls from it',
    'From now on Tuesdays',
  ])('is none: %s', (said) => expect(rulesOf(said)).toEqual([]))
})

describe('an order with a reason that lasts, "unless asked" or "always" behind it', () => {
  it.each([
    'Please read critically, do not flatter, and do not rewrite my sentences unless asked',
    'explain like that always: formula, then numbers, then units',
    'big letters please cause I print it',
    'large print please, my eyes are bad',
    'no docker suggestions, i run everything in lxc',
    'give me max 5 slides, i freeze with scripts',
    'dont mention my nan anywhere in writing tho, thats private',
    "don't mention my salary in any document",
    'do not correct my grammar unless told to',
    "don't add tests unless requested",
    'list the steps always: number, action',
    "short paragraphs please, i'm dyslexic",
    'never put our address anywhere',
  ])('is kept: %s', (said) => expect(keptOf(said)).toEqual([said]))

  it.each([
    'keep this one short, my eyes are tired today',
    "keep it short, i can't focus right now",
    'give me 5 slides, i have a meeting',
    'give me a recipe, my eyes are bad',
    'Rewrite the calendar please for seven and big letters cause I print it and pin it in the shed',
    "don't go anywhere",
    "don't mention it anywhere",
    "don't touch it unless told",
    'she is not to be moved unless asked',
    'he cries always: at breakfast, at lunch',
    'big hug please cause I miss it',
  ])('is not kept where it is of the moment: %s', (said) => expect(keptOf(said)).toEqual([]))

  it('leaves a condition beside an order about "it"', () => {
    expect(keptOf('also keep it like this, im dyslexic and long lists swim')).toEqual([
      'im dyslexic and long lists swim',
    ])
  })
})

describe('what orders are for', () => {
  it.each([
    [
      "In code review comments, be short. no praise, just what's wrong",
      'In code review comments, be short.',
      "In code review comments: no praise, just what's wrong",
    ],
    [
      'For customer mails: be formal. no emojis. sign with Okan.',
      'For customer mails: be formal.',
      'For customer mails: no emojis.',
      'For customer mails: sign with Okan.',
    ],
    [
      'When you write to suppliers, be firm. no apologies.',
      'When you write to suppliers, be firm.',
      'When you write to suppliers: no apologies.',
    ],
    [
      'For customer mails: be formal. I live in York. no emojis please',
      'For customer mails: be formal.',
      'no emojis please',
    ],
    ['In emails, be formal. Write one to Ben about the invoice.', 'In emails, be formal.'],
    ['In code review comments, be short. Review the PR in src/auth.', 'In code review comments, be short.'],
    ['For my tweets, no hashtags. Give me three about the launch.', 'For my tweets, no hashtags.'],
    ['For our docs, use British English. Add a section about login.', 'For our docs, use British English.'],
    ['In my reports, use tables. Delete the old draft.', 'In my reports, use tables.'],
    ['In my reports, use charts.', 'In my reports, use charts.'],
    ['In emails, be formal. Write one to Ben. No emojis.', 'In emails, be formal.'],
    [
      'In code review comments, be short. No praise. Fix the bug.',
      'In code review comments, be short.',
      'In code review comments: No praise.',
    ],
    ['In my posts, no hashtags. I live in York. Never say synergy.', 'In my posts, no hashtags.', 'Never say synergy.'],
    [
      'In commit messages, be short. Always name the ticket. Run the tests.',
      'In commit messages, be short.',
      'In commit messages: Always name the ticket.',
    ],
  ])('is kept with each of them: %s', (said, ...kept) => expect(rulesOf(said)).toEqual(kept))

  it.each([
    'write a follow up mail. under 120 words, one question at the end',
    'write a post about our launch. no emojis, no hashtags.',
    'draft a reply to Paola. answer in italian. sign as Tom',
    'For this mail: be formal. no emojis.',
    'In our docs, add a section about login. Fix the typos.',
    'answer in german, ulrike prefers that',
    'reply in german, she prefers that',
    'Please shorten the following statement to 80 words. It goes to the planning office. No headings. Sign as principal.',
    'An angry parent email, need a calm reply that offers a meeting. Max 120 words. Sign as principal.',
  ])('makes no rule of an order for one text: %s', (said) => expect([...rulesOf(said), ...keptOf(said)]).toEqual([]))

  it.each([
    ['write a follow up mail. always sign as Okan', 'always sign as Okan'],
    ['write a post. keep your answers short from now on', 'keep your answers short from now on'],
    ['make a plan for the week. no pork please', 'no pork please'],
    ['write a mail. call me Sam', 'call me Sam'],
  ])('leaves an order that says more: %s', (said, kept) => expect(rulesOf(said)).toEqual([kept]))

  it.each([
    ["draft a thank you to my sister Maja for the weekend, don't send", 'my sister Maja'],
    ['send my colleague Tom the slides', 'my colleague Tom'],
    ['book a table for my wife Anna and me at 8', 'my wife Anna'],
    ['Write a toast for my brother Leo, keep it short, no jokes', 'my brother Leo'],
  ])('leaves of one task only the person: %s', (said, kept) => expect(keptOf(said)).toEqual([kept]))
})

describe('a wish put as a question', () => {
  it.each([
    ['could you not call me mate, I hate it', 'could you not call me mate, I hate it'],
    ['can you please not apologise all the time', 'can you please not apologise all the time'],
    ['would you mind not using emojis', 'would you mind not using emojis'],
    ['Can you stop using bullet points? I lose my place.', 'stop using bullet points'],
    ['could u stop suggesting recipes with meat', 'stop suggesting recipes with meat'],
    ['can u talk less formal w me its giving teacher', 'talk less formal w me its giving teacher'],
    ['can you talk to me in plain english pls', 'talk to me in plain english pls'],
    ['could you please keep your answers shorter?', 'keep your answers shorter'],
    ['could u use simpler words please', 'use simpler words please'],
    ['can we stick to metric please', 'stick to metric please'],
    ['can u give me one hint next time, not the solution', 'give me one hint next time, not the solution'],
    ['would you please always round up?', 'always round up'],
    ['Could you keep it shorter in future?', 'keep it shorter in future'],
    ['Could you go into more depth from now on?', 'go into more depth from now on'],
    ['Can you call me Raf?', 'call me Raf'],
    ['can u not give me giant walls of text', 'can u not give me giant walls of text'],
    ['can u pls not use big words', 'can u pls not use big words'],
    ['could u not mention jake unless i do', 'could u not mention jake unless i do'],
    ['can u keep ur replies short', 'can u keep ur replies short'],
    ['could u stop w the emojis', 'stop w the emojis'],
  ])('is kept: %s', (said, kept) => expect(rulesOf(said)).toEqual([kept]))

  it.each([
    'can you not see the picture?',
    'can you not do that',
    'could you not just use a list?',
    'can you not open it?',
    'can we not use recursion here',
    'would you mind checking my essay?',
    'can you stop the timer?',
    'could you talk me through it?',
    'can you be more specific?',
    'can you be less vague in this paragraph?',
    'can you use a shorter title for this one?',
    'could you make your answer shorter?',
    'can you always be sure of that?',
    'will you never learn?',
    'can I take 2 pills at a time?',
    'can u not make it so formal in this one',
    'can u check ur reply for typos',
  ])('is none in "%s"', (said) => expect(rulesOf(said)).toEqual([]))
})

describe('a wish with a reason or an occasion', () => {
  it.each([
    ['dont use american drug names, its paracetamol and adrenaline here'],
    ['sign "C. Bonnet" not Claire, they know me like that'],
    ['dont mention my divorce to clients ever, just say "personal reasons"'],
    ["don't put my name in the drafts ever"],
    ['please dont bring up my weight ever'],
    ['dont use c# ever im only doing gdscript'],
    ['dont suggest tuna ever i hate it'],
    ["don't make stuff up for me please, even in drafts"],
    ["don't give me the answer even if I beg"],
    ['never use my surname, even in drafts'],
    ['smaller chunks from you please, max 3 things at a time'],
    ['next time give me the formula first'],
    ["next time don't use so many commas"],
    ['next time you explain a proof, use pictures'],
  ])('is kept: %s', (said) => expect(rulesOf(said)).toEqual([said]))

  it.each([
    "don't tell me it's the worst idea ever",
    "don't know if I'll ever go",
    'this is the best cake ever',
    "don't add salt, it's already salted here",
    "don't use it, it's broken",
    "don't go even if it rains",
    'sign today not tomorrow',
    'I take 2 pills at a time',
    "next time I'm in Rome I want pasta",
    'next time we meet bring the book',
    'see you next time',
    "let's do it next time",
  ])('is none in "%s"', (said) => expect(rulesOf(said)).toEqual([]))
})

describe('a wish about answers in polite form', () => {
  it.each([
    'I should be grateful if you would use British spelling and avoid contractions.',
    'I would be grateful if you would avoid contractions.',
    "I'd appreciate it if you used metric units.",
    'It would be great if you could answer in Spanish.',
    "I'd be happy if you kept your answers short.",
    "I'd appreciate it if you avoided jargon.",
    "I'd be grateful if you refrained from using emojis.",
    'Kindly refrain from using emojis.',
    "Please don't call me by my first name.",
    'Please do not address me by my first name.',
    'Would you mind keeping answers under 100 words',
    'would you mind using metric units',
    'Would you mind stopping the emojis',
    'would you mind calling me Mrs Vaughan',
    'Do you mind answering in Spanish',
    'Could I ask you to keep your answers short',
    'May I ask you to use metric units',
    'from now on all lowercase',
    'from now on all lowercase, underscores',
    'from now on just bullet points',
    'From now on: plain text, no markdown',
    'from now on in spanish please',
    'from now on short answers only',
    'going forward metric units',
    'I hate the word "utilize". Please never say that.',
    `I don't like being called "sweetie". Don't ever call me that.`,
    'My cousin signs mails with "Cheers". Never do that.',
    `I can't stand it when people say "no worries". please never say that to me`,
    'Your answers are too long for me.',
    'I find your answers rather long.',
    'your replies are way too wordy',
    'For all future answers: give the conclusion first',
    'For every answer: cite your sources',
    'In every reply, give the conclusion first',
    'In future chats, give the conclusion first',
    'As a rule: no emojis',
    'Two rules: no emojis, no headings',
    'Standing instruction: always show units',
    'A general request: answer in British English',
    'Whenever you answer: start with the conclusion',
  ])('is kept: %s', (said) => expect(rulesOf(said)).toEqual([said]))

  it.each([
    "I'd appreciate it if you could look at this.",
    'It would be great if you could come.',
    'I would be grateful if you would fix the bug.',
    "I'd be happy if you could keep this short.",
    "Don't call me by noon.",
    "Don't call me by phone.",
    'It would be nice if you were here.',
    'Would you mind explaining this again?',
    'Would you mind keeping this paragraph short?',
    'Would you mind writing an email to my boss?',
    'Do you mind waiting a minute?',
    'Would you mind making it shorter?',
    'Could I ask you to check this code?',
    'May I ask you to write a poem about spring?',
    'from now on all my time belongs to the kids',
    'from now on all is well',
    'from now on just me and the dog',
    'from now on simple pleasures haha',
    'from now on short days at work for me',
    'from now on I work at Bosch',
    'Next time all the cake is mine',
    'Please never do that.',
    'Can you call me later?',
    'Can you call me a taxi?',
    'Can you tell me how to prevent this in future?',
    'Can you write a story set in the future?',
    'Would you help me from now on?',
    'your explanations are too long to fit a slide',
    'In every conversation, people ask about my accent',
    'In all conversations we had, he avoided the topic',
    'For every answer, one point is given',
    'With every reply, I get more confused',
    'Requirements: use React and include tests',
    'As a rule, avoid the passive in this essay',
  ])('is none: %s', (said) => expect(rulesOf(said)).toEqual([]))

  it.each([
    'It would be lovely if you could come to my wedding on 4 June',
    'kept the answers in a drawer',
    'used plain flour',
    'avoided sugar for lent',
  ])('is none, and is not kept: %s', (said) => expect([...rulesOf(said), ...keptOf(said)]).toEqual([]))
})

describe('"must"', () => {
  it.each([
    'Our tests must pass before merging',
    "We're a bank so all data must be encrypted at rest",
    'I am a single mom so weekday food must be 30 min tops',
    'Never use tabs because the linter complains',
    'No one may merge without a review since the outage in May',
    'The build must never be red on main',
    'The invoice must always list the VAT number',
    'Invoices must be sent by the 5th of each month',
    'Passwords are stored as hashes and must never be logged',
    'We must keep receipts for seven years',
    'I must check my blood sugar before bed',
    'We must always book two hotels before a fair',
    'Above 5 % discount I must ask Mme Roussel',
  ])('is a rule of the main part: %s', (said) => expect(rulesOf(said)).toEqual([said]))

  it.each([
    'We decided not to go to Madeira, as Gareth must not fly before February.',
    'We have a cat, Farofa, so must be flat that accept animals',
    'We moved to Bath because the boys must not commute alone',
    'I live near Leeds so the job must be within an hour',
    'I bought a lock because nobody may touch my bike',
    'We cancelled Rome since Ann may not fly until March',
    'I gave up wine because the pills must not be mixed with alcohol',
    'I changed schools because phones are not allowed there',
    'My flight must be before noon',
    'Our hotel must not be near the station',
    'My next job must be remote',
    'I work nights so the appointment must be after 2',
    'The invoice must be paid by Studio Ferri before Friday',
    'I must organise a dinner with the Egyptian delegation on 29 January',
    'We must order new uniforms for the kitchen staff',
    'On Monday I must first phone the vet',
    'My daughter must bring a costume to school on 6 March',
    'I must correct one thing: the warranty is 18 months and not 24',
  ])('is none in a reason, or of what is needed once: %s', (said) => expect(rulesOf(said)).toEqual([]))
})

it('what never to say is kept with where it is said', () => {
  const said = 'I hate when people call it "the big day" please never say that haha'
  expect(keptOf(said)).toEqual([said])
  expect(keptOf('Two ground rules. Never invent a citation: if unsure, say so.')).toEqual([
    'Never invent a citation: if unsure, say so.',
  ])
})

describe('a secret', () => {
  it.each([
    ["I'll ask for 4.5. don't mention it to Anders in anything we share"],
    ["dont tell anyone but i'm applying for a phd in Amsterdam"],
    ["I'm pregnant but please dont tell anyone"],
    ["between us, I'm leaving in May"],
    ['I have HIV. Keep that to yourself'],
    ['I got the job at Bosch! Nobody at work knows yet'],
    ["We are selling the company in May. It's still confidential."],
    ["My sister is pregnant. I don't want our parents to know yet."],
    ["I'm moving to Porto in June. so don't say a word about it to my landlord"],
    ["I'm vegan. please don't tell Rosa"],
    ['I quit smoking. But keep it secret'],
    ['Just between you and me, I hate my job at Siemens'],
    ["don't tell my mum I smoke"],
    ["don't mention the divorce to the kids"],
    ['I have HIV. Keep this out of any document for work.'],
    ["I'm leaving the company in January. Please don't mention it in anything the team sees."],
    ["My wife has cancer. We haven't told the kids."],
    ["Juliana is pregnant!!! Don't tell to nobody, the family know only at christmas"],
    ["I'm going to propose to Anna in Rome. It's a surprise so not a word."],
    ['My salary is 85k. That stays between us.'],
    ["I'm pregnant. My boss must not find out."],
    ["We're selling the house. The tenants aren't to know yet."],
    ["I'm gay. My parents don't know. Please don't tell anyone."],
    ["My son Leo is adopted. He doesn't know yet."],
    ['We are going to lay off 5 people in January. This is under embargo.'],
    ["I'm vegan. Only my wife knows."],
    ['I have epilepsy. My colleagues have no idea.'],
    ["I have epilepsy. I've told no one at work."],
    ["I'm moving to Lyon in May. I never told my mother about it."],
    ["I have HIV. Don't let my boss find out."],
    ["I'm bipolar. That must stay private."],
    ['My husband has cancer. The kids have not been told.'],
    ["I have two kids. Don't put it in writing."],
    ["I'm pregnant, my boss must not find out."],
    ["I'm vegan. Don't mention it in front of my mother."],
    ["I'm vegan. Don't mention it in front of Ana."],
    ['I have HIV. Nobody at work must know, please, and my mother neither because she talks too much.'],
  ])('is kept with the wish that it stays one: %s', (said) => expect(keptOf(said)).toEqual([said]))

  it.each([
    ["I love hiking. Don't let my kids see this: their present is a dog."],
    ["My wife is a nurse. She doesn't know it yet but I'm planning a party on 4 June."],
  ])('is not put behind another statement than its own: %s', (said) =>
    expect(keptOf(said)).toEqual(said.split(/(?<=\.) /)),
  )

  it.each([
    ["I'm vegan. Don't tell me it's boring"],
    ['I have two dogs. Keep it short.'],
    ["I live in Porto. Don't mention it."],
    ["I'm vegan. No one told me."],
    ["I live in Porto. Don't tell lies."],
    ['I live in Porto. Nobody knows who built the bridge.'],
    ['I live in Porto. Keep the list between 5 and 10 lines.'],
    ["I live in Porto. We don't know."],
    ["I live in Porto. Don't put anything in front of the headings."],
    ["I live in Porto. Don't mention it at work letter, only at the end."],
    ['I have two dogs. Keep this out of reach.'],
    ['I have two dogs. Keep it out of the sun.'],
    ["My dog is called Rex. He doesn't know many tricks."],
    ["I work at Bosch. It's a surprise how much they pay."],
    ['I work at Bosch. This is under control.'],
    ["I'm vegan. Don't show it in a table."],
    ['I work at Bosch. It stays between 20 and 25 degrees.'],
    ["I work at Bosch. We haven't told the contractor which tiles we want."],
    ["I work at Bosch. It's a private company."],
    ['I work at Bosch. That is it.'],
    ["I work at Bosch. It's for the money."],
  ])('is none: %s', (said) => expect(keptOf(said)).toEqual([said.replace(/(?<=\.) .*/, '')]))

  it('is kept with a wish that is said before it, or after a figure about it', () => {
    expect(keptOf("Nobody knows yet. I'm pregnant.")).toEqual(["I'm pregnant. Nobody knows yet."])
    expect(keptOf("I'm pregnant. 9 weeks. Nobody knows yet.")).toEqual(["I'm pregnant. Nobody knows yet."])
  })

  it.each([
    "don't tell anyone",
    'keep it to yourself',
    "ok i'll do it. but dont tell anyone lol",
    "don't tell the reader that Ann did it",
    "don't tell the user that we store nothing",
    "don't tell me that it's late",
  ])('says nothing by itself: %s', (said) => expect(keptOf(said)).toEqual([]))
})

describe('a rule behind what it is about', () => {
  it.each([
    'Prod is read only for me, never run migrations there',
    'Conventional commits please, scope is the package name, and never push straight to main',
    'SLA for P1 is 4 hours and never page Stig at night',
    'we deploy with make ship, never push straight to prod',
    'the staging db is shared and never drop tables there',
    'the config is generated, always run make gen first',
    'The lockfile is sacred; never edit it by hand',
    'The client is Paola, always write her in Italian',
    'The api has rate limits so never run the sync twice',
  ])('is kept as a rule: %s', (said) =>
    expect(readStatements(said)).toMatchObject([{ text: said, kind: 'rule', isBinding: true }]),
  )

  it.each([
    "I'm shy and never speak in meetings",
    'life is short, never stop dreaming',
    'my parents are strict and never let me out',
    'my boss is nice and never call back',
    'We argue and never talk about it',
    'we live in York and never go out',
    'the water is cold, never go in',
    'The cake is great, always make it for birthdays',
    "It's a scam, never send money",
    'The client is cheap and always ask for discounts',
    "the app is slow and never send data, what's wrong?",
    'The printer is broken and always show error 5',
    'the sauce is spicy, never add salt',
    'the meeting is private, never share it with Tom',
    'the router is new and never keep the signal',
    'the shop is far and always open late',
    'the wifi is dead, never use that network',
    'Write a poem that is short and never use rhymes',
    'Write an essay, it is for school, always use APA',
  ])('is none: %s', (said) => expect(rulesOf(said)).toEqual([]))
})

describe('what a team works with, said plainly', () => {
  it.each([
    'launch is october 15',
    'the deadline for BIL-501 is Nov 13',
    'Our board meeting is on Dec 8',
    'fiscal year starts in april',
    'code freeze starts Dec 10',
    'staging is on eu-west-1, prod on eu-central-1',
    'Incident channel is #inc-checkout',
    'client is Paola Greco',
    'Farida owns redis, Stig the network',
    'Tilda is responsible for the baltics',
    'Kamil covers for me',
    'billing questions go to Noor',
  ])('is kept: %s', (said) => expect(keptOf(said)).toEqual([said]))

  it.each([
    'launch is delayed',
    'deadline is tomorrow',
    'The deadline was Nov 3',
    'staging is down',
    'staging is 5 minutes behind',
    'client is angry',
    'Disney owns Marvel',
    'Amazon owns twitch',
    'Bob owns the fish. Who owns the zebra?',
    'Python handles exceptions',
    'contracts go to 2030',
    'kids go to school',
    'if the launch is october 15 we are late',
    'my friend says the launch is october 15',
    'translate: launch is october 15',
  ])('is none: %s', (said) => expect(keptOf(said)).toEqual([]))

  it.each([
    ['PRs need two approvals, one of them from Rafał', 'project'],
    ['Our SLA for P1 is 30 minutes', 'project'],
    ['We use Vitest', 'project'],
    ['We have two cats', 'other'],
    ['Wednesdays are free in the afternoon too', 'other'],
  ])('has its own part of the page: %s', (said, kind) => expect(readStatements(said)).toMatchObject([{ kind }]))
})

describe('politeness and cheer', () => {
  it.each([
    "Let me know if there's anything else I can help you with!",
    "Please let me know if there's something I can help with!",
    'Let me know if there are any ways I can support you',
    'Keep going and never give up!',
    'Just be yourself and never look back!',
    "Stay positive and don't ever give up on your dreams",
    'Always up for something sweet',
    'Always down for a hike',
    'Always worth a try!',
    'Never underestimate a good nap',
    'Never stop learning, my friend!',
    'Be precise with your measurements',
    'Be honest with yourself',
    'Be direct with your boss',
    'Never give in, never surrender!',
    'Never settle for less than you deserve',
    'Always trust your gut',
    'Just be yourself and always trust your heart.',
  ])('are no orders: %s', (said) => expect(keptOf(said)).toEqual([]))

  it.each([
    "Let me know if there's a cheaper option",
    "Tell me if there's anything wrong with my German",
    'let me know when there are breaking changes',
    'tell me whenever you change a file',
    'Be precise with your wording',
    'be brief in your answers',
    'Always open PRs as drafts',
    'From now on never stop the server',
    'never settle the invoice without me',
    'Keep answers short and never give advice',
    'Never surrender my data.',
    'Never look back further than a week in the logs.',
    'Always trust your tests over your memory.',
    'Never trust your memory, check the docs.',
    'Never settle for cheap wine when you plan dinner.',
    'Be concise about your sources.',
    'Be brief in your summaries',
    "Never give in to my son's demands.",
    'Never underestimate tasks',
    'Keep the readme correct and always up to date from now on',
    'Ask me what you need before you start, always.',
    'Be honest with your criticism',
  ])('are not what an order is: %s', (said) => expect(rulesOf(said)).toHaveLength(1))
})

describe('a wish about a person', () => {
  it.each([
    'keep my illness out of the newsletter',
    'leave Karl out of family emails',
    'keep the kids out of my posts',
    'leave my ex out of everything',
    'everything for Mum in Polish please',
    'all letters to Oma in German please',
    'everything to my in-laws in Spanish',
    'she calls every Sunday at 5, so never plan anything for me then',
    'the gym is closed on Mondays, so never plan a workout then',
    "Nothing that rhymes, I can't stand it",
    'nothing with cats, I hate them',
    "don't use the word journey, I hate it",
    "avoid rhymes, I can't stand them",
    "don't bring up my ex Paul again",
    "Don't compare me with my sister Kate",
    "Don't ask me about my divorce",
    'Stop mentioning my weight',
    'pls dont bring up college',
  ])('is a rule: %s', (said) => expect(rulesOf(said)).toEqual([said]))

  it.each([
    'leave him out of it',
    'leave Karl out of this one',
    'leave the second paragraph out of the essay',
    'leave the onions out of the salad',
    'keep the dog out of the bedroom',
    'Keep my age out of the bio',
    'everything for the trip in one list please',
    'everything for the test in Spanish please',
    'he was late so never again then',
    "I'm away next week, so don't plan anything for me then",
    "don't go there, I hate it",
    "Don't leave me, I can't stand it",
    'nothing works, I hate it',
    'Change the colour, I hate it',
    'No way, I hate that',
    "Don't mention my salary in the letter",
    "Don't ask me about my exam today",
    'dont bring up the price',
    'dont bring up salary in the interview',
  ])('is none: %s', (said) => expect(rulesOf(said)).toEqual([]))

  it.each([
    ['My mum turns 70 in May. She hates surprises.'],
    ['My nephew Leo is 4. He likes trucks.'],
    ['My sister Ana lives in Perth. She calls every Sunday at 5, so never plan anything for me then.'],
  ])('stays with the person: %s', (said) => expect(keptOf(said)).toEqual([said]))

  it.each([
    [
      "I've met someone, his name is Tom. Early days. Zosia doesn't know about him so don't bring him up in anything she might read",
      "I've met someone, his name is Tom. Zosia doesn't know about him so don't bring him up in anything she might read",
    ],
    ["Leah's pregnant!! due 20 February. dont put it in anything for clients"],
    [
      "I've got a new boyfriend called Sam. Six weeks now. Don't mention him to my mother.",
      "I've got a new boyfriend called Sam. Don't mention him to my mother.",
    ],
    ["My sister Ana is seeing a therapist. It helps a lot. Please don't mention it to anyone."],
    ["I'm leaving Bosch in May. It's time for a change. My boss doesn't know."],
    ["My sister is pregnant. She's due in May. Don't tell mum."],
    ["My boss is Ana. She has cancer. Don't tell anyone."],
    [
      "We bought the house in Leith! So happy. Don't tell my parents yet.",
      "We bought the house in Leith! Don't tell my parents yet.",
    ],
    [
      'My brother Leo is in prison. Long story. Leave him out of family things.',
      'My brother Leo is in prison. Leave him out of family things.',
    ],
    ['My colleague Jan drinks. Keep him out of the minutes.'],
    [
      "My sister Ana is a nurse at St Luke's. My brother Tim lives in Leeds. Don't mention her to my mother.",
      "My sister Ana is a nurse at St Luke's. Don't mention her to my mother.",
      'My brother Tim lives in Leeds.',
    ],
  ])('for secrecy belongs to what it is about: %s', (said, kept = said, ...others) =>
    expect(keptOf(said)).toEqual([kept, ...others]),
  )

  it.each([
    ['My son Leo is 9. We had pizza. Tell him to call.', 'My son Leo is 9.'],
    ['I work at Bosch. Write a story about Tom. Leave him out of the ending.', 'I work at Bosch.'],
    ['I live in Porto. Can you write a toast for Ben? Leave him out of the first part.', 'I live in Porto.'],
    ['My brother Tim visits often. Keep it short.', 'My brother Tim visits often.'],
  ])('is not put beside another statement: %s', (said, ...kept) => expect(keptOf(said)).toEqual(kept))
})

describe('a wish for the task at hand', () => {
  it.each([
    "I'd like to use a library like Zod to validate the input, so please give an example",
    "I'd like to add a feature such as export to CSV with a library like Papaparse",
    "I'd like to use something like Redis to cache the sessions, can you show me how?",
    "I'd like to use Prisma to talk to the database, can you show me how?",
    "I'd like to use Flexbox to customize the layout. Please help me.",
    "We'd like to use a tool such as Grafana to watch the queue",
    "I'd like to include a chart with the sales per month",
    "I'd also like to insert a footnote with the source from Eurostat",
    "I'd like to display the prices in euros with Intl.NumberFormat",
    "Great plan. I'll check the town library and use sites like Indeed and Monster.",
    "I'll also use platforms such as Upwork and Reedsy",
  ])('is not kept: %s', (said) => expect(keptOf(said)).toEqual([]))

  it.each([
    "I'd like to learn Thai",
    "I'd like to move to Porto next year",
    "I'd love to visit Santorini",
    "I'd like to add Thai to my languages",
    "I'd like to use oat milk instead of cow's milk",
    'I use a library like Zod in every project',
    'I prefer to use Zod to validate input',
    "I'll use Flask for the new shop",
  ])('is not one for life: %s', (said) => expect(keptOf(said)).toEqual([said]))

  it('is not one for life beside a request', () =>
    expect(keptOf("I'd like to use my savings to buy a flat in Leith, can you help me plan?")).toEqual([
      "I'd like to use my savings to buy a flat in Leith",
    ]))

  it.each([
    "I'd like to use Rust to write the backend of Heron, we decided that yesterday. Can you review this?",
    "I'd like to use dark mode to save my eyes, can you always give me dark themes?",
    "We'd like to use British spelling to stay consistent, can you keep to that?",
  ])('is kept where it is decided or for always: %s', (said) => expect(keptOf(said)).not.toEqual([]))
})

describe('"always" and "from now on"', () => {
  it.each([
    "Beata's rate goes up to 17.50 from now on",
    'the bus leaves at 8:10 from now on',
    'Lidl opens at 7 from now on',
    "Tom's train is on platform 4 from now on",
    'the gym is 40 a month from now on',
    'prices go up 10 percent from now on',
    "the kids sleep at my mum's from now on",
    'Ana will do the books from now on',
    'The cleaner comes on Mondays from now on',
    'yoga moved to Tuesdays from now on',
    'parking costs 3 euros an hour from here on',
    'Tom wins always',
    'Lidl is cheaper, always',
    'always forgets his keys',
    'never rains in Lima',
    'rent is 900 from now on',
    'Lidl is open at 7 from now on',
    'the door code is 4711 from now on',
    'The language class is on Mondays from now on',
    'tests cost 20 euros from now on',
    'the list is in the kitchen from now on',
    'the messages come at 8 from now on',
    "Tom's comments have a point from now on",
    'Ana does tables from now on',
    'my favourite chess magazine costs 12 euros a month and I read it every Sunday',
  ])('make no rule of a fact: %s', (said) => expect(rulesOf(said)).toEqual([]))

  it('do not make a preference of what a favourite thing costs', () => {
    const [kept] = readStatements('my favourite chess magazine costs 12 euros a month and I read it every Sunday')
    expect(kept?.kind).toBe('routine')
  })

  it.each([
    'From now on call me Jo',
    'from now on no meat',
    'short answers from now on',
    'all prices in euros from now on',
    'recipes for two from now on',
    'no calls on Fridays from now on',
    'number on quotes from now on',
    'your answers should be short from now on',
    'vegan from now on',
    'currency is EUR always, no dollar signs.',
    'base is main from now on',
    "Tom's meals without salt from now on",
    'everything in Spanish from now on',
    'Tea with milk, always',
    'always run the tests first',
    'never use tabs',
    'All commit messages begin with a verb from now on',
    'Prices have two decimals from now on',
    'Every function has a doc comment from now on',
    'The tone is formal from now on',
    'Dates go at the top from now on',
    'Headings get a number from now on',
    'The summary comes first from now on',
    'Comments start with a capital letter from now on',
    'Your summaries come first, always',
    'Every list has at most five points from now on',
    'Tables have a header row, always',
    'Comments in SQL start lower case from now on',
  ])('make a rule of an order: %s', (said) => expect(rulesOf(said)).toEqual([said]))
})

describe('an order that comes again in another session', () => {
  it.each([
    'Keep it short.',
    'Explain it step by step.',
    'Use TypeScript.',
    'Answer in one line this time.',
    'answer me in one sentence',
    'give me the answer first',
    'give me hints first',
    'put everything in tables',
    "explain like I'm five",
    'write the answer in two sentences',
    'summarise in two sentences',
    'say it in one sentence',
    'skip the intro',
    'keep everything short',
  ])('is for every answer: %s', (said) => expect(isForAnyAnswer(said)).toBe(true))

  it.each([
    'make that shorter',
    'put it in bullet points',
    "explain inflation like I'm ten",
    'summarise photosynthesis in two sentences',
    'write the French revolution in five bullet points',
    'explain blockchain in one sentence',
    'list the planets in a table',
    'make it less formal',
    'write a poem about snow in four lines',
    'reply to Ben in two lines',
    'translate the menu into plain english',
    'explain the second one first',
    'keep the title short',
    "don't mention it",
    'include my address',
    'tell me about Rome in one paragraph',
    "don't make me wait",
    'do not delay',
    "don't take too long",
  ])('is the same task again: %s', (said) => expect(isForAnyAnswer(said)).toBe(false))

  it.each([
    [' all code', 2_000],
    [' all the answers', 1_250],
    [' all', 4_000],
    [' all of the your', 1_000],
    [' it them to me', 1_500],
    [' your messages', 1_500],
  ])('is told from a task in linear time: explain%s …', (words, count) => {
    const spentMs = startCpuClock()
    for (const said of [`explain${words.repeat(count)} zebra`, `keep${words.repeat(count)} zebra`])
      expect(isForAnyAnswer(said)).toBe(false)
    expect(spentMs()).toBeLessThan(500)
  })
})
