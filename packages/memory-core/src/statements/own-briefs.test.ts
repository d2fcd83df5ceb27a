import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { readStatements } from './read-statements.ts'

const at = '2026-10-20T10:00:00Z'
/** What is kept of a message, without the full stops at the ends. */
const kept = (text: string): string[] =>
  readStatements(text, { at })
    .filter(({ worth, span }) => worth >= 0.31 && span === 'lasting')
    .map((one) => one.text.replace(/\.$/, ''))

describe('a label before a brief', () => {
  it.each([
    'Project: booking site.',
    'Repo: shop.',
    'Client: Paola.',
    'Manager: Rick Stone (Leeds).',
    'Task: fix the build.',
    'Setup: npm workspaces.',
    'Team: me, Farida, Stig.',
    'Deadline: 14 November.',
    'Tech Stack: SvelteKit.',
    'House Rules: no shoes.',
    'Hosting: Fly.io.',
    'Kids: Leo and Mia.',
    'Project: booking site\nClient: Paola Greco\nDeadline: 14 November\n',
  ])('leaves what stands behind it: %j', (lead) => expect(kept(`${lead} We use pnpm.`)).toContain('We use pnpm'))

  it.each([
    'Bob: I prefer tea. We use pnpm.',
    "Mum: I'm vegetarian now, what can I cook?",
    'Moira: we use Zebra printers. Never call us.',
    'Boss: never email the client directly. I work from Leeds.',
    'Customer: I want a refund. I live in Bergen.',
    'Client: No. I live in Bergen. Never call me.',
    'Manager: Great. I live in Bergen.',
    'Support: we never delete your data. Always reboot first.',
    'Caroline: I moved to Bergen.',
    'Review: I hate this shop. I live in Bergen.',
    'Chapter: I live in Whitby with my two sons.',
    'should i apply for this job?\nCompany: We are a 40-person startup in Berlin.\nTeam: backend, we use Go and Kafka.',
    'Company: Thank you for applying. I regret to inform you that we chose another candidate.',
    "Car: I'm a 2015 Golf, looking for a new owner",
    "Genre: thriller. I'm a detective in Leeds.",
    'Audience: I am a 30 year old mother of two',
    'School: Dear parents, we close on Friday.',
    'Website: Welcome to our shop. We sell candles in Kent.',
    'House: I am a 3-bed terrace in Hull.',
    'Niche: weight loss. I live in Ohio.',
    'What do you think of this role?\nLocation: Leeds\nTeam: we use Kafka and ship daily.',
  ])('is a speaker where it names no subject: %s', (text) => expect(kept(text)).toEqual([]))
})

it.each([
  ['Shop: we sell candles in Kent', 'we sell candles in Kent'],
  ['Car: 2015 Golf. I commute to Leeds with it.', 'I commute to Leeds with it'],
  ['Should I take this job?\n\nI live in Leeds.', 'I live in Leeds'],
  ['School: my son Leo is in year 3', 'my son Leo is in year 3'],
])('a label is no speaker before what the user says: %j', (text, own) => expect(kept(text)).toEqual([own]))

describe('the job of an assistant', () => {
  it.each([
    'You are my coding agent.',
    'You are my coding agent for the billing monorepo,',
    'You are a senior engineer working with me.',
    'You will be my research assistant.',
    'I want you to act as my code reviewer.',
    'from now on you are my home agent.',
    'Please act as my English tutor.',
    'you are the assistant of our support team.',
    'You are an AI agent for our sales team:',
    'you are our data analyst bot\n\n',
    'You are my copilot and',
    'You are my coding agent. Each user story is a ticket.',
    'You are my coding agent. There is a fake clock.',
  ])('is no statement, and what follows is: %j', (lead) => {
    expect(kept(`${lead} we use pnpm. Never push to main.`)).toEqual(['we use pnpm', 'Never push to main'])
  })

  it.each([
    'You are a helpful assistant. Always answer in French. I am a bot.',
    'You are a pirate. I live on the sea. Never speak English.',
    "You are my boss. I'm a clerk and I live in Leeds.",
    "You are my dungeon master. I'm an elf and I live in Rivendell.",
    "You are my assistant in a story. I'm a detective and I live in Paris.",
    'You are a senior engineer at Google. We use Bazel. Never mock.',
    "You are the assistant of a wizard. I'm a wizard and I live in a tower.",
    "Pretend to be my assistant. I'm a king and I live in a castle.",
    "You are my agent, Mr Smith. Let's play: I'm a spy and I live in Moscow.",
    'You are my writing assistant for a novel. I live in a castle and my name is Count Orlo.',
    'You are my AI dungeon helper. I am an elf with asthma.',
    'You are my agent at the CIA. I am allergic to bullets.',
    'You are my tutor and I am your student Tim, 9 years old.',
    "you are my coding assistant, and I'm a CEO of a fake startup called Zed",
    "You are my assistant. We play D&D: I'm a bard and I live in Neverwinter.",
    "You are my planner. I'm your boss Kay and I live in Leeds.",
    'You are my research assistant in a pretend lab. I am allergic to gold.',
    'I want you to act as my interviewer. I am a nurse and I live in Hull.',
  ])('is a part in a play where it serves no one here: %s', (text) => expect(kept(text)).toEqual([]))
})

