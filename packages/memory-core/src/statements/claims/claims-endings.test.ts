import { describe, expect, it } from 'vitest'
import { saysMore } from '../stated-sentences.ts'
import { claimsOf } from './claims-of.ts'
import { changeBetween, endsBeing } from './compare-claims.ts'

function isWhollyOver(known: string, said: string): boolean {
  const [older, newer] = [claimsOf(known), claimsOf(said)]
  const change = changeBetween(older, newer)
  return (change === 'supersedes' || change === 'ends') && !saysMore(known, { isBeingOver: endsBeing(older, newer) })
}

describe('what ends as a whole', () => {
  it.each([
    ['I volunteer at the food bank on Saturdays.', 'I quit the food bank.'],
    ["I'm on crutches since Monday.", "I'm off the crutches."],
    ['I volunteer at the food bank on Saturdays.', 'I stopped volunteering at the food bank.'],
    ['I live in Lombok, Utrecht, rent 640.', 'We have moved to Copenhagen now.'],
    ['My flat is in Kreuzberg.', 'Got the keys, new flat is in Wedding.'],
    ['My address is 5 Oak Street.', 'I moved to Leeds.'],
    ['I live in Ghent.', 'Our new flat is in Antwerp.'],
    ['I live in Ghent.', 'We got the keys, our new house is in Gent-Zuid.'],
    ["I'm a staff nurse at Leeds General.", 'I got a job as assistant practice manager at Firth Park surgery.'],
    ["We've got a border terrier called Bruno.", "Bruno's kidneys got worse and we had to let him go."],
    ["We've got a border terrier called Bruno.", 'We lost Bruno on Friday.'],
    ['My cat is called Misty.', 'We lost Misty on Monday, she was 17.'],
    ['We have a dog called Rex.', 'Rex is gone, it was his heart'],
    ['My horse is called Star.', 'I sold Star to a girl in Bath.'],
    ['We have a dog called Rex.', 'we had to put Rex to sleep'],
    ['We have a dog called Rex.', 'We had to put Rex down yesterday'],
    ['My husband is Piotr.', 'The divorce is final.'],
    ['My husband is Piotr.', 'divorce is final'],
    ['My wife is Ana.', 'my divorce came through on Friday'],
    ['I have a Spotify subscription.', 'I cancelled the subscription.'],
    ['I have a flight to Rome on 3 June.', 'My flight is cancelled.'],
    ["I'm on crutches.", 'I came off the crutches.'],
    ['My cat Misty is 17 and a bit deaf.', 'We lost Misty, she was very old.'],
    ['We have a dog called Rex.', 'I lost Rex yesterday'],
    ['We have a horse called Star.', 'We sold Star last week.'],
  ])('%s %s', (known, said) => expect(isWhollyOver(known, said)).toBe(true))
})

describe('what only sounds like an end', () => {
  it.each([
    ["I'm on antibiotics and allergic to penicillin.", 'Finished the antibiotics.'],
    ['I have a dog called Rex.', 'I dropped the dog off at the vet.'],
    ['I own a bakery in Leeds.', "Sold the bakery's old oven."],
    ["I'm on the train to Leeds.", "I'm off the train."],
    ['I live at 3 Mill Lane.', "I've moved in with Tom, he's at 12 Oak Street."],
    ['We rent a flat in Southville.', 'I moved in with my girlfriend.'],
    ['My boss is Alan.', 'My boss will be Karsten Holm.'],
    ['I live in Ghent.', "My sister's new flat is in Antwerp."],
    ['I live in Ghent.', "We're in Rome now."],
    ['I live in Ghent.', "We're in Rome now, room 214."],
    ['I live in Ghent.', 'Tom moved in with Ana.'],
    ['I live in Ghent.', 'I moved in with my parents for the summer.'],
    ['I live in Ghent.', 'my email address is a@b.de'],
    ['I live in Ghent.', 'My address is a@b.de'],
    ['I take tablets for my epilepsy.', 'Came off the tablets last week'],
    ["We have an epipen at home for Tim's nut allergy.", 'Binned the epipen, out of date'],
    ['I use an insulin pump for type 1 diabetes.', 'I got rid of the pump'],
    ['I live in Ghent.', 'My new address is liz.brown at gmail'],
    ['I live in Ghent.', 'My new address is not ready yet'],
    ['I live in Ghent.', "I'm in Market Street now, where should I eat?"],
    ['I live in Ghent.', 'Our new place is in Spain for summers'],
    ['I live in Ghent.', 'His new address is 14 Heavygate Road, Sheffield.'],
    ['I live in Ghent.', "We're in the lane now."],
    ['I live in Ghent.', 'We bought a place, 8 Talbot Road, to let out.'],
    ['I live in Ghent.', 'We might move to Antwerp.'],
    ['I live in Ghent with my parents.', 'I moved to Antwerp.'],
    ['I live in Ghent.', 'My mum moved in with us.'],
    ['I live in Ghent.', 'Is my new flat in Antwerp?'],
    ['I live in Ghent.', 'The new office is in Antwerp.'],
    ['We have a dog called Rex.', 'We lost Rex in the park for an hour.'],
    ['We have a dog called Rex.', 'Rex is gone for the weekend.'],
    ['We have a dog called Rex.', "I lost Rex's collar."],
    ['We have a dog called Rex.', 'We had to put Rex down for a nap.'],
    ['We have a dog called Rex.', "My sister's dog is gone."],
    ['My husband is Piotr.', "My sister's divorce is final."],
    ['My husband is Piotr.', 'The divorce is not final.'],
    ['My husband is Piotr.', 'The divorce of my parents is final.'],
    ['My husband is Piotr.', 'The contract is final.'],
    ['I have a wheat allergy.', 'my spring allergy is gone'],
    ['I have a wheat allergy.', 'The allergy is gone'],
    ["I'm in Leeds.", 'no more Leeds'],
    ['I take the train to Leeds.', 'The train is cancelled today.'],
    ['I take lisinopril tablets daily.', 'I finished the tablets today.'],
    ['I have a cat called Misty.', 'I lost Misty, she was hiding.'],
    ['I have a cat called Misty.', 'I lost Misty yesterday, she was under the bed.'],
    ['I have a cat called Misty.', 'Misty is gone, she was here at noon.'],
  ])('%s %s', (known, said) => expect(isWhollyOver(known, said)).toBe(false))
})

it('takes linear time on hostile text', () => {
  for (const part of [
    'my ',
    'we left the ',
    'a, ',
    'the brace is ',
    'finally ',
    'stopped ',
    'my band at ',
    "the x's ",
  ]) {
    const started = performance.now()
    claimsOf(part.repeat(20_000 / part.length))
    claimsOf(part.repeat(280 / part.length))
    expect(performance.now() - started).toBeLessThan(500)
  }
})
