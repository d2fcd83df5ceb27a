import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessages, shared } from '../../bench/keep/messages.ts'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { isDeed } from './english/features.ts'
import { isAmongPeople, talkAfter } from './english/play.ts'
import { keptWorth, toldWorth } from './english/worth.ts'
import { lookAlikes, plainStatements, statementsInPassing } from './everyday.fixture.ts'
import { readStatements } from './read-statements.ts'
import { captureLanguages } from './rules/rule-table.ts'
import type { ReadingOptions, Statement } from './statement.ts'

const kept = (text: string, options?: ReadingOptions): Statement[] =>
  readStatements(text, options).filter(({ span, worth }) => span === 'lasting' && worth >= keptWorth)
const textsOf = (text: string): string[] => kept(text).map((one) => one.text)
const only = (text: string, options?: ReadingOptions): Statement | undefined => readStatements(text, options)[0]

/** Short sentences to an assistant: `+` who the speaker is, `-` what the speaker is doing at the moment. */
const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')

describe('short sentences to an assistant', () => {
  const shareKept = (file: string, mark: string): number => {
    const mine = linesOf(file).filter((line) => line.startsWith(mark))
    expect(mine.length).toBeGreaterThan(40)
    return mine.filter((line) => textsOf(line.slice(2)).length > 0).length / mine.length
  }

  it.each(['short-statements.fixture.txt', 'short-statements-foreign.fixture.txt'])(
    'are kept when they tell who the speaker is, 95 of 100, and not when they are about the task at hand, 94 of 100: %s',
    (file) => {
      expect(shareKept(file, '+')).toBeGreaterThan(0.95)
      expect(shareKept(file, '-')).toBeLessThan(0.06)
    },
  )

  it('of English are taken for no other language', () => {
    const languages = captureLanguages.filter((one) => one !== 'english')
    const english = linesOf('short-statements.fixture.txt').map((line) => line.slice(2))
    const traps = ['We think that she is vegetarian.', 'On Monday I had a bad allergic reaction to my money.']
    for (const said of [...english, ...plainStatements.map((one) => one.said), ...lookAlikes, ...traps])
      expect(readStatements(said, { languages }), said).toEqual([])
  })

  it.each([
    'I love jazz.',
    'I really enjoy painting, playing piano and tea tasting.',
    'My boss is Miguel.',
    "I'm on blood thinners.",
    'Actually I’m left-handed.',
  ])('keep %s word for word', (said) => expect(textsOf(said)).toEqual([said.replace(/^Actually /, '')]))
})

describe('messages to an assistant that nothing was fitted to', () => {
  const apart = readMessages(new URL('../../bench/keep/messages.jsonl', import.meta.url).pathname).filter(
    ({ half }) => half === 'apart',
  )

  it('lose at most three of ten statements', () => {
    const parts = apart.flatMap(({ text, keep }) => keep.map((part) => ({ part, texts: textsOf(text) })))
    const found = parts.filter(({ part, texts }) => texts.some((one) => shared(part, one) >= 0.7))
    expect(parts.length).toBeGreaterThan(150)
    expect(found.length / parts.length).toBeGreaterThan(0.7)
  })

  it('give hardly anything when nothing in them lasts', () => {
    const others = apart.filter(({ keep }) => keep.length === 0)
    expect(others.length).toBeGreaterThan(130)
    expect(others.filter(({ text }) => textsOf(text).length > 0).length / others.length).toBeLessThan(0.07)
  })
})

describe('a danger to the health of a person', () => {
  it.each([
    ['My mum is coming on Sunday.', 'She is diabetic.', 'My mum: She is diabetic.'],
    [
      'My nephew Sam visits us, what could I cook?',
      "he's allergic to peanuts",
      "My nephew Sam: he's allergic to peanuts",
    ],
    [
      'In summer my mother in law comes. So she stays with the kids',
      'And she has asthma',
      'my mother in law: she has asthma',
    ],
    ["What can I cook for my sister's visit?", "Plus she can't eat gluten", "my sister: she can't eat gluten"],
    ["I bake something for my wife's birthday", 'she is coeliac', 'my wife: she is coeliac'],
    ['My son and my wife come', 'He has epilepsy', 'My son: He has epilepsy'],
  ])('says whose it is: %s %s', (own, said, text) => {
    const before = { role: 'assistant', text: 'How nice!' } as const
    expect(readStatements(said, { own, before }).map((one) => one.text)).toEqual([text])
    expect(readStatements(`${own.replace(/(?<![.?])$/, '.')} It rains. ${said}`).at(-1)?.text).toBe(text)
  })

  it.each([
    ['My mum and my aunt come on Sunday.', 'She is diabetic.'],
    ['My sister brings her friend Blessing.', 'She is diabetic.'],
    ['My wife cooks. Yesterday we met Olga.', 'She is diabetic.'],
    ['My wife cooks. Blessing comes, too.', 'She is diabetic.'],
    ['A patient came with her sister.', 'She is diabetic.'],
    ['My wife is at home.', 'He has asthma.'],
    ['My parents visited.', 'He has asthma.'],
    ['My mum is coming.', 'I am diabetic.'],
  ])('does not where it is not plain: %s %s', (own, said) =>
    expect(readStatements(said, { own }).map(({ text }) => text)).toEqual([said]),
  )
})

describe('a person of the sentence before', () => {
  it.each([
    ['My sister called but I was busy. She lives in Porto now.', 'My sister called. She lives in Porto now.'],
    [
      'My friend Tom is a chef but we rarely meet. He works at the Ritz.',
      'My friend Tom is a chef. He works at the Ritz.',
    ],
  ])('is in the part that names one: %s', (said, text) => expect(kept(said).map((one) => one.text)).toContain(text))

  it('is none where no part names one', () => {
    const said = "The weather is great but we don't have a car. She lives in Porto now."
    expect(kept(said).filter(({ text }) => text.includes('Porto'))).toEqual([])
  })
})

describe('a question in the order of a statement', () => {
  it.each([
    'My wife needs to come too, or only me?',
    'I can bring my son with me or not?',
    'My daughter can start in September?',
    'My wife is allowed to work with my visa?',
    'My employer must give me 20 days of holiday?',
  ])('states nothing: %s', (said) => expect(kept(said)).toEqual([]))

  it.each([
    ["I can't eat gluten, what should I order?", "I can't eat gluten"],
    ['My son is allergic to nuts, is this cake ok or not?', 'My son is allergic to nuts'],
  ])('states something before it: %s', (said, text) => expect(kept(said)).toMatchObject([{ text }]))
})

describe('what is said of a person in passing', () => {
  it.each([
    ['Can you help me write to Karen, my boss, about my leave?', 'Karen, my boss'],
    ['What should I give Theo, my youngest nephew, for his birthday?', 'Theo, my youngest nephew'],
    ['Could we include a weekly dinner with my partner, James, on Fridays?', 'my partner, James'],
    ["How can I help with my spouse Alexis's business launch?", 'my spouse Alexis'],
    ["suggest a present for my husband, he's turning 40", 'My husband is turning 40'],
    ["how can i stop my toddler from biting, she's 2", "my toddler from biting, she's 2"],
    ['translate this for my mother in law Carmen: "thank you"', 'my mother in law Carmen'],
    ["draft a text to my sister Claire saying we can't come", 'my sister Claire'],
    ['write a post about my new role as head of design at Klarna', 'my new role as head of design at Klarna'],
    ['find a plumber near my flat in Islington', 'my flat in Islington'],
    [
      "we're flying with our dog Luna to Spain, which documents does she need",
      "we're flying with our dog Luna to Spain",
    ],
    ["write a python script to rename my photos, i'm on a mac", "i'm on a mac"],
    ['what workout can i do with my bad knee', 'my bad knee'],
    [
      'I met Tanya, my oldest friend, at The Greenhouse on April 3, and she told me to slow down.',
      'I met Tanya, my oldest friend, at The Greenhouse on April 3, and she told me to slow down.',
    ],
  ])('is kept without what it does not say: %s', (said, kept) => expect(textsOf(said)).toEqual([kept]))

  it.each([
    "can you roast my friend, he's a huge nerd",
    "what can i do about my boss, he's late again",
    'describe my role as a villain in the play',
    "what rhymes with a roll, i'm on a roll",
    'what can i do about my bad day',
    'what can i do with my bad photos',
    'starting at the bottom, how do i climb up',
    'which model does she need',
    'My pulse was down to 44',
    'I beg your pardon, I meant the green one',
    'I meant to say earlier, it is Karen with a K',
    'I apologise, I wrote the wrong date',
    "I've been up since four, so be quick: how long do I boil an egg?",
    'I got up at five to bake, so what do I do with the dough?',
    'Plan pls, 2 h every evening',
    'I only slept four hours',
  ])('is not what is said of the moment: %s', (said) => expect(textsOf(said)).toEqual([]))

  it('is nothing if it is only a thing that happened', () => {
    expect(textsOf('Tell me more about fate, especially after our discussion on August 8.')).toEqual([])
  })
})

