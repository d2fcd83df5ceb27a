import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { neededTexts } from '../../text/pattern-filter.ts'
import { readStatements } from '../read-statements.ts'
import { isPassingHealth, kindOf, kindPatterns } from './kinds.ts'
import { keptWorth } from './worth.ts'

const kindsOf = (said: string): string[] =>
  readStatements(said, { at: '2026-03-02T09:00:00Z' })
    .filter(({ span, worth }) => span === 'lasting' && worth >= keptWorth)
    .map(({ kind }) => kind)

describe('health', () => {
  it.each([
    'My HbA1c is 61',
    'my ferritin is 6',
    'I take the sumatriptan 50 when one starts',
    'We carry two EpiPens',
    'The doctor gave me iron tablets',
    'my grandma is blind in one eye',
    "I'm colour blind",
    'I was born deaf and blind',
    'My brother went blind at 12',
    'My blind dog Rex is 12',
    'as a blind developer I use a screen reader',
    'i use a wheelchair',
    'I have asthma',
    'cetraben brings me out in a rash, weirdly',
    'I have a job at the council and type 2 diabetes',
    'We donated to the asthma fund since Lily is asthmatic',
    'My baby has nappy rash',
    "I'm veggie.",
    'my daughter is veggie',
    'we went veggie in May',
    "I'm pure vegetarian, no egg also",
    "I'm GF and DF",
    'I eat plant based',
    "I don't do dairy",
    'dairy is a no for me',
    'penicillin gives me hives',
    'I break out in hives from nuts',
    'I had surgery on my knee in May',
    'my friend Bea is coeliac',
    "my best friend is allergic to shellfish, her husband isn't",
    "My friend Ana and her son are coming for dinner, he's coeliac",
    'My boss is deaf, his wife signs for him',
    'My friend Jo lives with her husband and she has epilepsy',
    'My neighbour has asthma and his kids have a dog',
    'He is allergic to nothing except bees',
    "I'm allergic to mornings and cats",
    "I'm allergic to nonsense but also to penicillin",
    'I work from home because of my epilepsy',
    'I work at Bosch and have asthma',
    "I'm a diabetic nurse",
    "I'm a teacher in a wheelchair",
    'I study law with ADHD',
    'Mia is gluten-free',
    'our household is nut-free',
    'I made a gluten-free cake for my son',
    "I'm sorry, I have a nut allergy",
    'We need a wheelchair accessible hotel',
    'My asthma clinic is on Tuesday',
    'I have MS and walk with a cane',
    'My wife used to smoke and has COPD',
    "I don't drive anymore, my eyes, macular degeneration",
    'I work from home now, my back, two slipped discs',
    'I quit running, my hip, osteoarthritis',
    'One of my kids is allergic to dairy',
    'My students know that I have diabetes',
    'The kids are allergic to nuts',
    'The guests include my brother, who is allergic to fish',
    'My son got a job at Lidl and his nut allergy worries us.',
    'My sister sells houses in Leeds and her lupus needs treatment.',
    'Doctor says prediabetic.',
  ])('is what "%s" is about', (said) => expect(kindsOf(said)).toEqual(['health']))

  it('is what a clause beside a job is about, even one not worth a record', () => {
    const said = 'My sister sells houses and her lupus is back.'
    expect(readStatements(said, { at: '2026-03-02T09:00:00Z' }).map(({ kind }) => kind)).toEqual(['health'])
  })

  it.each([
    'I wanna see ranni quest blind',
    'I went in blind on that exam',
    'I did a blind taste test of colas',
    'I booked a blind date',
    "I'm doing the London half for Asthma UK",
    'I work in cancer research',
    'My dad runs the Diabetes UK group',
    "apparently they're amazing with celiac",
    'that bakery is great with allergies',
    'the hotel was useless about nut allergies',
    'the wheelchair lift in our office is broken',
    'I play wheelchair rugby',
    'It was a rash decision',
    'I write mornings, 5 to 8, before the surgery opens',
    'two hives dead, wasps got in',
    'We have 9 hives behind the railway',
    "He's allergic to nothing far as I know",
    "I'm allergic to mornings",
    "My friend Bea is stressed, her dad has Parkinson's",
    'My friend Ana is worried, her mum is blind',
    'I love veggies',
    'my gf is Ana',
    'veggie burgers are my favourite',
    'I got a job as receptionist at Park surgery',
    'Planning a week in Whitby, wheelchair friendly please',
    'I work as a carer for a man in a wheelchair',
    "I'm writing an app for diabetes clinics",
    'We sell hearing aids in Leeds',
    'We have a peanut allergy policy at my school',
    'My thesis is on migraine in teenagers',
    "I'm a therapist",
    "I'm a cancer researcher",
    'I volunteer at the diabetes charity',
    'I wrote a novel about dementia',
    'She teaches deaf children in Hull',
    'I watched a documentary about autism',
    'My pancakes are gluten-free and so fluffy, wanna try?',
    'I baked a sugar-free carrot cake for the fair yesterday',
    'I tried a gluten-free pizza place downtown',
    'Sorry that your migraine came back',
    'It must be hard to live with diabetes',
    'Medication management is crucial to patient safety',
    'Your back pain sounds awful',
    'Sorry to hear about the diagnosis',
    'My patient in bed 4 is allergic to penicillin, how do I word the note?',
    'The kids are going to a party and one boy there is allergic to dairy',
    'One of the children in my class is allergic to bees',
    "There's 6 of us on Saturday, Ngozi's coeliac and her husband doesn't drink",
    "Dinner for eight on Friday: Marta's vegan and Joe is allergic to nuts.",
  ])('is not what "%s" is about', (said) => expect(kindsOf(said)).not.toContain('health'))
})

