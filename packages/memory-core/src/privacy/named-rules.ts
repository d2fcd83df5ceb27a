import { readAssigned, readOption, readWord } from './read-value.ts'
import { anyOf, digits, exactly, type KnownMatch, type KnownRule, letters, ofTokens } from './secret-rule.ts'
import { isAssignedSecret, isGiven, isGivenOption, isPassword, isSeedPhrase, looksRandom } from './secret-values.ts'

const passwordNames =
  'passw(?:or)?d|pass[ _-]?phrase|passcode|pwd|pw|passwort|kennwort|wachtwoord|senha|contraseña|mot de passe|пароль|密码|密碼|パスワード|비밀번호'
const passwordStarts = anyOf(
  ...'passw|passphrase|pass phrase|pass_phrase|pass-phrase|passcode|pwd|pw|kennwort|wachtwoord|senha'.split('|'),
  ...'contraseña|mot de passe|пароль|密码|密碼|パスワード|비밀번호'.split('|'),
)
const keptBy =
  'api|access|auth|secret|private|signing|encryption|master|account|client|service|app|application|admin|license|subscription|storage|shared|write|consumer|webhook|functions'
/** "key" counts only behind a word of `keptBy`; "secret" and "token" always do. */
const secretNames = `secret[ _-]?key[ _-]?base|credentials?|secret|token|(?<=(?:${keptBy})[ _-]?)key|(?<=client-)key-data|JSESSIONID|PHPSESSID|connect\\.sid`
/** Words before "token" in names of harmless values. */
const harmless =
  '(?<!(?:page|next|cursor|continuation|sync|csrf|xsrf|max|min|total|count|input|output|stop|pad|eos|bos|prompt)[_ -]?)'

const settingNames =
  '(?:PASSWORD|PASSWD|PASSPHRASE|(?<!ASK)PASS|SECRET|TOKEN|API_?KEY|APP_KEY|AUTH_KEY|ACCESS_KEY|SECRET_KEY(?:_BASE)?|PRIVATE_KEY|MASTER_KEY|ENCRYPTION_KEY|SIGNING_KEY|ACCOUNT_KEY|_PWD?|_PSK|_PAT|_SALT)'