describe('orders in other forms', () => {
  it.each([
    "Don't use em dashes in anything you write for me.",
    "If you're not certain about something, say so up front.",
    "I'd like you to skip the summary at the end of every answer.",
    'In general, keep your replies to me under 150 words.',
    "When I share poems, tell me what's wrong before what's good.",
    'For recipes, I always want weights in grams, no cups.',
    'Any dates you write for me should be in ISO format.',
    'Use TypeScript in examples for me by default, strict mode on.',
  ])('are kept as rules: %s', (said) => {
    expect(kept(said)).toMatchObject([{ text: said, kind: 'rule' }])
  })

  it.each([
    ["What can I cook for the kids, Poppy can't have nuts, she's allergic", "Poppy can't have nuts, she's allergic"],
    ['Which restaurant would work, Tom hates spice and Ana is coeliac', 'Ana is coeliac'],
    ["Any pudding ideas for Sunday, Maisie's allergic to eggs?", "Maisie's allergic to eggs"],
    ["what should I bring, bearing in mind I'm vegan", "I'm vegan"],
    ["could you suggest a pub near Bath seeing as I'm in a wheelchair", "I'm in a wheelchair"],
    ['Remind me never to take ibuprofen', 'never to take ibuprofen'],
    ["Don't let me forget I can't have aspirin", "I can't have aspirin"],
    ["What could we eat? and remember Ella doesn't eat pork", "Ella doesn't eat pork"],
    ['I have a plot at Mill Road, had it since I retired', 'I have a plot at Mill Road, had it since I retired'],
  ])('keeps what is told beside a request: %s', (said, text) => expect(kept(said)).toMatchObject([{ text }]))

  it.each([
    'Write a story about Mia, Mia is coeliac and lives in Rome',
    "What can I cook if Poppy can't have nuts?",
    "How do I fix this, Docker won't start",
    'Remind me to take ibuprofen at 8',
  ])('keeps nothing of what asks or is made up: %s', (said) => expect(kept(said)).toEqual([]))

  it.each(['Can I still have grapefruit? I have half every morning', 'Sheila has cut me down to one.'])(
    'does not show what it speaks of: %s',
    (said) => expect(readStatements(said)).toContainEqual(expect.objectContaining({ isUnresolved: true })),
  )

  it.each([
    ['I take metformin 500 twice a day and a statin at night', 2],
    ['I take bisoprolol 2.5, ramipril 5 and warfarin', 3],
    ['I take metformin and ramipril in the morning', 1],
    ['I take aspirin and ibuprofen only when I have to', 1],
  ])('keeps each medicine apart: %s', (said, count) => expect(kept(said)).toHaveLength(count))

  it.each([
    ["I'm on losartan 50", 'health'],
    ['I take gliclazide', 'health'],
    ["I'm on furosemide 40", 'health'],
    ['I have a mongrel', 'possession'],
    ["Our Poppy's 6, she only comes for the strawberries", 'person'],
    ["Tom's on nights, he's a nurse at Southmead", 'person'],
  ])('knows what it is about: %s', (said, kind) => expect(readStatements(said)).toMatchObject([{ kind }]))

  it.each([
    "don't save this: my ex is called Bob",
    'dont remember this but i might quit my job',
    "please don't store this, i'm pregnant",
    'Off the record: I hate my boss.',
    'merk dir das nicht: ich bin schwanger',
    'no guardes esto: soy celíaco',
    'please forget my address',
    'forget about Bob',
  ])('keeps nothing of what is not to be kept: %s', (said) => {
    expect(kept(said)).toEqual([])
  })

  it.each([
    ["I don't remember this, but I love sci-fi.", 'I love sci-fi.'],
    ["I don't keep this in the fridge, I am allergic to nuts.", 'I am allergic to nuts.'],
    ['Dont forget im vegan', 'im vegan'],
    ['Remember im allergic to nuts', 'im allergic to nuts'],
  ])('keeps what is said beside other words of remembering: %s', (said, text) => {
    expect(kept(said)).toMatchObject([{ text }])
  })

  it.each([
    'fix grammar: I live in Rome and I like the sun.',
    'make this sound more formal: I have two dogs and I am allergic to dust.',
    'can you check this text for mistakes?\nI have two dogs and I am allergic to dust.',
    'is this correct? I have two dogs and I am allergic to dust.',
    'reply to this text from my landlord: I moved to Spain last week',
    'story prompt: I live in Paris and I am a spy',
    "let's write a story. I live in Venice and paint.",
    'write a poem from the perspective of a soldier: my wife is dead',
    'my ex wrote me this: I am pregnant and want to talk',
    "here's my friend's bio: I'm Tom, 34, vegan, living in Leeds",
    "let's say I'm 45 and earn 90k",
    'in the sims I have 4 kids',
    'I dreamt I was pregnant',
  ])('keeps nothing of a text to work on, a story or a supposition: %s', (said) => {
    expect(kept(said)).toEqual([])
  })

  it.each([
    ['Could you check my code? I use Python 3.11 and FastAPI.', 'I use Python 3.11 and FastAPI.'],
    ['I am a teacher. Can you write a poem for my wife?', 'I am a teacher.'],
    ['Answer to the point: I hate long answers.', 'I hate long answers.'],
    ['Help me reply to my boss. I work at Bosch.', 'I work at Bosch.'],
  ])('keeps what is said beside a task: %s', (said, text) => {
    expect(kept(said)).toMatchObject([{ text }])
  })

  it.each([
    ["I live in Lisbon and I'm allergic to nuts", ['I live in Lisbon', "I'm allergic to nuts"]],
    ["I'm 34 and I live in Berlin", ["I'm 34", 'I live in Berlin']],
    ['I work at Bosch and my wife is vegan', ['I work at Bosch', 'my wife is vegan']],
    ['My wife Anna and I live in Rome', ['My wife Anna and I live in Rome']],
    ['News: a) I live in Ghent now, b) my boss is Ola', ['I live in Ghent now', 'my boss is Ola']],
    [
      'First, my office is in Aarhus. Second, I report to Lars Holm.',
      ['my office is in Aarhus.', 'I report to Lars Holm.'],
    ],
    ['Since March my superior is Mme Roussel', ['Since March my superior is Mme Roussel']],
  ])('are kept apart where each can end alone: %s', (said, texts) => {
    expect(kept(said).map(({ text }) => text)).toEqual(texts)
  })

  it.each(['Keep your answer to this one short.', 'When I run it, it fails.', 'For the title, use bold.'])(
    'are not those of one answer: %s',
    (said) => expect(textsOf(said)).toEqual([]),
  )

  it.each([
    'Use tabs, and never put comments in generated code',
    "I'd rather be contradicted when I'm wrong",
    'explain stuff to me with cricket examples',
    'Talk to me in knots and Celsius',
    'British spelling in anything for the thesis',
    'use time-machine, freezegun is banned',
    "don't touch anything under gen/",
    'when you write for my students use Ghanaian names',
    'Can you give me distances in kilometres, always?',
  ])('hold for every answer: %s', (said) => expect(kept(said)).toMatchObject([{ span: 'lasting' }]))

  it.each([
    ['scrap jest, we moved back to Vitest', ['scrap jest, we moved back to Vitest']],
    ['scrap that, we moved to Leeds', ['we moved to Leeds']],
    ['scrap Redis, how would it look with Postgres?', []],
  ])('leaves what is given up beside what is used instead: %s', (text, texts) => expect(textsOf(text)).toEqual(texts))

  it.each(['why it exits always', "don't touch the second paragraph", 'Write a story and never mention the sword'])(
    'do not hold for every answer: %s',
    (said) => expect(kept(said).filter(({ span }) => span === 'lasting')).toEqual([]),
  )
})

describe('what holds at work', () => {
  it.each([
    'Account numbers in logs must be masked, only the last 4 digits',
    'Noor approves releases, Tom if she is away',
    'PRs go against develop, never main',
    'Each letter to parents must be signed by Mrs Okafor',
    'commit messages: past tense, no emoji',
    'The field season is from 1 June until 10 July',
    'Meral is in the shop and speaks good English',
    'our tests fail the build if coverage drops below 80%',
    'our API returns 404 for unknown tenants',
    'my dad crashes on our sofa every friday',
    'the release job runs on mondays',
    'our query service is written in Go',
  ])('is kept without a word of the first person: %s', (said) => expect(textsOf(said)).toEqual([said]))

  it.each([
    'index out of bounds: the len is 2 but the index is 5',
    'error: package `half v2.7.1` cannot be built',
    'SyntaxError: unexpected token',
    'Caused by: java.sql.SQLSyntaxErrorException: ORA-00942: table or view does not exist',
    'Unrecognized name: bike_kind at [14:5]',
    'I have a migraine, only small things today.',
    'No, I have solved it already.',
    'Actually, there is one more thing.',
    'mate how do u work out voltage drop i always mess it up',
    'our login page crashes on Safari since the last release',
    'my docker build fails with exit code 137',
    'our users can’t log in with google since the deploy',
    'memory goes up to 2GB and then the pod gets OOM killed',
    'we have a race condition in the checkout',
    'my staging server keeps restarting',
    'our websocket server leaks 10MB per connection',
  ])('is not an error of a program, or what passes: %s', (said) => expect(textsOf(said)).toEqual([]))
})

describe('a person that the sentence before names', () => {
  it('is told with what is said of them', () => {
    expect(textsOf("It's me and my wife Ann. She has celiac disease.")).toEqual([
      'my wife Ann. She has celiac disease.',
    ])
  })
})

describe('a role that is asked for', () => {
  it.each([
    'Could you pretend to be Gordon Ramsay? I am the head chef and I love lamb sauce',
    "Let's role play: you're a doctor and I'm your patient. I am allergic to penicillin",
    'Please proofread my cover letter. I am a nurse with ten years of experience.',
  ])('says nothing of the speaker: %s', (said) => expect(textsOf(said)).toEqual([]))
})

describe('orders as people type them', () => {
  it.each([
    ['stop using em dashes', 'stop using em dashes'],
    ["Don't use bullet lists", "Don't use bullet lists"],
    ["no fish please, can't stand it", "no fish please, can't stand it"],
    ['Never say "I hope this email finds you well".', 'Never say "I hope this email finds you well".'],
    ['Use "du", not "Sie"', 'Use "du", not "Sie"'],
    ['english first then spanish. always do it that way', 'english first then spanish. always do it that way'],
    ['just show the diff, not the whole file. always', 'just show the diff, not the whole file. always'],
    ['Run the linter before every commit.', 'Run the linter before every commit.'],
    ['Do not touch the migrations folder.', 'Do not touch the migrations folder.'],
    ['give me only hints, never the answer', 'give me only hints, never the answer'],
    ['If you give me times, use the 24h clock.', 'If you give me times, use the 24h clock.'],
    ['Five sentences max, for this and any other email.', 'Five sentences max, for this and any other email.'],
    ['For any future bookings: window over aisle.', 'For any future bookings: window over aisle.'],
  ])('are kept as rules: %s', (said, text) => {
    expect(kept(said)).toMatchObject([{ text, kind: 'rule' }])
  })

  it.each([
    'Be polite',
    'Never that phrase.',
    'make it shorter',
    'A blurb for the shop. Please.',
    'use a table for this',
    'Do not use the word "very" in this text.',
    'no bullet points in this one',
    "Don't ever stop painting.",
  ])('are none, or of one answer: %s', (said) => expect(textsOf(said)).toEqual([]))
})

describe('what people leave out when they type', () => {
  it.each([
    'started sertraline 50mg',
    'quit greggs, got the job at Tesco',
    'doing maths and bio at A level',
    'on parental leave since 1 August, the baby is called Aino',
    'im allergic to shellfish',
    'wife is vegetarian',
    'company is Loopline',
    'switched from vscode to zed',
  ])('does not matter: %s', (said) => {
    expect(textsOf(said).join()).toContain(said.split(',')[0])
  })

  it('is not put into what is kept', () =>
    expect(textsOf('started sertraline 50mg')).toEqual(['started sertraline 50mg']))
})

