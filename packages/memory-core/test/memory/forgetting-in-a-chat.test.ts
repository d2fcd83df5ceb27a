import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'

/** A memory after these messages, each said in a chat of its own on another day. */
async function after(...said: string[]): Promise<Memory> {
  const clock = fixedClock('2026-03-01T09:00:00.000Z')
  const memory = await openMemory({ storage: inMemoryStorage(), clock })
  onTestFinished(() => memory.close())
  for (const [at, content] of said.entries()) {
    await memory.addMessages(`chat-${at}`, { role: 'user', content })
    await memory.resetSession(`chat-${at}`)
    clock.advance(86_400_000)
  }
  await memory.flush()
  return memory
}

async function told(memory: Memory, query: string): Promise<string> {
  const { stable, volatile } = await memory.buildContext({ session: 'another', query })
  return `${stable}\n${volatile}`
}

describe('what a user asks to forget in a chat', () => {
  it.each([
    ["I'm vegan", "Forget that I'm vegan", /vegan/i],
    ['My birthday is May 4', 'forget my birthday', /birthday/i],
    ["I'm allergic to peanuts", 'you can forget about the peanut allergy, that was my brother', /peanut/i],
    ['Ich bin Veganer', 'vergiss, dass ich Veganer bin', /veganer/i],
    ['My cousin Pete is in prison.', 'Could you please forget what I told you about Pete?', /prison/],
    ['My sister Anna has relapsed and is back in rehab.', 'please forget what I said about my sister', /rehab/],
    ['My sister Anna has relapsed.', 'Forget that Anna has relapsed.', /relapsed/],
    ['I had a miscarriage in January.', "I'd like you to forget that I mentioned the miscarriage.", /miscarriage/],
    ['I am HIV positive.', 'Take my HIV status out of your notes.', /HIV/],
    ["I'm taking sertraline.", 'Please remove anything about sertraline from your memory.', /sertraline/],
    [
      "I'm seeing a psychiatrist on Thursdays.",
      'Can you wipe the bit I told you about the psychiatrist?',
      /psychiatrist/,
    ],
    ['My salary is 62k.', 'Pretend I never told you my salary.', /62k/],
    ['My boss Ingrid is having an affair.', "Don't keep what I said about Ingrid", /affair/],
    ['My son Tom wets the bed.', 'you can forget what I said about my son wetting the bed', /wets/],
    ['I changed my will for Arjun.', "Please don't store what I told you about the will. It is private.", /Arjun/],
    [
      "my brother's got a gambling problem and owes 12 grand",
      'can you forget what i said about my brothers money',
      /12/,
    ],
    ['My son was arrested for shoplifting.', 'please wipe what i said about my sons arrest, sorry', /shoplifting/],
    ['My boss Ingrid is getting divorced.', "I'd rather you didn't keep any of that about Ingrid.", /divorced/],
    ['My colleague Claire is pregnant.', "Please remove the information about Claire's pregnancy.", /pregnant/],
    ['I take antidepressants.', 'kindly forget the antidepressants', /antidepressants/],
    ['i owe kev 2 grand', 'actually forget about what i owe kev', /grand/],
    ['we had to remortgage cos of pauls gambling', 'forget about the gambling stuff i told you', /remortgage/],
    ["my mum's got a drink problem", 'delete that about mums drinking please', /drink problem/],
    ['I failed the driving test.', "You don't have to remember the driving test.", /failed/],
    ['I have an offer from Siemens.', 'I refused Siemens. Please delete this affair.', /offer/],
    ['I am interviewing at BMW.', "don't bring up the BMW thing again and remove it", /interviewing/],
    ['I drive an older pickup truck.', 'Please forget that I drive an older model pickup truck.', /pickup/],
    [
      'I love hearty, rustic home cooking.',
      'Please forget my preference for hearty, rustic cooking from your memory.',
      /rustic/,
    ],
    [
      'I feel inadequate when I compare my career with others.',
      'Please forget the detail about me feeling inadequate after comparing my career.',
      /inadequate/,
    ],
    ['I avoid celebrity news.', 'Please forget the preference about avoiding celebrity news.', /celebrity/],
    ['I prefer trains.', 'Please forget my preference for trains from your memory.', /trains/],
    ["I'm lactose intolerant.", 'Please forget my lactose intolerance preference from your memory.', /lactose/],
    [
      'I feel inadequate in my career.',
      'Please forget that I feel inadequate in my career, because colleagues mocked my rusty shoes.',
      /inadequate/,
    ],
    ['I live in Lyon.', 'Please delete from your memory that I live in Lyon.', /Lyon/],
    ['I get migraines often.', 'Please forget that I suffer from migraines treated with pills.', /migraines/],
    ['I have two cats, Momo and Kiki.', 'Please forget the fact that I own two cats.', /Momo/],
    ["I'm allergic to shellfish.", "Please remove from your memory that I'm allergic to shellfish.", /shellfish/],
    ["J'ai déménagé à Nantes.", "S'il te plaît, oublie que j'ai déménagé à Nantes.", /déménagé/],
    ['Vivo a Torino con mia sorella.', 'Per favore, dimentica che vivo a Torino con mia sorella.', /Torino/],
    ['Moro em Braga com a minha mãe.', 'Por favor, esquece que moro em Braga com a minha mãe.', /Braga/],
    ['Ik woon in Gent bij mijn broer.', 'Vergeet dat ik in Gent bij mijn broer woon.', /Gent/],
  ])('is on no page and in no context any more, nor is the request: %s', async (known, request, word) => {
    const memory = await after(known, request)
    expect((await memory.facts.list()).map(({ text }) => text)).toEqual([])
    expect(await told(memory, `What do you know about me? ${known}`)).not.toMatch(word)
    const { items } = await memory.recall(known, { layers: ['records'] })
    expect(items.every(({ source }) => 'validTo' in source && source.validTo !== undefined)).toBe(true)
  })

  it('is in no answer directly behind it, and the rest of the message is still a fact', async () => {
    const memory = await after()
    await memory.addMessages('first', [
      { role: 'user', content: 'I live in Oslo. I have diabetes.' },
      { role: 'assistant', content: 'Noted: you have diabetes.' },
      { role: 'user', content: 'What is a good breakfast with diabetes?' },
      { role: 'assistant', content: 'Oats are fine with diabetes.' },
    ])
    await memory.flush()
    expect(await told(memory, 'do I have diabetes?')).toContain('Noted: you have diabetes')
    await memory.addMessages('second', { role: 'user', content: 'Forget that I have diabetes.' })
    await memory.flush()
    const context = await told(memory, 'do I have diabetes?')
    expect(context).not.toMatch(/you have diabetes|I have diabetes/)
    expect(context).toContain('I live in Oslo')
    expect(context).toContain('Oats are fine')
  })

  it('is in no answer directly behind it that is asked for with other words', async () => {
    const memory = await after('What oven temperature is best for bread?')
    await memory.addMessages('first', [
      { role: 'user', content: "I'm vegan." },
      { role: 'assistant', content: 'Understood: recipes with lentils and tofu from now on.' },
      { role: 'user', content: 'Which tofu is best?' },
      { role: 'assistant', content: 'Firm tofu is best.' },
    ])
    await memory.addMessages('other', [
      { role: 'user', content: "I'm new in Oslo." },
      { role: 'assistant', content: 'The market there has tofu and lentils.' },
    ])
    await memory.flush()
    expect(await told(memory, 'recipes with lentils and tofu')).toContain('Understood')
    await memory.addMessages('second', { role: 'user', content: "Forget that I'm vegan." })
    await memory.flush()
    const context = await told(memory, 'recipes with lentils and tofu')
    expect(context).not.toContain('Understood')
    expect(context).toContain('Firm tofu')
    expect(context).toContain('The market there')
  })

  it.each([
    ['My cousin Pete is a baker in Leeds.', "Don't forget what I told you about Pete."],
    ['My sister Anna lives in Rome.', 'I always forget what I said about my sister.'],
    ["My friend's sister is called Eve and my friend is Zoe.", 'Forget what I said about my sister.'],
    ['My boss is Ingrid.', 'Remove anything about Ingrid from this email: Dear Ingrid, hello.'],
    ['My boss is Tom.', 'Drop the bit about Tom from the speech.'],
    ["I'm allergic to nuts.", 'Forget the nuts, add raisins.'],
    ['My cat is called Miso.', "Please don't store miso in the fridge door."],
    ['My choir sings every Tuesday.', 'Forget what I said about Tuesday.'],
    ['I earn 3,200 a month.', "I don't remember what I told you about the month."],
    ['I will be a nurse, I study at Leeds.', 'Forget what I said about my will.'],
    ['My boss Alan is allergic to nuts.', "Don't keep my boss waiting"],
    ['My son is allergic to eggs.', 'Never store anything with eggs in his bag.'],
    ['My salary is 60k.', "Don't remember my salary, can you remind me?"],
    ['We use Docker at work.', 'Forget everything about Docker, how would you explain containers to a child?'],
    ['We use Docker at work.', 'Pretend I never mentioned Docker. Explain containers from scratch.'],
    ['My mother is diabetic.', 'Take my mother out of your notes for the speech.'],
    ["I'm allergic to cats.", 'Forget what I told you about the cat.'],
    ['I have 3 kids.', 'Forget what I said about week 3.'],
    ['My sister Anna works as a nurse in Paris.', 'Please forget that I work as a nurse in Paris.'],
    ["I'm allergic to shellfish and garlic.", 'Please forget that I love shellfish with garlic.'],
    ['I prefer window seats.', 'Please forget my preference for aisle seats.'],
    ['I play tennis every Saturday.', "Don't forget that I play chess every Saturday."],
    ['I have a meeting with Dr. Brown every Monday.', 'Forget my last message about the meeting with Dr. Brown.'],
  ])('is on the page as before where the request is none, or is about another thing: %s / %s', async (known, said) => {
    const [line] = await (await after(known)).facts.list()
    const left = (await (await after(known, said)).facts.list()).map(({ text }) => text)
    expect(left).toContain(line?.text)
  })

  it('is in no context that the request is found for, though it was no fact; what is said later is', async () => {
    const memory = await after(
      'Pete wanted to know what a lawyer costs.',
      'forget what I told you about Pete',
      'Which train does Pete need to Leeds?',
    )
    const context = await told(memory, 'Pete')
    expect(context).not.toContain('lawyer')
    expect(context).toContain('train')
  })

  it('is in no context that has none of the words of the request', async () => {
    const memory = await after('Pete wanted to know what a lawyer costs.', 'forget what I told you about Pete')
    expect(await told(memory, 'what does a lawyer cost?')).not.toContain('lawyer')
  })

  it('ends nothing where it would end more than ten statements', async () => {
    const towns = ['Leeds', 'Porto', 'Oslo', 'Turin', 'Lille', 'Ghent', 'Basel', 'Cork', 'Graz', 'Lyon', 'Bath', 'York']
    const memory = await after('I like tea.')
    await memory.records.learn(towns.map((town) => ({ text: `The supplier in ${town} delivers bread` })))
    await memory.records.learn({ text: 'Forget what I told you about the supplier.' })
    const current = (await memory.records.list()).filter(({ validTo }) => validTo === undefined)
    expect(current.filter(({ text }) => text.includes('delivers'))).toHaveLength(towns.length)
  })

  it('is no fact where nothing is known of it', async () => {
    const memory = await after('I voted for the Greens.', 'Pretend I never told you my politics.')
    expect((await memory.facts.list()).map(({ text }) => text).join()).not.toContain('politics')
  })

  /** A memory after one chat, whose lines by the assistant begin with `>`, all captured at once. */
  async function afterChat(...said: string[]): Promise<Memory> {
    const memory = await after()
    for (const line of said)
      await memory.addMessages('chat', {
        role: line.startsWith('>') ? 'assistant' : 'user',
        content: line.replace('>', ''),
      })
    await memory.flush()
    return memory
  }

  it('is what was said just before, where the request puts it in other words', async () => {
    const memory = await afterChat(
      'I live in Oslo. I am always the peacekeeper between my brothers.',
      '>That is a strain.',
      'I have a V60 and a hand grinder for my coffee.',
      'Please forget that I am the peacekeeper in a family with unresolved conflicts.',
    )
    const facts = (await memory.facts.list()).map(({ text }) => text).join()
    expect(facts).not.toContain('peacekeeper')
    expect(facts).toMatch(/Oslo.*V60/)
    expect(await told(memory, 'how are my brothers?')).not.toContain('peacekeeper')
  })

  it('is the statement whose sentence says it, and no question', async () => {
    const memory = await afterChat(
      'I still grieve for Dan, my close friend.',
      'Which gifts do I give a close friend?',
      'Please forget that I have lingering sorrow from the loss of a close companion.',
    )
    expect(await memory.facts.list()).toEqual([])
  })

  it.each([
    ['I prefer window seats.', 'Please forget my preference for aisle seats.'],
    ['I live above a truck stop.', 'Please forget that I drive an older model pickup truck.'],
  ])('is not what was said just before of another thing, or with fewer of its words: %s', async (known, request) => {
    const memory = await after('I drive an older pickup truck.')
    await memory.addMessages('own', { role: 'user', content: known })
    await memory.flush()
    await memory.addMessages('own', { role: 'user', content: request })
    await memory.flush()
    expect((await memory.facts.list()).map(({ text }) => text).join()).toContain(known.replace('.', ''))
  })

  it('is what its own speaker said, of two in one conversation', async () => {
    const memory = await after()
    for (const name of ['Ann', 'Ben'])
      await memory.addMessages('chat', { role: 'user', name, content: 'I drive an older pickup truck.' })
    await memory.addMessages('chat', {
      role: 'user',
      name: 'Ann',
      content: 'Please forget that I drive an older model pickup truck.',
    })
    await memory.flush()
    expect((await memory.facts.list()).map(({ text }) => text)).toEqual([
      'I drive an older pickup truck (Ben, 2026-03-01)',
    ])
  })

  it('is nothing where two things said just before are as near', async () => {
    const said = ['I drink coffee at seven.', 'I grow coffee on the balcony.']
    const memory = await afterChat(...said, 'Please forget that I keep coffee brewing equipment at home.')
    expect(await memory.facts.list()).toHaveLength(said.length)
  })

  it('is not told by what the assistant said of it before, or answered to the request', async () => {
    const memory = await afterChat(
      'I have mild asthma and use an inhaler for intense exercise.',
      '>With your asthma, warm up for longer.',
      'Please forget that I have mild asthma managed with an inhaler.',
      '>Got it, I forget that you have mild asthma managed with an inhaler.',
    )
    expect(await told(memory, 'is asthma a reason not to run?')).not.toMatch(/asthma|inhaler/)
  })

  it('is not erased, and holds again when it is said again', async () => {
    const memory = await after("I'm vegan", "Forget that I'm vegan", "I'm vegan after all")
    expect((await memory.facts.list()).map(({ text }) => text)).toEqual(["I'm vegan after all (2026-03-03)"])
    expect((await memory.sessions.messages('chat-0', { archived: true })).map(({ content }) => content)).toEqual([
      "I'm vegan",
    ])
  })
})

