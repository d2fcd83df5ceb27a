import { memorySections } from '../documents/placed-lines.ts'
import { MemoryError, wrongValue } from '../errors.ts'
import { isRecord } from '../json.ts'
import {
  amount,
  anything,
  type Check,
  callable,
  checkOf,
  checkShape,
  either,
  flag,
  folder,
  infinity,
  listOf,
  off,
  oneOf,
  type Shape,
  text,
  texts,
  wholeNumber,
} from '../option-checks.ts'
import { switchableLayers } from '../options.ts'
import type { SecretRule } from '../privacy/secret-rule.ts'
import { profiles } from '../profiles.ts'
import { recordTypeRows } from '../records/record-types.ts'
import { captureLanguages } from '../statements/rules/rule-table.ts'
import { statementKinds } from '../statements/statement.ts'
import { recordPriorities } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'

/** Undefined for an object with these fields, of which `needed` are required. */
function mistakeIn(value: unknown, shape: Shape, name: string, needed?: readonly string[]): string | undefined {
  try {
    checkShape(value, shape, name, 'bad-option', needed)
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
}

function shaped(expected: string, shape: Shape, needed?: readonly string[]): Check {
  return (value) => mistakeIn(value, shape, 'value', needed) && expected
}

const secretRule = shaped(
  '',
  {
    name: checkOf('a name', (value) => typeof value === 'string' && /^[a-z0-9-]{1,64}$/.test(value)),
    pattern: checkOf('a regular expression', (value) => value instanceof RegExp),
    isSecret: callable,
  } satisfies Record<keyof SecretRule, Check>,
  ['name', 'pattern'],
)

const redactionRules = shaped(
  '{ rules, allow }: rules of { name, pattern, isSecret } with names such as "house-key", and a function',
  {
    rules: checkOf(
      'a list of rules',
      (value) => Array.isArray(value) && value.every((rule) => secretRule(rule) === undefined),
    ),
    allow: callable,
  },
)

const rotationBySize = shaped("{ by: 'size', maxBytes }", { by: oneOf('size'), maxBytes: wholeNumber(1) }, ['by'])
const rotationByMonth = shaped("{ by: 'month', keepMain }", { by: oneOf('month'), keepMain: flag }, ['by'])

const keptShare = shaped(
  '{ share, min, max } with a share from 0 to 1 and whole numbers',
  { share: amount(0, 1), min: wholeNumber(0), max: wholeNumber(0) },
  ['share'],
)

const embedShape: Shape = {
  embed: callable,
  name: text,
  dimensions: wholeNumber(1, 16_384),
  batch: wholeNumber(1, 10_000),
  maxChars: wholeNumber(1),
  batchTimeoutMs: wholeNumber(1),
  timeoutMs: wholeNumber(1),
  weight: amount(0, 1),
  least: amount(0, 1),
}

const rerankShape: Shape = { rerank: callable, candidates: wholeNumber(1, 1_000), timeoutMs: wholeNumber(1) }

const promptFunction = checkOf(
  'a function that answers a prompt: promptFunctionFrom(model) of @daybook/ai-sdk, @daybook/langchain or @daybook/mastra makes one from a model',
  (value) => typeof value === 'function',
)

const logger = checkOf(
  'an object with the functions info, warn and error',
  (value) =>
    isRecord(value) && [value['info'], value['warn'], value['error']].every((method) => typeof method === 'function'),
)

const commonShape: Shape = {
  facts: {
    directory: folder,
    mode: oneOf('append', 'rewrite'),
    limits: { bytes: wholeNumber(256), lines: wholeNumber(1), tokens: wholeNumber(1) },
    versions: wholeNumber(0),
    compactAt: amount(0, 1),
    tell: Object.fromEntries(statementKinds.map((kind) => [kind, oneOf('always', 'when-it-fits', 'never')])),
    headings: Object.fromEntries(memorySections.map((name) => [name, text])),
  },
  history: {
    directory: folder,
    format: oneOf('line', 'section', 'plain'),
    content: oneOf('summary', 'turns', 'both'),
    rotation: either(oneOf('none'), rotationBySize, rotationByMonth),
    summarizer: oneOf('rule', 'llm'),
    decayRate: amount(0),
  },
  notes: { directory: folder },
  knowledge: { directory: folder, order: oneOf('category', 'score'), maxChars: wholeNumber(0) },
  records: {
    directory: folder,
    halfLifeDays: either(amount(0.001), infinity),
    reinforcement: oneOf('log', 'linear'),
    weights: Object.fromEntries(Object.keys(recordTypeRows).map((type) => [type, amount(0.001)])),
    touchOn: listOf('recall', 'activation'),
    supersede: flag,
    flushMs: wholeNumber(0, 2_147_483_647),
  },
  responses: {
    enabled: flag,
    ttlMs: wholeNumber(0),
    maxEntries: wholeNumber(0),
    key: oneOf('full', 'message-and-model'),
    toolCalls: oneOf('skip', 'store'),
    file: flag,
  },
  capture: { auto: flag, by: oneOf('worth', 'rules'), languages: listOf(...captureLanguages) },
  activation: {
    budget: wholeNumber(0),
    minPriority: oneOf(...recordPriorities),
    threshold: amount(0),
    procedures: wholeNumber(0, 100),
    relevance: oneOf('required', 'none'),
    fill: wholeNumber(0, 100),
  },
  maintenance: {
    auto: flag,
    everyDays: amount(0),
    archiveBelow: amount(0),
    keepFrom: oneOf(...recordPriorities, 'none'),
    similarity: amount(0.1, 1),
    promoteAt: wholeNumber(2),
  },
  sessions: {
    directory: folder,
    window: wholeNumber(0),
    keep: either(wholeNumber(0), keptShare),
    keepWithoutConsolidation: wholeNumber(0),
  },
  consolidation: {
    auto: flag,
    trigger: { factor: amount(1), tokens: wholeNumber(0) },
    mode: oneOf('background', 'inline'),
    quietMs: wholeNumber(0),
    reply: oneOf('json', 'bullets'),
    model: promptFunction,
    timeoutMs: wholeNumber(1),
    onFailure: oneOf('raw-fallback', 'keep', 'drop'),
    redo: wholeNumber(0, 10),
    silentAfterMs: wholeNumber(0),
    summary: flag,
  },
  context: {
    budget: wholeNumber(0),
    inject: oneOf('per-session', 'per-request'),
    recall: wholeNumber(0, 100),
    protocol: text,
  },
  receipts: { days: wholeNumber(1), maxBytes: wholeNumber(10_000) },
  tools: either(oneOf('all'), off, texts),
  profile: oneOf(...Object.keys(profiles)),
  model: promptFunction,
  embed: described(
    'embed',
    embedShape,
    'fromEmbeddingModel of @daybook/ai-sdk, fromEmbeddings of @daybook/langchain or fromEmbedder of @daybook/mastra',
  ),
  rerank: described('rerank', rerankShape, 'fromRerankingModel of @daybook/ai-sdk'),
  countTokens: callable,
  redaction: either(off, redactionRules),
  clock: callable,
  logger,
  onEvent: callable,
}

/** A function, or an object of this shape with the function `name`. `maker` is the helper that creates one. */
function described(name: string, shape: Shape, maker: string): Check {
  const object = `{ ${name}: a function, ${Object.keys(shape).slice(1).join('?, ')}? }`
  const expected = `a function, or ${object}: ${maker} makes one from a model`
  return (value) => {
    if (callable(value) === undefined) return undefined
    if (!isRecord(value) || typeof value[name] !== 'function') return expected
    const mistake = mistakeIn(value, shape, name)
    return mistake && `${expected}: ${mistake}`
  }
}

/** Checks the options of `caller`: the common ones, and its `own`. @throws MemoryError `bad-option` */
export function checkMemoryOptions(options: { directory?: unknown; storage?: unknown }, caller: string, own: Shape) {
  checkShape(options, { ...commonShape, ...switchedOff(options), directory: anything, ...own }, caller)
  const { directory, storage } = options
  if (directory !== undefined && storage !== undefined)
    throw new MemoryError('bad-option', `${caller} has both directory and storage, expected one of them`)
  if (storage === undefined && (typeof directory !== 'string' || directory === '' || directory.includes('\0'))) {
    const expected = 'a folder such as "./workspace", or storage instead'
    throw wrongValue(`${caller}.directory`, directory, expected, 'bad-option')
  }
}

/** For layers that are switched off, `false` is expected and not an object. */
function switchedOff(options: unknown): Shape {
  const off = [...switchableLayers, 'receipts'].filter((name) => isRecord(options) && options[name] === false)
  return Object.fromEntries(off.map((name) => [name, flag]))
}

/** Checks that a value has the methods of a storage. @throws MemoryError `bad-option` */
export function checkStorage(storage: Storage, caller: string): Storage {
  const parts: Partial<Record<keyof Storage, unknown>> = isRecord(storage) ? storage : {}
  const { files, passages, records, items, lock, lease, close } = parts
  if (
    [files, passages, records, items].every(isRecord) &&
    [lock, lease, close].every((part) => typeof part === 'function')
  )
    return storage
  throw wrongValue(`${caller}.storage`, storage, 'a storage such as inMemoryStorage()', 'bad-option')
}
