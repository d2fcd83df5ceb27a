import {
  anyOf,
  digits,
  exactly,
  type KnownRule,
  letters,
  ofTokens,
  startOf,
  tokenEnd,
  tokenStart,
} from './secret-rule.ts'
import { isVaried, isWords, looksRandom } from './secret-values.ts'

function literally(text: string): string {
  return text.replaceAll(/[.$]/g, '\\$&')
}

/** A token recognised by its prefix alone; `listed` are the prefixes in use, separated by blanks. */
function token(name: string, listed: string, body: string): KnownRule {
  const prefixes = listed.split(' ')
  const prefix = `(?:${prefixes.map(literally).join('|')})`
  return {
    name,
    starts: prefixes.map((text) => ({ text, notAfter: ofTokens })),
    // Only at the beginning of a word, so that a long word is read once.
    pattern: new RegExp(`${tokenStart}${prefix}${body}`),
    isSecret: ({ secret }) => {
      const own = secret.slice(prefixes.find((one) => secret.startsWith(one))?.length)
      // A name: `napi_get_all_1`.
      return isVaried(own) && !(isWords(own) && /^\D*$|_/.test(own))
    },
  }
}

/**
 * A secret recognised by marks, separated by blanks, and what stands behind and `before` them. `characters` do not stand
 * right before all that.
 */
function marked(name: string, listed: string, behind: string, before = '', characters = 'A-Za-z0-9'): KnownRule {
  const marks = listed.split(' ')
  const lead = before === '' ? '' : `(?<=(?<![${characters}])(?<before>${before}))`
  const pattern = new RegExp(`${lead}(?:${marks.map(literally).join('|')})${behind}`)
  return { name, starts: exactly(...marks), pattern }
}