describe('what is done to the user, or by a person who is named first', () => {
  it.each([
    ["they're stopping aza and starting me on ustekinumab, first infusion 15 oct"],
    ["They're taking me off methotrexate and putting me on humira"],
    ['they have stopped the warfarin and started me on apixaban'],
    ['she started me on lithium'],
    ['they gave me a pacemaker in march'],
    ['they upped me to 50 of the sertraline last week'],
    ['She took me off the warfarin and it is Eliquis now'],
    ["They say I can't have live vaccines now"],
    ['Theo passed his walnut challenge at the allergist so walnuts are ok now'],
    ['my doc said no coffee, no tomatoes, nothing acidic'],
  ])('is kept: %s', (said) => expect(textsOf(said)).toEqual([said]))

  it.each([
    ['They moved us to a new table at the restaurant'],
    ['he says I should come'],
    ['He cut his hair'],
    ['they gave me a hard time'],
    ['he took me to the station'],
    ['She stopped me at the door'],
    ['they started me thinking'],
    ['they gave us cold soup'],
  ])('is not kept where it says nothing of how things are: %s', (said) => expect(textsOf(said)).toEqual([]))
})

describe('the place of a message in a chat with an assistant', () => {
  const facts = [
    'I take warfarin already.',
    'im allergic to shellfish',
    'All my emails start with Hello.',
    'I love jazz.',
  ]
  const replies = ['Sure!', 'Here is the mail, warmer and shorter. '.repeat(20)]
  it.each(replies)('does not matter after "%s"', (text) => {
    const later = facts.filter((said) => kept(said, { before: { role: 'assistant', text } }).length > 0)
    expect(later).toEqual(facts.filter((said) => kept(said).length > 0))
    expect(later).toEqual(facts)
  })

  it('is talk between people once the other speaks of themselves', () => {
    const before = { role: 'assistant' as const, text: 'Oh nice! My sister and I went there last summer.' }
    const said = 'The project is called Atlas.'
    expect(textsOf(said)).toEqual([said])
    expect(kept(said, { before })).toEqual([])
    expect(kept(said, { before: { ...before, text: 'Wow!' }, isTalk: true })).toEqual([])
    expect(kept(said, { before: { role: 'user', text: 'Hey!' }, isTalk: true })).toEqual([])
    expect(kept(said, { isTalk: true })).toEqual([])
  })

  it.each([
    ['a long message of a friend', true, `${'My sister and I went there. '.repeat(20)}`, true],
    ['a long message of nobody', true, 'It is a long way to go. '.repeat(20), false],
    ['a list', true, `I love these:\n- ${'one of them '.repeat(40)}\n- my other one`, false],
    ['a long message in a chat', false, 'My sister and I went there. '.repeat(20), false],
    ['a short one', true, 'Wow!', true],
    ['a word of what it is', true, "As an AI, I don't eat, but my friends love pasta!", false],
  ])('is talk after %s', (_name, isTalk, text, after) => {
    expect(isAmongPeople(talkAfter(isTalk ? 2 : 0, { role: 'assistant', text }))).toBe(after)
  })
})

describe('what is not about the user', () => {
  it.each([
    '62 year old man, post CABG, he is allergic to penicillin, and he lives alone in Finglas',
    'My detective, Vesna Kralj, 44, is divorced and allergic to bees',
    'In chapter 2, her ex-husband Goran lives in Ljubljana',
    'Email to my head Mrs Okafor about expressing milk at work',
    'I need a cv for University Hospital Galway',
    'My friend Beto said "i never pay rent and nothing happens"',
    'I cut them at 4.50',
    'My horoscope says I will move house in June',
    'The man asked for my card number, [redacted: card-number]',
    "there's this film where this kid's allergic to sunlight and he lives in a basement",
    "I was reading this novel where the detective's blind and she's allergic to mint for some reason",
    'on my programme last night the lady was a diabetic and went down like a sack of potatoes',
    "there's a bloke in the next bay says he's allergic to diesel",
    "client of mine's a diabetic with two stents",
    'today one of the ladies had a latex allergy that nobody had flagged',
    'A colleague has been diagnosed with something rather nasty',
    "next farm's lad is allergic to morphine",
    "Bride's grandmother uses a wheelchair and the groom is coeliac.",
  ])('is not kept: %s', (said) => expect(textsOf(said)).toEqual([]))
})

describe('conditions and medicines', () => {
  it.each([
    'I have glaucoma',
    'broke my left wrist',
    'The doctor has increased the amlodipine to 10 mg.',
    "doctor's put me on them ramipril tablets for the blood pressure",
    "it's the apixaban one with my breakfast and one with my tea",
    "they've started me on sertraline fifty a day",
    'cedar dust sets my chest off',
    'I was watching a show and my epilepsy kicked in',
    "I'm the groom and I'm coeliac",
    'My colleague is allergic to nuts',
    "there's a woman at work who is allergic to nuts, so no nuts in my cakes",
  ])('are kept: %s', (said) => expect(kept(said)).toMatchObject([{ kind: 'health' }]))

  it('bind with a typing mistake, and for a person with a name', () => {
    expect(kept('Sofi is alergic to cats')).toMatchObject([{ isBinding: true }])
  })
})

describe('a statement beside a request', () => {
  it.each([
    ['I live in Porto near the river, any good running routes?', 'I live in Porto near the river'],
    ['My manager is Rasmus, draft a request for leave', 'My manager is Rasmus'],
    ['As a left-handed knitter, can I follow a normal chart?', 'As a left-handed knitter'],
    ['Which tax form do I need as a US citizen living in Germany?', 'as a US citizen living in Germany'],
    ['How often should my 13-year-old tabby, Moriarty, see the vet?', 'my 13-year-old tabby, Moriarty'],
    ['A gift for my husband, who loves beekeeping, please?', 'my husband, who loves beekeeping'],
    ['How will it affect my budget, which includes $1,100 for rent?', 'my budget, which includes $1,100 for rent'],
    ["I'll say this plainly: keep your answers short", 'keep your answers short'],
  ])('is kept without it: %s', (said, text) => expect(textsOf(said)).toEqual([text]))

  it.each([
    'Can I work as a nurse in Spain?',
    'A patient presents with fever, he is 23 and takes no medication.',
    "I'm open to any suggestions or advice on how to fix this issue",
    "I'd appreciate any help you can provide in getting my app deployed on GitHub Pages",
  ])('is none: %s', (said) => expect(textsOf(said)).toEqual([]))

  it('is one that names a condition', () => {
    expect(textsOf("I'm open to all ideas as long as they're vegan")).toHaveLength(1)
  })

  it('is a rule, not of health, where answers are to tell of it', () => {
    const said = 'Always confirm allergy information when I ask about snack options'
    expect(readStatements(said)).toMatchObject([{ kind: 'rule' }])
    expect(readStatements('Always remember that I have a nut allergy')).toMatchObject([{ kind: 'health' }])
  })

  it('is no stroke where a brush makes it', () => {
    expect(readStatements('Each stroke carries a part of me')).toMatchObject([{ kind: 'other' }])
    expect(readStatements('My dad had his second stroke in May')).toMatchObject([{ kind: 'health' }])
  })
})

describe('everyday statements', () => {
  const all = [...plainStatements, ...statementsInPassing]

  it('keeps at least 76 of 80, a quarter of them said in passing inside a request', () => {
    const missed = all.filter(({ said, kept: words }) => !textsOf(said).some((text) => text.includes(words)))
    expect(all).toHaveLength(80)
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(4)
  })

  it('keeps none of 80 that look like statements', () => {
    expect(lookAlikes).toHaveLength(80)
    expect(lookAlikes.filter((said) => textsOf(said).length > 0)).toEqual([])
  })

  it.each([
    'I have type 1 diabetes.',
    'I inherited land in Texas.',
    "I'm allergic to nuts.",
    'My budget is 500 euros.',
    'We deploy with Terraform on AWS.',
    'Use metric units.',
    'Please keep answers short.',
    "I'm a nurse.",
    "I'm a Python developer and I like it.",
    "I'm studying medicine.",
    'I work night shifts.',
    'I am a morning person.',
    "I'm not a cat person.",
    "I'm a night owl.",
    'I want to learn Japanese.',
    "I've always wanted to learn the cello.",
    'We hope to open a bakery one day.',
  ])('keeps %s', (said) => {
    expect(textsOf(said)).toEqual([said])
  })
})

it.each([
  'I want to learn how to fix this error.',
  'I want to learn more about whales.',
  'I hope to see you one day.',
  'I want to learn physics tonight.',
  "I'm a changed person.",
  "I'm studying for the exam.",
  "I can't wait to grab my camera and go out into the city.",
])('keeps no wish for the moment, and nothing that only sounds like a trait: %s', (said) => {
  expect(kept(said)).toEqual([])
})

