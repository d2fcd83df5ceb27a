import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { claimsOf } from '../claims/claims-of.ts'
import { readStatements } from '../read-statements.ts'
import { meant, spelledOut } from './spelling.ts'
import { keptWorth } from './worth.ts'

describe('what a learner of English means', () => {
  it.each([
    ['My wife she is a nurse', 'My wife is a nurse'],
    ['Our kids they have no allergies', 'Our kids have no allergies'],
    ["I don't eat pork and Theo he hates carrots", "I don't eat pork and Theo hates carrots"],
    ['I have 36 years and I live in Leeds', 'I am 36 years old and I live in Leeds'],
    ['I have 37 years now', 'I am 37 years old now'],
    ['My daughter she has 5 years', 'My daughter is 5 years old'],
    ['The birthday of my daughter is 3 October', "my daughter's birthday is 3 October"],
    ['The teacher of Theo is Mr Nolan', "Theo's teacher is Mr Nolan"],
    ['I am allergic on nuts', 'I am allergic to nuts'],
    ['My son has allergy of eggs', 'My son has an allergy to eggs'],
    ['I am nurse', 'I am a nurse'],
    ['My husband is bus driver', 'My husband is a bus driver'],
    ['I work like planner', 'I work as a planner'],
    ['Declan is not more my boss', 'Declan is no longer my boss'],
    ['She changed it, not more losartan, now amlodipine', 'She changed it, no more losartan, now amlodipine'],
    ["I don't live more in Rathmines", "I don't live in Rathmines any more"],
    ["He doesn't do more karate", "He doesn't do karate any more"],
    ['I have not car', 'I do not have car'],
    ['We moved in Cork', 'We moved to Cork'],
    ['I tend to avoid horror films', 'I usually avoid horror films'],
    ['I try to eat less meat', 'I usually eat less meat'],
    ['As someone who usually avoids gluten', 'I usually avoid gluten'],
    ['As someone who lives in Cork, I need a coat', 'I live in Cork, I need a coat'],
  ])('is read: %s', (typed, plain) => expect(meant(typed)).toBe(plain))

  it.each([
    'I have 36 years of experience',
    'I tend to forget names',
    'I tried to avoid it',
    'Write it as someone who hates Mondays',
    'As someone who is new here',
    'I have 20 years left on the mortgage',
    'I told my wife she is right',
    'My wife thinks she has a cold',
    'Yesterday she has started',
    'I am allergic of course',
    'My allergy at night is terrible',
    'It is not more expensive',
    'I am not more tired than usual',
    "I don't eat more vegetables",
    "I don't go more than twice a week",
    'The name of the game is patience',
    'I am sick of my job',
    'I am head of nursing',
    'I am better',
    'I work like a dog',
    'We have not slept',
    'I have not job-hunted in years',
    'We moved in together',
    'We moved in May',
    'We moved in Monday',
  ])('is what they say: %s', (said) => expect(meant(said)).toBe(said))

  it.each([
    ['My boss she is called Fiona', 'My boss is called Fiona'],
    ['I am not more vegetarian', 'I am no longer vegetarian'],
    ['I am nurse', 'I am a nurse'],
  ])('is compared: %s', (typed, plain) => expect(claimsOf(typed)).toEqual(claimsOf(plain)))

  it.each(['I have 36 years.', 'I am nurse.', 'I have not car.', 'I want that you write short answers.'])(
    'is judged, and kept as it was typed: %s',
    (said) => expect(readStatements(said).filter(({ worth }) => worth >= keptWorth)).toMatchObject([{ text: said }]),
  )

  it('is found in linear time', () => {
    const spentMs = startCpuClock()
    for (const part of ['my wife she ', 'I have 5 years ', 'the name of my ', 'Theo Theo ', 'not more '])
      meant(part.repeat(2_000))
    expect(spentMs()).toBeLessThan(1_000)
  })
})

describe('what is shortened in a chat', () => {
  it.each([
    ['im vegan bc of the animals', "i'm vegan because of the animals"],
    ['tell me abt it', 'tell me about it'],
    ['i rly dont like tuna', "i really don't like tuna"],
    ['pls dont call me u know what', "please don't call me you know what"],
    ['i live w my mom', 'i live with my mom'],
    ['shes my cat and thats it', "she's my cat and that's it"],
    ['i wanna move in an hr', 'i want to move in an hour'],
    ['ive got ur book', "i've got your book"],
    ['i can not swim', 'i cannot swim'],
  ])('"%s" is read as "%s"', (typed, written) => expect(spelledOut(typed)).toBe(written))

  it.each(['its colour is red', 'a 5 W lamp', 'his hrs'])('is not "%s"', (text) => expect(spelledOut(text)).toBe(text))
})
