import { alphabets, type Draw } from './templates.ts'

/** A password as a syntax writes it, and the text that it stands in. */
export interface WrittenPassword {
  text: string
  /** As it is written, with what the syntax escapes. */
  written: string
}

const printable = Array.from({ length: 94 }, (_, place) => String.fromCharCode(33 + place)).join('')
const words =
  'amber birch cobalt delta ember falcon garnet harbor indigo jasper kestrel lantern maple nectar otter'.split(' ')

const drawn =
  (alphabet: string) =>
  (draw: Draw): string =>
    draw(16, alphabet)

/** Where generated passwords come from. */
export const generators: Readonly<Record<string, (draw: Draw) => string>> = {
  'letters and digits': drawn(alphabets.n),
  'all printable': drawn(printable),
  "Django's": drawn('abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)'),
  base64: (draw) => `${draw(22, alphabets.b)}==`,
  'four words': (draw) =>
    Array.from(draw(4, 'abcdefghijklmno'), (letter) => words[letter.charCodeAt(0) - 97]).join(' '),
}

const json = (password: string): string => JSON.stringify(password).slice(1, -1)
const single = (password: string, quote: string): string => password.replaceAll("'", quote)
const coded = (password: string, quote: string): string =>
  password.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
const inShell = (password: string): string => password.replaceAll(/["\\$`]/g, '\\$&')
const isPlain = (password: string): boolean => !/^["'`#]|[\s\\]|["'`].*["'`]/.test(password)

type Form = (password: string) => { before: string; written: string; after: string }

function form(before: string, write: (password: string) => string, after: string): Form {
  return (password) => ({ before, written: write(password), after })
}

/** The ways in which each syntax writes a password; those without quotes only where it may stand so. */
export const syntaxes: Readonly<Record<string, { quoted: readonly Form[]; plain: readonly Form[] }>> = {
  JSON: {
    quoted: [form('{"user":"ada","password":"', json, '","port":5432}'), form('{\n  "DB_PASSWORD": "', json, '"\n}')],
    plain: [],
  },
  'JSON in JSON': {
    quoted: [form('{"body":"{\\"password\\":\\"', (it) => json(json(it)), '\\",\\"port\\":5432}"}')],
    plain: [],
  },
  YAML: {
    quoted: [
      form("db:\n  password: '", (it) => single(it, "''"), "'\n  port: 5432\n"),
      form('db:\n  password: "', json, '"\n  port: 5432\n'),
    ],
    plain: [form('db:\n  password: ', (it) => it, '\n  port: 5432\n')],
  },
  '.env': {
    quoted: [
      form('PORT=1\nDB_PASSWORD="', inShell, '"\nHOST=a\n'),
      form("SECRET_KEY='", (it) => coded(it, "'"), "'\nHOST=a\n"),
    ],
    plain: [form('PORT=1\nDB_PASSWORD=', (it) => it, '\nHOST=a\n')],
  },
  'TOML and INI': {
    quoted: [form('[db]\npassword = "', json, '"\nport = 5432\n')],
    plain: [form('[db]\npassword = ', (it) => it, '\nport = 5432\n')],
  },
  URL: {
    quoted: [form('DATABASE_URL=postgres://app:', encodeURIComponent, '@db.example.com:5432/shop?ssl=1\n')],
    plain: [form('connect to postgres://app:', (it) => it, '@db.example.com:5432/shop now')],
  },
  shells: {
    quoted: [
      form("export PGPASSWORD='", (it) => single(it, "'\\''"), "' && psql"),
      form("tool --password '", (it) => single(it, `'"'"'`), "' --verbose"),
      form('docker run -e "MYSQL_PASSWORD=', inShell, '" mysql'),
      form('tool --password="', inShell, '" --verbose'),
    ],
    plain: [],
  },
  'Python and JavaScript': {
    quoted: [
      form("password = '", (it) => coded(it, "'"), "'\nport = 5432\n"),
      form('const options = { user: "ada", password: "', (it) => coded(it, '"'), '", port: 5432 }'),
      form("connect(user='ada', password='", (it) => coded(it, "'"), "', port=5432)"),
      form('const dbPassword: string = "', (it) => coded(it, '"'), '";'),
    ],
    plain: [],
  },
}

/** A password of an alphabet in a syntax. */
export function writtenPassword(alphabet: string, syntax: string, draw: Draw, turn: number): WrittenPassword {
  const password = generators[alphabet]?.(draw) ?? ''
  const { quoted = [], plain = [] } = syntaxes[syntax] ?? {}
  const isUrlWords = syntax === 'URL' && alphabet === 'four words'
  const forms = isPlain(password) && !isUrlWords ? [...quoted, ...plain] : quoted
  const { before, written, after } = forms[turn % forms.length]?.(password) ?? { before: '', written: '', after: '' }
  return { text: `${before}${written}${after}`, written }
}