describe('the clause', () => {
  it('is cut out of the request around it, with the mood before it', () => {
    const said =
      "Hey, I'm kinda worried about my essay, and my close friend Dora, who's 59, recommended a workshop, so can you help me choose one?"
    expect(textsOf(said)).toContain("my close friend Dora, who's 59, recommended a workshop")
  })

  it('loses what it opens with', () => {
    expect(textsOf('Oh, and by the way, I have a greyhound called Biscuit.')).toEqual([
      'I have a greyhound called Biscuit.',
    ])
  })

  it.each([
    'since the reorg I report to Dana Whitlock instead of Marcus',
    'Since the merger we use Teams instead of Zoom',
    'since my dad died I live with my mum',
    'since we moved I take the bus',
  ])('keeps a "since" that tells a time: %s', (said) => expect(textsOf(said)).toEqual([said]))

  it.each([
    ["since my daughter can't eat celery", "my daughter can't eat celery"],
    ['since my wife is vegan I cook tofu', 'my wife is vegan I cook tofu'],
    ['since I moved to Leeds, I take the bus', 'I moved to Leeds'],
  ])('loses one that gives a reason: %s', (said, text) => expect(textsOf(said)).toEqual([text]))

  it('is taken from the middle of a question', () => {
    expect(textsOf("Which soup could I cook, given that my daughter Lena can't eat celery?")).toEqual([
      "my daughter Lena can't eat celery",
    ])
  })

  it.each([
    ['I lost a weekend to that.'],
    ['I learned that the hard way in Monsanto.'],
    ['My last one was 2:07 and I cried at kilometre 19.'],
    ['Decimal commas are in there.'],
    ['I always keep her in the cellar.'],
  ])('needs the sentence before for a word within it: %s', (said) => {
    expect(readStatements(said)).toMatchObject([{ isUnresolved: true }])
    const [, whole] = readStatements(`The trip took a long time. ${said}`)
    expect(whole).toMatchObject({ text: `The trip took a long time. ${said}` })
  })

  it('keeps a name that a pronoun stands for', () => {
    const said = 'I bought a bicycle, and I call her Greta.'
    expect(readStatements(said)).toMatchObject([{ text: said }])
  })

  it('is kept without the remark behind it, but with who somebody is', () => {
    expect(textsOf('Our hosting must stay under 18 euros a month. That is what I used to spend on a gym.')).toEqual([
      'Our hosting must stay under 18 euros a month.',
    ])
    expect(textsOf('Ha, no, Tomás is my partner. He is a lab technician.')).toEqual([
      'Tomás is my partner. He is a lab technician.',
    ])
    expect(textsOf('My partner Ann and I have two kids, Mara and Theo, which is really exhausting.')).toEqual([
      'My partner Ann and I have two kids, Mara and Theo',
    ])
  })

  it('takes along the day that an order is about', () => {
    const said = 'The database is refreshed every Tuesday. Nothing may run against it before 07:30 that day.'
    expect(kept(said)).toMatchObject([{ text: said, isBinding: true }])
  })

  it('stays with the clause that says what a person\'s "it" is', () => {
    const said = 'no coriander on anything, my father says it tastes of soap.'
    expect(readStatements(said).map(({ text }) => text)).toEqual([said])
  })

  it.each([
    ['As for me, I work in a bakery.', 'I work in a bakery.'],
    [
      'As someone who works nights, I sleep in the afternoon.',
      'As someone who works nights, I sleep in the afternoon.',
    ],
    ['Thanks for the hint about my old car.', 'Thanks for the hint about my old car.'],
  ])('begins where it can be understood: %s', (said, text) => {
    expect(only(said)?.text).toBe(text)
  })

  it.each(['My friend says pineapple on pizza is a crime haha', 'I live on the moon now, just kidding'])(
    'is no joke: %s',
    (said) => {
      expect(textsOf(said)).toEqual([])
    },
  )

  it.each([
    "I'm a bit angry at my own decision.",
    'My laptop fan sounds like a departure gate.',
    'My typing speed is now that of a sloth.',
    "A lot's happened since we talked.",
    'I always feel like something is missing.',
    'I always feel nervous.',
    "I've been feeling a bit lonely these days.",
    'I always lose.',
    'Talking to you has become a habit for me every day.',
    'I want to talk about the progress of my novel.',
    'Feel free to send me recipes for two.',
    'My favorite was a very old carpet.',
    'I am now going to practice my guitar.',
    "I'm in the office now and there's no fan.",
    'Today is Sunday and I have no plans.',
    'In Korea, how can I get a cheap ticket for my bike',
    'Exploring these differences not only enriches my own understanding but also fosters a sense of community.',
    'The vibrant colors of the market reflected the rich heritage of the islands and sparked my curiosity.',
  ])('is no feeling of the moment, no comparison, no word about the talk itself: %s', (said) => {
    expect(textsOf(said)).toEqual([])
  })

  it.each(['I always feel nervous before flights.', 'I love discovering new stories, mostly crime novels.'])(
    'is kept beside words of feelings: %s',
    (said) => {
      expect(textsOf(said)).toEqual([said])
    },
  )

  it.each([
    'I want the actual numbers for the Leeds office, not another summary of what you might do.',
    'I require the actual, confirmed room at Rifugio Averau for my dates.',
    "I'm literally typing my own address, not you.",
    'Stop asking me more questions and just deliver the review.',
    "Stop explaining why you can't find the Leeds train.",
    'My time is money, Pak.',
    'No more questions, just send me the Miller contract.',
    'No need to ask about my knee again.',
    'No further adjustments are required at this stage.',
    "I'm not interested in your internal processes.",
    "With the ferry booked, I'm eager to dive into the route through Sweden.",
    "I'm really keen to see what specific towns in Brittany you propose.",
    'I feel a lot more confident about the two weeks with my sister Ann in Brittany.',
    'I explicitly stated no further updates until you have the actual rooms at Averau and Scoiattoli for my dates.',
    'My previous instruction was to compare the rooms at Averau and Scoiattoli.',
    'You are still failing to deliver the actual, confirmed room for my dates at Rifugio Averau and Scoiattoli.',
    'The food plan, with the farm shops and small village stores, perfectly aligns with my vegan and zero-waste principles.',
    'Having the plan for 12 days through Brittany and Normandy sorted is a huge relief.',
    'Your answers are glorified text formatting if I do all the heavy lifting.',
    'No worries at all.',
  ])('is no talk about the chat and its answers: %s', (said) => {
    expect(textsOf(said)).toEqual([])
  })

  it.each([
    'Stop apologising in every answer.',
    'Please stop asking follow-up questions at the end of your answers.',
    "I'm not interested in football.",
    'I need a gluten-free menu, not a vegan one.',
    'I just need a place to study, not some fancy vacation.',
    "I already told you I'm allergic to nuts.",
    'We need to move to Hamburg in May because of the new job of my wife.',
    'Our flat in Leeds is perfect, two rooms and a garden.',
    'My doctor says no heavy lifting.',
    'I already told you, voice notes are a MUST.',
    'May 17th sounds good for our next touch base.',
    'No nuts at all for my son.',
    "For our food, it's crucial that everything aligns well with my vegan principles.",
  ])('is kept beside such words: %s', (said) => {
    expect(textsOf(said)).toEqual([said])
  })

  it('is an order without what announces it', () => {
    expect(textsOf('The rule that matters: never deploy on Fridays.')).toEqual(['never deploy on Fridays.'])
  })

  it('ends where a task or pasted code begins', () => {
    const said =
      "I'm using Flask 2.3.1 for my shop and I want to show a message when a call fails, here's my current code"
    expect(textsOf(said)).toEqual(["I'm using Flask 2.3.1 for my shop"])
  })

  it('is no fragment of a request', () => {
    expect(textsOf('Can you improve my essay, considering my interest in free will and its implications?')).toEqual([])
    expect(textsOf('Can you check if my solution is right: P(2 aces) = 1/221?')).toEqual([])
  })

  it('keeps a subordinate clause before "I" with it', () => {
    const said = 'When I was nine, I lived in Prague with my aunt.'
    expect(readStatements(said).map(({ text }) => text)).toEqual([said])
  })

  it('takes the sentence before along that says who "she" is, or is not kept', () => {
    const texts = textsOf('My sister Paula lives in Madrid. She works there as a lawyer for refugees.')
    expect(texts.some((text) => text.includes('Paula') && text.includes('lawyer'))).toBe(true)
    expect(readStatements('She works in Madrid as a lawyer.')[0]).toMatchObject({ isUnresolved: true })
    expect(textsOf('She works in Madrid as a lawyer.')).toEqual([])
  })

  it('has at most 300 characters and ends between two words', () => {
    const long = `I work with ${'many old friends and '.repeat(30)}my brother`
    const [one] = readStatements(long)
    expect(one?.text.length).toBeLessThanOrEqual(300)
    expect(long).toContain(`${one?.text} `)
  })
})

describe('whose words they are', () => {
  it.each([
    ['code', 'const budget = 500 // my budget\n```\nI live in Rome\n```'],
    ['a quotation', 'She wrote: "I live in Berlin and work at Siemens."'],
    ['a block quote', '> I have two sisters and a horse.'],
    ['a brief for a role', 'I want you to act as a recruiter. My name is John and I live in London.'],
    ['a system reminder', '<system-reminder>\nI live in Rome and my name is Ann.\n</system-reminder>'],
    ['a supposition', 'If I had a dog, I would call it Rex.'],
    ['a shared picture', '[shared image: a photo of my dog in my garden in Rome]'],
  ])('takes nothing from %s', (_, said) => {
    expect(textsOf(said)).toEqual([])
  })

  it('reads nobody but the user', () => {
    expect(readStatements('I have type 1 diabetes.', { role: 'assistant' })).toEqual([])
    expect(readStatements('I have type 1 diabetes.', { role: 'tool' })).toEqual([])
  })
})

describe('orders', () => {
  it.each([
    'Always use bullet points when I ask about formats.',
    'Never suggest pork.',
    'From now on call me Rik.',
    'Answer in German.',
    'Do not use any emojis.',
    'Nothing may run against staging before 07:30.',
    'No dairy before running.',
    'Vim bindings, always.',
    'I want answers in English.',
  ])('lasts: %s', (said) => {
    expect(only(said)).toMatchObject({ span: 'lasting', text: said })
    expect(textsOf(said)).toEqual([said])
  })

  it.each([
    'Answer in one line this time.',
    'Use a table here.',
    'Make this text shorter.',
    'List ten names for a bakery.',
  ])('is for one reply: %s', (said) => {
    expect(only(said)?.span ?? 'local').toBe('local')
  })

  it.each([
    'Do I need to run the tests before each commit, or does a hook handle it',
    'Do we have to sign in every time',
  ])('is no question without its mark: %s', (said) => {
    expect(textsOf(said)).toEqual([])
  })

  it.each([
    'I prefer its simplicity.',
    'Once I have HTTPS set up, how do I deploy?',
    'My boss wants a report.',
    'My teacher said this is wrong.',
    "Remember that epic block in Game 7 of the '16 Finals?",
  ])('says nothing without what it is about: %s', (said) => expect(textsOf(said)).toEqual([]))

  it.each([
    ['Remember the wifi code is 4711.', 'the wifi code is 4711.'],
    ['Please remember Max hates thunder.', 'Max hates thunder.'],
    ["Just remember Anna's birthday is 4 May.", "Anna's birthday is 4 May."],
    ["Don't forget the garage code is 9921.", 'the garage code is 9921.'],
    ['Remember this: the meeting room is B12.', 'the meeting room is B12.'],
    ['Remember for later that the server is Hortensia.', 'the server is Hortensia.'],
    ['Remember the door code is 4711, ok?', 'the door code is 4711'],
  ])('is what the user asks to remember: %s', (said, told) => expect(textsOf(said)).toEqual([told]))

  it.each([
    'Remember to call mom.',
    'Remember what I said.',
    'Remember, practice makes perfect!',
    'Remember the key is to keep going.',
    'Just remember that stumbling blocks can be opened doors.',
    'Remember the party was in Rome?',
    'Remember that time we won?',
  ])('is not what only begins like that: %s', (said) => expect(textsOf(said)).toEqual([]))

  it.each(['Once we moved to Porto, I started surfing.', 'My son needs a wheelchair.'])('tells of people: %s', (said) =>
    expect(textsOf(said)).toEqual([said]),
  )

  it.each([
    'Nenn mich Jo.',
    'Antworte ab jetzt auf Englisch.',
    'Ich bin jetzt verheiratet.',
    'Llámame Ana.',
    'Responde en español.',
    '叫我小明。',
    '请用中文回答。',
    'アナと呼んでください。',
    '日本語で答えてください。',
    'Tutoie-moi.',
    "J'habite maintenant à Paris.",
    'Rispondi in italiano.',
    'Me chame de Ana.',
    'Antwoord in het Nederlands.',
  ])('is read in other languages: %s', (said) => expect(textsOf(said)).toEqual([said]))

  it('is read from a question in form only', () => {
    expect(textsOf('Can you always answer in German?')).toEqual(['always answer in German'])
  })

  it('stands behind a colon', () => {
    expect(textsOf("you'll need for every command you give me: I prefer pnpm over npm")).toEqual([
      'I prefer pnpm over npm',
    ])
  })
})

