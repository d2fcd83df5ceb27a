import { type RulePack, rulesOf } from './rule-table.ts'

const talk =
  '(?:結構|大丈夫|違います|いい|まだ|ありがとう|やっぱり|ちょっと|待って|そう|それ|もう|できません|分かり|わかり|知り|あの|でも|なぜ|どう)'

const end = '[。.!！\\s]*$'

/** Japanese rules, in the order of the English ones. */
export const japaneseRules: RulePack = {
  language: 'japanese',
  opening: /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:はい|ええと|えっと|あの|ちなみに|それと|あと|ところで|すみません)[、,\s。]+)/iu,
  // A longer run without a full stop is not a statement, and matching it would take too long.
  leftOut: [
    /^[\s\S]{300}/,
    /(?:か|の|かな)[。?？\s]*$/u,
    /^(?:なぜ|どうして|どの|どう|何|誰|いつ|どこ|例えば|たとえば)/u,
  ],
  before: [/(?:もし|仮に)/u, /(?:彼|彼女|友達|上司|母|父|誰か|みんな)(?:は|が|も)/u, /(?:と言|によると)/u],
  request: /(?!)/u,
  remember:
    /(?:(?:だ|である)?(?:と|こと(?:を|は)|のを))(?:覚えておいて|覚えといて|忘れないで)(?:ください|下さい|ね)?[。.!！\s]*$/u,
  notRemembered: /^\S{0,2}$|^(?:これ|それ|あれ)$/u,
  rememberBefore: /^(?:これ|それ|このこと)(?:は|を)?(?:覚えておいて|覚えといて)(?:ください|下さい|ね)?[。.!！\s]*$/u,
  rejection: /^(?:いいえ|いや|違います|違う|それは違います|間違いです|間違っています)[。.、!！\s]*$/u,
  standsAlone: /^(?:私|僕|俺|うち|彼|彼女|それ)/u,
  rules: rulesOf({
    constraints: {
      'dont-ever': {
        patterns: new RegExp(
          `(?:絶対に|決して)\\S{1,80}(?:ないでください|ないで下さい|ないで|てはいけません|てはいけない|てはならない|な)${end}`,
          'u',
        ),
      },
      must: {
        patterns: new RegExp(
          `\\S{2,200}(?:を|は|に|が|で|と|必ず)\\S{0,40}(?:なければならない|なければなりません|なければいけません|必要があります)${end}`,
          'u',
        ),
        unless: /(?:今日|今から|明日|そろそろ|帰ら|行か)/u,
      },
      forbidden: {
        patterns: new RegExp(`\\S{2,100}は(?:厳禁|禁止)(?:です|とします|だ)?${end}`, 'u'),
        unless: /^(?:それ|これ|あれ)は/u,
      },
    },
    corrections: {
      no: {
        lead: /^(?:いいえ|いや|違います|違う|それは違います)[、,。.!！\s]+/u,
        after: `(?!${talk})[\\p{L}\\p{N}¤]{2}`,
      },
      'not-but': {
        patterns:
          /[\p{L}\p{N}]{1,40}(?<!そう|それ|これ|だけ)(?:では|じゃ)なく(?:て)?[、,]?[\p{L}\p{N}]{1,60}(?:です|だ|だよ)[。.!！\s]*$/u,
      },
      actually: {
        lead: /^(?:実は|実際は|実際には)[、,\s]*/u,
        after: `(?!${talk})\\S{2,100}(?:です|ます|います|だ)${end}`,
        unless: /(?:思います|と思|たいです|ません)/u,
      },
    },
    orders: {
      never: {
        patterns: new RegExp(
          `\\S{2,100}(?:は|を)\\S{0,30}(?:使わ|入れ|書か|つけ|付け|含め|省略し)ないで(?:ください|下さい|ほしい)?${end}`,
          'u',
        ),
      },
      always: {
        patterns: new RegExp(
          `^(?:常に|いつも|必ず|今後は|これからは)\\S{2,100}(?:てください|で下さい|て下さい|でください|してほしい)${end}`,
          'u',
        ),
      },
    },
    wishes: {
      prefer: {
        patterns: new RegExp(`\\S{2,100}(?:の方が|のほうが)(?:好み|好き|いい|良い)(?:です|だ)?${end}`, 'u'),
        unless: /^(?:それ|これ|あれ|こっち|そっち)の/u,
      },
      like: {
        patterns: new RegExp(
          `^(?:私|僕|俺)(?:は|も)\\S{1,80}(?:が|は)(?:大)?(?:好き|嫌い|苦手)(?:です|だ)?${end}`,
          'u',
        ),
        unless: /(?:あなた|それが|これが)/u,
      },
    },
  }),
}
