import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { proseLines } from './prose.ts'

const textsOf = (text: string): string[] => proseLines(text).map((line) => line.text)

describe('the words of another', () => {
  it.each([
    "here's the customer's mail:",
    'mail from Moira:',
    'slack from Rafał:',
    "Moira's answer:",
    'her reply:',
    'his text about the party:',
    'the ticket:',
    'this is from the vendor pdf:',
    'from their docs:',
    'from the API guide:',
    'the spec:',
    'the contract:',
    'requirements from Paola:',
    'CONTRIBUTING.md:',
    'PR description:',
    'reply from the landlord:',
    "a customer's complaint:",
    "Okan's feedback:",
    'customer message below',
  ])('are left out below "%s"', (line) =>
    expect(textsOf(`${line}\n\nI never eat meat\nalways call us\n\nmine`)).toEqual([line, 'mine']),
  )

  it('go on below their greeting', () =>
    expect(textsOf('mail from Moira:\n\nHi Okan,\n\nI live in Bergen\n\nmine')).toEqual(['mail from Moira:', 'mine']))

  it.each([
    'got this from Moira: ',
    'got this from a client - ',
    "from the vendor's manual: ",
    'review comment from Dominika: ',
    'letter from my bank: ',
    "my landlord's answer: ",
  ])('are left out behind "%s"', (lead) => expect(textsOf(`${lead}never call us`)).toEqual([lead.trim()]))

  it.each(['can you answer this one?', 'what do I reply to this?', 'how should I respond to this mail?'])(
    'are left out below a question for an answer to them: %s',
    (line) => expect(textsOf(`${line}\n\nI live in Bergen\n\nI moved`)).toEqual([line]),
  )

  it.each([
    ["My boss's feedback: I talk too fast.", 'I have ADHD.'],
    ['Text from my sister: dad fell.', 'My dad is 80 and lives in York.'],
    ['Reply from the landlord: no pets.', 'I have two cats and pay 900.'],
    ['Her comment: too long.', 'My style is short, I never use emojis.'],
    ['Feedback from the team: we never write tests.', 'So from now on always add tests.'],
    ['Letter from the council: bins move to Friday.', 'I work Fridays.'],
    ["The client's feedback: bigger logo.", 'My studio is in Leeds.'],
    ['Reply from the team: we never write tests.', 'So always add tests.'],
  ])('end on their line before those of the user: %s %s', (quoted, own) =>
    expect(textsOf(`${quoted} ${own}`)).toEqual([own]),
  )

  it.each([
    'mail from Moira: I moved to Bergen. I never eat meat.',
    'letter from my bank: your card expired. Never share your PIN.',
    'reply from Tom: Sure. I live in Bergen.',
    'text from Ann: hey you. I live in Bergen.',
  ])('go on to the end of their line: %s', (text) => expect(textsOf(text)).toEqual([`${text.split(':')[0]}:`]))

  it.each([
    ['the contract:\n', "I pay 900 a month and I can't have pets"],
    ['How do I respond to this?\n\n', 'I live in Madrid and I have two kids. My boss wants 7pm calls.'],
    ['What do I reply to this?\n\n', 'I work nights. My landlord says I have to be in.'],
  ])('are not what the user tells of them: %j', (lead, own) =>
    expect(textsOf(`${lead}${own}`)).toEqual([lead.trim(), own]),
  )

  it('are left out of a diff', () => expect(textsOf('+// we use Vitest\n-# we use Jest\nmine')).toEqual(['mine']))

  it.each([
    'my notes:',
    'our spec:',
    'our plan:',
    "here's my answer:",
    'answer to your question:',
    'answers below:',
    'notes for you:',
    'a few facts:',
    "my doctor's advice:",
    'letter from my doctor:',
    'can you help me?',
    'can you answer this question?',
    'what should I cook?',
    'what do I say to her?',
    "My wife's email: ann@x.de",
    "Tom's review: 14 May",
    'requirements from the client: Italian and German',
    '- #general is our channel',
    'CLAUDE.md:',
    'AGENTS.md:',
    'rules.md:',
    'CONVENTIONS.md:',
    'Copied these from my old notes:',
    'Copied this from my diary:',
    'got this from our own notes:',
  ])('are not seen in what one says oneself: %s', (line) =>
    expect(textsOf(`${line}\n\nmine`)).toEqual([line.replace('- ', ''), 'mine']),
  )
})

