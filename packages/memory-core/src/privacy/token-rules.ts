import { isVaried } from './looks-random.ts'
import { digits, type KnownRule, letters } from './secret-rule.ts'

const varied = ({ secret }: { secret: string }): boolean => isVaried(secret.slice(secret.search(/[_.-]/) + 1))

const ofTokens = `${letters}${digits}_-`

/** A token that begins with one of the prefixes, which are all of what says that it is one. */
function token(name: string, prefixes: readonly string[], body: string): KnownRule {
  const prefix = `(?:${prefixes.map(escaped).join('|')})`
  return {
    name,
    starts: prefixes.map((text) => ({ text, notAfter: ofTokens })),
    // Only at the beginning of a word, so that a long word is looked through once.
    pattern: new RegExp(`(?<![A-Za-z0-9_-])${prefix}${body}`),
    isSecret: varied,
  }
}

function escaped(prefix: string): string {
  return prefix.replaceAll('.', '\\.')
}

const end = '(?![A-Za-z0-9])'

/** Keys and tokens that begin in a way of their own, each by its documented form. The first rule that fits wins. */
export const prefixedRules: readonly KnownRule[] = [
  token('aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], `[A-Z0-9]{16}${end}`),
  token('google-api-key', ['AIza'], '[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])'),
  token('google-oauth-token', ['ya29.', 'GOCSPX-', '1//0'], '[A-Za-z0-9_-]{24,2048}'),
  token('github-token', ['ghp_', 'gho_', 'ghs_', 'ghu_', 'ghr_'], '[A-Za-z0-9_]{36,255}'),
  token('github-token', ['github_pat_'], '[A-Za-z0-9_]{50,255}'),
  token(
    'gitlab-token',
    ['glpat-', 'gldt-', 'glptt-', 'glrt-', 'glft-', 'glsoat-', 'glcbt-', 'glagent-', 'gloas-'],
    '[A-Za-z0-9_.-]{20,300}',
  ),
  token(
    'slack-token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxc-', 'xoxd-', 'xapp-', 'xoxe.'],
    '[A-Za-z0-9%.-]{20,400}',
  ),
  token('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,250}'),
  token('stripe-webhook-secret', ['whsec_'], '[A-Za-z0-9+/=]{24,250}'),
  token('anthropic-key', ['sk-ant-'], '[A-Za-z0-9_-]{24,250}'),
  token('openrouter-key', ['sk-or-'], '[A-Za-z0-9-]{32,250}'),
  token('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[A-Za-z0-9_-]{20,300}'),
  token('npm-token', ['npm_'], `[A-Za-z0-9]{36}${end}`),
  token('pypi-token', ['pypi-Ag'], '[A-Za-z0-9_-]{50,1000}'),
  token('sendgrid-key', ['SG.'], '[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}(?![A-Za-z0-9_-])'),
  token('hugging-face-token', ['hf_', 'api_org_'], `[A-Za-z0-9]{30,64}${end}`),
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], `[a-f0-9]{64}${end}`),
  token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], `[A-Fa-f0-9]{32}${end}`),
  token('square-token', ['sq0atp-', 'sq0csp-', 'EAAA'], '[A-Za-z0-9_-]{22,60}(?![A-Za-z0-9_-])'),
  token('mailgun-key', ['key-'], `[0-9a-f]{32}${end}`),
  token('postman-key', ['PMAK-'], '[0-9a-f]{24}-[0-9a-f]{34}'),
  token('databricks-token', ['dapi'], `[0-9a-f]{32}(?:-\\d)?${end}`),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[A-Za-z0-9_-]{24,300}'),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], '[A-Za-z0-9_-]{24,100}'),
  token('grafana-token', ['glsa_', 'glc_'], '[A-Za-z0-9_+/=-]{32,400}'),
  token('model-host-key', ['gsk_', 'xai-', 'pplx-', 'r8_', 'nvapi-', 'fw_'], `[A-Za-z0-9_-]{24,160}${end}`),
  token('database-host-token', ['sbp_', 'pscale_tkn_', 'pscale_pw_', 'napi_'], '[A-Za-z0-9_.-]{32,200}'),
  token(
    'work-app-token',
    ['lin_api_', 'secret_', 'ntn_', 'figd_', 'ATATT3', 'sntrys_', 'sntryu_'],
    '[A-Za-z0-9_=+/-]{38,400}',
  ),
  token('rubygems-token', ['rubygems_'], `[a-f0-9]{48}${end}`),
  token('tavily-key', ['tvly-'], '[A-Za-z0-9_-]{20,100}'),
  token('new-relic-key', ['NRAK-', 'NRII-', 'NRIQ-'], '[A-Za-z0-9_-]{24,64}'),
  token('fly-token', ['fm1r_', 'fm1a_', 'fm2_', 'fo1_'], '[A-Za-z0-9+/=_,-]{32,4096}'),
  token('age-key', ['AGE-SECRET-KEY-1'], '[A-Z0-9]{50,64}'),
]

