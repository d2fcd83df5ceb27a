import { isPlaceholder } from './looks-random.ts'
import type { KnownRule, SecretMatch } from './secret-rule.ts'

/** What stands in the place of a secret in schemas, forms, error messages and manuals. */
const noSecret =
  /^(?:str|string|text|varchar|char|number|int|integer|bool|boolean|object|any|unknown|never|void|bytes|none|null|nil|undefined|true|false|yes|no|on|off|required|optional|hidden|masked|invalid|incorrect|missing|wrong|weak|strong|empty|expired|unset|default|show|forgot|reset|change|new|old|current|confirm|user|username|auto|env|file|prompt|ask|pass|passwd|pwd|password|passwords|passwort|kennwort|contraseña|secret|token|api_?key|密码|密碼|パスワード|비밀번호)$/iu

/** Whether a value says that there is one, and not which. `changeme` is one: it is what the machine was given. */
export function isNoSecret(value: string): boolean {
  return (
    noSecret.test(value) ||
    /(?:\.{2,}|…|x{4}|\*{3})$/i.test(value) ||
    (isPlaceholder(value) && !/^(?:changeme|test|fake|dummy)(?![-_ ]?(?:key|token))/i.test(value))
  )
}

/** Whether what follows says that the value is code: a call, an index. */
function isCode({ secret, text, index }: SecretMatch): boolean {
  return (
    /^[([]/.test(text.slice(index + secret.length, index + secret.length + 1)) || /^(?:\/[\w.-]+){2,}$/.test(secret)
  )
}

const isGiven = (match: SecretMatch): boolean => !isNoSecret(match.secret) && !isCode(match)

/** Names of what opens nothing. */
const harmlessName =
  /(?:^|_)(?:PAGE|NEXT|CURSOR|CONTINUATION|SYNC|CSRF|XSRF|MAX|MIN|TOTAL|COUNT|INPUT|OUTPUT|STOP|PAD|EOS|BOS|CLS|UNK|MASK|SEP|PROMPT|PUBLIC|SORT|CACHE|PRIMARY|FOREIGN)_(?:TOKEN|KEY)$/

function isSetting(match: SecretMatch): boolean {
  const before = match.text.slice(Math.max(0, match.index - 80), match.index)
  const name = /([A-Z0-9_]+)["'`]?[ \t]?[=:][ \t]?["'`]?$/.exec(before)?.[1] ?? ''
  return isGiven(match) && !harmlessName.test(name)
}

const settingNames = '(?:PASSWORD|PASSWD|PASSPHRASE|PASS|SECRET|TOKEN|API_?KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|_PWD)'
const rest = `[^\\s"'\`,;<>()[\\]{}\\\\|]`

/** Passwords that may be plain words: known by the name of a setting, an option or a tag, never by what they look like. */
export const plainPasswords: readonly KnownRule[] = [
  {
    name: 'secret-setting',
    probes: /(?:PASSWORD|PASSWD|PASSPHRASE|PASS|SECRET|TOKEN|KEY|_PWD)["'`]?[ \t]?[=:]/,
    isShort: true,
    // As in `.env` files, compose files and shells. With blanks around "=" it is code: then only in quotes.
    pattern: new RegExp(
      `(?<![A-Za-z0-9_$])[A-Z0-9_]{0,60}?${settingNames}(?:=["']?|(?<=_[A-Z]{3,20})["'\`]?:[ \\t]["'\`]?|[ \\t]=[ \\t]["'\`])(?<secret>${rest}{3,512})`,
    ),
    isSecret: isSetting,
  },
  {
    name: 'password',
    probes: /--[\w-]{0,30}(?:pass|token|secret|key)/,
    isShort: true,
    pattern: new RegExp(
      `(?<![^\\s"'\`(])--[a-z-]{0,30}?(?:password|passwd|passphrase|pass|token|secret|api-?key)=["'\`]?(?<secret>${rest}{3,512})`,
    ),
    isSecret: isGiven,
  },
  {
    name: 'password',
    probes: ['mysql', 'mariadb', 'mycli'],
    isShort: true,
    pattern:
      /(?<![\w-])(?:mysql(?:dump|admin|import|show)?|mariadb|mycli)(?= )[^\n|;]{0,200}? -p["'`]?(?<secret>[^\s"'`$<{-][^\s"'`]{2,256})/,
    isSecret: isGiven,
  },
  {
    name: 'password',
    probes: ['curl'],
    isShort: true,
    pattern:
      /(?<![\w-])curl(?= )[^\n|;]{0,300}? (?:-u|-U|--user|--proxy-user)[ =]?["'`]?[^\s:"'`]{1,64}:(?<secret>[^\s"'`]{1,256})/,
    isSecret: isGiven,
  },
  {
    name: 'password',
    probes: ['login'],
    isShort: true,
    // As in a netrc file.
    pattern:
      /(?<![\w-])(?:machine\s{1,8}\S{1,200}|(?<![^\n])default)\s{1,8}login\s{1,8}\S{1,100}\s{1,8}(?:account\s{1,8}\S{1,100}\s{1,8})?password\s{1,8}(?<secret>\S{1,256})/,
    isSecret: isGiven,
  },
  {
    name: 'password',
    probes: ['</'],
    isShort: true,
    pattern:
      /<(?:[A-Za-z]{0,20}:)?[A-Za-z_-]{0,20}(?:password|passwd|passphrase|secret|api-?key)>\s{0,20}(?<secret>[^<>\s]{1,256})(?=\s{0,20}<\/)/i,
    isSecret: isGiven,
  },
]