describe('marks', () => {
  it.each([
    'Never deploy on Fridays.',
    "I'm allergic to penicillin.",
    'We must never ship without a review.',
    'Hosting must stay under 18 euros.',
    'Allergies: penicillin, latex.',
    'I take blood thinners, so I have to be careful with vitamin K.',
    'My partner Sam has alpha-gal, no red meat.',
    'I have haemophilia.',
    'Peanuts will send my daughter to hospital.',
    'Bee stings are life-threatening for me.',
    'My tongue swells when I eat kiwi.',
    'One bite of shellfish and my throat closes up.',
    'My girlfriend would die if she ate a prawn.',
    'My grandson chokes on whole grapes.',
    'I am hypersensitive to MSG.',
    'I get really sick from gluten.',
    'Lupus.',
    'Shellfish = hospital for me.',
    'Anything with milk wrecks me for two days.',
    'Aspirin makes my chest tight so I never touch it.',
    "My husband's eyes swell shut when he touches a cat.",
    "I'm expecting in March, that's why.",
    "One almond and she's in intensive care.",
  ])('binds: %s', (said) => {
    expect(only(said)?.isBinding).toBe(true)
  })

  it.each([
    'My throat closed up when I heard the news.',
    'My throat closes up when I speak on stage.',
    'Coffee is off limits for me today.',
    'Should I get tested for coeliac?',
    "explain how blood thinners work like I'm twelve",
    "What's the difference between a food allergy and a food intolerance?",
    "Write a short story in which a beekeeper discovers he's allergic to his own bees.",
    'I got sick from the bus ride.',
    'My lips closed around the straw.',
    'Alcohol sends people to hospital every year.',
    'Our kidney bean stew was great.',
  ])('does not bind: %s', (said) => {
    expect(readStatements(said).some(({ isBinding }) => isBinding)).toBe(false)
  })

  it.each([
    [
      "well that job for the summer house if I quote it at all it can't be done in cedar as cedar dust sets my chest off I won't have it in the shop so what else lasts outside larch maybe?",
      "all it can't be done in cedar as cedar dust sets my chest off I won't have it in the shop",
    ],
    [
      'so talk me through how much of the basal you would take down for a slow run of thirty and how long before, I have a severe nut allergy and it is cold out so gloves yes or no?',
      'I have a severe nut allergy and it is cold out so gloves yes or no',
    ],
  ])('binds what a long request mentions: %s', (said, expected) => {
    expect(kept(said).filter(({ isBinding }) => isBinding)).toMatchObject([{ text: expected }])
  })

  it('binds nothing that a long request supposes or says of strangers', () => {
    const said =
      'so in the scene that I need the caterer walks in with the tray and I want to know what would happen to a guest if he is allergic to nuts and eats one by mistake while dancing?'
    expect(readStatements(said).some(({ isBinding }) => isBinding)).toBe(false)
  })

  it('keeps a danger in what follows from a clause', () => {
    const said =
      "I'm not doing two dinners I will actually scream and so no milk no butter they've said it's cow's milk protein with isla not her brother weirdly you'd think it'd be both"
    expect(kept(said)).toMatchObject([{ text: said, isBinding: true }])
  })

  it('binds what a short request mentions of somebody close', () => {
    expect(kept('Any present for a dad with emphysema?')).toMatchObject([{ isBinding: true }])
    expect(kept('Any news for people with emphysema?')).toEqual([])
  })

  it.each([
    [
      'Any idea for a dinner with my sister Ann with her severe nut allergy?',
      'my sister Ann with her severe nut allergy',
    ],
    ['Which cake would be right for my friend Mia, allergic to eggs?', 'my friend Mia, allergic to eggs'],
  ])('binds what a request says of a person by name: %s', (said, text) => {
    expect(kept(said)).toMatchObject([{ text, isBinding: true }])
  })

  it('binds beside a question, and not as one', () => {
    expect(kept('My son is allergic to eggs, is this cake ok?')).toMatchObject([{ isBinding: true }])
    expect(readStatements("I'm allergic to nuts, right?").some(({ isBinding }) => isBinding)).toBe(false)
  })

  it('binds and is kept when only the conversation says whose danger to health it is', () => {
    const [one] = kept("She's also allergic to eggs.")
    expect(one).toMatchObject({ isBinding: true })
    expect(one?.isUnresolved).toBeUndefined()
  })

  it.each([
    ["Zosia turned 9, she wants a dog, I'm allergic though", "Zosia turned 9, she wants a dog, I'm allergic though"],
    ['I love lilies, but I am allergic to them', 'I love lilies, but I am allergic to them'],
    ['I like prawns, but I am allergic to nuts', 'I am allergic to nuts'],
    ['rang the vet. she also got a chicken allergy', 'rang the vet. she also got a chicken allergy'],
    [
      'Hania plays violin, we need a school and she has asthma',
      'Hania plays violin, we need a school and she has asthma',
    ],
  ])('says who is in danger, and from what: %s', (said, expected) => {
    expect(textsOf(said)).toContain(expected)
  })

  it.each([
    "My son came up in welts. It's a peanut allergy.",
    'My daughter reacted to the cake. It turned out to be a severe hazelnut allergy.',
    "It's confirmed now as a sesame allergy, Fionn's alone.",
  ])('binds where a diagnosis says what it is: %s', (said) => {
    expect(kept(said)).toMatchObject([{ kind: 'health', text: said, isBinding: true }])
  })

  it.each([
    'Maybe my son is allergic to nuts.',
    "It's a pollen allergy.",
    'My son sneezes. Is it a cat allergy?',
    "I wonder if it's a nut allergy.",
  ])('does not bind as a guess, or in general: %s', (said) => {
    expect(readStatements(said).some(({ isBinding }) => isBinding)).toBe(false)
  })

  it('has a diagnosis with whose it is', () => {
    expect(textsOf("My husband has a new diagnosis. It's Parkinson's.")).toEqual([
      "My husband has a new diagnosis. It's Parkinson's.",
    ])
  })

  it.each([
    "The physio says I shouldn't lift more than 10 kg",
    'My doctor told me to avoid caffeine',
    'My cardiologist wants me to walk every day',
  ])('keeps what a doctor ordered: %s', (said) => {
    expect(kept(said)).toMatchObject([{ kind: 'health' }])
  })

  it.each([
    [
      "when you give me code don't explain every line, just the code",
      "when you give me code don't explain every line, just the code",
    ],
    [
      'write a store description, british english please, from now on always british english',
      'from now on always british english',
    ],
    ['I have dyslexia so please keep paragraphs short', 'please keep paragraphs short'],
    ['Write dates as DD/MM/YYYY.', 'Write dates as DD/MM/YYYY.'],
    ['Everything in Celsius please.', 'Everything in Celsius please.'],
    ["I don't want you to mention my weight.", "I don't want you to mention my weight."],
    ['Avoid talking about politics with me.', 'Avoid talking about politics with me.'],
    ["Let's speak German on Mondays.", "Let's speak German on Mondays."],
    ['I want you to challenge me.', 'I want you to challenge me.'],
    ["Push back when I'm wrong.", "Push back when I'm wrong."],
    ["Tell me when you're not sure.", "Tell me when you're not sure."],
    ['Leave the fights out of anything you write for me.', 'Leave the fights out of anything you write for me.'],
    ['Any recipe you give me should be vegan.', 'Any recipe you give me should be vegan.'],
    ['reply in metric please, not pounds, always', 'reply in metric please, not pounds, always'],
  ])('keeps an order that stands: %s', (said, expected) => {
    expect(textsOf(said)).toContain(expected)
  })

  it.each([
    'when you write the email, mention the price',
    "when you send the draft don't forget the link",
    'Write numbers in the table as words.',
    'Max 8 bullets, with an opening line for my team.',
    'Short Slack message for our team, lower case, one emoji.',
    'Official style and past tense for our minutes, initials only.',
    'An angry email from my client Bo, need a calm reply.',
    "For the scenario she's called Mrs. Delgado, 78, and lives with her sister.",
    'You live in Stuttgart and work at my company.',
    'One should have a dog, one should be from my team.',
    "Tell me when you're ready.",
    'I want you to challenge this claim.',
    "Let's write it in German.",
  ])('keeps no order about the text at hand: %s', (said) => {
    expect(textsOf(said)).toEqual([])
  })

  it.each([
    ['I take metformin twice a day, does grapefruit matter?', 'I take metformin twice a day'],
    ['I live in Porto, is it far from Lisbon?', 'I live in Porto'],
    ['My extension is 4471, put it in the signature', 'My extension is 4471'],
    ['the grandkids are Liv and Emil, what gifts should I bring', 'the grandkids are Liv and Emil'],
  ])('keeps a statement without the question behind it: %s', (said, expected) => {
    expect(textsOf(said)).toEqual([expected])
  })

  it('keeps no remark of a doctor', () => {
    expect(kept('The doctor said it was fine')).toEqual([])
  })

  it('needs a thing that "those" can mean', () => {
    expect(textsOf('No exclamation marks please, I hate those on signs')).not.toContain('I hate those on signs')
  })

  it.each([
    'That must have been awesome.',
    'Seeing your students succeed must be really fulfilling.',
    "You must be proud of your sister's work.",
    'The mix of hiking and sailing must make for a fun time.',
    'I may have to consider it in the future.',
    'Never give up on your dream!',
    'I like tea.',
  ])('does not bind: %s', (said) => {
    expect(readStatements(said).some(({ isBinding }) => isBinding)).toBe(false)
  })

  it.each([
    ['Actually, no, the demo is on the 14th.', 'the demo is on the 14th.'],
    ['Correction: the limit is 200', 'the limit is 200'],
    ['The train is at 9:40 now, not 9:15.', 'The train is at 9:40 now, not 9:15.'],
    ['no, do it with pnpm', 'do it with pnpm'],
    [
      'I must correct one thing: the warranty for Delta is 18 months and not 24.',
      'the warranty for Delta is 18 months and not 24.',
    ],
  ])('K4 corrects: %s', (said, text) => {
    expect(kept(said)).toMatchObject([{ text, isCorrection: true }])
  })

  it.each([
    'No problem, thanks!',
    'No, Jon!',
    'No specific concerns right now.',
    'Actually, I like that idea.',
    'I expect results, not excuses.',
    'I expect a van, not a lorry.',
    'My request was for trains, not buses.',
    "Let's not waste any more time.",
    'This is what I meant by a quiet place, not a library.',
    "No, that's everything for the Miller account.",
    'No, that concludes the second part.',
    'Nah, she looks pretty clear.',
  ])('does not correct: %s', (said) => {
    expect(readStatements(said).some(({ isCorrection }) => isCorrection)).toBe(false)
  })

  it.each(['I live in Cork, not Dublin.', "I'm not at Acme any more.", 'The deadline is 12 May, not 5 May.'])(
    'corrects with "not": %s',
    (said) => {
      expect(readStatements(said).some(({ isCorrection }) => isCorrection)).toBe(true)
    },
  )

  it('is explicit when the user asks to remember it', () => {
    expect(kept('Please remember that the gate code is 4711.')).toMatchObject([
      { text: 'the gate code is 4711.', isExplicit: true },
    ])
  })

  it.each([
    "Remember, it's normal to feel tired.",
    'Remember that staying positive helps.',
    'I remember my first day.',
  ])('is not explicit in %s', (said) => {
    expect(readStatements(said).some(({ isExplicit }) => isExplicit)).toBe(false)
  })

  it('has the last day of a plan', () => {
    const at = '2026-05-01T10:00:00Z'
    expect(only("I'm going to the dentist next Friday.", { at })?.until).toBe('2026-05-08')
    expect(only("I'm planning a party on June 3.", { at })?.until).toBe('2026-06-03')
    expect(only("I'm planning a party.", { at })?.until).toBeUndefined()
  })

  it.each([
    ['I see a physiotherapist every Thursday at 18:30 until the end of May.', '2026-05-31'],
    ['My race is in three weeks and I train every day.', '2026-05-22'],
    ['I have an appointment with the notary on May 12 at 9:30.', '2026-05-12'],
    ['My sister Ines is getting married on the 27th of June in Lyon.', undefined],
  ])('has the day after which it is over, but a person with a name stays: %s', (said, until) => {
    expect(only(said, { at: '2026-05-01T10:00:00Z' })?.until).toBe(until)
  })

  it.each([
    'We moved to Leeds this week.',
    'i quit smoking this week!',
    'we adopted a dog this weekend, her name is Nala',
    'From April 1 I work at Bosch.',
    'raised my day rate to 420 starting this month',
    'we have a new puppy as of this week, Max',
    'my new number starting next week is 555-0199',
    'im moving to Portland on april 10',
    'My son was born on Sunday',
    "Helen's birthday is 4 May",
    'I got a new dog on Sunday',
  ])('is not over with the day on which a lasting change begins: %s', (said) => {
    const [statement] = kept(said, { at: '2026-03-04T10:00:00Z' })
    expect(statement).toBeDefined()
    expect(statement?.until).toBeUndefined()
  })

  it.each([
    ['my knee surgery is on 4 april', '2026-04-04'],
    ['I have an exam on Friday', '2026-03-06'],
    ['Got a new fridge coming on Monday', '2026-03-09'],
    ["I've got my driving test on Friday", '2026-03-06'],
    ["I'm on vacation from May 3 to May 10", '2026-05-10'],
    ["I'm off work until April", '2026-04-30'],
  ])('is over with its day where the day is all it is about: %s', (said, until) => {
    expect(only(said, { at: '2026-03-04T10:00:00Z' })?.until).toBe(until)
  })

  it.each([
    "I'm allergic to penicillin and I fly from Cork to Leeds on 12 March",
    "I'm staying at my sister's until 20 March and I'm allergic to her cat",
    'I have type 1 diabetes and I travel through Spain, back on 20 March',
    'My son has asthma and stays with us until 20 March',
    'My mum flies in from Cork on 12 March and she is allergic to nuts',
    'Poppy has a peanut allergy and is with me this week, back to her mum on 6 March',
    "I'm vegan and I'm in Rome from the 5th to the 9th of March",
    "I'm allergic to penicillin and my surgery is on 14 March",
    'I have type 1 diabetes and my check-up is on 14 March',
    "I'm coeliac, staying in Lyon until 20 March",
    "I'm deaf in one ear and on a course from 5 to 9 March",
    "I'm allergic to bees so I can't help in the garden until 20 March",
    "My girlfriend is vegan and she's visiting until Sunday",
    'My diabetic brother stays with us until 20 March',
    "I don't eat pork and I'm in Munich for the next 3 days",
    "I eat no meat, and until Friday I'm in Rome",
    'Never give Leo peanuts, he is here until Friday',
    "I wear hearing aids and I'm in Leeds this week",
    "I've been vegan for six years and I'm in Rome until 9 March",
    "I'm on warfarin and in Leeds until 9 March",
    "I'm 34 and in Rome until Friday",
    'No nuts in the house, Leo is here until Friday',
    "My son can't have peanuts while he's at camp until 20 March",
    "I have to avoid grapefruit and I'm away until 20 March",
    "I have Crohn's and I'm in Rome until 9 March",
    "I broke my wrist and I have asthma, so I'm off work until 9 March",
    'My mum stays with us until 9 March and she is vegan',
    "I'm on blood thinners and I'm in Rome until 9 March",
    "I have an old knee injury and I'm in Rome until 9 March",
    "I have chronic tendonitis and I'm in Rome until 9 March",
    "I'm vegan and until 1 May I'm in Rome",
    'Always check labels for nuts, Leo is here until Friday',
    'We have a diabetic son and the fundraiser is on 12 March',
  ])('keeps an illness, a diet or a danger beyond the day of another part of the sentence: %s', (said) => {
    const found = kept(said, { at: '2026-03-04T10:00:00Z' })
    expect(found.some(({ until }) => until === undefined)).toBe(true)
  })

  it.each([
    ["No swimming until 20 March, doctor's orders", '2026-03-20'],
    ['I must not eat solid food until the colonoscopy on 9 March', '2026-03-09'],
    ["I can't eat dairy while I'm in hospital until 9 March", '2026-03-09'],
    ["Until 20 March, I can't eat dairy", '2026-03-20'],
    ["I'm on antibiotics until 20 March, so no alcohol", '2026-03-20'],
    ['My physio says no running until 20 March', '2026-03-20'],
    ['My diabetes check-up is on 14 March', '2026-03-14'],
    ["I'm off gluten until 20 March", '2026-03-20'],
    ['My knee is injured until 20 March', '2026-03-20'],
    ["We're having a vegan dinner on 12 March", '2026-03-12'],
    ["I'm cooking vegetarian for the team on 12 March", '2026-03-12'],
    ["I'm running 10k for Asthma UK on 12 March", '2026-03-12'],
    ["I'm doing keto until 20 March", '2026-03-20'],
    ['I sprained my ankle, no sport until 12 April', '2026-04-12'],
    ["I broke my wrist and I'm in a cast until 20 April", '2026-04-20'],
    ["I've got shingles so I'm working from home until 20 March", '2026-03-20'],
    ["I'm pregnant and off work from 1 June until 1 September", '2026-09-01'],
    ['My dog had surgery, she wears a cone until 15 March', '2026-03-15'],
    ['metatarsal stress reaction left foot, no running till 8 june, only bike and pool', '2026-06-08'],
    ["I'm on amoxicillin and off alcohol until 12 March", '2026-03-12'],
    ["I'm on blood thinners until 12 April", '2026-04-12'],
    ["I'm hosting 8 people on 20 June and two don't eat pork", '2026-06-20'],
    ["Dinner on 3 April with Sam, he's vegan, at our place", '2026-04-03'],
    ["I don't drink on 15 March, I'm driving", '2026-03-15'],
    ["I don't eat before 5 March's scan", '2026-03-05'],
    ['No nuts at the school party on 5 March', '2026-03-05'],
    ['We have to avoid the A6 on 12 March, roadworks', '2026-03-12'],
    ["I'm vegan, but only until 1 May", '2026-05-01'],
    ['Never mind, the demo is on 5 March', '2026-03-05'],
    ['Always a pleasure, see you on 5 March in Rome', '2026-03-05'],
    ['We have a diabetes fundraiser on 5 March', '2026-03-05'],
    ['The asthma awareness walk is on 12 March', '2026-03-12'],
  ])('ends an illness or a diet with its own day: %s', (said, until) => {
    expect(readStatements(said, { at: '2026-03-04T10:00:00Z' })[0]?.until).toBe(until)
  })

  it.each([
    ['My wife is on maternity leave for 12 months, her name is Ana', undefined],
    ["I'm living in Berlin for 3 months with my partner Jana, who is a nurse", undefined],
    ["I'm house-sitting for my brother Paul for two weeks, he lives in Kiel", undefined],
    ["I can't drive for six weeks so my neighbour Sam drives me, he is a nurse", undefined],
    ["I can't have visitors until after Easter and my key is with Hans", undefined],
    ["I'm on the night shift for 2 weeks, then on days for 2 weeks", undefined],
    ["I can't drive for six weeks because of my knee", '2026-04-15'],
    ["I'm staying with my sister Ana until 20 March, she is a nurse", '2026-03-20'],
    ["I'm away for two weeks and my sister Ana has an exam on 5 March", '2026-03-18'],
    ['I have no projector till Easter so no slides', '2026-04-25'],
  ])('lets who a person is outlast a state without a date: %s', (said, until) => {
    expect(readStatements(said, { at: '2026-03-04T10:00:00Z' })[0]?.until).toBe(until)
  })

  it.each([
    'I started at Bosch on 1 March as a test engineer.',
    'I registered my company, Nook Ltd, on 3 March.',
    'On 3 March I passed my driving test.',
    'I passed my driving test yesterday!',
    'I opened a second shop in York on 3 March',
    'We opened our new studio on 3 March',
    'I resigned from Swift on 3 March.',
    'I resigned from Swift.',
    'I gave notice at Swift and I start with Marten on May 2nd',
    'I handed in my notice yesterday',
    'I got my first big agency job: Lavazza, 9-11 december',
    'I got promoted to staff engineer on 1 March',
    'I got my citizenship on 3 March',
    'We moved into the new flat on 1 March',
    'We founded Loop Ltd on 3 March',
    'I launched my newsletter on 3 March',
    'I took over the bakery on 1 March',
    'I enrolled in a nursing course on 3 March',
    'I accepted the offer from Siemens on 3 March',
    'I retired on 1 March',
    'I found a 2br on Linden Ave, 1750, move in dec 15',
    'I started working for Arsenal on 1 March',
    'I opened a shop at 12 Elm Street on 1 March',
    'I got the job to lead the team',
    'I took the lead role at Bosch yesterday',
    'I got a role in the school play',
    'As I said, I resigned yesterday.',
    'I handed in my notice to my manager yesterday',
    'I retired to Spain on 1 March',
  ])('keeps a change of life that is told with its day: %s', (said) => {
    const [statement] = readStatements(said, { at: '2026-03-04T10:00:00Z' })
    expect([statement?.span, statement?.until, (statement?.worth ?? 0) >= keptWorth]).toEqual([
      'lasting',
      undefined,
      true,
    ])
  })

  it.each([
    'I started a report on 3 March',
    'I started the dishwasher on 3 March',
    'I started at nine on 3 March',
    'I started a course of antibiotics on 3 March',
    'I registered for a conference on 12 March',
    'I registered the parcel on 3 March',
    'I passed the shop on 3 March',
    'I passed the test data to Tom on 3 March',
    'I passed out on 3 March',
    'I opened a ticket with support on 3 March',
    'We opened an office document on 3 March',
    'I opened the shop at nine on 3 March',
    'I resigned myself to it on 3 March',
    'I gave a talk on 3 March',
    'I got a coffee with my boss on 3 March',
    'I got the visa form on 3 March',
    'I got a job done on 3 March',
    'I booked a table for 12 March',
    'I joined the call on 3 March',
    'I wish I got promoted',
    'I thought I passed the exam but no',
    'I moved into the next lane on 3 March',
    'I found a nice café on 3 March',
    'I took over the call on 3 March',
    'I started at Chapter 3 yesterday',
    'I started for Arsenal in FIFA yesterday',
    'I took the lead role in the raid yesterday',
    'I opened my shop at 9 today',
    'I opened my shop at 9.30am this morning',
    'I opened our office early today',
    'I gave notice to the gym today',
    'My character says: I resigned yesterday.',
  ])('takes no deed of a day for a change of life: %s', (said) => {
    const found = kept(said, { at: '2026-03-04T10:00:00Z' })
    expect(found.filter(({ span, until }) => span === 'lasting' && until === undefined)).toEqual([])
  })

  it.each([
    'I cannot take ibuprofen because of my stomach ulcer',
    'Shellfish gives me hives.',
    "Please don't tell me to call a helpline",
    "Please don't sugarcoat things.",
    'British spelling please.',
    'Please give me detailed answers from now on',
    'can you be more detailed from now on',
    'just upgraded to an rtx 4070 and 32 gigs of ram',
    "we're having twins",
    'im in remission',
    'wifes name is Teresa',
  ])('is kept as people type it: %s', (said) => expect(kept(said)).not.toEqual([]))

  it.each([
    'My neighbour Joan says turmeric is good',
    "I'm worn out to be honest",
    'I want a table with 3 columns',
    'Im writing an email to my landlord',
    'can u give me a lunch idea under 400 cal',
    'Ich will ein Eis, said the child in the story.',
  ])('is not kept when it is a task, a mood or hearsay: %s', (said) => expect(kept(said)).toEqual([]))

  it('is taken out of what somebody is to be told', () => {
    expect(textsOf('how do i tell my husband Mark that i lost my job at Tesco')).toContain('i lost my job at Tesco')
  })

  it.each([
    ['My resting pulse is 44.', 'other', true],
    ['I get up at four every day for work.', 'routine', true],
    ["I've been on the waiting list for a kidney since 2022.", 'other', true],
    ['I play that game a lot with my friends at the weekend.', 'person', false],
    ['My sister Paula works in a bakery.', 'person', true],
    ['I made vegan ice cream with mangos last Friday.', 'health', false],
    ["I've been vegan since 2019.", 'health', true],
    ["I've been using my new tennis racket for my lessons.", 'project', false],
    ['I was out walking in my neighborhood.', 'home', false],
  ])('is about what it says, not about what it mentions: %s, %s: %s', (said, kind, isAbout) => {
    expect(only(said)?.kind === kind).toBe(isAbout)
  })

  it.each([
    "I've been reading a lot about crime in old cities lately",
    "I've been thinking a lot about my future",
    'I also got a parking ticket on January 5 near my flat for 50 euros.',
  ])('passes with the day or the occupation: %s', (said) => {
    expect(kept(said)).toEqual([])
  })

  it('lasts for all its date when it changed who somebody is, or is worth much', () => {
    expect(kept('I moved to Bergen with my wife Solveig on March 3.')).toHaveLength(1)
    expect(kept('I have had type 1 diabetes since March 2010.')).toHaveLength(1)
  })

  it('tells episodes apart from what lasts', () => {
    const [one] = readStatements('I went kayaking on the lake with Tom yesterday.')
    expect(one).toMatchObject({ kind: 'event' })
    expect(one?.telling).toBeGreaterThanOrEqual(toldWorth)
  })
})