describe('what a user asks not to keep', () => {
  it('is not told in another chat, but in its own', async () => {
    const memory = await after("Don't save this: I'm dating my boss")
    await memory.addMessages('own', { role: 'user', content: 'Off the record, Kim is leaving' })
    expect(await told(memory, 'who am I dating? my boss? is Kim leaving?')).not.toMatch(/dating my boss|Kim is/)
    const { volatile } = await memory.buildContext({ session: 'own', query: 'is Kim leaving?' })
    expect(volatile).toContain('Kim is leaving')
  })
})

describe('a request that names nothing', () => {
  async function afterTalk(answer: string, request: string, known = 'I owe the taxman 5,000 and I live in Oslo.') {
    const clock = fixedClock('2026-03-01T09:00:00.000Z')
    const memory = await openMemory({ storage: inMemoryStorage(), clock })
    onTestFinished(() => memory.close())
    await memory.addMessages('chat', [
      { role: 'user', content: known },
      { role: 'assistant', content: answer },
    ])
    await memory.flush()
    clock.advance(60_000)
    await memory.addMessages('chat', { role: 'user', content: request })
    await memory.resetSession('chat')
    await memory.flush()
    return memory
  }

  it.each(["don't write that down", 'Could you please not keep that?'])(
    'ends what was said before it, in no page, context or history: %s',
    async (request) => {
      const memory = await afterTalk('Noted: 5,000 for the taxman.', request)
      expect((await memory.facts.list()).map(({ text }) => text)).toEqual([])
      expect(await told(memory, 'what do I owe the taxman?')).not.toMatch(/5,000|Oslo/)
      expect((await memory.history.list()).map(({ text }) => text).join()).not.toMatch(/taxman/)
    },
  )

  it.each([
    ['I see.', "don't store that in the database"],
    [`Dear taxman, ${'I am sorry to be late. '.repeat(40)}`, "don't keep that"],
    ['```js\nsave()\n```', "don't save that"],
    ['Done, it is in config.json now.', "don't save that"],
  ])('leaves it where it is a task, or about a draft or code: %s / %s', async (answer, request) => {
    const memory = await afterTalk(answer, request)
    expect((await memory.facts.list()).map(({ text }) => text).join()).toContain('Oslo')
  })

  it('keeps out of the history what another chat asked to forget', async () => {
    const clock = fixedClock('2026-03-01T09:00:00.000Z')
    const memory = await openMemory({ storage: inMemoryStorage(), clock })
    onTestFinished(() => memory.close())
    await memory.addMessages('first', { role: 'user', content: 'Pete pays a lawyer called Rosa in Leeds this week.' })
    await memory.flush()
    clock.advance(60_000)
    await memory.addMessages('second', { role: 'user', content: 'forget what I told you about Pete' })
    await memory.flush()
    await memory.resetSession('first')
    expect((await memory.history.list()).map(({ text }) => text).join()).not.toMatch(/lawyer/)
  })

  it('leaves an allergy, which only its name ends', async () => {
    const memory = await afterTalk('I see.', "don't write that down", "I'm allergic to nuts.")
    expect((await memory.facts.list()).map(({ text }) => text).join()).toContain('nuts')
  })
})