/** Those that are known by something in their middle, or by the words before them. */
export const issuedRules: readonly KnownRule[] = [
  {
    name: 'aws-secret-key',
    starts: [{ text: 'AKIA' }, { text: 'ASIA' }],
    pattern: /(?:AKIA|ASIA)[A-Z0-9]{16}[\s,;:/|"']{1,4}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/,
  },
  {
    name: 'azure-key',
    starts: [{ text: 'AccountKey=' }, { text: 'SharedAccessKey=' }],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{43,86}={1,2})/,
  },
  {
    name: 'azure-client-secret',
    starts: [{ text: 'Q~' }],
    pattern: /(?<=(?<![A-Za-z0-9_~.-])(?<before>[A-Za-z0-9_~.-]{3}\d))Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/,
  },
  {
    name: 'azure-shared-access-signature',
    starts: [
      { text: '?sig=', isAnyCase: true },
      { text: '&sig=', isAnyCase: true },
    ],
    pattern: /[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,80}(?:%3D|=))/i,
  },
  {
    name: 'signed-url',
    starts: [
      { text: 'X-Amz-S', isAnyCase: true },
      { text: 'X-Goog-S', isAnyCase: true },
    ],
    pattern: /X-(?:Amz|Goog)-(?:Signature|Security-Token)(?:=|%3D)(?<secret>[A-Za-z0-9%+/=_-]{32,4096})/i,
  },
  {
    name: 'slack-webhook',
    starts: [{ text: 'hooks.slack.com' }],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/_-]{20,200})/,
  },
  {
    name: 'openai-key',
    starts: [{ text: 'sk-', notAfter: ofTokens }],
    // Also the form of several other model hosts.
    pattern: /(?<![A-Za-z0-9_-])sk-[A-Za-z0-9]{32,128}(?![A-Za-z0-9_-])/,
    isSecret: ({ secret }) => isVaried(secret.slice(3)) && /\d/.test(secret),
  },
  {
    name: 'twilio-key',
    starts: [{ text: 'SK', notAfter: `${letters}${digits}` }],
    pattern: /(?<![A-Za-z0-9_])SK[0-9a-f]{32}(?![A-Za-z0-9])/,
    isSecret: ({ secret }) => isVaried(secret),
  },
  {
    name: 'telegram-bot-token',
    starts: [{ text: ':AA' }],
    pattern: /(?<=(?<![A-Za-z0-9])(?<before>(?:bot)?\d{8,10})):AA[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])/,
  },
  {
    name: 'discord-token',
    starts: [{ text: '.G' }, { text: '.X' }, { text: '.Y' }],
    pattern:
      /(?<=(?<![A-Za-z0-9_-])(?<before>[MNO][A-Za-z0-9_-]{23,27}))\.[GXY][A-Za-z0-9_-]{5}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/,
  },
  {
    name: 'discord-webhook',
    starts: [{ text: '/api/webhooks/' }],
    pattern: /(?<=discord(?:app)?\.com)\/api\/webhooks\/(?<secret>\d{17,20}\/[A-Za-z0-9_-]{60,80})/,
  },
  {
    name: 'mailchimp-key',
    starts: [{ text: '-us' }],
    pattern: /(?<=(?<![A-Za-z0-9_-])(?<before>[0-9a-f]{32}))-us\d{1,2}(?!\d)/,
  },
]