/** The characters of a setting's name. */
const ofSettings = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${digits}_`

/** Names whose values are no secrets, such as `PAGE_TOKEN=`. A lookbehind matches backwards, so that preceding text costs nothing. */
const harmlessName =
  /(?<=(?<![A-Z0-9])(?:PAGE|NEXT|CURSOR|CONTINUATION|SYNC|CSRF|XSRF|MAX|MIN|TOTAL|COUNT|INPUT|OUTPUT|STOP|PAD|EOS|BOS|CLS|UNK|MASK|SEP|PROMPT|PUBLIC|SORT|CACHE|PRIMARY|FOREIGN)_(?:TOKEN|KEY)["'`]?[ \t]?[=:][ \t]?["'`]?)/y

/** A key of a table or a cache counts as a secret only if it looks random. */
const isKnownSetting = new RegExp(`${settingNames}["'\`]?[ \\t]{0,8}[=:,][ \\t]{0,8}["'\`]?$`)

/**
 * Whether the match is a setting, as in `.env` files, compose files and shells. With blanks around "=", or after a name
 * of one word, only in quotes.
 */
function isSetting(match: KnownMatch): boolean {
  const { text, index, form, secret } = match
  const before = text.slice(Math.max(0, index - 40), index)
  const isAssigned =
    form === 'quoted'
      ? !/[ \t](?:is|ist|es|est)[ \t]/.test(before)
      : /(?:=|_[A-Z]{3,20}["'`]?:[ \t]{1,8})$/.test(before)
  if (/,[ \t]{0,3}["']$/.test(before) && !looksRandom(secret)) return false
  // In YAML a plain word is alone on its line. Others belong to a sentence or to code.
  const isPlain = /^(?:[A-Za-z_-]+|\d+|0x[\da-f]+)[.,;]?$/.test(secret)
  const isAlone = /^[ \t]*(?:#|[\r\n"'`\\]|$)/.test(text.slice(index + secret.length, index + secret.length + 40))
  if (/:[ \t]+$/.test(before) && isPlain && !(isAlone && /[\w-]$/.test(secret))) return false
  if (!isKnownSetting.test(before) && !isAssignedSecret(match)) return false
  harmlessName.lastIndex = index
  return isAssigned && isGiven(match) && !harmlessName.test(text)
}

const ofLogin = /\b(?:wi-?fi|wlan|hotspot|router|login|log in|account|user(?:name)?)\b[^\n.!?]{0,60}$/i
const noTyped = /^[#@$%^&!]|&&|^[a-z][a-z.-]*@[a-z]|@[\w-]+\.[a-z]{2,}$|%$/

/** Whether the word after "password", "pass" or "key" is a secret; after a login, also a word with a number. */
function isTyped({ secret, text, index }: KnownMatch): boolean {
  const before = text.slice(Math.max(0, index - 80), index)
  const isMixed = /\p{L}/u.test(secret) && /\d/.test(secret) && /[!@#$%^&]/.test(secret) && !noTyped.test(secret)
  if (ofLogin.test(before)) return isMixed || /^(?:[a-z]+\d{2,}|\d{8,})$/i.test(secret)
  return isMixed && !/\b(?:key|pass) $/i.test(before)
}

/** What a code of digits opens. The codes of errors, posts, countries and offers open nothing. */
const opened =
  '(?:(?:burglar |house |office )?alarm|safe|vault|(?:front |back |garage |garden )?(?:gate|door)|garage|lock|padlock|locker|key ?(?:box|safe)|keypad|entry|(?:sim |bank |debit |credit )?card)'
/** What may stand between the name of a number and its digits: "pin for my card: 8812", "code at the shop is 7731". */
const ofNumber =
  "(?: (?:number|no\\.?|code))?(?: (?:for|of|to|on|at|in) (?:(?!(?:is|line|page|section|chapter|step)\\b)[\\p{L}'’-]{1,20} ?){1,4}?)? ?(?:(?:['’]s|[:=]|(?<= )(?:is|was))(?: (?:now|still|just))? ?|(?<= ))"
const digitsOf = (least: number, most: number): string =>
  `(?<secret>[A-Z#*]?\\d(?:[ -]?\\d){${least - 1},${most - 1}}[A-Z#*]?)(?![\\w%]|[.,:/-]\\d| (?:px|pixels|times|people|items|lines|words|bugs|errors?|ms|euros?)\\b)`

const pin = `(?:(?<=\\b(?:my|our|his|her|their|mums?|dads?|[a-z]+['’]s|card|bank|sim|phone|debit|credit|new|old) )pin|pin(?= (?:for|of|to|on) (?:(?:my|our|the|[a-z]+['’]?s) )?${opened}\\b))`
const code = `(?:(?<=\\b${opened} )(?:code|combination|combo)|(?:code|combination|combo)(?= (?:for|of|to|on) (?:(?:my|our|the) )?(?:[a-z]+ )?${opened}\\b))`
/** Names of such numbers, and how many digits they have. Node 22 knows no two groups of one name in a pattern. */
const codes: readonly (readonly [named: string, least: number, most: number])[] = [
  [pin, 4, 8],
  ['(?:cvv2?|cvc2?|(?<=security )code)', 3, 4],
  [code, 3, 8],
]

/** Commands; only the text after the last one before a password is searched. */
const attached = '(?<![\\w-])(?:mysql(?:dump|admin|import|show)?|mariadb|mycli|sshpass|docker login|7z[ar]?)(?= )'
const curl = '(?<![\\w-])curl(?= )'
const logins = [
  ...['docker', 'podman', 'az', 'oc', 'cf', 'helm registry', 'buildah', 'skopeo'].map((command) => `${command} login`),
  ...'sshpass mongosh mongo mongodump mongoexport mongorestore sqlcmd bcp redis-cli ldapsearch plink pscp zip'.split(
    ' ',
  ),
].map((command) => `${command} `)
const login = `(?<![\\w-])(?:${logins.join('|')})`

/** One more word of a seed phrase, with its number. */
const nextWord = `["'\`,\\s]{1,12}(?:\\d{1,2}[.):]?[ \\t]{0,3}["'\`]?)?[a-z]{3,8}(?![\\w'])`

/** A rule for passwords. @default what stands there literally is one */
function password(rule: Omit<KnownRule, 'name'>): KnownRule {
  return { name: 'password', isSecret: isGiven, ...rule }
}

/** Passwords and keys recognised by the name before them; the value ends as its syntax says. */
export const namedRules: readonly KnownRule[] = [
  password({
    starts: passwordStarts,
    // Also `password for staging is: …`.
    pattern: new RegExp(
      `(?:${passwordNames})\\d{0,2}(?![A-Za-z0-9])(?: (?:for|of|to|on|für|para|pour) [^\\n:=]{1,40}?(?= (?:is|ist|es|est)[ :]|[:=]))?`,
      'iu',
    ),
    read: readAssigned,
    isSecret: isPassword,
  }),
  password({
    starts: anyOf('pass:', 'pass=', 'pass ', 'pw:', 'pw=', 'pw ', 'psk:', 'psk='),
    pattern:
      /(?<![\w-]|(?:first|second|third|last|next|final|this|that|test|each|one|1st|2nd|3rd|by|to) )(?:pass|pw|psk)(?= ?[:=])|(?<=(?:ssh|become|sudo|db|user|smtp|mail|admin|root|ftp)_)pass(?= ?[:=])/i,
    read: readAssigned,
    isSecret: isPassword,
  }),
  password({
    starts: anyOf(...'password passwort passwd passcode kennwort pwd pass pw key'.split(' ').map((one) => `${one} `)),
    // Without a sign: `login ada pw Tulip!42`, `wifi Cafe_Guest key Otter2026`.
    pattern:
      /(?<![\w-])(?:pass(?:w(?:or)?[dt]|code)?|kennwort|pwd?|key) (?<secret>[^\s"'`<>()[\]{}=,;|]{7,63}[^\s"'`<>()[\]{}=,;|.:?])(?=[\s"'`<>)\]},;|.:?]|$)/i,
    isSecret: (match) => isTyped(match) && isPassword({ ...match, form: 'said' }),
  }),
  // Digits behind the name of what they open: `my card pin is 4471`, `code for the safe: 7731`, `cvv 123`.
  ...codes.map(
    ([named, least, most]): KnownRule => ({
      name: 'pin',
      starts: anyOf('pin', 'pincode', 'cvv', 'cvc', 'code', 'combination', 'combo'),
      pattern: new RegExp(`(?<![\\w-])${named}${ofNumber}${digitsOf(least, most)}`, 'iu'),
      // Without a sign, three digits may be another number, and four a year.
      isSecret: ({ secret, text, index }) =>
        !/(?:code|combo|combination|pin)(?: (?:of|from|in)(?: \w+)?)? $/i.test(
          text.slice(Math.max(0, index - 40), index),
        ) || /(?!19|20)\d{4}|\d{5}|\D/.test(secret),
    }),
  ),
  {
    name: 'insurance-number',
    starts: anyOf('national insurance', 'ni number', 'nino'),
    pattern:
      /(?<![\w-])(?:national insurance|ni|nino)(?: (?:number|no\.?))?(?: is)?:? (?<secret>[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D])(?!\w)/i,
  },
  {
    name: 'passphrase',
    starts: anyOf('passphrase', 'mnemonic', 'seed', 'recovery', 'backup'),
    // Four words on a line, or 12 to 24 of a list, over lines or numbered (BIP-39).
    pattern: new RegExp(
      `(?:passphrase|mnemonic|(?:seed|recovery|backup)[ _-](?:phrase|words))["'\`]?[ \\t]{0,3}(?::|=| is:?)["'\`[\\s]{0,8}(?:1[.):]?[ \\t]{1,3}["'\`]?)?(?<secret>[a-z]{3,8}(?:${nextWord}){2}(?:(?:${nextWord}){3}){3,7}|[a-z]{2,12}(?: [a-z]{2,12}){3,23}(?![\\w' ]))`,
      'i',
    ),
    isSecret: (match) => isSeedPhrase(match.secret) || isGiven({ ...match, form: 'words' }),
  },
  {
    name: 'secret-value',
    starts: anyOf('key', 'secret', 'token', 'credential', 'phpsessid', 'jsessionid', 'connect.sid'),
    pattern: new RegExp(`${harmless}(?:${secretNames})(?![A-Za-z0-9])`, 'i'),
    read: readAssigned,
    isSecret: isAssignedSecret,
  },
  {
    name: 'secret-setting',
    starts: [{ first: ofSettings, second: ofSettings, notAfter: `${letters}${digits}_$` }],
    pattern: new RegExp(`(?<![A-Za-z0-9_$])[A-Z0-9_]{2,80}(?![A-Za-z0-9_])(?<=${settingNames}|_KEY)`),
    read: readAssigned,
    isSecret: isSetting,
  },
  password({
    starts: [{ text: '--', notAfter: ofTokens }],
    pattern:
      /(?<![^\s"'`(])--[a-z-]{0,30}?(?:password|passwd|passphrase|pass|token|secret|(?:api|access|secret|account|private)-?key)(?![\w-])/,
    read: readOption,
    isSecret: isGivenOption,
  }),
  password({
    starts: exactly('mysql', 'mariadb', 'mycli', 'sshpass', 'docker login', '7z'),
    pattern: new RegExp(`${attached}(?:(?!${attached})[^\\n|;]){0,200}? -p(?=[^\\s$<{-])`),
    read: readWord,
  }),
  password({
    starts: logins.map((text) => ({ text, notAfter: ofTokens })),
    pattern: new RegExp(
      `${login}(?:(?!${login})[^\\n|;]){0,200}?(?<= )-(?:p|P|a|w|pw) (?!\\d{1,5}(?::\\d+)?(?:\\s|$))`,
    ),
    read: readWord,
    isSecret: isGivenOption,
  }),
  password({
    starts: exactly('curl '),
    pattern: new RegExp(
      `${curl}(?:(?!${curl})[^\\n|;]){0,300}? (?:-[A-Za-z]{0,8}u|-U|--user|--proxy-user)[ =]?["'\`]?[^\\s:"'\`]{1,64}:(?<secret>(?<=(?<quote>["'])[^\\s:"']{1,64}:)(?:(?!\\k<quote>)[^\\n]){1,256}|[^\\s"'\`]{1,256})`,
    ),
  }),
  password({
    starts: exactly(...'IDENTIFIED |ConvertTo-SecureString |requirepass |masterauth |auth=(|Auth(|_auth('.split('|')),
    // In SQL, PowerShell, settings of Redis, and pairs of a user and a password.
    pattern:
      /(?:IDENTIFIED (?:WITH \S{1,60} )?BY|ConvertTo-SecureString(?: -String)?) (?=["'])|(?<=^|[\n\f])(?:requirepass|masterauth)[ \t]+|(?<=[bB]asic|\b)_?[aA]uth=?\(["'][^"'\n]{1,64}["'],[ \t]?(?=["'])/,
    read: readWord,
    isSecret: isGivenOption,
  }),
  password({
    starts: exactly('echo ', 'printf '),
    // Piped into a command that reads it.
    pattern:
      /(?<![\w-])(?:echo|printf)(?: -n)? (?<secret>[^\s|$`<>]{4,128}|"[^"\n$`]{4,128}"|'[^'\n]{4,128}')(?= ?\| ?(?:[^\n|]{1,100} --password-stdin|sudo [^\n|]{0,40}-S|[^\n|]{1,60} --with-token|(?:sudo )?chpasswd|[^\n|]{1,60} --passphrase-fd 0))/,
    isSecret: (match) => isGiven({ ...match, form: 'quoted' }),
  }),
  password({
    starts: exactly(' / '),
    // A pair: `login: ada / hunter2!`, `my login for the portal is ada / hunter2!`.
    pattern:
      /(?<=(?:login|user(?:name)?|mail|credentials?|creds)(?:\/(?:password|pass|pw))?(?::| (?:(?:for|to|on|at) [^\n:=]{1,40} )?is:?)[ \t]{1,3}[^\s/]{1,64}) \/ (?<secret>\S{6,128})/i,
    isSecret: (match) => isPassword({ ...match, form: 'said' }),
  }),
  password({
    starts: exactly('sqlplus ', 'jdbc:oracle:thin:'),
    pattern: /(?:sqlplus (?:-\w+ ){0,2}|jdbc:oracle:thin:)[\w$]{1,64}\/(?<secret>[^\s@"'/]{1,128})(?=@)/,
  }),
  password({
    starts: exactly('@tcp(', '@unix('),
    // As Go's driver of MySQL has it.
    pattern: /(?<=(?:^|[\s"'`=])[\w.-]{1,64}:(?<before>[^\s"'`(]{1,128}))(?=@(?:tcp|unix)\()/,
  }),
  password({
    starts: exactly('machine', 'default'),
    // As in a netrc file.
    pattern:
      /(?<![\w-])(?:machine\s{1,8}\S{1,200}|(?<![^\n\f])default)\s{1,8}login\s{1,8}\S{1,100}\s{1,8}(?:account\s{1,8}\S{1,100}\s{1,8})?password\s{1,8}(?<secret>\S{1,256})/,
  }),
  password({
    starts: exactly(':54', ':6432', ':*:'),
    // As in a .pgpass file: host, port, database, user, password.
    pattern:
      /(?<=(?:^|[\n\f])[^\s:#]{1,100}):(?:54\d\d|6432|\*):[^\s:]{1,64}:[^\s:]{1,64}:(?<secret>(?:[^\s\\:]|\\[^\n]){1,256})(?![^\s])/,
    isSecret: (match) => isPassword({ ...match, form: 'bare' }),
  }),
  password({
    starts: [{ first: '<', second: `${letters}:_-` }],
    pattern:
      /<(?:[A-Za-z]{0,20}:)?[A-Za-z_-]{0,20}(?:password|passwd|passphrase|secret|api-?key)>\s{0,20}(?<secret>[^<>\s](?:[^<>\n]{0,254}[^<>\s])?)(?=\s{0,20}<\/)/i,
  }),
  {
    name: 'authorization',
    starts: exactly('"auth"', '_auth'),
    // Docker's and npm's settings: base64 of "name:password".
    pattern: /(?:"auth"|(?<![\w-])_auth)(?=[ \t]{0,3}[:=])/,
    read: readAssigned,
    isSecret: ({ secret }) =>
      /^[A-Za-z0-9+/]{8,1024}={0,2}$/.test(secret) && /^[!-~]{1,128}:[ -~]{1,512}$/.test(atobOrNothing(secret)),
  },
  {
    name: 'cookie',
    starts: anyOf('cookie:', 'cookie='),
    pattern: /(?<![A-Za-z0-9])(?:set-)?cookie["']?[:=][ \t]?["']?(?<secret>[^\s"'`;=]{1,128}=[^\n\f"'`]{8,4096})/i,
    isSecret: ({ secret }) =>
      secret
        .split(';', 64)
        .some((pair) => isAssignedSecret({ rule: '', secret: pair.slice(pair.indexOf('=') + 1), text: '', index: 0 })),
  },
]

function atobOrNothing(text: string): string {
  try {
    return atob(text)
  } catch {
    return '' // no base64: none of these settings
  }
}

/** The names of fields whose values are passwords. */
export const passwordField: RegExp = new RegExp(`(?:${passwordNames})$`, 'iu')
/** The names of fields whose values are other secrets. */
export const secretField: RegExp = new RegExp(`${harmless}(?:${secretNames})$`, 'i')
