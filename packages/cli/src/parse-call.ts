import { parseArgs } from 'node:util'
import { didYouMean } from '@daybook/memory-core/adapters'
import { type Command, type CommandField, commands, fieldsOf } from '@daybook/memory-core/tools'
import manifest from '../package.json' with { type: 'json' }
import { UsageError } from './exit-codes.ts'
import { commandHelp, flagOf, generalHelp, globalFlags } from './help.ts'

/** Options of every command. */
export interface GlobalOptions {
  directory?: string
  user?: string
  postgres?: string
  profile?: string
  json: boolean
  yes: boolean
}

/** A parsed command line. */
export interface Call {
  command: Command
  input: Record<string, unknown>
  options: GlobalOptions
}

/** Parses a command line. Returns a text to print if it asks for help or the version. @throws UsageError */
export async function parseCall(args: readonly string[]): Promise<Call | string> {
  const { name, rest } = commandIn(args)
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const asked = commands.find(({ line }) => line !== undefined && line.name === rest[0])
    return asked ? commandHelp(asked) : generalHelp()
  }
  if (name === '--version' || name === '-v') return manifest.version
  const names = commands.flatMap(({ line }) => line?.name ?? [])
  const command = commands.find(({ line }) => line?.name === name)
  if (!command) throw new UsageError(`there is no command "${name}"${hintFor(name, names)} (daybook --help lists them)`)
  const fields = fieldsOf(command.lineSchema)
  const { values, positionals } = parsed(name, rest, fields)
  if (values['help'] === true) return commandHelp(command)
  return { command, input: inputOf(command, fields, values, positionals), options: optionsOf(values) }
}

/** Words that people try for a command. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ['add', 'remember'],
  ['learn', 'remember'],
  ['search', 'recall'],
  ['find', 'recall'],
  ['ls', 'list'],
  ['delete', 'forget'],
  ['remove', 'forget'],
  ['rm', 'forget'],
])

function hintFor(name: string, names: readonly string[]): string {
  const meant = otherWords.get(name)
  return meant === undefined ? didYouMean(name, names) : `; did you mean "${meant}"?`
}

/** The name of the command, which flags of every command may precede, and the other arguments. */
function commandIn(args: readonly string[]): { name: string | undefined; rest: readonly string[] } {
  let at = 0
  for (let arg = args[at]; arg?.startsWith('-') && !asksAbout.has(arg); arg = args[at]) {
    const [flag = ''] = arg.split('=')
    const known = Object.entries(globalFlags).find(
      ([long, config]) => flag === `--${long}` || ('short' in config && arg.startsWith(`-${config.short}`)),
    )
    if (!known) throw new UsageError(`${flag} stands before the command: write daybook <command> ${flag}`)
    const [long, { type }] = known
    const hasValueNext = type === 'string' && (arg === `--${long}` || arg.length === '-d'.length)
    at += hasValueNext ? 2 : 1
  }
  return { name: args[at], rest: args.toSpliced(at, 1) }
}

const asksAbout: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-v'])

type Values = Readonly<Record<string, string | boolean | string[] | undefined>>

function parsed(name: string, args: readonly string[], fields: readonly CommandField[]) {
  const own = fields.map((field) => {
    const isFlag = field.kind === 'flag'
    return [flagOf(field.name), { type: isFlag ? 'boolean' : 'string', multiple: field.kind === 'list' }] as const
  })
  try {
    return parseArgs({
      args: joined(args),
      options: { ...Object.fromEntries(own), ...globalFlags },
      allowPositionals: true,
    })
  } catch (error) {
    const [said = ''] = String(error instanceof Error ? error.message : error).split(/\.\s/)
    const [, flag] = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous$/.exec(said) ?? []
    const dashed = args.some((arg) => textWithDash.test(arg)) ? `; ${dashHint}` : ''
    const message = flag ? `${flag} has no value; one that begins with "-" is written ${flag}=-…` : `${said}${dashed}`
    throw new UsageError(`${message}; see daybook ${name} --help`)
  }
}

/** An argument that is a text rather than a flag, though it begins with a dash. */
const textWithDash = /^-(?!-?[\w-]+=).*\s/s
const dashHint = 'a text that begins with "-" stands behind --, as in -- "- text"'

/** The arguments with each negative number joined to its flag, as `parseArgs` expects. */
function joined(args: readonly string[]): string[] {
  const isNumber = (at: number): boolean =>
    /^-\d+(?:\.\d+)?$/.test(args[at] ?? '') && /^--[\w-]+$/.test(args[at - 1] ?? '')
  return args.flatMap((arg, at) => (isNumber(at) ? [] : isNumber(at + 1) ? `${arg}=${args[at + 1]}` : arg))
}

function inputOf(
  { line }: Command,
  fields: readonly CommandField[],
  values: Values,
  positionals: readonly string[],
): Record<string, unknown> {
  const takes = line?.positional ?? []
  if (positionals.length > takes.length) {
    const hint = takes.length === 0 ? 'it takes no arguments' : `put several words in quotes`
    throw new UsageError(`daybook ${line?.name} has no use for "${positionals[takes.length]}": ${hint}`)
  }
  const words = new Map(takes.map((name, at) => [name, positionals[at]]))
  const given = fields.map((field) => [
    field.name,
    fieldValue(field, values[flagOf(field.name)] ?? words.get(field.name)),
  ])
  const input = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  const missing = fields.filter(({ name, isRequired }) => isRequired && input[name] === undefined)
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `<${name}>`).join(' ')
    throw new UsageError(`daybook ${line?.name} needs ${names}, as in: ${line?.example}`)
  }
  return input
}

function fieldValue({ name, kind }: CommandField, value: Values[string]): unknown {
  if (kind === 'list' && Array.isArray(value)) return value.flatMap(listed)
  if (kind !== 'number' || value === undefined) return value
  const number = Number(value)
  if (typeof value !== 'string' || value.trim() === '' || !Number.isFinite(number))
    throw new UsageError(`--${flagOf(name)} is "${String(value)}", expected a number`)
  return number
}

/** The words of a list: `billing,urgent`, or JSON as a model writes it: `["billing","urgent"]`. */
function listed(value: string): string[] {
  if (!value.trim().startsWith('[')) return value.split(',').map((word) => word.trim())
  const words = wordsIn(value)
  if (words) return words
  throw new UsageError(`${value} is not a list of words, such as billing,urgent`)
}

function wordsIn(json: string): string[] | undefined {
  try {
    const words: unknown = JSON.parse(json)
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : undefined
  } catch {
    return undefined // not JSON
  }
}

function optionsOf(values: Values): GlobalOptions {
  const text = (name: 'directory' | 'user' | 'postgres' | 'profile'): object => {
    const value = values[name]
    if (value === '') throw new UsageError(`--${name} is empty`)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return {
    ...text('directory'),
    ...text('user'),
    ...text('postgres'),
    ...text('profile'),
    json: values['json'] === true,
    yes: values['yes'] === true,
  }
}