describe('the health of strangers', () => {
  it.each(['My pupil Max is allergic to peanuts and carries an EpiPen.', 'My client is diabetic, and I cook for her.'])(
    'is kept of those whom the speaker looks after: %s',
    (said) => expect(kindsOf(said)).toContain('health'),
  )

  it.each(['A customer is allergic to nuts.', 'A patient of mine has asthma.'])('is nothing to keep: %s', (said) =>
    expect(readStatements(said).filter(({ worth }) => worth >= keptWorth)).toEqual([]),
  )
})

describe('a danger', () => {
  const bindsIn = (said: string): boolean =>
    readStatements(said, { at: '2026-03-02T09:00:00Z' }).some(({ kind, isBinding }) => kind === 'health' && isBinding)

  it.each([
    'No aspirin for me',
    "My tummy can't handle onions",
    'Ibuprofen makes my stomach very bad',
    "I'm never taking codeine again, it stops my breathing",
    'triptans dont agree with me, chest pain',
    'I am told I must never have ibuprofen because of the blood thinner.',
    'i cannot have codeine, it stops my breathing',
    "Cardiologist says I'm to stay off decongestants.",
    'I have to avoid gluten.',
    'I was told never to take aspirin because of my ulcer.',
    'ibuprofen makes me wheeze',
    'codeine knocks me out so nothing with that in it',
    "shellfish and me don't mix",
    'dairy upsets my stomach',
    "I don't tolerate statins",
    'latex brings me out in hives',
    'mangoes make my lips swell',
    'I react badly to bee stings',
    'gluten makes me ill',
    'Dorothy is choking on thin liquids, everything has to be thickened',
    'morphine makes me vomit',
    'eggs make my daughter vomit',
    "wheat and I don't get along",
    "He can't swallow well since the stroke",
    "I love cats but I'm allergic",
    "No nuts please, I'm allergic",
    'I got allergic to strawberries last year',
    'I had an allergic reaction to shrimp at 12',
    "I'm not allergic to nuts but to eggs",
    "I don't have any allergies except to penicillin",
    "as you know, I'm diabetic",
    "Ana's son Leo is allergic to eggs",
    "I can't be around cats without an asthma attack",
    "I'm used to my diabetes",
    'I ran out of asthma inhalers',
    "It's not just asthma I have, my heart is weak",
    'I have developed bakers asthma, the doctor says from rye flour',
    'I have never had my asthma under control.',
    'My son has not had his asthma inhaler at school since May.',
    "I don't get my epilepsy drugs any more, I take keppra.",
    'I have no diabetes medication left',
    'I never had so much asthma as this year.',
    'I have no epilepsy pump',
    "I haven't had such asthma in years",
    'I never leave home without an asthma inhaler',
    "I can't control asthma",
    'We have no asthma attacks any more since my new inhaler, but asthma stays',
    "I've been allergic since I was five",
    'My brother works at Shell and his asthma is bad.',
    'My wife works in Hull and her epilepsy is badly controlled.',
    'My dad works as a driver and his diabetes is getting worse.',
    'My daughter volunteers at the zoo and her insulin pump broke.',
    'My mum works at Tesco and she has diabetes',
    'My uncle works as a cook and takes insulin',
    'My cousin teaches French and her epilepsy is back',
  ])('is what "%s" tells', (said) => expect(bindsIn(said)).toBe(true))

  it.each([
    'No aspirin for me today',
    "I can't handle onions",
    "My kitchen can't handle fish",
    'I used to have a hamster by that name, but then I got allergic and we gave her away.',
    'The nickname reminds me of when I could still pet a cat without an allergic reaction!',
    "I wish I wasn't allergic!",
    'I dreamt I was allergic to chocolate',
    "I'm not diabetic",
    "I'm not allergic to anything",
    "I don't have any allergies",
    'I used to be allergic to eggs',
    'My dad outgrew his asthma',
    'I got a cat allergy test, negative',
    'Doctor says prediabetic',
    "My mum isn't diabetic yet",
    "I'm not lactose intolerant",
    'I used to have asthma as a kid',
    'He grew out of his egg allergy',
    'There is no diabetes in my family',
    'had an asthma attack on Sunday',
    'politics makes me sick',
    "my boss and I don't get along",
    "mornings don't agree with me",
    "I can't tolerate rudeness",
    'The news reacted badly to inflation',
  ])('is not what "%s" tells', (said) => expect(bindsIn(said)).toBe(false))
})

