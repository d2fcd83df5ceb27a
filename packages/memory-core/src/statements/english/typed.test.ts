import { describe, expect, it } from 'vitest'
import { readStatements } from '../read-statements.ts'
import { keptWorth } from './worth.ts'

const textsOf = (said: string): string[] =>
  readStatements(said, { at: '2026-03-02T09:00:00Z' })
    .filter(({ span, worth, isUnresolved }) => span === 'lasting' && worth >= keptWorth && isUnresolved !== true)
    .map(({ text }) => text)

const keeps = (said: string, text = said): void => expect(textsOf(said)).toEqual([text])
const leaves = (said: string): void => expect(textsOf(said)).toEqual([])

describe('a feeling about what was said', () => {
  it.each([
    ['i live in lisbon and love it', 'i live in lisbon'],
    ['i live in lisbon but i hate it', 'i live in lisbon'],
    ['i live in lisbon and it sucks', 'i live in lisbon'],
    ['i live in lisbon and its great', 'i live in lisbon'],
    ['i live in lisbon and love it, any tips for cafes?', 'i live in lisbon'],
    ['i work at bosch and like it', 'i work at bosch'],
    ["i'm vegan and proud of it", "i'm vegan and proud of it"],
    ['i play padel and love it', 'i play padel and love it'],
    ['i have asthma and hate it', 'i have asthma and hate it'],
  ])('leaves the fact: %s', keeps)

  it.each([
    'i watched frozen and loved it',
    'i made pasta and love it',
    'i saw that and love it',
    'i bought bread and it sucks',
    'im tired and it sucks',
    'its cold and i hate it',
    'she lives in rome and loves it',
  ])('makes none: %s', leaves)
})

describe('a home and a job in one sentence', () => {
  it.each([
    ['I live in Lisbon and work at Bosch', 'I live in Lisbon', 'work at Bosch'],
    ['i live in lisbon and love it and work at bosch', 'i live in lisbon', 'work at bosch'],
    ['I work for Siemens and live in York', 'I work for Siemens', 'live in York'],
  ])('are two statements: %s', (said, ...parts) => expect(textsOf(said)).toEqual(parts))

  it.each([
    ['My sister and I live in Rome and work at Bosch'],
    ['I live and work at sea'],
    ['I live in York and work out daily'],
  ])('are one where they may be of others, or no job: %s', keeps)
})

describe('a name', () => {
  it.each([
    ['hey im tom', 'im tom'],
    ['hey its tom', 'its tom'],
    ['hi its kofi, need help', 'its kofi'],
    ['hi, this is Priya', 'this is Priya'],
    ["name's Kofi btw"],
    ['This is Priya again'],
    ['im tom btw'],
  ])('is kept where only a name can stand: %s', keeps)

  it.each([
    'im tom',
    'im tired',
    'hey im tired',
    'hi im back',
    'hey im new here',
    'hi im lost again',
    'hey its me',
    'hi its late, need help',
    'hey its broken',
    "it's broken again",
    'im here again',
    'hi this is urgent',
  ])('is not in "%s"', leaves)
})

describe('a line of a chat', () => {
  it.each([
    ['ngl im scared of flying', 'im scared of flying'],
    ['welp my boyfriend moved to texas', 'my boyfriend moved to texas'],
    ['heyyy im from fresno', 'im from fresno'],
    ['wait im 17 not 18', 'im 17 not 18'],
    ['idk i hate mushrooms', 'i hate mushrooms'],
    ['like im allergic to shrimp', 'im allergic to shrimp'],
    ['also im vegan', 'im vegan'],
    ['i sing in a choir lol'],
    ['i have asthma 😭'],
    ['english is my second language lmao'],
    ['i swim rn tbh'],
    ['i bank w monzo'],
    ['I PASSED MY DRIVING TEST!!!!'],
    ['im jaz btw, 19, first year at sac city college'],
    ['btw im tori, 21', 'im tori, 21'],
  ])('is read without its first and last words, and as it is written: %s', keeps)

  it.each([
    'ngl that was funny',
    'im dead lol',
    'im a potato lol',
    'my code is broken btw',
    'im on step 3 so yeah',
    'my computer is slow rn',
    'im so hungry rn 😭',
    'I CANT EVEN',
    'im tired, 19 hours of work today',
    'im late, 20 min',
    'dreamt i lived in a lighthouse lol',
    'yo whats up',
  ])('has nothing to keep in "%s"', leaves)
})