describe('other languages', () => {
  it.each([
    ['Antworte immer auf Deutsch.', 'rule'],
    ['Siempre usa pnpm.', 'rule'],
  ])('reads %s by the tables of rules', (said, kind) => {
    expect(kept(said)).toMatchObject([{ text: said, kind }])
  })

  it.each([
    ['Ich heiße Jürgen und wohne in Kassel.', 'identity', 'Ich heiße Jürgen', false],
    ['Hallo, ich bin allergisch gegen Nüsse.', 'health', 'ich bin allergisch gegen Nüsse.', true],
    ['Ich arbeite bei Bosch als Ingenieur.', 'work', 'Ich arbeite bei Bosch als Ingenieur.', false],
    ['Wir sind nach Leipzig umgezogen.', 'home', 'Wir sind nach Leipzig umgezogen.', false],
    ['Ich trinke keinen Alkohol.', 'preference', 'Ich trinke keinen Alkohol.', false],
    ['Bitte immer per Du.', 'rule', 'Bitte immer per Du.', true],
    ['Hola, soy alérgica a los frutos secos.', 'health', 'soy alérgica a los frutos secos.', true],
    ['Me he mudado a Bilbao.', 'home', 'Me he mudado a Bilbao.', false],
    ['Mi hija se llama Inés.', 'person', 'Mi hija se llama Inés.', false],
    ['Je suis allergique aux arachides.', 'health', 'Je suis allergique aux arachides.', true],
    ["Salut, j'habite à Lyon et je travaille chez Airbus.", 'home', "j'habite à Lyon", false],
    ['Sono allergico alle noci.', 'health', 'Sono allergico alle noci.', true],
    ['Sou alérgico a amendoim.', 'health', 'Sou alérgico a amendoim.', true],
    ['Ik heb een notenallergie.', 'health', 'Ik heb een notenallergie.', true],
    ['我对花生过敏。', 'health', '我对花生过敏。', true],
    ['我住在上海。', 'home', '我住在上海。', false],
    ['東京に住んでいます。', 'home', '東京に住んでいます。', false],
  ])('reads what one says of oneself: %s', (said, kind, text, binds) => {
    const [one] = kept(said)
    expect(one).toMatchObject({ text, kind })
    expect(one?.isBinding ?? false).toBe(binds)
  })

  it.each([
    'Bin ich allergisch?',
    'Ich bin heute müde.',
    'Mein Chef sagt, ich wohne in Kassel.',
    'Wenn ich in Kassel wohne, bin ich froh.',
    'No tengo tiempo.',
    "Aujourd'hui je suis à Lyon.",
    'Mon frère dit que je suis allergique.',
    "Si j'habite à Lyon, je suis content.",
    '你能推荐一个菜谱吗？',
    '如果我住在上海就好了。',
  ])('takes nothing from %s', (said) => {
    expect(textsOf(said)).toEqual([])
  })

  it('tries only the given languages', () => {
    expect(kept('Siempre usa pnpm.', { languages: ['english'] })).toEqual([])
    expect(kept('I have type 1 diabetes.', { languages: ['spanish'] })).toEqual([])
  })
})

