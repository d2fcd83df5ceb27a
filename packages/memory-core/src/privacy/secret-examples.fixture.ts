/** A text with a secret that is generated at run time, so that the repository contains none. */
export interface SecretExample {
  kind: string
  text: string
  /** The part that must be removed. */
  secret: string
}

/** The two halves of the examples: rules are tuned on the first only. */
export type Half = 'tuning' | 'held-out'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digit = '0123456789'
const hex = `${digit}abcdef`
const letters = lower + upper
const alphanumeric = letters + digit
const url = `${alphanumeric}-_`
const base64 = `${alphanumeric}+/`

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function lots(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Draw = (length: number, alphabet: string) => string

function drawer(seed: number): Draw {
  const lot = lots(seed)
  return (length, alphabet) =>
    Array.from({ length }, () => alphabet[Math.floor(lot() * alphabet.length)] ?? '').join('')
}

function encoded(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function webToken(draw: Draw): string {
  const claims = { sub: draw(10, digit), name: draw(8, letters), iat: 1_700_000_000 }
  return `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}.${draw(43, url)}`
}

function block(kind: string, draw: Draw, lines: number): string {
  const body = Array.from({ length: lines }, () => draw(64, base64)).join('\n')
  return `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n${draw(30, base64)}==\n-----END ${kind}PRIVATE KEY-----`
}

/** A card number of this prefix and length, with the right last digit. */
export function cardNumber(prefix: string, length: number, draw: (length: number, alphabet: string) => string): string {
  const open = prefix + draw(length - prefix.length - 1, digit)
  const sum = [...open].reverse().reduce((total, character, place) => {
    const doubled = Number(character) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${open}${(10 - (sum % 10)) % 10}`
}

function spaced(card: string, sizes: readonly number[], separator: string): string {
  const starts = sizes.map((_, place) => sizes.slice(0, place).reduce((sum, size) => sum + size, 0))
  return starts.map((start, place) => card.slice(start, start + (sizes[place] ?? 0))).join(separator)
}

/** The form of each kind of secret. Prefixes are split in two, so that scanners do not report this file. */
const tokens: Readonly<Record<string, (draw: Draw) => string>> = {
  'aws access key': (draw) => `AK${'IA'}${draw(16, `${upper}234567`)}`,
  'google api key': (draw) => `AI${'za'}${draw(35, url)}`,
  'google oauth': (draw) => `ya${'29'}.${draw(60, url)}`,
  'github classic': (draw) => `gh${'p_'}${draw(36, alphanumeric)}`,
  'github app': (draw) => `gh${'s_'}${draw(36, alphanumeric)}`,
  'github fine-grained': (draw) => `github${'_pat_'}${draw(22, alphanumeric)}_${draw(59, alphanumeric)}`,
  gitlab: (draw) => `gl${'pat-'}${draw(20, url)}`,
  slack: (draw) => `xo${'xb-'}${draw(12, digit)}-${draw(13, digit)}-${draw(24, alphanumeric)}`,
  stripe: (draw) => `sk_${'live_'}${draw(24, alphanumeric)}`,
  'stripe restricted': (draw) => `rk_${'live_'}${draw(99, alphanumeric)}`,
  openai: (draw) => `sk-${'proj-'}${draw(120, url)}`,
  'openai classic': (draw) => `sk-${draw(20, alphanumeric)}T3Bl${'bkFJ'}${draw(20, alphanumeric)}`,
  anthropic: (draw) => `sk-${'ant-'}api03-${draw(93, url)}AA`,
  npm: (draw) => `npm${'_'}${draw(36, alphanumeric)}`,
  pypi: (draw) => `pypi-${'AgEIcHlwaS5vcmc'}${draw(90, url)}`,
  sendgrid: (draw) => `SG${'.'}${draw(22, url)}.${draw(43, url)}`,
  twilio: (draw) => `S${'K'}${draw(32, hex)}`,
  'hugging face': (draw) => `hf${'_'}${draw(34, letters)}`,
  digitalocean: (draw) => `dop${'_v1_'}${draw(64, hex)}`,
  telegram: (draw) => `${draw(1, '123456789')}${draw(9, digit)}:${'AA'}${draw(33, url)}`,
  'azure client secret': (draw) => `${draw(3, alphanumeric)}8${'Q~'}${draw(34, alphanumeric)}`,
  'web token': webToken,
  vault: (draw) => `hv${'s.'}${draw(24, alphanumeric)}`,
  groq: (draw) => `gs${'k_'}${draw(52, alphanumeric)}`,
}

const around: Readonly<Record<Half, readonly ((token: string) => string)[]>> = {
  tuning: [
    (token) => `Here is the token: ${token}`,
    (token) => `export THE_TOKEN="${token}"`,
    (token) => `{"headers":{"x-key":"${token}"},"ok":true}`,
  ],
  'held-out': [
    (token) => `use ${token}, it expires on Friday.`,
    (token) => `curl -H 'X-Auth: ${token}' https://api.example.com/v1/items`,
    (token) => `tool answered: [INFO] loaded (${token}) from .env`,
  ],
}

/** A secret, and the text around the place of it, `{}`. */
type Form = (draw: Draw) => readonly [secret: string, around: string]

/** Secrets that are known by what stands around them. */
const forms: Readonly<Record<Half, Readonly<Record<string, Form>>>> = {
  tuning: {
    'aws secret key': (draw) => [draw(40, base64), 'AWS_SECRET_ACCESS_KEY={}'],
    'azure storage': (draw) => [`${draw(86, base64)}==`, 'AccountName=x;AccountKey={};EndpointSuffix=core.windows.net'],
    'private key': (draw) => [block('RSA ', draw, 12), 'my key is\n{}\nplease install it'],
    'private key, cut': (draw) => [
      `${draw(64, base64)}\n${draw(64, base64)}`,
      `-----BEGIN ${'OPENSSH'} PRIVATE KEY-----\n{}`,
    ],
    'private key in json': (draw) => [JSON.stringify(block('', draw, 6)).slice(1, -1), '{"private_key":"{}"}'],
    'card visa': (draw) => [cardNumber('4', 16, draw), 'charge it to {} please'],
    'card spaced': (draw) => [spaced(cardNumber('52', 16, draw), [4, 4, 4, 4], ' '), 'Card: {}'],
    'card amex': (draw) => [spaced(cardNumber('37', 15, draw), [4, 6, 5], ' '), 'Amex {} 04/29'],
    'url password': (draw) => [draw(14, alphanumeric), 'postgres://app:{}@db.example.com:5432/shop'],
    'redis url': (draw) => [draw(20, alphanumeric), 'REDIS_URL=redis://:{}@cache:6379/0'],
    bearer: (draw) => [draw(40, alphanumeric), 'Authorization: Bearer {}'],
    basic: (draw) => [`${draw(22, alphanumeric)}==`, '"Authorization": "Basic {}"'],
    'password assigned': (draw) => [`Tr0ub${draw(5, digit)}`, 'DB_PASSWORD={}'],
    'password said': (draw) => [`hunter${draw(3, digit)}`, 'The wifi password is {}.'],
    'api key assigned': (draw) => [draw(32, hex), `api_key: '{}'`],
    'client secret': (draw) => [draw(36, alphanumeric), '"client_secret": "{}"'],
    'key pair': (draw) => [draw(40, base64), `AK${'IA'}${draw(16, upper)}, {}`],
    'passphrase assigned': () => ['correct-horse-battery', 'password: {}'],
    'plain word in env': () => ['changeme', 'DB_PASSWORD={}\nPORT=1'],
    'plain word in compose': () => ['letmein', '  MYSQL_ROOT_PASSWORD: {}\n'],
    'plain word in quotes': () => ['kestrel', 'password = "{}"'],
    'short name': () => [`Tr0ub${'4dor'}`, 'user: ada pass: {}'],
    'xml element': () => ['kestrel', '<db><password>{}</password></db>'],
    'below its name': () => [`hunter${'2000'}`, 'password:\n  {}\nuser: ada'],
    'chinese without blanks': (draw) => [`Kite${draw(4, digit)}`, '密码是 {}'],
    'mysql option': () => [`S3${'cret'}`, 'mysql -u root -p{} shop'],
    'signed url': (draw) => [draw(64, hex), 'https://x.s3.amazonaws.com/a?X-Amz-Date=1&X-Amz-Signature={}'],
    tavily: (draw) => [`tv${'ly-'}dev-${draw(32, alphanumeric)}`, 'key {}'],
    fly: (draw) => [`fm${'2_'}${draw(120, base64)}`, 'FlyV1 {}'],
    'zero-width inside': (draw) => [draw(18, alphanumeric), `use gh${'p_'}${draw(18, alphanumeric)}\u200B{} please`],
  },
  'held-out': {
    'passphrase in quotes': () => ['maple-otter-lantern-tide', '"password": "{}"'],
    'plain word in env': () => ['sunshine', `export GITHUB_TOKEN='{}'`],
    'plain word in yaml quotes': () => ['falcon', `passwd: '{}'`],
    'short name': (draw) => [`k${draw(5, digit)}Z`, 'pw: {}'],
    'xml element': () => ['falcon', '<ns:dbPassword> {} </ns:dbPassword>'],
    'below its name': (draw) => [`Otter${draw(4, digit)}!`, 'Password:\r\n\t{}'],
    'said for a machine': (draw) => [`Otter${draw(4, digit)}`, 'the password for staging is: {}'],
    'japanese without blanks': (draw) => [`Kite${draw(4, digit)}`, 'パスワードは{}です'],
    'curl option': () => [`S3${'cret'}`, 'curl -s -u admin:{} https://example.com'],
    netrc: () => ['falcon', 'machine example.com\n  login ada\n  password {}'],
    'long option': () => ['falcon', 'pg_dump --password={} shop'],
    'new relic': (draw) => [`NR${'AK-'}${draw(27, `${upper}${digit}`)}`, '{} is the key'],
    'soft hyphen inside': (draw) => [draw(18, alphanumeric), `token gh${'p_'}{}\u00AD${draw(18, alphanumeric)}`],
    'aws secret key': (draw) => [draw(40, base64), 'aws_secret_access_key = "{}"'],
    'azure bus': (draw) => [`${draw(43, base64)}=`, 'SharedAccessKeyName=Root;SharedAccessKey={};EntityPath=q'],
    'private key': (draw) => [block('EC ', draw, 3), 'cat id_ecdsa:\n{}'],
    'private key, cut': (draw) => [
      Array.from({ length: 5 }, () => draw(64, base64)).join('\n'),
      `error near\n-----BEGIN ${'RSA'} PRIVATE KEY-----\n{}\n\nthen it stopped`,
    ],
    'private key in json': (draw) => [JSON.stringify(block('ENCRYPTED ', draw, 8)).slice(1, -1), '"key": "{}",'],
    'card mastercard': (draw) => [cardNumber('2221', 16, draw), 'number={}&cvc=1'],
    'card hyphens': (draw) => [spaced(cardNumber('4', 16, draw), [4, 4, 4, 4], '-'), `it's {}!`],
    'card jcb': (draw) => [cardNumber('3530', 16, draw), '({})'],
    'url password': (draw) => [`p${draw(11, `${alphanumeric}!$*`)}`, 'mysql://root:{}@10.0.0.4/app'],
    'git url': (draw) => [draw(24, alphanumeric), 'git clone https://ci:{}@git.example.com/a.git'],
    bearer: (draw) => [`${draw(30, url)}.${draw(12, digit)}aB`, '-H "authorization: bearer {}"'],
    basic: (draw) => [`${draw(26, alphanumeric)}`, 'Proxy-Authorization: Basic {}'],
    'password assigned': (draw) => [`S3cure!${draw(6, alphanumeric)}`, 'password: "{}",'],
    'password said': (draw) => [`Kestrel${draw(4, digit)}`, 'my password is {} in case you need it'],
    'password german': (draw) => [`Sommer${draw(4, digit)}`, 'Das Passwort ist {}'],
    'api key assigned': (draw) => [draw(40, alphanumeric), 'X-Api-Key: {}'],
    'secret in yaml': (draw) => [draw(44, alphanumeric), '  jwtSecret: {}\n  port: 8080'],
    'refresh token': (draw) => [draw(64, url), '{\\"refresh_token\\":\\"{}\\"}'],
  },
}

/** The examples of one half. */
export function secretExamples(half: Half): SecretExample[] {
  const draw = drawer(half === 'tuning' ? 20_260_101 : 20_270_202)
  const ofTokens = Object.entries(tokens).flatMap(([kind, make]) =>
    around[half].map((surround) => {
      const secret = make(draw)
      return { kind, text: surround(secret), secret }
    }),
  )
  const ofForms = Object.entries(forms[half]).flatMap(([kind, make]) =>
    [1, 2].map(() => {
      const [secret, around] = make(draw)
      return { kind, text: around.replace('{}', () => secret), secret }
    }),
  )
  return [...ofTokens, ...ofForms]
}

const sentences: Readonly<Record<Half, readonly string[]>> = {
  tuning: [
    'my password is on the fridge',
    'The password must have at least 8 characters.',
    'password: required',
    'const password = getPassword()',
    'password = process.env.DB_PASSWORD',
    `PASSWORD=\${DB_PASSWORD}`,
    'password: string, token: string',
    'pwd=/home/ada/project1',
    'Set api_key: <your-api-key>',
    'api_key = "your-api-key-goes-here-123"',
    'token=$GITHUB_TOKEN',
    'max_tokens: 1234567890123456',
    'The secret is to let the dough rest overnight.',
    'secretName: my-kubernetes-secret-v2',
    'Authorization: Bearer <token>',
    'Bearer authentication is described in RFC6750section2',
    'use a bearer token of the staging environment',
    'https://example.com:8080/@ada/posts?id=1234567890',
    `postgres://user:\${PASSWORD}@localhost/app`,
    'mailto:ada@example.com',
    'ssh://git@github.com:22/acme/shop.git',
    'We talked about token limits: 128000 tokens is the window.',
    'Paste the text between -----BEGIN PUBLIC KEY----- and the end',
    'sk-learn and scikit-image are libraries',
    'npm_config_registry=https://registry.example.org/',
    'hf_transfer and hf_hub_download',
    'next_page_token: CAUQAA1b2c3d4e5f6a7b8',
    'csrf_token = form.csrf_token.data1',
    'Call +49 170 1234567 or +1 (415) 555-2671',
    'ISBN 978-3-16-148410-0 and ISBN-10 0-306-40615-2',
    'order 4000 1234 5678, invoice 2026-000123',
    'timestamps 1700000000000 and 1700000000000000000',
    'git checkout -b fix/password-reset-42',
    'type Password = string | undefined',
    'the passphrase is optional',
    'class SecretManager { constructor(private token: Token) {} }',
    'tokenizer.encode("hello world 1234567890")',
    'see docs/authentication/oauth2-client-credentials.md',
    'keyboard: QWERTY-1234567890-layout',
    'x = a1b2c3d4e5f6 + sha256(y)',
    'password: end-to-end encrypted',
    'the password is base64-encoded and hard-to-guess',
    '{ "password": "string", "required": true }',
    `<input type="password" name="pwd" value="">`,
    `errors.password = 'required'`,
    `DB_PASSWORD=<your password>`,
    'API_KEY=xxxxxxxx',
    'MAX_TOKEN=4096 and NEXT_TOKEN=abcdef',
    'const TOKEN = getToken()',
    'DB_PASSWORD: string',
    'USE_PASSWORD=true',
    'first pass: gpt4o-mini, second pass: gpt4o',
    'curl -u user:password https://example.com',
    'mysql -u root -p shop',
    'kubectl create secret generic a --from-literal=b=c',
    '密码是8位以上的字母和数字',
    'パスワードは8文字以上です',
    'use --password=<password> or --password-file=/run/secrets/db',
    'order number 4539148803436467',
    'order_id: 4539148803436467',
    'PASS: login works, SECRET: be kind',
    'TOKEN=`cat token.txt`',
    'OPENAI_API_KEY=sk-...',
  ],
  'held-out': [
    'I forgot my password again, can you help me reset it?',
    'Passwords are hashed with argon2id and a salt of 16 bytes.',
    'password: "********"',
    'if (password === confirmPassword) submit()',
    'password = config.database.password2',
    `secret: \${{ secrets.NPM_TOKEN }}`,
    'interface Credentials { password: string; apiKey: string }',
    'the password field is required',
    'Replace api_key=YOUR_API_KEY_HERE_1234567890 with yours.',
    'client_secret=xxxxxxxxxxxxxxxxxxxxxxxx',
    'token: this.tokenService.createToken2(user)',
    'output_tokens: 51234, input_tokens: 998877665544332211',
    'It is an open secret: nobody reads the manual.',
    'secretKeyRef: { name: db-credentials-2026, key: password }',
    `headers.set("Authorization", \`Bearer \${token}\`)`,
    'The bearer of this letter is a friend.',
    'http://localhost:3000/users/@me?limit=50&offset=100',
    'jdbc:postgresql://db.internal.example.com:5432/orders2026',
    'ftp://anonymous@ftp.example.org/pub/releases',
    'access key management is in the IAM console',
    '-----BEGIN CERTIFICATE-----',
    'the AKIA prefix stands for an access key',
    'ghp_ is how classic tokens begin, e.g. ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'npm_lifecycle_event is set to postinstall',
    'eyJ is how a web token begins',
    'page_token=abcdEFGH12345678ijkl',
    'Telefon 0170/1234567, Fax 030 12345678',
    'IBAN DE89 3702 0044 0532 0130 00',
    'ISBN 9780306406157, EAN 4006381333931',
    'my tracking number is 1Z999AA10123456784',
    'ids 1234567890123456789 and 9007199254740993',
    'feature/secret-santa-2026 was merged',
    'let pwd = cwd() + "/node_modules/.bin"',
    'resetPassword(userId123456789)',
    'public key: see the README',
    'color tokens: primary500, secondary700, surface100',
    'src/components/authentication/PasswordStrengthIndicator2.tsx',
    'Passwort vergessen? Hier klicken.',
    'La contraseña es obligatoria.',
    'SELECT password_hash FROM users WHERE id = 1234567',
    'password: state-of-the-art hashing',
    '"password": "Passwort", "login": "Anmelden"',
    'password = "your-password-here"',
    'the password for the demo is on the wiki',
    'Password:\n  is required',
    `API_TOKEN=\${{ secrets.API_TOKEN }}`,
    'TOKEN = os.environ["TOKEN"]',
    'CSRF_TOKEN=a1b2c3d4e5',
    'pass: 12 of 14',
    'compass: north2east',
    '<password>required</password>',
    'PUBLIC_KEY=abc',
    'SECRET_KEY_BASE is read from the vault',
    'invoice no. 4916338506082832',
    'the default login name password field',
    'curl --user $USER:$PASS https://example.com',
  ],
}

/** Harmless texts with the letters of a secret. */
const shapes: Readonly<Record<string, (draw: Draw) => string>> = {
  'git sha': (draw) => `fixed in ${draw(40, hex)}`,
  'short sha': (draw) => `see ${draw(7, hex)}..${draw(7, hex)}`,
  uuid: (draw) => `id ${[8, 4, 4, 4, 12].map((length) => draw(length, hex)).join('-')}`,
  'sha256 digest': (draw) => `sha256:${draw(64, hex)}`,
  integrity: (draw) => `"integrity": "sha512-${draw(86, base64)}=="`,
  'base64 image': (draw) => `![](data:image/png;base64,iVBORw0KGgo${draw(400, base64)}=)`,
  md5: (draw) => `md5 ${draw(32, hex)}  release.tar.gz`,
  'order number': (draw) => `order ${draw(1, '789')}${draw(11, digit)}`,
  'long number': (draw) => `event ${draw(1, '179')}${draw(17, digit)}`,
  ulid: (draw) => `01J${draw(23, `${digit}ABCDEFGHJKMNPQRSTVWXYZ`)}`,
  'nano id': (draw) => `/share/${draw(21, url)}`,
  'call id': (draw) => `call_${draw(24, alphanumeric)} answered`,
  'asset name': (draw) => `assets/index-${draw(8, alphanumeric)}.js`,
  query: (draw) => `https://example.com/watch?v=${draw(11, url)}&list=PL${draw(32, url)}`,
}

/** Texts of one half in which there is no secret. */
export function secretLookAlikes(half: Half): string[] {
  const draw = drawer(half === 'tuning' ? 7 : 8)
  const drawn = Object.values(shapes).flatMap((make) => [1, 2].map(() => make(draw)))
  return [...sentences[half], ...drawn]
}
