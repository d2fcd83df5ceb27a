import { type output, type ZodObject, type ZodRawShape, z } from 'zod'
import { unlessAborted } from '../async.ts'
import { MemoryError, type MemoryErrorCode, shown } from '../errors.ts'
import { tell } from '../events.ts'
import { isRecord } from '../json.ts'
import type { ToolSources } from './tool-sources.ts'

/** A tool for a model, independent of frameworks. */
export interface MemoryTool {
  name: string
  /** For the model: when to use it, and what it returns. */
  description: string
  /** A zod schema (and so a Standard Schema); frameworks convert it to JSON Schema. */
  inputSchema: ZodObject
  /** Whether it changes the memory; read-only hosts leave it out. */
  writes: boolean
  /** Answers any `input` with a text that a model can act on; rejects only when the signal is aborted. */
  execute(input: unknown, options?: ToolCallOptions): Promise<string>
}

/** Options of a call besides its input. */
export interface ToolCallOptions {
  signal?: AbortSignal | undefined
}

/** A tool that is not bound to a memory yet. */
export interface ToolDefinition extends Readonly<Omit<MemoryTool, 'execute'>> {
  /** The parts of the sources that it needs to be offered. */
  readonly needs: readonly (keyof ToolSources)[]
  /** Maximum characters of an answer. */
  readonly longest: number
  /** Answers any input. @throws MemoryError `bad-input` if it does not match; `layer-off` without a needed part */
  answerModel(sources: ToolSources, input: unknown, options: ToolCallOptions): Promise<CommandAnswer>
}

/** The effect of a command on a memory. */
export type CommandEffect = 'reads' | 'writes' | 'destroys'

/** A command as a person types it. */
export interface CommandLine {
  /** The word after `daybook`. */
  readonly name: string
  /** The fields that take words without a flag, in order. */
  readonly positional: readonly string[]
  readonly example: string
}

/** The result of a command: a value of its output schema, and the same in words. */
export interface CommandAnswer {
  readonly value: Readonly<Record<string, unknown>>
  readonly text: string
  /** Of a command that removes: whether it found nothing to remove, so that no confirmation is needed. */
  readonly isNothing?: boolean
}

/** One row of the table of commands, from which a tool for models, an MCP tool and a subcommand are made. */
export interface Command extends ToolDefinition {
  /** What it does, in one sentence for a person. */
  readonly purpose: string
  readonly effect: CommandEffect
  /** Its answer, as JSON. */
  readonly outputSchema: ZodObject
  /** Whether models may be offered it. */
  readonly isForModels: boolean
  /** Absent if there is no subcommand. */
  readonly line?: CommandLine
  /** The fields that suffice where every token counts; all are accepted. */
  readonly briefSchema: ZodObject
  /** The input that a person may give: at least that of `inputSchema`. */
  readonly lineSchema: ZodObject
  /** Like {@link ToolDefinition.answerModel}, for a person, whose input may go beyond `inputSchema`. */
  answer(sources: ToolSources, input: unknown, options: ToolCallOptions): Promise<CommandAnswer>
}

type Run<Fields extends ZodRawShape, Need extends keyof ToolSources, Output> = (
  sources: ToolSources & Required<Pick<ToolSources, Need>>,
  input: output<ZodObject<Fields>>,
  options: ToolCallOptions,
) => Promise<Output>

/** The definition of a command. Without a `description`, no model is offered it; `longest` is 8000 by default. */
interface CommandText<Fields extends ZodRawShape, Need extends keyof ToolSources, Output>
  extends Pick<Command, 'name' | 'outputSchema' | 'effect' | 'line'>,
    Partial<Pick<Command, 'purpose' | 'description' | 'longest'>> {
  /** Strict, with a description on every field. */
  inputSchema: ZodObject<Fields>
  /** The input that a model may give, if that is less. @default inputSchema */
  modelSchema?: ZodObject
  /** The names of the fields that suffice where every token counts. @default all */
  brief?: readonly string[]
  needs: readonly Need[]
  run: Run<Fields, Need, Output>
  /** See {@link CommandAnswer.isNothing}. */
  isNothing?(answer: Output): boolean
  print(answer: Output, input: output<ZodObject<Fields>>, sources: ToolSources): string
}