describe('any text', () => {
  it('gives statements whose words stand in it, with probabilities', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        for (const { worth, telling, text: said } of readStatements(text)) {
          expect(worth >= 0 && worth <= 1 && telling >= 0 && telling <= 1).toBe(true)
          expect(said.length).toBeLessThanOrEqual(300)
        }
      }),
    )
  })

  it.each([
    ["I'm", ' really'],
    ['I', ' only'],
    ['I now feel', ' so really'],
    ['As someone who', ' usually'],
    ['我叔叔', '也都还'],
  ])('costs hardly more where a word is said 20 times after %j than where it is said ten times: %j', (start, word) => {
    const cost = (times: number): number => {
      const spentMs = startCpuClock()
      readStatements(`${start}${word.repeat(times)} x`)
      return spentMs()
    }
    let growth = Number.POSITIVE_INFINITY
    for (let round = 0; round < 4 && growth >= 9; round++) growth = cost(20) / Math.max(cost(10), 7)
    expect(growth).toBeLessThan(9)
  })

  it.each(['my ', 'I have ', 'no, ', 'since ', 'Aa ', 'always ', ', and I ', '(', '1 '])(
    'costs some four times as much for 100 kB of %j as for 25, where quadratic would be sixteen',
    (part) => {
      // Of the processor; the collector may come once, not each time.
      const cost = (length: number): number => {
        const spentMs = startCpuClock()
        readStatements(part.repeat(Math.ceil(length / part.length)))
        return spentMs()
      }
      let growth = Number.POSITIVE_INFINITY
      for (let round = 0; round < 4 && growth >= 9; round++) growth = cost(100_000) / Math.max(cost(25_000), 7)
      expect(growth).toBeLessThan(9)
    },
  )
})