describe('a medicine', () => {
  it.each([
    ['im on eliquis'],
    ['im on sertraline'],
    ["i'm on blarzifex for my heart"],
    ['im on minoxidil and finasteride'],
    ['im on ozempic, any diet tips?', 'im on ozempic'],
  ])('need not be known: %s', keeps)

  it.each([
    'im on fire',
    'im on hold',
    'im on a call',
    'im on vacation',
    'im on my way',
    'im on it',
    'im on lunch',
    'im on break',
    'im on discord',
    'am i on eliquis?',
  ])('is none in "%s"', leaves)
})

describe('what is kept out of a question', () => {
  it.each([
    [
      "Would you believe I've been deaf in my left ear since the mumps, which hearing aids help?",
      "I've been deaf in my left ear since the mumps, which hearing aids help",
    ],
    [
      'Is it safe to take the train with my parrot, a 22 year old African grey called Winston?',
      'my parrot, a 22 year old African grey called Winston',
    ],
  ])('is about the user: %s', keeps)
})

describe('a condition', () => {
  it.each([
    ['I have plantar fasciitis in both feet'],
    ['i stammer'],
    ['Lost my sense of smell in 2021 and it never came back.'],
    ['they/them for me please'],
  ])('is kept: %s', keeps)

  it.each(['The diagnosis was wrong', 'I have a lot of empathy for academia'])('is none: %s', leaves)
})

describe('a person and a household in few words', () => {
  it.each([
    [
      'gift for my wife, she loves gardening and is turning 40 in may',
      'My wife loves gardening and is turning 40 in may',
    ],
    ["birthday present ideas for my dad, he's 70 and likes fishing", 'My dad is 70 and likes fishing'],
    ["present for my dad? he loves jazz and can't stand whisky", "My dad loves jazz and can't stand whisky"],
    ["what to cook for my in-laws, they're Hindu and don't eat beef", "My in-laws are Hindu and don't eat beef"],
    ["Can you suggest a gift for Mum, she's into crosswords?", 'Mum is into crosswords'],
    ["What does Femi eat? he's Muslim so no pork or wine", 'Femi is Muslim so no pork or wine'],
    ["I need a card for my boss, he's retiring in June.", 'My boss is retiring in June.'],
    ['Birthday ideas for my brother? He plays the drums.', 'My brother plays the drums.'],
    ["Dinner for Priya tomorrow, she's lactose intolerant", 'Priya is lactose intolerant'],
    ["Is it ok for my son, he's 4, to eat honey?", 'My son is 4'],
    ["Need a gift for my nan. She's a keen gardener.", 'My nan is a keen gardener.'],
    ["35f, 5'6, 160 lbs, trying to lose weight"],
    ['28m, from leeds, vegetarian'],
    ['weather in porto tomorrow? thats where i live now', 'in porto, thats where i live now'],
    ["Any good cafes in New York? That's where I live.", "in New York, That's where I live."],
    ["I read books in German. That's where I live.", 'I read books in German.'],
    ['no kids, no pets'],
    ['no kids and no pets btw'],
  ])('is kept: %s', keeps)

  it.each([
    'gift for a coworker, she loves tea',
    'Suggest books for my dad? they should be short',
    'gift for my mum from my dad? he loves jazz and plays the drums',
    'present for my wife? he plays the drums',
    'present for my dad? he wants a watch by Friday',
    "song for my brother? he's a knight and lives in Camelot",
    "Which build for Garen? he's a tank and lives in Demacia",
    "Gift for my sister's friend? She plays the drums.",
    '25m, 30m, and 50m pools',
    '35f, is that cold?',
    'no pets allowed',
    'thats where i live',
    'what is in the box? thats where i live',
    'can you fix this? thats where i work on it',
    'weather in berlin? thats where it rains',
    'How do I write in python? thats where i work most',
    "I read about it in german. That's where I live.",
    'we met in march. thats where i live',
    'no kids please',
  ])('is not in "%s"', leaves)
})

