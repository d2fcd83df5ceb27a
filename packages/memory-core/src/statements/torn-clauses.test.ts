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