describe('what passes', () => {
  it.each([
    'I broke my leg',
    'I broke my leg.',
    'I broke my leg last week',
    'I tore my ACL',
    'I fractured my wrist',
    'He dislocated his shoulder',
    'She sprained her left ankle, again',
    'I had surgery on my knee',
    'I am not allergic to cats',
    'He grew out of his asthma',
    'My allergies are acting up',
    'It just felt like everything was against me, first my allergies, then the camera',
    'Even with my allergy meds I was sneezing all day',
    "I picked up Luna's prescription food",
  ])('is %s', (said) => expect(isPassingHealth(said)).toBe(true))

  it.each([
    'My allergies are nuts and eggs',
    'My allergies are severe',
    'Penicillin is one of my allergies',
    'My allergies got worse since the strawberries',
    'I have allergies',
    'I take my allergy meds every morning',
    'Please remember my allergies when you plan meals',
    'I had surgery on my heart',
    'He had surgery on his brain',
    'Surgery to my lower spine in May',
    'I had heart surgery',
    'I broke my back',
    'I broke my arm, epileptic',
    'I have no asthma inhaler at work',
    'I am vegan',
    'We keep kosher',
    'I have chronic back pain',
    'I broke my hip and walk with a cane',
    'Had an allergic reaction in Spain, prawns',
    'I had a severe asthma attack in May and now always carry Ventolin',
  ])('is not %s', (said) => expect(isPassingHealth(said)).toBe(false))

  it('is found in a time that grows with the length of a word', () => {
    const word = 'aà'.repeat(20_000)
    const spentMs = startCpuClock()
    expect(kindOf(word, () => true).kind).toBe('other')
    expect(isPassingHealth(`${word} I broke my leg`)).toBe(true)
    expect(spentMs()).toBeLessThan(1_000)
  })
})

describe('what one is for or against', () => {
  it.each([
    'I strongly dislike hot and humid climates.',
    'I have a strong aversion to horror movies.',
    "I'm not interested in documentaries.",
    "I'm not really into hiking",
    'I am not a fan of large hotels.',
    'I have no interest in superhero movies.',
    'I have a soft spot for classical and jazz.',
    'I have a deep fear of heights.',
    'I refuse to stay in hotels of large chains.',
    'I greatly dislike the scent of citrus.',
    'I despise audiobooks read by celebrities.',
    'I strictly avoid fine dining restaurants.',
    "I really don't enjoy watching documentaries.",
    'I am strongly opposed to animal testing.',
    'I cannot tolerate scratchy clothes.',
    'I steer clear of reality shows.',
  ])('is kept as a preference: %s', (said) => expect(kindsOf(said)).toEqual(['preference']))

  it.each([
    'I refuse to believe this.',
    'I refuse to give up on this bug.',
    "I'm interested in learning more about Rust.",
    "I'm not comfortable with that.",
    'I strongly agree with you.',
    'I really like the idea.',
    'I have no interest in this.',
  ])('is nothing to keep: %s', (said) => expect(kindsOf(said)).toEqual([]))

  it.each(['I follow a strict vegan diet.', 'I stick to a low-carb diet.', 'I do not consume caffeine in any form.'])(
    'is health where it is a diet: %s',
    (said) => expect(kindsOf(said)).toEqual(['health']),
  )

  it.each(['I keep a balanced diet.', "I'm on a diet."])('is no health where a diet has no name: %s', (said) =>
    expect(kindsOf(said)).not.toContain('health'),
  )
})