interface ToolText<Fields extends ZodRawShape, Need extends keyof ToolSources>
  extends Omit<CommandText<Fields, Need, { text: string }>, 'outputSchema' | 'run' | 'print'> {
  run: Run<Fields, Need, string>
}

const longestAnswer = 8_000
const longestError = 2_000
/** Errors that a model can correct; all others are for a person. */
const forTheModel: readonly MemoryErrorCode[] = ['bad-input', 'not-found', 'layer-off', 'version-conflict']

export function defineTool<Fields extends ZodRawShape, Need extends keyof ToolSources>({
  run,
  ...tool
}: ToolText<Fields, Need>): Command {
  return defineCommand({
    ...tool,
    outputSchema: z.object({ text: z.string() }),
    run: async (sources, input, options) => ({ text: await run(sources, input, options) }),
    print: ({ text }) => text,
  })
}

export function defineCommand<
  Fields extends ZodRawShape,
  Need extends keyof ToolSources,
  Output extends Readonly<Record<string, unknown>>,
>(command: CommandText<Fields, Need, Output>): Command {
  const { name, description = 'For people.', inputSchema, outputSchema, effect, needs, line, brief } = command
  const { purpose = description, longest = longestAnswer, modelSchema = inputSchema } = command
  const briefFields = Object.entries(modelSchema.shape).filter(([field]) => brief?.includes(field))

  async function answered(sources: ToolSources, fields: output<ZodObject<Fields>>, options: ToolCallOptions) {
    if (!hasParts(sources, needs))
      throw new MemoryError('layer-off', `${name} needs ${needs.join(' and ')}: the layer is off in this memory`)
    const value = await command.run(sources, fields, options)
    const isNothing = command.isNothing?.(value)
    const text = command.print(value, fields, sources)
    return { value: outputSchema.parse(value), text, ...(isNothing !== undefined && { isNothing }) }
  }

  return {
    name,
    purpose,
    description,
    inputSchema: modelSchema,
    briefSchema: brief ? z.strictObject(Object.fromEntries(briefFields)) : modelSchema,
    lineSchema: inputSchema,
    outputSchema,
    effect,
    writes: effect !== 'reads',
    needs,
    longest,
    isForModels: command.description !== undefined,
    ...(line && { line }),
    answer: async (sources, input, options) =>
      answered(sources, toolInput(line ? `daybook ${line.name}` : name, inputSchema, input, true), options),
    async answerModel(sources, input, options) {
      const given = modelSchema === inputSchema ? input : toolInput(name, modelSchema, input)
      return answered(sources, toolInput(name, inputSchema, given), options)
    },
  }
}

/** Cuts an answer, between lines where possible; a last line says how much is left out, and how to get it. */
function capAnswer(text: string, length: number): string {
  if (text.length <= length) return text
  const lineEnd = text.lastIndexOf('\n', length)
  const end = lineEnd > length / 2 ? lineEnd : length
  const kept = text.slice(0, end).toWellFormed()
  return `${kept}\n(${(text.length - end).toLocaleString('en')} characters are left out. Ask more exactly, or for less at a time.)`
}

/**
 * Binds a definition to a memory. The tool always returns a text, also for errors; only an aborted signal rejects, at
 * once, while a write that has begun may still complete. Answers are cut to the definition's `longest`.
 */
export function bindTool(definition: ToolDefinition, sources: ToolSources): MemoryTool {
  const { name, description, inputSchema, writes } = definition
  const execute: MemoryTool['execute'] = async (input, options) => {
    const done = await runForModel(definition, sources, input, options)
    return 'error' in done ? done.error : done.text
  }
  return { name, description, inputSchema, writes, execute }
}

/** The answer for a model: a text, and the value unless it is an error. */
export type ModelAnswer = CommandAnswer | { readonly error: string }