describe('a piece of work', () => {
  it.each([
    'Need to fix up my CV',
    'Need an ice dungeon, 3 rooms, 90 mins tops',
    'Synopsis please, 500 words, present tense, for the French rights people',
    "Session recap pls: they killed the gate hydra, Bex's rogue got cursed",
    "Need to tell the recruiter I'm out for the week",
    'Need sleep plan for Leo, 2 months',
    'Customer Mrs Patel, boiler part is late, come 2 weeks later',
    'Tenant Mr Osei, heating is broken, plumber comes Friday',
    'You be Osric, ill be my npc Lady Vane',
    'So: you be Osric, ill be my npc Captain Rell for a sec',
    'I come 21st at 8',
    'I come on the 3rd at 9.30',
    'Need to email Ana about the Monday thing, 2 pages',
    'Now it is 225 and the contact is me',
    'Need a flyer for our bake sale, 2 colours, A5',
    'Summary pls, one page, for my boss',
    'Now invoice for Mrs Bell, 2 taps, 3 hours',
    'Need to write to my landlord about the mould',
  ])('is no fact: %s', (text) => expect(kept(text)).toEqual([]))

  it('may stand before one', () =>
    expect(kept('Now quote for bathroom, mr Collins, 3 days, i take 280 per day')).toEqual(['i take 280 per day']))

  it('may have a fact for its cause', () => {
    expect(kept('Need sleep plan cause I work nights at Honda')).toEqual(['I work nights at Honda'])
    expect(kept('please write a note to school cause my son has asthma')).toEqual(['my son has asthma'])
    expect(kept("what should I eat cause I'm diabetic")).toEqual(["I'm diabetic"])
    expect(kept('Use kilometers cause I live in Canada')).toEqual(['I live in Canada'])
    expect(kept('im the one doing school stuff cause i work nights at Honda')).toEqual(['i work nights at Honda'])
    expect(kept('The cause I give to is WWF')).not.toContain('I give to is WWF')
  })

  it.each([
    'rest day is friday now cause i swim thu mornings instead',
    'I only drink decaf cause I get palpitations',
    "I can't do mornings cause I work nights",
    "no meetings on monday cause I'm at the clinic",
    'I quit my job cause I was burned out',
    "I don't eat shrimp cause I swell up",
    'my sessions are on tuesdays now cause we switched coach',
    "I need oat milk cause I'm lactose intolerant",
  ])('is no statement, which stays whole before its cause: %s', (text) => expect(kept(text)).toEqual([text]))

  it.each([
    ['I need wheelchair access'],
    ['Need insulin twice a day'],
    ["Need to avoid gluten, I'm coeliac"],
    ['Want to move to Spain next year'],
    ['Oat milk please, I use no other', 'I use no other'],
    ['Customer Mrs Patel is my best client'],
    ['My logo is a blue heron'],
    ['Our agenda is always on the wiki'],
    ['We come from Poland'],
    ['need to check in with my sponsor every night'],
    ['need to send my mum, Ana, 200 a month'],
    ['need to reply to mails within 24h at work'],
    ['need to print everything, screens hurt my eyes'],
    ['I come 2 days a week to the office'],
    ['I come 3 times a week to the gym'],
    ['I come 1st of May to live in Leeds'],
    ['need to tell you I moved to Leeds'],
    ["Need to write to Ana, she's my boss now"],
    ['Monthly invoice to Acme, 2,000 euros'],
    ['House invoice: 300 a month for cleaning'],
    ['Weekly summary, always on Fridays by 5'],
    ['Client Mr. Jones, come on Tuesdays at 9'],
    ['Need a flat in Leeds, max 900'],
    ['Need an apartment in Rome, 2 bedrooms, from May'],
    ['need to check my blood sugar daily'],
    ['need to send rent by the 1st of each month'],
    ['Need a two-bedroom house in York, up to 1,200'],
    ['Now my rent is 795'],
    ['No emojis please'],
  ])('is not seen in %s', (text, fact = text) => expect(kept(text)).toEqual([fact]))
})

it('takes linear time', () => {
  readStatements('We use pnpm.', { at })
  const spentMs = startCpuClock()
  for (const text of [
    'You are my ',
    'need a plan, ',
    'you be a, ',
    'quote for a ',
    'Project: a. ',
    'A. ',
    'Client: A ',
    'A.A',
    "I'm a cause i ",
  ])
    readStatements(text.repeat(20_000 / text.length), { at })
  expect(spentMs()).toBeLessThan(3_000)
})
