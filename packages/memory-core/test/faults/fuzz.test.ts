import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { isoTime, parseTime } from '../../src/clock.ts'
import { createLedger, ledgerPath } from '../../src/consolidation/attribution.ts'
import { parseReply } from '../../src/consolidation/model-reply.ts'
import { createPlanFiles } from '../../src/consolidation/plan.ts'
import { quote } from '../../src/context/context-lines.ts'
import { ownerPath, readOwner } from '../../src/disk/identity-files.ts'
import { parseHistory, renderHistoryEntry } from '../../src/documents/history-entry.ts'
import { parseFacts, printFact } from '../../src/documents/markdown.ts'
import { inMemoryStorage, MemoryError, redact } from '../../src/index.ts'
import { parseWatermark, printWatermark } from '../../src/indexing/marked-index.ts'
import { parseKnowledge, printKnowledge } from '../../src/knowledge/knowledge-file.ts'
import { createPatternExtractor } from '../../src/knowledge/pattern-extractor.ts'
import { checkFormat } from '../../src/local/root.ts'
import { quotedHeader } from '../../src/memory/layer-calls.ts'
import { parseNote } from '../../src/notes/front-matter.ts'
import { isGeneratedIndex, printIndex } from '../../src/notes/note-index.ts'
import { saidTime } from '../../src/recall/asked-time.ts'
import { termsOf } from '../../src/recall/question.ts'
import { unescapedPage } from '../../src/records/records-page.ts'
import { parseSessionLine, printMessage } from '../../src/sessions/session-lines.ts'
import { matchExpression } from '../../src/sqlite/passage-row.ts'
import { captureFrom } from '../../src/statements/rules/read-by-rules.ts'
import { searchTerms } from '../../src/storage/passage-query.ts'
import { analyse } from '../../src/text/analyse.ts'
import { estimateTokens } from '../../src/text/count-tokens.ts'
import { matchesGlob } from '../../src/text/glob.ts'
import { isLong, note } from './run-length.ts'

const seed = isLong ? Math.trunc(performance.timeOrigin + performance.now()) % 2 ** 31 : 20_260_301
const numRuns = isLong ? 10_000 : 150
note(`fuzzing with seed ${seed}, ${numRuns} texts for each parser`)

const now = parseTime('2026-03-01T09:30:00.000Z')
const place = { path: 'sessions/x.jsonl', line: 1, createdAt: '2026-03-01T09:30:00.000Z' } as const