/** Runs a tool for a model as {@link bindTool} does, and returns its value with the text. */
export async function runForModel(
  definition: ToolDefinition,
  sources: ToolSources,
  input: unknown,
  { signal }: ToolCallOptions = {},
): Promise<ModelAnswer> {
  const { name, longest } = definition
  signal?.throwIfAborted()
  try {
    const { value, text } = await unlessAborted(signal, definition.answerModel(sources, input, { signal }))
    return { value, text: capAnswer(text, longest) }
  } catch (error) {
    signal?.throwIfAborted()
    const isKnown = MemoryError.isInstance(error)
    if (!isKnown || !forTheModel.includes(error.code)) tell(sources.onError, error, name)
    if (isKnown) return { error: capAnswer(`Error: ${error.message}`, longestError) }
    return { error: `Error: ${name} failed inside the memory; nothing is wrong with the arguments. Go on without it.` }
  }
}

/** Binds the definitions whose layers are on, in order. */
export function bindTools(definitions: readonly ToolDefinition[], sources: ToolSources): MemoryTool[] {
  return definitions.filter(({ needs }) => hasParts(sources, needs)).map((definition) => bindTool(definition, sources))
}

function hasParts<Need extends keyof ToolSources>(
  sources: ToolSources,
  needs: readonly Need[],
): sources is ToolSources & Required<Pick<ToolSources, Need>> {
  return needs.every((part) => sources[part] !== undefined)
}

/** Maximum mistakes named in one answer. */
const mostMistakes = 5

/**
 * Reads the arguments of a model as the fields of the schema. JSON text is parsed, an absent input is an empty object. A
 * field counts as absent if it is null, or if it is optional and "" or an empty list, because models fill in every field
 * they see. A person (`isPerson`) types only what they mean, so "" counts as given.
 * @throws MemoryError `bad-input`, in words that the caller can act on
 */
export function toolInput<Fields extends ZodRawShape>(
  tool: string,
  schema: ZodObject<Fields>,
  input: unknown,
  isPerson = false,
): output<ZodObject<Fields>> {
  const fields = fieldsOf(schema, typeof input === 'string' ? parsed(tool, input) : (input ?? {}), isPerson)
  const result = fields ? schema.safeParse(fields, { reportInput: true }) : undefined
  if (result?.success) return result.data
  const given = `the arguments are ${shown(input)}, expected an object`
  const mistakes = result?.error.issues.slice(0, mostMistakes).map(mistake) ?? [given]
  const wayOut = isPerson ? `; see ${tool} --help` : `. Call ${tool} again with ${takes(schema)}.`
  throw new MemoryError('bad-input', `${mistakes.join('; ')}${wayOut}`)
}

function parsed(tool: string, text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `the arguments ${shown(text)} are not JSON. Call ${tool} again with one JSON object.`
    throw new MemoryError('bad-input', message, { cause })
  }
}

function fieldsOf(schema: ZodObject, input: unknown, isPerson: boolean): object | undefined {
  if (!isRecord(input)) return undefined
  const entries = Object.entries(input).filter(([name, value]) => {
    if (value === null || value === undefined) return false
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    return isPerson || !isEmpty || !mayBeAbsent(schema, name)
  })
  return Object.fromEntries(entries)
}

function mayBeAbsent({ shape }: ZodObject, name: string): boolean {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined
  return field !== undefined && 'safeParse' in field && field.safeParse(undefined).success
}

function mistake(issue: z.core.$ZodIssue): string {
  const { path, message, input, code } = issue
  const field = shown(path.map(String).join('.'))
  if (code === 'unrecognized_keys')
    return `there is no field ${issue.keys.slice(0, mostMistakes).map(shown).join(', ')}`
  // A message of the schema's own, which is a whole sentence.
  if (code === 'too_small' && !message.startsWith('Too small')) return message
  // "Invalid input: expected string, received number"
  const wanted = /expected .*?(?=, received|$)/.exec(message)?.[0] ?? message
  const expected = code === 'invalid_value' ? `expected one of ${issue.values.map(String).join(', ')}` : wanted
  return input === undefined ? `${field} is missing, ${expected}` : `${field} is ${shown(input)}, ${expected}`
}

function takes(schema: ZodObject): string {
  const names = Object.keys(schema.shape).map((name) => (mayBeAbsent(schema, name) ? name : `${name} (required)`))
  return names.length === 0 ? 'no arguments' : names.join(', ')
}
