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
    ['I work in a small bakery in Leith and.\nBeing off sick is hard', 'I work in a small bakery in Leith'],
    ['My favourite band is Muse, and wow', 'My favourite band is Muse'],
    ["I'm vegan, so yeah", "I'm vegan"],
    ['I live in Leith, so', 'I live in Leith'],
    ['I work at Bosch but', 'I work at Bosch'],
    ['I have two cats and so', 'I have two cats'],
    ['I was the engineer on the 1989 repair, you know.', 'I was the engineer on the 1989 repair'],
    ['I run 10 miles a week or so', 'I run 10 miles a week or so'],
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
