import { isPlaceholder } from './looks-random.ts'
import { digits, type KnownRule, letters, type SecretMatch } from './secret-rule.ts'

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

/** What stands before a value that opens nothing. A lookbehind reads backwards, so that no text before it costs anything. */
const harmlessName =
  /(?<=(?<![A-Z0-9])(?:PAGE|NEXT|CURSOR|CONTINUATION|SYNC|CSRF|XSRF|MAX|MIN|TOTAL|COUNT|INPUT|OUTPUT|STOP|PAD|EOS|BOS|CLS|UNK|MASK|SEP|PROMPT|PUBLIC|SORT|CACHE|PRIMARY|FOREIGN)_(?:TOKEN|KEY)["'`]?[ \t]?[=:][ \t]?["'`]?)/y

function isSetting(match: SecretMatch): boolean {
  harmlessName.lastIndex = match.index
  return isGiven(match) && !harmlessName.test(match.text)
}

const settingNames = '(?:PASSWORD|PASSWD|PASSPHRASE|PASS|SECRET|TOKEN|API_?KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|_PWD)'
/** What a setting's name is made of. */
const ofSettings = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${digits}_`
/** Commands, of which only the last one before a password is looked on from. */
const mysql = '(?<![\\w-])(?:mysql(?:dump|admin|import|show)?|mariadb|mycli)(?= )'
const curl = '(?<![\\w-])curl(?= )'
const rest = `[^\\s"'\`,;<>()[\\]{}\\\\|]`

/** Passwords that may be plain words: known by the name of a setting, an option or a tag, never by what they look like. */
export const plainPasswords: readonly KnownRule[] = [
  {
    name: 'secret-setting',
    starts: [{ first: ofSettings, second: ofSettings, notAfter: `${letters}${digits}_$` }],
    // As in `.env` files, compose files and shells. With blanks around "=" it is code: then only in quotes.
    pattern: new RegExp(
      `(?<![A-Za-z0-9_$])[A-Z0-9_]{0,60}?${settingNames}(?:=["']?|(?<=_[A-Z]{3,20})["'\`]?:[ \\t]["'\`]?|[ \\t]=[ \\t]["'\`])(?<secret>${rest}{3,512})`,
    ),
    isSecret: isSetting,
  },
  {
    name: 'password',
    starts: [{ text: '--', notAfter: `${letters}${digits}_-` }],
    pattern: new RegExp(
      `(?<![^\\s"'\`(])--[a-z-]{0,30}?(?:password|passwd|passphrase|pass|token|secret|api-?key)=["'\`]?(?<secret>${rest}{3,512})`,
    ),
    isSecret: isGiven,
  },
  {
    name: 'password',
    starts: [{ text: 'mysql' }, { text: 'mariadb' }, { text: 'mycli' }],
    pattern: new RegExp(`${mysql}(?:(?!${mysql})[^\\n|;]){0,200}? -p["'\`]?(?<secret>[^\\s"'\`$<{-][^\\s"'\`]{2,256})`),
    isSecret: isGiven,
  },
  {
    name: 'password',
    starts: [{ text: 'curl ' }],
    pattern: new RegExp(
      `${curl}(?:(?!${curl})[^\\n|;]){0,300}? (?:-u|-U|--user|--proxy-user)[ =]?["'\`]?[^\\s:"'\`]{1,64}:(?<secret>[^\\s"'\`]{1,256})`,
    ),
    isSecret: isGiven,
  },
  {
    name: 'password',
    starts: [{ text: 'machine' }, { text: 'default' }],
    // As in a netrc file.
    pattern:
      /(?<![\w-])(?:machine\s{1,8}\S{1,200}|(?<![^\n])default)\s{1,8}login\s{1,8}\S{1,100}\s{1,8}(?:account\s{1,8}\S{1,100}\s{1,8})?password\s{1,8}(?<secret>\S{1,256})/,
    isSecret: isGiven,
  },
  {
    name: 'password',
    starts: [{ first: '<', second: `${letters}:_-` }],
    pattern:
      /<(?:[A-Za-z]{0,20}:)?[A-Za-z_-]{0,20}(?:password|passwd|passphrase|secret|api-?key)>\s{0,20}(?<secret>[^<>\s]{1,256})(?=\s{0,20}<\/)/i,
    isSecret: isGiven,
  },
]