describe('the health of a person of the sentence before', () => {
  it.each([
    ["My mother has Alzheimer's. She takes donepezil.", "My mother has Alzheimer's. She takes donepezil."],
    ['My dog Rex is 9. He has arthritis.', 'My dog Rex is 9. He has arthritis.'],
    ['My mum turned 70. She takes warfarin.', 'My mum turned 70. She takes warfarin.'],
    [
      'The vet found that Kernel has an overactive thyroid; he gets 2.5 mg of methimazole twice a day.',
      'The vet found that Kernel has an overactive thyroid; he gets 2.5 mg of methimazole twice a day.',
    ],
  ])('stays with it: %s', keeps)

  it.each([
    ['My wife is a nurse. She is nice.', 'My wife is a nurse.'],
    ['My dog Rex is 9. He takes naps all day.', 'My dog Rex is 9.'],
    ['My son Leo is 5. He wants a bike.', 'My son Leo is 5.'],
    ["My mother has Alzheimer's. She has a garden.", "My mother has Alzheimer's."],
  ])('is no remark: %s', keeps)
})

describe('orders about every answer', () => {
  it.each([
    ['dont start every answer with Sure!'],
    ['dont end your messages with a question'],
    ['skip the intro in your answers'],
    ['pls use they/them for me'],
    ['use she/her please'],
    ['ask before you change code'],
    ['warn me before changing files'],
    ['dont cite sources anymore'],
    ['no need to cite sources any more'],
    ['stop calling me max'],
    ['stop asking me how I feel'],
    ['please stop quoting my messages'],
    ['go back to bullet points'],
    ['no more emojis please'],
    ['no recap at the end, just the diff'],
    ['keep numbers in imperial for me'],
    ['use the canadian units, mmol'],
    ['make me mnemonics whenever theres a list'],
    ['when its maths dont just give me the answer give me hints first'],
    ['when you give recipes use metric and things from the corner shop'],
    ['When you show code, please comment in English'],
    ['If I ask for things could you leave out the little stars'],
    ['quiz me at the end of every explanation'],
    ['sql for me should be lowercase'],
    ['You can tell me always the danish word'],
    ['pace in min per km always'],
    ['give me questions one at a time'],
    ['give me lists as tables'],
  ])('are kept: %s', keeps)

  it.each([
    'dont start the answer with Sure',
    'start your answer with yes',
    'skip the intro',
    'fix the typos in your answers',
    'use he/him in this story',
    'use and/or here',
    'ask before you delete this',
    'ask her before you send it',
    'answer this in bullet points',
    'no emojis in this one',
    'make it shorter',
    'stop there',
    'stop asking me that',
    'stop writing here',
    'stop running the server',
    "stop calling me when I'm asleep",
    'go back to the second question',
    'go back to lists in the second question',
    'go back to the previous version',
    'dont worry about the report anymore',
    'dont send it anymore',
    "don't use the old function any more in this file",
    "when it's raining keep the windows closed",
    "When there's an error, show a toast",
    'When you create the function, please add a docstring',
    'write me a poem whenever you are ready',
    'keep the numbers in column B',
    'use the spelling from the book',
    'give me one thing to cook tonight',
  ])('are no orders for one reply: %s', leaves)
})