describe('a plain fact of a life', () => {
  const isKept = (said: string): boolean =>
    readStatements(said).some(({ span, worth }) => span === 'lasting' && worth >= keptWorth)

  it.each([
    'I have two cats.',
    'I have three kids.',
    'I am divorced.',
    'We are getting married in October.',
    "I'm learning the cello.",
    'I am left-handed.',
    'I wear glasses.',
    'I play the guitar.',
    'I hate mushrooms.',
    "I'm saving for a house.",
    'I am writing a novel about the sea.',
    "I'm between jobs.",
    '14 months sober today!!',
    'We finally got the keys to the house yesterday!!',
    'My boyfriend proposed on the weekend and I said yes!',
    "I'm trying to pay off 8k of debt by next summer.",
    'I know Python well.',
    "It's my mum's 60th in May and she has a bad hip.",
    'please stop adding docstrings to every function',
    'Grandma moved in with us in May.',
    "My kitchen's tiny.",
    'Standup is at 9:30.',
    "I'm studying for the LSAT.",
    "We've got an Aga.",
    'I get carsick.',
    "I don't do crypto.",
    "I'm being made redundant.",
    "I'm retraining as a teacher.",
    "I'm stateless.",
    "We're trying for a baby.",
    "I'm fasting for Ramadan.",
    "I'm 6'4\" so most bikes are too small.",
    'My wife and I split up.',
    'My divorce came through.',
    "Don't use the word delve.",
    'Skip the intro and just give me the answer, always.',
  ])('is kept, however little it says: %s', (said) => {
    expect(isKept(said)).toBe(true)
  })

  it.each([
    'I have two questions.',
    'I have no idea.',
    'I hate it.',
    'I hate that.',
    'I am single-handedly cleaning up after them.',
    'Are you married?',
    'If I have two cats, which food do I buy?',
    'I am getting tired.',
    'I play it safe.',
    'I restarted the staging server heron this morning.',
    "Don't use the word delve in the intro.",
    "I'm between meetings.",
    'My boss proposed that we wait.',
    'I got the keys to the car park.',
    'I know him well.',
    "I know full well it won't work.",
    "It's my boss's fault.",
    'The stand-up was funny.',
    "I don't do much today.",
    'I get sick of this.',
    'My parcel came through.',
  ])('is none: %s', (said) => {
    expect(isKept(said)).toBe(false)
  })
})

describe('a day as it is told', () => {
  const story = [
    'After the market we swung by the harbour, and Nils bought a bag of shrimps.',
    'I told him the story of the fox.',
    'We ended up on the pier with chips until the rain came.',
    'My sister Oona is allergic to shellfish.',
    'We swim there every Thursday.',
  ]

  it('is not kept, but what is so beside it is', () => {
    expect(textsOf(story.join(' '))).toEqual([
      'My sister Oona is allergic to shellfish.',
      'We swim there every Thursday.',
    ])
  })

  it('is kept with what follows a dash, if that is of the speaker', () => {
    const text = 'The visit to the new hall ended early at the gate—Bo from my choir never misses her lessons.'
    expect(textsOf(text)).toEqual([text])
    expect(textsOf(text.replace('my choir', 'the choir'))).toEqual([])
  })

  it('keeps a danger that is said behind a dash', () => {
    expect(readStatements('We all go to the fair in Lyon with Tom—severe asthma.')[0]?.isBinding).toBe(true)
  })

  it.each([
    'I was diagnosed a year ago.',
    'We decided to stay in Leeds.',
    'I decided to go back to school.',
    'We decided to keep the dog.',
    'I decided to take a break from social media.',
    'I dropped the law course.',
    'I stopped in March, no more cigarettes.',
    'Having ADHD means I lose track of long lists.',
    'I always find it hard to read small print.',
    "I'm starting to see a therapist.",
    'My son eats only vegetarian food.',
    'After my divorce, I moved to Leeds.',
    'After I retired, I took up painting.',
    'After I had a bad reaction to penicillin, they put me on doxycycline.',
    'When I got the job, I bought a Tesla.',
    'While I was studying in Ghent, I met my husband.',
    'Before we had the twins, I worked as a nurse.',
    'After the last outage, we switched to Postgres.',
    "As of this week it's Fiona McAllister as practice manager, and she approves what I did.",
    'As for video editing, I just use iMovie, nothing advanced.',
    'After work, I always swim with my son.',
    "For now, I'm living with my parents in Leeds.",
    "For work, I'm in Ghent every Monday.",
    'Losing my job as a banker was tough.',
    'Running keeps me sane, so I run every day.',
  ])('keeps what only looks like it: %s', (text) => {
    expect(textsOf(text)).toHaveLength(1)
  })

  it.each([
    ['I got a bag of shrimps.', true],
    ['We walked home along the canal—it is far.', true],
    ['Mia told me a story.', true],
    ['I got a flat in Ghent that is on the canal.', false],
    ['We met every week.', false],
    ['I taught there for thirty-one years.', false],
    ['I need a flat.', false],
  ])('knows a deed: %s %s', (text, expected) => {
    expect(isDeed(text)).toBe(expected)
  })

  it('is of no illness where tablets are devices and wheels are diagnosed', () => {
    expect(readStatements('Our team struggled with the tablets in the museum.')[0]?.kind).toBe('work')
    expect(readStatements('Ahmed quickly diagnosed a bent wheel.')[0]?.kind).toBe('other')
    expect(readStatements('The concert on my phone made the audio stutter.')[0]?.kind).not.toBe('health')
    expect(readStatements('I stutter.')[0]?.kind).toBe('health')
    expect(readStatements('My son takes his tablets at noon.')[0]?.kind).toBe('health')
  })

  it('keeps what one deed alone tells', () => {
    expect(textsOf('We ended up in a flat on the pier, with two dogs.')).toHaveLength(1)
  })

  it('keeps what changes a life', () => {
    expect(textsOf(`${story.slice(0, 3).join(' ')} I bought my first house.`)).toEqual(['I bought my first house.'])
  })

  it.each([
    "I'm left wondering whether anything of it lasts.",
    'I keep replaying the moment when the lights went out in the hall.',
    'Seeing Jonas with the trowel in the garden made me feel so grateful for our little team.',
    'My laptop is still acting up on calls with the team in Lyon.',
    'Always feels like a small victory when the delivery comes on time.',
    'Section 3 of the report: I noticed the list of devices has no cables.',
    "For today's log, I'll note that the root zone of the bonsai was moist at ten.",
    "I'd suggest adding a column for the symptoms of the plants to the table.",
    "I'm feeling really energized after the visit of Amy and her team.",
    'The call ended early in the garden of the museum in Lyon—Mia never misses her evening class on Thursdays.',
    'After lunch at the market in Lyon, we wandered over to the new gallery.',
    'This morning, as we started the climb, Pieter noticed that my rope was worn.',
    'While I was checking the garden of our house, I noticed that a fox had been there.',
    'On the way home, I set up a little station for our bikes by the gate.',
    'I started my day with a walk through my part of East Nashville.',
    'I just got back from the flat of my mother in Ghent.',
  ])('keeps no %s', (text) => {
    expect(textsOf(text)).toEqual([])
  })

  it.each([
    [
      'Can you plan the ride from my apartment in Stuttgart-West at 7:45 to the office in Vaihingen?',
      ['my apartment in Stuttgart-West'],
    ],
    ['Can you help me thank my dad Carlos (it is his day) for the tea?', ['my dad Carlos']],
    ['[Upload 56_notes] My wife Ann is a vegetarian.', ['My wife Ann is a vegetarian.']],
    ["Now that I'm retired, I'd like to plan my week—could you help me?", ["I'm retired"]],
    ['Now that I live in Ghent, I cycle to work every day.', ['I live in Ghent', 'I cycle to work every day.']],
    [
      "Looking for a plan for a weekend, my wife is pregnant, and we don't eat meat",
      ['my wife is pregnant', "we don't eat meat"],
    ],
    ['Could you suggest a route for my trip, so we always have time for lunch?', []],
  ])('keeps of "%s" only %j', (text, parts) => {
    expect(textsOf(text)).toEqual(parts)
  })
})

describe('dangers to health, as three writers who did not know the rules told them', () => {
  const lines = readFileSync(new URL('dangers.fixture.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const found = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => kept(line.slice(2)).filter(({ kind }) => kind === 'health'))
  const binding = (all: readonly Statement[][]) => all.filter((one) => one.some(({ isBinding }) => isBinding)).length

  it.each([
    "Recipe for something with chicken thighs, Maddie's off dairy now, pediatrician says cow's milk allergy for real.",
    'Our paediatrician says egg allergy',
    "Maddie has a cow's milk allergy",
    "The allergist said it's a severe tree nut allergy",
  ])('bind as a doctor named them: %s', (said) =>
    expect(kept(said).some(({ isBinding, kind }) => isBinding && kind === 'health')).toBe(true),
  )

  it.each([
    'The article says egg allergy is rare',
    'In my novel the doctor says egg allergy',
    'Our neighbour says milk is bad',
  ])('do not bind: %s', (said) => expect(kept(said).some(({ isBinding }) => isBinding)).toBe(false))

  it('are kept as health in 210 of 275 messages, and bind in 155', () => {
    const all = found('+')
    expect(all).toHaveLength(275)
    expect(all.filter((one) => one.length > 0).length).toBeGreaterThanOrEqual(210)
    expect(binding(all)).toBeGreaterThanOrEqual(155)
  })

  it('bind in at most 9 of 175 that look alike', () => {
    const all = found('-')
    expect(all).toHaveLength(175)
    expect(binding(all)).toBeLessThanOrEqual(9)
    expect(all.filter((one) => one.length > 0).length).toBeLessThanOrEqual(34)
  })
})