const end = '(?![A-Za-z0-9])'
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Keys and tokens with a documented prefix. The first matching rule wins. */
export const prefixedRules: readonly KnownRule[] = [
  token('aws-access-key', 'AKIA ASIA ABIA ACCA', `[A-Z0-9]{16}${end}`),
  token('google-api-key', 'AIza', `[A-Za-z0-9_-]{35}${tokenEnd}`),
  token('google-oauth-token', 'ya29. GOCSPX- 1//0', '[A-Za-z0-9_-]{24,2048}'),
  token('github-token', 'ghp_ gho_ ghs_ ghu_ ghr_', '[A-Za-z0-9_]{36,255}(?:\\.[A-Za-z0-9_-]{16,2048}){0,2}'),
  token('github-token', 'github_pat_', '[A-Za-z0-9_]{50,255}'),
  token(
    'gitlab-token',
    'glpat- gldt- glptt- glrt- glrtr- glft- glffct- glimt- glsoat- glcbt- glagent- gloas- GR1348941',
    '[A-Za-z0-9_.-]{20,300}',
  ),
  token('slack-token', 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxc- xoxd- xapp- xoxe.', '[A-Za-z0-9%.-]{20,400}'),
  // Also the form of several other issuers: Clerk, Paystack, Liveblocks.
  token('stripe-key', 'sk_live_ sk_test_ sk_prod_ sk_dev_ rk_live_ rk_test_ rk_prod_', '[A-Za-z0-9_-]{16,250}'),
  token('stripe-webhook-secret', 'whsec_ v1,whsec_', '[A-Za-z0-9+/=]{24,250}'),
  token('anthropic-key', 'sk-ant-', '[A-Za-z0-9_-]{24,250}'),
  token('openrouter-key', 'sk-or-', '[A-Za-z0-9-]{32,250}'),
  token('openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', '[A-Za-z0-9_-]{20,300}'),
  token('npm-token', 'npm_', `[A-Za-z0-9]{36}${end}`),
  token('pypi-token', 'pypi-Ag', '[A-Za-z0-9_-]{50,1000}'),
  token('sendgrid-key', 'SG.', `[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}${tokenEnd}`),
  token('hugging-face-token', 'hf_ api_org_', `[A-Za-z0-9]{30,64}${end}`),
  token('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_ doop_v1_', `[a-f0-9]{64}${end}`),
  token('shopify-token', 'shpat_ shpca_ shppa_ shpss_ shprt_ shpua_', `[A-Fa-f0-9]{32}${end}`),
  token('facebook-token', 'EAA', `[A-Za-z0-9]{80,400}${tokenEnd}`),
  token('square-token', 'sq0atp- sq0csp- EAAA', `[A-Za-z0-9_-]{22,60}${tokenEnd}`),
  token('mailgun-key', 'key-', `[0-9a-f]{32}${end}`),
  token('postman-key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'),
  token('databricks-token', 'dapi', `[0-9a-f]{32}(?:-\\d)?${end}`),
  token('vault-token', 'hvs. hvb. hvr.', '[A-Za-z0-9_-]{24,300}'),
  token('docker-token', 'dckr_pat_ dckr_oat_', '[A-Za-z0-9_-]{24,100}'),
  token('grafana-token', 'glsa_ glc_', '[A-Za-z0-9_+/=-]{32,400}'),
  token(
    'model-host-key',
    'gsk_ xai- pplx- r8_ nvapi- fw_ csk- tgp_v1_ jina_ pa- sk-helicone- pcsk_ fc- e2b_ dtn_ bb_live_ apify_api_ wandb_v1_',
    `[A-Za-z0-9_-]{24,160}${end}`,
  ),
  token(
    'database-host-token',
    'sbp_ sb_secret_ pscale_tkn_ pscale_pw_ pscale_oauth_ napi_ mdb_sa_sk_ xau_',
    '[A-Za-z0-9_.-]{30,200}',
  ),
  token(
    'work-app-token',
    'lin_api_ lin_oauth_ secret_ ntn_ figd_ ATATT3 ATCTT3 ATBB ATTA sntrys_ sntryu_',
    '[A-Za-z0-9_=+/-]{32,400}',
  ),
  token('wallet-key', 'xprv yprv zprv tprv nsec1', `[A-Za-z0-9]{50,120}${end}`),
  token('rubygems-token', 'rubygems_', `[a-f0-9]{48}${end}`),
  token('tavily-key', 'tvly-', '[A-Za-z0-9_-]{20,100}'),
  token('new-relic-key', 'NRAK- NRII- NRIQ- NRJS-', '[A-Za-z0-9_-]{19,64}'),
  token('fly-token', 'fm1r_ fm1a_ fm2_ fo1_', '[A-Za-z0-9+/=_,-]{32,4096}'),
  token('age-key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{50,64}'),
  token('heroku-key', 'HRKU-', '[A-Za-z0-9_-]{36,80}'),
  token('vercel-token', 'vercel_blob_rw_ vcp_ vci_ vca_ vcr_ vck_', '[A-Za-z0-9_]{24,120}'),
  token('langsmith-key', 'lsv2_pt_ lsv2_sk_ ls__', '[a-f0-9_]{32,64}'),
  token('langfuse-key', 'sk-lf-', '[a-f0-9-]{32,40}'),
  token('elevenlabs-key', 'sk_', `[a-f0-9]{48}${end}`),
  token('mail-key', 're_', `[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}${end}`),
  token('mail-key', 'xkeysib- xsmtpsib- mlsn.', '[A-Za-z0-9-]{48,100}'),
  token('posthog-key', 'phx_ phs_ pha_ phr_', '[A-Za-z0-9]{32,80}'),
  token('1password-token', 'ops_eyJ', '[A-Za-z0-9+/=_-]{100,4000}'),
  token('1password-token', 'A3-', `[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}${end}`),
  token(
    'tailscale-key',
    'tskey- dnkey-',
    '(?:(?:auth|api|client|scim|webhook)-)?[A-Za-z0-9=_]{8,40}-[A-Za-z0-9=_]{20,80}',
  ),
  token('plaid-token', 'access-', `(?:sandbox|development|production)-${uuid}${end}`),
  token('braintree-token', 'access_token$', '(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}'),
  token('razorpay-key', 'rzp_live_ rzp_test_', `[A-Za-z0-9]{14,24}${end}`),
  token('mapbox-token', 'sk.eyJ tk.eyJ', '[A-Za-z0-9_-]{20,400}\\.[A-Za-z0-9_-]{16,100}'),
  token('fcm-key', 'AAAA', '[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{134,160}'),
  token('airtable-token', 'pat', `[A-Za-z0-9]{14}\\.[a-f0-9]{64}${end}`),
  token('doppler-token', 'dp.', `(?:pt|ct|sa|scim|audit|st(?:\\.[a-z0-9_-]{2,35})?)\\.[A-Za-z0-9]{40,44}${end}`),
  token('hubspot-token', 'pat-', `(?:na|eu|ap)\\d-${uuid}${end}`),
  token('buildkite-token', 'bkua_ bkpt_ bkct_', `[a-f0-9]{40}${end}`),
  token('circleci-token', 'CCIPAT_ CCIPRJ_', '[A-Za-z0-9]{16,32}_[a-f0-9]{40}'),
  token('sonar-token', 'squ_ sqp_ sqa_', `[a-f0-9]{40}${end}`),
  token('deploy-host-token', 'nfp_ rnd_ tk-us-', '[A-Za-z0-9_-]{30,100}'),
  token('dbt-token', 'dbtc_ dbtu_', '[A-Za-z0-9_=-]{32,100}'),
  token('artifactory-token', 'AKCp cmVmd', `[A-Za-z0-9]{58,70}${end}`),
  token('alibaba-key', 'LTAI', `[A-Za-z0-9]{12,24}${end}`),
  token('yandex-key', 'AQVN t1.9euelZ YCA', '[A-Za-z0-9_.=-]{34,300}'),
  token('bedrock-key', 'ABSK bedrock-api-key-', '[A-Za-z0-9+/=]{100,400}'),
  token('adobe-secret', 'p8e-', `[A-Za-z0-9_-]{32}${end}`),
  token('easypost-key', 'EZAK EZTK', `[A-Za-z0-9]{54}${end}`),
  token('dynatrace-token', 'dt0c01. dt0s01. dt0s16.', '[A-Z0-9]{8,24}\\.[A-Z0-9]{64}'),
  token('pulumi-token', 'pul-', `[a-f0-9]{40}${end}`),
  token('openshift-token', 'sha256~', `[A-Za-z0-9_-]{43}${tokenEnd}`),
  token('contentful-token', 'CFPAT-', '[A-Za-z0-9_-]{43}'),
  token('cloudflare-token', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{146}'),
  token('cloudflare-token', 'cfut_ cfat_ cfk_', '[A-Za-z0-9_-]{40,60}'),
  token('payment-key', 'FLWSECK_TEST- FLWSECK- pdl_live_apikey_ pdl_sdbx_apikey_', '[A-Za-z0-9_-]{12,120}'),
  {
    ...token('payment-key', 'live_ test_', `(?:[A-Za-z0-9]{30}|[a-f0-9]{35}|[A-Za-z0-9_-]{40,42})${end}`),
    isSecret: ({ secret }) => looksRandom(secret.slice(5)),
  },
  token('shippo-token', 'shippo_live_ shippo_test_', `[a-f0-9]{40}${end}`),
  token('woocommerce-key', 'cs_ ck_', `[a-f0-9]{40}${end}`),
  token('clickup-token', 'pk_', `\\d{5,10}_[A-Z0-9]{32}${end}`),
  token('asana-token', '1/ 2/', '\\d{12,17}(?:/\\d{12,17})?:[a-f0-9]{32}'),
  token('dropbox-token', 'sl.', '[A-Za-z0-9_-]{100,1500}'),
  token('duffel-token', 'duffel_live_ duffel_test_', '[A-Za-z0-9_-]{40,50}'),
  token('typeform-token', 'tfp_', '[A-Za-z0-9_.=-]{40,80}'),
  token('readme-key', 'rdme_', '[a-z0-9]{60,80}'),
  token('prefect-key', 'pnu_ pnb_', `[A-Za-z0-9]{36}${end}`),
  token('registry-token', 'oy2', `[a-z0-9]{43}${end}`),
  token('registry-token', 'cio CLOJARS_ packagist_', '[A-Za-z0-9_]{32,80}'),
  token('octopus-key', 'API-', `[A-Z0-9]{26,32}${end}`),
  token('honeycomb-key', 'hcaik_ hcxik_ hcamk_', '[a-z0-9]{32,80}'),
  token('sourcegraph-token', 'sgp_ slk_', '(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40,64}'),
  token('launchdarkly-key', 'sdk- api-', `${uuid}${end}`),
  token('infracost-key', 'ico-', `[A-Za-z0-9]{32}${end}`),
  token('frameio-token', 'fio-u-', '[A-Za-z0-9_=-]{64}'),
  token('settlemint-token', 'sm_aat_ sm_pat_ sm_sat_', '[A-Za-z0-9]{16}'),
  token('statsig-key', 'secret-', `[A-Za-z0-9]{40,60}${end}`),
  token('stytch-secret', 'secret-live- secret-test-', '[A-Za-z0-9_=-]{32,80}'),
  token('harness-token', 'pat. sat.', '[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}'),
  token('x-bearer-token', 'AAAAAAAAAAAAAAAAAAAA', '[A-Za-z0-9%]{60,114}(?![A-Za-z0-9%])'),
  token('bot-token', 'mfa.', '[A-Za-z0-9_-]{60,100}'),
  // A private key as base64, as in a kubeconfig: the encoded beginning of "-----BEGIN ".
  {
    ...token('private-key', 'LS0tLS1CRUdJTi', '[A-Za-z0-9+/]{60,16384}={0,2}'),
    isSecret: ({ secret }) => atob(secret.slice(0, 60)).includes('PRIVATE KEY'),
  },
]

/** Tokens recognised by something in their middle, or by words before them. */
export const issuedRules: readonly KnownRule[] = [
  marked('aws-secret-key', 'AKIA ASIA', `[A-Z0-9]{16}[\\s,;:/|"']{1,4}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`),
  marked('azure-key', 'AccountKey= SharedAccessKey=', '(?<secret>[A-Za-z0-9+/]{43,86}={1,2})'),
  {
    name: 'azure-client-secret',
    starts: exactly('Q~'),
    pattern: /(?<=(?<![A-Za-z0-9_~.-])(?<before>[A-Za-z0-9_~.-]{3}\d))Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/,
  },
  {
    name: 'azure-shared-access-signature',
    starts: anyOf('?sig=', '&sig='),
    pattern: /[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,80}(?:%3D|=))/i,
  },
  {
    name: 'signed-url',
    starts: anyOf('X-Amz-S', 'X-Goog-S'),
    pattern: /X-(?:Amz|Goog)-(?:Signature|Security-Token)(?:=|%3D)(?<secret>[A-Za-z0-9%+/=_-]{32,4096})/i,
  },
  marked('slack-webhook', 'hooks.slack.com', '/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/_-]{20,200})'),
  {
    name: 'openai-key',
    starts: [{ text: 'sk-', notAfter: ofTokens }],
    // Also the form of several other model hosts.
    pattern: new RegExp(`${tokenStart}sk-[A-Za-z0-9]{32,128}${tokenEnd}`),
    isSecret: ({ secret }) => isVaried(secret.slice(3)) && /\d/.test(secret),
  },
  {
    name: 'twilio-key',
    starts: [{ text: 'SK', notAfter: `${letters}${digits}` }],
    pattern: new RegExp(`${startOf('A-Za-z0-9_')}SK[0-9a-f]{32}(?![A-Za-z0-9])`),
    isSecret: ({ secret }) => isVaried(secret),
  },
  marked('telegram-bot-token', ':AA', '[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])', '(?:bot)?\\d{8,10}'),
  {
    name: 'discord-token',
    starts: [{ first: 'MNO', second: 'DTjz', notAfter: ofTokens }],
    // The first part is an account number in base64.
    pattern: new RegExp(
      `${tokenStart}[MNO][DTjz][A-Za-z0-9_-]{22,26}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])`,
    ),
  },
  {
    name: 'discord-webhook',
    starts: exactly('/api/webhooks/'),
    pattern: /(?<=discord(?:app)?\.com)\/api\/webhooks\/(?<secret>\d{17,20}\/[A-Za-z0-9_-]{60,80})/,
  },
  {
    name: 'microsoft-webhook',
    starts: exactly('webhook.office.com', '.logic.azure.com'),
    pattern:
      /(?:webhook\.office\.com\/webhookb2\/|logic\.azure\.com(?::443)?\/workflows\/)(?<secret>[A-Za-z0-9@/_-]{60,300})/,
  },
  marked('azure-devops-token', 'AZDO', `[A-Za-z0-9]{4}${end}`, '[A-Za-z0-9]{76}'),
  {
    name: 'azure-key',
    starts: exactly('AzSe', 'ACDb', 'AzCa', '+ASt', '+AMC', 'ACOG'),
    // Keys signed by Azure: a mark near their end names the service.
    pattern:
      /(?<=(?<![A-Za-z0-9+/])(?<before>[A-Za-z0-9+/]{32,76}))(?:AzSe|ACDb|AzCa|\+ASt|\+AMC|ACOG)[A-Za-z0-9+/]{4,6}(?:={1,2})?(?![A-Za-z0-9+/])/,
  },
  marked('terraform-token', '.atlasv1.', '[A-Za-z0-9_=-]{60,70}', '[A-Za-z0-9]{14}'),
  marked('maxmind-key', '_mmk', end, '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}', 'A-Za-z0-9_'),
  {
    name: 'facebook-token',
    starts: [{ first: '|', second: ofTokens }],
    pattern: /(?<=(?<![\w|])(?<before>\d{13,17}))\|[A-Za-z0-9_-]{27}(?![A-Za-z0-9_-])/,
    isSecret: ({ secret }) => isVaried(secret.slice(18)),
  },
  marked('mailchimp-key', '-us', '\\d{1,2}(?!\\d)', '[0-9a-f]{32}', 'A-Za-z0-9_-'),
]