/** Pieces of every format that is read, and of what can go wrong in one. */
const pieces = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '\\',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '- ',
    '* ',
    '# ',
    '---\n',
    '```',
    '|',
    '>',
    '~',
  ],
  ...[
    '"id"',
    '"role":"user"',
    '"content":"x"',
    '"_type":"metadata"',
    '"_type":"message"',
    '"daybook":1',
    '"daybook":99',
  ],
  ...['"history_entry":"They talked."', '"memory_update":"- Ada"', '"entries":[', '"facts":{"mode":"replace"}', 'null'],
  ...[
    '[2026-03-01 09:30] ',
    '## 2026-03-01',
    '2026-13-45',
    '1e999',
    '-0',
    'Infinity',
    'NaN',
    'true',
    '\\ud800',
    '\ud800',
  ],
  ...[
    '__proto__',
    '"__proto__":{"polluted":1}',
    'constructor',
    'toString',
    '<<: *a',
    '&a [',
    '*a',
    '!!js/function',
    '---js\n',
  ],
  ...[
    'name: x\n',
    'type: user\n',
    '\0',
    '\u200b',
    '\u202e',
    '\ufeff',
    '日本語',
    'é',
    'e\u0301',
    '😀',
    '\u2028',
    '</memory>',
  ],
  ...[
    'prefer ',
    'always ',
    'never ',
    "don't ",
    'remember that ',
    'last ',
    'march ',
    'yesterday',
    '3 weeks ago ',
    '31/02/2025',
  ],
  ...[
    'AND ',
    'OR ',
    'NEAR(',
    '^',
    '"scope',
    '**/',
    '{a,b}',
    '[!a-z]',
    '?',
    'password: ',
    'AKIA',
    'eyJ',
    '@',
    '://',
    '=',
  ],
)
const wholes = fc.constantFrom(
  '# Facts\n- [food] Ada likes tea\n\n## People\n* Berta\n',
  '[2026-03-01 09:30] They talked.\nMore of it.\n\n[2026-03-02 10:00] Again.\n',
  '---\nname: Stove\ndescription: hot\ntype: project\nupdated: 2026-03-01\n---\n\nIt is hot.\n',
  '{"version":1,"entries":[{"id":"a","category":"user_preference","content":"tea","created_at":1,"access_count":0}]}',
  '{"_type":"message","id":"m1","role":"user","content":"hi","createdAt":"2026-03-01T09:30:00.000Z"}',
  '{"daybook":1,"id":"p","session":"chat","at":"2026-03-01T09:30:00.000Z","messages":[],"history":[],"failure":null}',
  '```json\n{"history_entry": "They talked.", "memory_update": "- Ada"}\n```',
  '{"plan":"p","session":"chat","messages":["m1"],"facts":["h1","h2"],"dropped":[],"history":[{"path":"memory/HISTORY.md","hash":"h3"}]}\n',
  '{"user":"ada","agent":"a","id":"1"}',
  '- record:1 (high; 2026-03-01; tags a\\_b) \\`code\\` \\\\ \\[x\\] \\*y\\*',
  'what did I say about the trip two weeks before last Christmas?',
)
/** Of pieces alone, and whole files in which a piece was put, doubled or cut. */
const texts = fc.oneof(
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 60 }).map((parts) => parts.join('')),
  fc
    .tuple(wholes, fc.nat(200), fc.nat(40), fc.array(pieces, { maxLength: 4 }))
    .map(([whole, at, cut, parts]) => whole.slice(0, at) + parts.join('') + whole.slice(at + cut)),
)

type Parser = (text: string) => unknown

async function planIn(text: string): Promise<unknown> {
  const storage = inMemoryStorage()
  await storage.files.write('.daybook/consolidation/chat.plan.json', text)
  const plans = createPlanFiles(storage.files, () => undefined)
  return [await plans.leftover(), await plans.readPlan('chat')]
}

async function ledgerIn(text: string): Promise<unknown> {
  const { files } = inMemoryStorage()
  await files.write(ledgerPath, text)
  const ledger = createLedger(files)
  const known = await ledger.read()
  const hashes = new Set(known.flatMap(({ facts, history }) => [...facts.slice(0, 1), ...history.slice(0, 1)]))
  const count = await ledger.forget(new Set(), hashes, { dryRun: true })
  // What a dry run counts is what the run after it changes.
  expect(await ledger.forget(new Set(), hashes)).toBe(count)
  return [known, await ledger.read()]
}

async function markerIn(text: string): Promise<unknown> {
  const { files } = inMemoryStorage()
  await files.write('.daybook/daybook.json', text)
  return checkFormat('/root', files)
}

const ownerFolder = mkdtempSync(join(tmpdir(), 'daybook-fuzz-'))
mkdirSync(join(ownerFolder, '.daybook'))
afterAll(() => rmSync(ownerFolder, { recursive: true }))

function ownerIn(text: string): unknown {
  writeFileSync(join(ownerFolder, ownerPath), text)
  return readOwner(ownerFolder)
}

async function failureIn(text: string): Promise<unknown> {
  const storage = inMemoryStorage()
  await storage.files.write('.daybook/consolidation/chat.failure.json', text)
  return createPlanFiles(storage.files, () => undefined).readFailure('chat')
}

const parsers: readonly (readonly [name: string, parse: Parser])[] = [
  ['facts', parseFacts],
  ['history', parseHistory],
  ['front matter', async (text) => (await parseNote('x.md', text)).note],
  ['headers of notes that are quoted', quotedHeader],
  ['the index of notes', isGeneratedIndex],
  ['knowledge.json', (text) => parseKnowledge(text, now)],
  ['lines of sessions', (text) => text.split('\n').map((line) => parseSessionLine(line, place))],
  ['plans', planIn],
  ['failed consolidations', failureIn],
  ['the ledger of consolidations', ledgerIn],
  ['daybook.json', markerIn],
  ['owner.json', ownerIn],
  ['pages for people', unescapedPage],
  ['watermarks', parseWatermark],
  ['replies of models', parseReply],
  ['patterns of exchanges', (text) => createPatternExtractor().extract({ user: text, response: text })],
  ['statements', (text) => captureFrom(text)],
  ['secrets', redact],
  ['globs', (text) => [matchesGlob(text, 'src/a.ts'), matchesGlob('src/**/*.{ts,tsx}', text)]],
  ['words', (text) => [analyse(text), termsOf(text)]],
  ['tokens', estimateTokens],
  ['asked times', (text) => saidTime(text, now)],
  ['times', (text) => isoTime(parseTime(text))],
  ['quoted text', quote],
]