describe('fiction and samples', () => {
  it.each([
    'Opening para:',
    "Here's my first page:",
    'Chapter one:',
    '## Chapter 3',
    'Scene draft, what do you think?',
    'rate my monologue:',
    "edit this for my character's diary",
    'My intro paragraph:',
    'Verse 2:',
    "Here's the testimonial:",
    'Student essay to grade:',
    'Prologue:',
    'thoughts on my first chapter?',
    'excerpt from the memoir of my client:',
    'the last stanza',
    'Dialogue exercise:',
    'is this opening paragraph any good?',
  ])('are left out below "%s", to the end', (line) =>
    expect(textsOf(`${line}\n\nI live in Whitby\n\nmy husband drowned`)).toEqual([line.replace('## ', '')]),
  )

  it.each([
    ['Chapter 4\n\nI ran.', 'btw I changed my name'],
    ['Next scene:\nWe enter the cave.', "ooc: I'm allergic to nuts"],
    ['my first chapter\n\nI ran.\n\nI fell.', 'By the way, I moved'],
  ])('end where the user speaks beside them: %j', (text, own) =>
    expect(textsOf(`${text}\n\n${own}\n\nmine`).slice(1)).toEqual([own, 'mine']),
  )

  it.each([
    'Background about me:',
    'my details:',
    'about my first chapter:',
    'for my chapter plan:',
    'my next chapter:',
    'quick intro:',
    'where do I start my chapter?',
    'how long should a chapter be?',
    'I wrote a chapter. Now what?',
    'My writing:',
    'I finished chapter 3',
    'Blood sample:',
    'My first sample',
    'Read page 40',
    'Great passage',
    'I love this verse',
    'Just finished the last page',
    'Testimonial?',
    'chapter 4',
    'Ok so I handed in my essay',
    'Urine sample',
    'Still on page 12',
  ])('are not what stands below "%s"', (line) =>
    expect(textsOf(`${line}\n\nI write in Whitby`)).toEqual([line, 'I write in Whitby']),
  )
})

describe('a text that its head presents', () => {
  it.each([
    'Cover letter for Jess:',
    "this is my brother's cv, make it better.",
    'this is my brothers cv, make it better.',
    'Here is what my tenant wrote -',
    'my flatmate wrote me this, is it rude?',
    'What my neighbour wrote:',
    'her application -',
    'song lyrics help:',
    'essay intro please, topic:',
    'Caption for the photo:',
    'for my character sheet:',
    "can you proofread my friend's bio -",
    'Short poem -',
    'Dialogue for my play.',
    'LinkedIn bio for my husband:',
    'My colleague sent me this, what does she want?',
  ])('is left out to the end of the message: %s', (head) =>
    expect(textsOf(`${head} I live in Whitby\n\nI fear fire\n\nbtw I moved`)).toEqual(['btw I moved']),
  )

  it.each([
    'write to my landlord: I live in Whitby',
    'Bio for my profile page: I am a coach',
    'Cover letter for Lidl: I live in Ghent, Lidl is near me',
    "message for my kid's school: my son Tim is allergic to nuts",
    'my flatmate wrote me a nasty note. I am vegan',
    "My brother's CV is terrible. I live in Hull",
    'I write songs. I play the guitar',
    'For captions: never use hashtags',
    'New headline please. I run a bakery in Leeds',
    'The slogan. We are a bakery in Leeds',
    "Our company's blog: we use Hugo",
    'letter from my doctor: I have high blood pressure',
  ])('is not what the user tells: %s', (text) => expect(textsOf(text)).toEqual([text]))

  it("is a doctor's letter in which a doctor speaks", () =>
    expect(textsOf("My doctor's letter: I have seen this lady.")).toEqual(["My doctor's letter:"]))
})

it('takes linear time', () => {
  const spentMs = startCpuClock()
  for (const text of [
    'from the ',
    'the a ',
    'my ',
    "a's ",
    'can you ',
    'reply to ',
    'chapter ',
    '# ',
    'x ',
    'for the ',
    'cv for ',
    'wrote ',
    "my mate's ",
  ])
    for (const end of [':', '?', ''])
      for (const length of [90, 20_000]) proseLines(`${text.repeat(length / text.length)}${end}\n\nmine`)
  proseLines('mail from A:\n\nHi A,\n\n'.repeat(900))
  expect(spentMs()).toBeLessThan(1_000)
})
