import { describe, expect, it } from 'vitest'
import { keptWorth } from './english/worth.ts'
import { readStatements } from './read-statements.ts'

const kept = (said: string) =>
  readStatements(said, { at: '2026-03-02T09:00:00Z' }).filter(({ worth }) => worth >= keptWorth)
const keeps = (said: string, ...texts: string[]): void => expect(kept(said).map(({ text }) => text)).toEqual(texts)

describe('a clause and what belongs to it', () => {
  it.each([
    'I buy from local firms, you know, like Boxwell and Sons',
    "I've worked with small clients, you know, such as Harper & Co",
    'I prefer editing in short bursts, you know, 30 minutes at a time',
    'I run my own shop, you know, the one on Mill Street',
    'I work from home, but on Fridays, I go to the office in Bern',
    'I take the bus, while at weekends, I drive my van',
    'I love my dog, but on weekdays, my sister walks him',
    'I play the cello since I was 9, in the student orchestra, rehearsals Tuesday evening',
    "I've always liked turtles since I was a boy",
    "I've lived here since I was young",
    "I've been vegan since I was in school",
  ])('stay together: %s', (said) => keeps(said, said))

  it.each([
    ["My mum is diabetic, you know, and I can't eat nuts", ['My mum is diabetic', "I can't eat nuts"]],
    ['I live in Leith, you know, as a nurse, I work nights', ['I live in Leith', 'as a nurse, I work nights']],
    [
      'I teach maths, and in the summer, I run a camp for kids',
      ['I teach maths', 'in the summer, I run a camp for kids'],
    ],
    ["I'm vegan since I love animals, my son is 9", ["I'm vegan", 'I love animals', 'my son is 9']],
    ['As we talked about before, I studied at Leeds and got a first', ['I studied at Leeds and got a first']],
  ])('part from the next one: %s', (said, texts) => keeps(said, ...texts))

  it.each([
    "It's not my brother Tim who's ill, it's his cousin.",
    "I don't want to talk about my dad Frank.",
    "That's not my friend Ola in the picture.",
    "You don't need to greet my flatmate Omar.",
    "Please don't write to Karen, my boss.",
  ])('do not part where the clause denies it: %s', (said) => {
    expect(kept(said).filter(({ text }) => /^(?:my|Karen)\b/i.test(text))).toEqual([])
  })

  it.each([
    ['I work in a small bakery in Leith and.\nBeing off sick is hard', 'I work in a small bakery in Leith'],
    ['My favourite band is Muse, and wow', 'My favourite band is Muse'],
    ["I'm vegan, so yeah", "I'm vegan"],
    ['I live in Leith, so', 'I live in Leith'],
    ['I work at Bosch but', 'I work at Bosch'],
    ['I have two cats and so', 'I have two cats'],
    ['I was the engineer on the 1989 repair, you know.', 'I was the engineer on the 1989 repair'],
    ['I run 10 miles a week or so', 'I run 10 miles a week or so'],
    ['I play drums in a band called Yeah, Yeah', 'I play drums in a band called Yeah, Yeah'],
    ['My band is called and So', 'My band is called and So'],
    ['I love the show But, Wow', 'I love the show But, Wow'],
    ['My favourite album is called Now And', 'My favourite album is called Now And'],
  ])('end without the words that begin another: %s', (said, text) => keeps(said, text))

  it('leaves out what is asked about before "my"', () => {
    keeps(
      'Can you explain how it fits with my setup and my server, which is on port 8080?',
      'my server, which is on port 8080',
    )
  })

  it("leaves out 'one' of which only the sentence before says what it is", () => {
    keeps("I've been one 'cause I got laid off")
  })
})

describe('what is so in a mood', () => {
  it.each([
    [
      "I'm kinda worried about keeping up with my night classes at the college, any tips?",
      'my night classes at the college',
    ],
    ["I'm struggling to keep up with my evening course at Leeds", 'my evening course at Leeds'],
    ["I'm kind of nervous that my savings of 4,000 euros won't be enough for the trip", 'my savings of 4,000 euros'],
    ["I'm struggling with my thesis at Leeds on moth migration", 'my thesis at Leeds on moth migration'],
    ["I'm overwhelmed with my two part-time jobs at the mall", 'my two part-time jobs at the mall'],
  ])('is kept without it: %s', (said, text) => keeps(said, text))

  it.each([
    "I'm struggling to balance my shifts at the clinic with my thesis",
    "I'm worried about balancing my part-time job at the library with my studies",
    "I'm worried about juggling my job at the bakery and my kids",
  ])('is kept as it was said: %s', (said) => keeps(said, said))

  it.each([
    "I'm struggling with my code",
    "I'm worried about my homework",
    "I'm worried I won't meet my reading goal",
    "I'm scared that my dog might die",
    "I'm glad we can always be there for each other.",
    'I feel like my day was long',
    "I'm worried about my test failing in the pipeline",
  ])('is not: %s', (said) => keeps(said))
})