describe('what is not meant, or not of the user', () => {
  it.each([
    'whats depreciation on a 12 yr old 3 tab roof, 20 year life',
    'Got any one-pot thing for a sunday cook',
    'Need a sign for the window saying we close from Wednesday to Friday',
    'A short story to explain stalemate to a seven year old',
    'i just LOVE working weekends',
    'ugh i LOVE mondays',
    'great, i love doing taxes',
    'oh great, i love being ignored',
    'im a millionaire lol',
    'im a potato haha',
    'plan me a dinner party',
    'book me a flight to rome',
    'i prefer option b',
    'i like option 2',
    'The guy in the video says he is allergic to water',
    'a woman on tiktok claims gluten is bad',
    "*sits down* I'm Kael",
    '(in character) I am the queen of Elvandar',
    'For my own well-being',
    'From rice cooked in coconut milk to veggie jambalaya',
    'With lots of love',
    'Our compromise on September 28',
    'My decision is final',
    'My mind is made up',
    'I hate everything right now',
    'I hate Mondays lol.',
    'I meant 15%, not 50%.',
    'Kindly help me to correct the grammar of my application below.',
    'gimme a drill for under-12 girls, saturdays',
    'plan my thursday: 3 bugs, 1 invoice, a PR review on my own lib',
    'Looking for living books about the Silk Road for a ten year old.',
    'As an experienced DevOps engineer, explain what a sidecar is to a junior.',
    'Python script to rename every .jpeg to .jpg in a folder',
    'I have an array of users and I want the youngest one back.',
  ])('is not kept: %s', leaves)

  it.each([
    ['I LOVE jazz'],
    ['I just LOVE my kids'],
    ['i love working weekends'],
    ['great, i love hiking', 'i love hiking'],
    ['im a nurse lol'],
    ['i prefer tea'],
    ['The doctor says I must not eat salt'],
    ['my son says he is allergic to nuts'],
    ['*sighs* im allergic to nuts', 'im allergic to nuts'],
    ['For breakfast I eat oats'],
    ['from lisbon originally'],
    ['Our wedding on September 28'],
    ['**Work Trip**: Scheduled for June, no dates yet', 'Work Trip: Scheduled for June, no dates yet'],
    ['*Always* use pnpm', 'Always use pnpm'],
    ['I use **kwargs a lot'],
  ])('is kept where it is: %s', keeps)
})

describe('what has happened in a life', () => {
  it.each([
    ['had a miscarriage'],
    ['had a miscarriage last month'],
    ['had a stroke in 2020'],
    ['had a baby girl'],
    ['got 40k saved'],
    ["i've 40k in savings"],
    ['my mom passed'],
    ['lost my dad'],
    ['lost my dad last year'],
    ['I lost my mum to cancer'],
  ])('is kept: %s', keeps)

  it.each([
    'had a nightmare',
    'had a great day',
    'had a look at it',
    'had an error in line 3',
    'had a chat with my boss',
    'had a heart attack when I saw the bill',
    'had you seen it?',
    'got 40k steps today',
    'got 40k followers',
    'lost my keys',
    'lost my temper',
    "lost my dad's keys",
    'lost my mom in the crowd',
  ])('is no passing thing: %s', leaves)
})

describe('a report of the moment', () => {
  it.each([
    'On call and nothing is burning, so: birds',
    'No tears at kilometre 19',
    'Done, I called them. They can come on Tuesday.',
    'Done. I called them, they can come on Tuesday.',
    'ok back, got coffee',
    "I'm sat here on platform 4 as we speak freezing.",
    "I'm running 10 min late",
    'My day has been busy with studying!',
    "It's been really cold recently but today it has got warmer",
    'I had a long talk with my boss',
  ])('is not kept: %s', leaves)

  it.each([
    ['On call every third week'],
    ['Done, we moved to Leeds', 'we moved to Leeds'],
    ['I am on call on weekends'],
  ])('leaves what lasts: %s', keeps)
})

describe('a sentence that supposes or seems to ask', () => {
  it.each([
    ["If I get the grant I'll go, but I'm vegan so no steak house", "I'm vegan so no steak house"],
    ["if it rains we stay in, but i'm diabetic", "i'm diabetic"],
    ["if it works out we'll move, but my wife is pregnant", 'my wife is pregnant'],
    ["If you can't make it I would cook, but I'm coeliac", "I'm coeliac"],
    ['im vegan, so no butter, ok?', 'im vegan, so no butter'],
    ['ive got a nut allergy, so no pesto ok?', 'ive got a nut allergy, so no pesto ok'],
    ['never call me sir, ok?', 'never call me sir'],
    ['im from Ghent, alright?', 'im from Ghent'],
    ['Will has a nut allergy.'],
    ['Will is my brother, he lives in Hull'],
    ['May has a peanut allergy'],
    ['My husband and I want to sell the house in Kent.'],
    ['Tom and I want to sell the house in Kent'],
    ['my best friend and i want to open a bakery in Leeds'],
    ['Our eldest and I need to be gluten free'],
  ])('states something: %s', keeps)

  it.each([
    "If I move to Berlin, but I keep my job here, I'd pay double.",
    'if I were vegan but my wife was not, we would cook twice',
    'if i move to Berlin but i live in Leeds, what tax do i pay?',
    "If I'm vegan but I eat honey, am I still vegan?",
    "imagine I'm a pirate but I live in Rome",
    'Say we have two kids but I work nights.',
    'is my rent of 900 ok?',
    'can cats eat a tomato',
    'will taxes in Spain go up',
    'May I use it for a dog',
    'im cold, is that ok?',
    'does a vegan eat honey, please?',
  ])('states nothing: %s', leaves)
})

