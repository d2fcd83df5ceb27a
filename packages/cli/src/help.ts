import { type Command, type CommandField, commands, fieldsOf } from '@daybook/memory-core/tools'

/** The flags of every command, in the form that `parseArgs` takes. */
export const globalFlags = {
  directory: { type: 'string', short: 'd' },
  user: { type: 'string', short: 'u' },
  postgres: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const

const globalLines = [
  '  -d, --directory DIR   the memory; by default the nearest one, here or above',
  '  -u, --user ID         whose memory, where DIR or the database holds many',
  '      --postgres URL    the memory is in PostgreSQL (needs @daybook/postgres and --user)',
  '      --profile NAME    the profile that the memory is used with',
  '      --json            answer JSON',
  '  -y, --yes             do not ask before something is removed',
]

const initLine = '  -d, --directory DIR   where to make it; by default ./workspace'

/** Converts `dryRun` to `dry-run`. */
export function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** How the value of a flag is written in the help. */
const wordOf: Readonly<Record<CommandField['kind'], string>> = {
  flag: '',
  list: ' one,two',
  number: ' number',
  text: ' text',
}

/** The general help, one screen long. */
export function generalHelp(): string {
  const rows = commands.flatMap(({ line, purpose }) => (line ? [`  ${line.name.padEnd(10)}${purpose}`] : []))
  return [
    'daybook <command> [words] [flags]: ask, correct and erase what an agent remembers.',
    '',
    ...rows,
    '',
    ...globalLines,
    '',
    'daybook <command> --help shows its flags and an example. Exit codes: 0 done, 1 failed, 2 wrong use.',
  ].join('\n')
}

export function commandHelp({ line, purpose, lineSchema }: Command): string {
  const positional = line?.positional ?? []
  const fields = fieldsOf(lineSchema)
  const words = positional.map((name) => {
    const isRequired = fields.find((field) => field.name === name)?.isRequired
    return isRequired ? ` <${name}>` : ` [${name}]`
  })
  const rows = fields.map(({ name, kind, choices, description }) => {
    const label = positional.includes(name) ? `<${name}>` : `--${flagOf(name)}${wordOf[kind]}`
    const among = choices ? ` One of ${choices.join(', ')}.` : ''
    return `  ${label.padEnd(20)}  ${description.split('\n')[0]}${description.includes(choices?.[0] ?? '\0') ? '' : among}`
  })
  return [
    `daybook ${line?.name}${words.join('')} [flags]`,
    purpose,
    ...(rows.length > 0 ? ['', ...rows] : []),
    '',
    ...(line?.name === 'init' ? globalLines.with(0, initLine) : globalLines),
    '',
    `Example: ${line?.example}`,
  ].join('\n')
}