describe('a rule without an order', () => {
  it.each([
    'from now on no migrations on fridays, team rule',
    'from now on: one idiom per evening with its story, nothing more.',
    'every migration needs a review from me or Hanne',
    'all orders go through my wife for approval',
    'blameless pls, no names in postmortems.',
    'no semicolons in our js, prettier strips them anyway',
    'no more than one page, i print them',
    'we had a nut incident in june so no nuts on starters, house rule',
    'when i paste stuff with {1} {2} tags keep the tags',
    'when i send photos of plants give me the latin name',
    'no marketing speak with me please, ever',
    'we never throw in read paths',
    'from now on every invoice goes to Pia first',
    'nobody but Priya or me may deploy to prod',
  ])('is one: %s', (said) => expect(kindsOf(said)).toEqual(['rule']))

  it.each([
    'no errors in the logs',
    'no rain in months',
    'No more than a joke',
    'Every team needs a leader',
    'every day needs a plan',
    'from now on one of us cooks',
    'in general no problem',
    'when i send the file I get an error',
    'we have no nuts in our house',
    'we never fight',
    'no luck with me lately',
    'no one can help me',
    'from now on I am vegan',
    'from now on the innkeeper suspects me of being a spy.',
  ])('is none in "%s"', (said) => expect(kindsOf(said)).not.toContain('rule'))
})

describe('a project', () => {
  it.each([
    'We use Redis for the queues',
    'we use pnpm in the monorepo',
    'we use bullmq, 4 queues',
    'we deploy on Thursdays after lunch',
    'every ticket like ABC-123 has an owner',
    'Tallyho runs on Node 22.4',
    'I am using Gunicorn 20.1.0 with 3 workers',
    'We upgraded to Rails 7.1',
  ])('is what "%s" is about', (said) => expect(kindsOf(said)).toEqual(['project']))

  it.each([
    'We use cloth diapers',
    'We use public transport',
    'We only use olive oil',
    'We still use the old stroller',
    'we use first names at home',
    'We use "klem" at the end',
    'We use German at home',
    'my sprint time is 12s',
    'We read about the Great Migration at school',
    'Summer internship in Leeds from 1 June-21 August',
    'gimme a drill for under-12 girls, saturdays',
    'My boat is a mid-40-foot cruiser',
    "I'm 1.94 so it needs to go high",
    'Ife has choir on Tuesdays till 4.30',
    'I go to the gym every Monday at 6.30',
    'I sleep 6.5 hours a night',
  ])('is not what "%s" is about', (said) => expect(kindsOf(said)).not.toContain('project'))
})

describe('a few words of an answer', () => {
  it.each(['Like IMSL.', 'Like Python', 'like in the movies', 'from Amazon.', 'yeah from Bristol.', 'From April on.'])(
    'are no statement of the user: %s',
    (said) => expect(kindsOf(said)).toEqual([]),
  )

  it.each([
    ['Like jazz and old films', 'preference'],
    ["I don't like loud music", 'preference'],
    ["I'm a mother of two", 'identity'],
    ['From Leeds but living in Porto', 'identity'],
    ['from Bristol originally', 'identity'],
    ['Our wedding is on 3 May', 'person'],
    ["My manager's called Prakash", 'person'],
    ["My boss's name is Oke", 'person'],
    ["Femi's Muslim so no pork or wine", 'person'],
    ["Helen's birthday is 4 May", 'person'],
    ["I've started seeing someone, Femi", 'person'],
    ['I have an appointment at the eye clinic on 26 March', 'plan'],
    ['my exams are: ML 9 may, databases 20 may', 'plan'],
  ])('are one if they say more: %s', (said, kind) => expect(kindsOf(said)).toEqual([kind]))

  it.each([
    ['when I cut myself it is a whole affair', 'decision'],
    ["my sister's wedding buffet was great for us all", 'person'],
    ["My manager's car is always in my spot", 'person'],
    ["It's Jewish rye bread that I love", 'person'],
  ])('are not what they only resemble: %s', (said, kind) => expect(kindsOf(said)).not.toContain(kind))
})

it('tries a pattern of health only where one of its words stands', () => {
  const ofHealth = kindPatterns.filter(({ source }) => source.includes('dairy'))
  expect(ofHealth.length).toBeGreaterThanOrEqual(3)
  for (const pattern of ofHealth) expect(neededTexts(pattern).length).toBeGreaterThanOrEqual(1)
})

describe('the patterns of the kinds', () => {
  it('are no longer than what V8 optimizes, 20 KB', () => {
    for (const { source } of kindPatterns) expect(source.length).toBeLessThan(20_480)
  })
})