describe('a sentence without a subject', () => {
  it.each([
    "I'm learning Danish now. class Mondays and Wednesdays 17:00",
    'Karen is only an hour away. Comes Saturdays for lunch',
    'My piano teacher moved. lessons are online now, Tuesdays at 4',
    'Our cleaner is Ola. Comes Fridays at 9, 15 an hour',
    'I have a new job. Starts 1 May',
    'My dentist is Dr Kim. Works Mondays and Thursdays',
    'Dad is back. Takes warfarin and sleeps a lot.',
  ])('is kept with the one before: %s', (said) => keeps(said, said))

  it.each(['I hired a new cleaner. starts on Monday, 15 an hour', 'the twins are at nursery. pick up is at 3:30'])(
    'is left out with the one before: %s',
    (said) => keeps(said),
  )

  it.each([
    ['takes methotrexate 15 mg weekly on Mondays', 'takes methotrexate 15 mg weekly on Mondays'],
    ['Works as a nurse at CUH.\nTakes warfarin every day.', 'Works as a nurse at CUH.', 'Takes warfarin every day.'],
    ["I'm vegan.\nSleeps are short these days", "I'm vegan."],
    ["I'm allergic to peanuts. Lessons on Monday with Kim", "I'm allergic to peanuts."],
    ['I take warfarin. Sleeps badly, my wife', 'I take warfarin.'],
    ['I hate mornings. Rehearsals are Mondays at 7', 'I hate mornings.', 'Rehearsals are Mondays at 7'],
  ])('stands alone where none before names the subject: %s', (said, ...texts) => keeps(said, ...texts))
})

const website = `Welcome to the clinic.

We only use natural products and treat every guest in the same way, at any hour of the day or night. ${'Ask the team at the desk for more. '.repeat(24)}

Book now`

describe('what belongs to a task or a text', () => {
  it.each([
    'Given everything above, rank the three plans by price every month.',
    'Like we agreed earlier, can you move the museum to Friday?',
    'Never really took off. What did I do wrong?',
    'So, just one plank or one squat at a time? That makes sense.',
    'Does the table stay sorted when I paste it into Sheets?',
    'Put a line below each title and tell me where to put it in each email.',
    'TASK2: Rank every feature by revenue and always name the biggest three.',
    'Self-Doubt: Self-doubt is a common challenge of people with anxiety and depression.',
    'Supports Focus ◀ • Made for users with ADHD and autism',
    'Every app was made for users with ADHD',
    'act like MarketGPT, you always answer with five slogans. We sell soap in Leeds.',
    'You are to act as a lawyer. We sell soap in Leeds.',
    'Before that, can you position yourself as a creative business consultant and list ideas that I can use',
    'Outline a novel about Mars. All water will be rationed and every colonist works twelve hours a day.',
    'Continue, but Elena has gained a bit of depression from the dust',
    'Ana Reyes struggles to deal with her ptsd and depression as she becomes isolated from her friends.',
    'Regarding the two hotels we picked, Hotel Rio and Casa Sol, can we book now?',
    'Knowing what you learned from my three articles on tea, give me another one for every week',
    'I already have 24 episodes recorded) And make a short video about each',
    'Our main services on the site are:\n\nmaking sites and ads',
    'Here one must use ones feet to zoom in, which gives an intimate image.',
    'Same class are closer in space. It must operate over every file.',
    'Products: This section will include the monthly package and its price every year',
    'To get more, the user would need to buy a yearly plan at 69 dollars a year',
    'No, I said do the same thing.',
    'comparison of Notion and Jira for teams: price, apps, support must be rated',
    'also in later stages how can we sell our 12 apps every week',
    'When trying to sell goods of other firms as our products , please list what counts',
    'Outreach message sample:\nHi {name}, We run a studio in Berlin.',
    '130 I have always held that the firm must pay.\n131 The firm has an office in Leeds and must pay every year.',
    '**Situation:** Our supplier was three weeks late.\n**Task:** I was in charge of the launch.\n**Action:** I flew to Porto every week.\n**Result:** We launched on time with 12% lower costs.',
    website,
  ])('is not kept: %s', (said) => keeps(said))

  it.each([
    ["Given my bad knee, I can't run.", 'my bad knee'],
    ["Regarding my diet, I'm vegan.", "Regarding my diet, I'm vegan."],
    ["Regarding the diet, I'm vegan.", "Regarding the diet, I'm vegan."],
    [
      'The idea of local farm shops is in line with my vegan values',
      'The idea of local farm shops is in line with my vegan values',
    ],
    ['Never mention my ex.', 'Never mention my ex.'],
    ['Put the ticket number in every commit message.', 'Put the ticket number in every commit message.'],
    ['Rule 1: never push to main.', 'never push to main.'],
    ['Task: I train for a marathon.\nAction: none.', 'I train for a marathon.'],
    ['¥65,000 a month is my rent in Kobe.', '¥65,000 a month is my rent in Kobe.'],
    ['Our API is public. It must never log personal data.', 'Our API is public. It must never log personal data.'],
    ['Act as my coding assistant. We use pnpm.', 'We use pnpm.'],
    ["Write a story. I'm allergic to nuts.", "I'm allergic to nuts."],
    [
      `We live in Leeds with two kids.\n\n${website}`,
      'We live in Leeds with two kids.',
      'We only use natural products and treat every guest in the same way, at any hour of the day or night.',
    ],
    [
      `I'm Ana.\n\n${website}`,
      "I'm Ana.",
      'We only use natural products and treat every guest in the same way, at any hour of the day or night.',
    ],
  ])('is kept if it is of the user: %s', (said, ...texts) => keeps(said, ...texts))
})