describe.each(parsers)('%s', (_, parse) => {
  it('fault 19, 20: throws nothing but a MemoryError, and says the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const outcome = async (): Promise<unknown> => {
          try {
            return await parse(text)
          } catch (error) {
            if (MemoryError.isInstance(error)) return error.message
            throw error
          }
        }
        expect(await outcome()).toEqual(await outcome())
        expect({}).not.toHaveProperty('polluted')
      }),
      { seed, numRuns },
    )
  })
})

describe('what was read', () => {
  const same = (print: (text: string) => string): void =>
    fc.assert(
      fc.property(texts, (text) => {
        const once = print(text)
        expect(print(once)).toBe(once)
      }),
      { seed, numRuns },
    )

  it('fault 21: of facts is printed as it is read again', () => {
    same((text) => parseFacts(text).map(printFact).join('\n'))
  })

  it('fault 21: of knowledge.json is printed as it is read again', () => {
    same((text) => {
      const parsed = parseKnowledge(text, now)
      return parsed ? printKnowledge(parsed.document) : ''
    })
  })

  it('fault 21: of a page for people is without every backslash that was put into it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const escaped = text.replaceAll(/[\\`<[\]*_|~]/g, '\\$&')
        expect(unescapedPage(escaped)).toBe(text)
      }),
      { seed, numRuns },
    )
  })

  it('fault 21: of a watermark is printed as it is read again', () => {
    same((text) => {
      const mark = parseWatermark(text)
      return mark ? printWatermark(mark) : ''
    })
  })

  it('fault 21: of a message is printed as it is read again', () => {
    same((text) => {
      const line = text.split('\n').flatMap((one) => parseSessionLine(one, place) ?? [])[0]
      return line?.kind === 'message' ? printMessage(line.message) : ''
    })
  })

  it('fault 21: of a history is as it was written, whatever stands in it', () => {
    fc.assert(
      fc.property(texts, texts, (first, second) => {
        const at = '2026-03-01T09:30:00.000Z'
        const file = [first, second].map((text) => renderHistoryEntry('line', { at, text: `x ${text}` })).join('')
        expect(parseHistory(file)).toHaveLength(2)
      }),
      { seed, numRuns },
    )
  })
})

it('fault 20: every question makes an expression that FTS5 understands, and finds no other layer by it', () => {
  const database = new DatabaseSync(':memory:')
  database.exec("CREATE VIRTUAL TABLE words USING fts5(tokens, scope, tokenize = 'ascii')")
  database.exec("INSERT INTO words VALUES ('tea', 'secret'), ('password', 'secret')")
  const find = database.prepare('SELECT count(*) AS found FROM words WHERE words MATCH ?')
  fc.assert(
    fc.property(texts, (text) => {
      for (const terms of [termsOf(text), [text], text.split(' ')]) {
        const query = { terms, limit: 5, layers: ['facts'] } as const
        const wanted = searchTerms(query)
        const expression = wanted.length === 0 ? undefined : matchExpression(wanted, query)
        if (expression !== undefined) expect(find.get(expression)).toEqual({ found: 0 })
      }
    }),
    { seed, numRuns },
  )
  database.close()
})

it('fault 19: the index of any notes is known for one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, texts), { maxLength: 4 }), (named) => {
      const notes = named.map(([name, description], n) => ({
        ...{ filename: `n${n}.md`, name, description },
        type: 'user' as const,
      }))
      expect(isGeneratedIndex(printIndex(notes, 200))).toBe(true)
    }),
    { seed, numRuns },
  )
})