describe('a line that needs another to be understood', () => {
  it.each([
    'hes 71 and never late',
    'shes having her hip done on the 2nd of october',
    'theyre retired and live in Hull',
    'its a powered chair w a lithium battery',
    'his son pays now, Pavel',
    'her husband is a dentist in Graz',
    'their wedding is on 3 june 2027',
    'there I do NOT want literal translations',
    'I find them easier to follow',
    'We met at a pottery class in Cork in 2011.',
    'I chose 6 PM over 8 PM for the calls.',
    "I've booked them for 12 March at the Odeon.",
    "I've had to move it to the garage since March.",
    'We compromised on £300 a month.',
    'I see him every Sunday at 10.',
    'I do two a week, always at 7.',
    'Thursdays is swimming for us.',
    '450 a day, 3 days a week',
    'I got the job!',
    'we speak german there!!',
    'Can I lift weights? I do three a week',
    "I'm looking for advice on a kitchen. I've had it since May 2020",
  ])('is not kept alone: %s', leaves)

  it.each([
    ['My dad lives in York. Hes 71.'],
    ["We're on date-fns and we're staying there."],
    ['My sister is Ann. Her husband is a dentist in Graz'],
    ['my mum is 80. her birthday is 3 may'],
    ['My boss is Tom. his wife works at Bosch'],
    ["I'm seeing Paul, 41, a vet from Cork, and we met on a ferry in 2019."],
    ['I keep a journal for my migraines, and I take the rizatriptan when one starts'],
    ['I go to Leipzig on 24 december, then home to my room. we cook'],
    ['Kestrel, Dublin, Python, so everything must be anonymised. 700 a day, 2 days a week'],
    ["I'm worried about my savings, so I moved them to Monzo in May", 'my savings, so I moved them to Monzo in May'],
    [
      "Ife has choir on Tuesdays, can you make me a plan. No wait, choir's Mondays. Tuesdays is Brownies",
      'Ife has choir on Mondays. Tuesdays is Brownies',
    ],
    [
      'how much formula, sofia is breastfeeding but we top up at night',
      'sofia is breastfeeding but we top up at night',
    ],
    ['who has the kids? Carl has them Wednesdays', 'Carl has the kids Wednesdays'],
    ["I'm 1.94, so it needs to go high", "I'm 1.94"],
  ])('is kept with what shows it: %s', keeps)

  it.each([
    ['its my birthday on 3 may'],
    ['Her name is Ann, my wife'],
    ['No, his birthday is 3 may', 'his birthday is 3 may'],
    ['there is a nut allergy in our family'],
    ['my tax guy is Mag. Steiner, he wants everything by 31 march'],
    ["we're getting married in... hmm june 2027"],
    ['I want to move to... no, I moved to Leeds.'],
    ["I can't eat eggs... well no, they give me hives."],
    ['I love it here in Leeds.'],
    ['I have two cats and they are both black.'],
    ['My sister Ann lives in Hull and she has three kids.'],
    ['I find it hard to sleep before 2 am.'],
    ['We agreed with the landlord on 900 euros a month.'],
    ['I take it with metformin 500 mg.'],
    ["I can't eat it, it gives me hives."],
    ["we've increased our grocery budget to $500 a month since September to fit her new income"],
    ['I bought a bicycle, and I call her Greta.'],
  ])('is not: %s', keeps)

  it.each([
    ['Like, I spent $500 on a handbag last week', 'I spent $500 on a handbag last week'],
    ['Then, I moved to Leeds in 2019', 'I moved to Leeds in 2019'],
    ['I live in Leeds, and since you asked about rent, what is fair?', 'I live in Leeds'],
    ['I live in Leeds, but unfortunately, can you help?', 'I live in Leeds'],
    ['I prefer short answers, like I mentioned', 'I prefer short answers'],
    ['I live in Leeds, and if I could I would move.', 'I live in Leeds, and if I could I would move.'],
  ])('is kept without words that lead to nothing: %s', keeps)
})
