import type { RulePack } from './rule-table.ts'

const talk =
  '(?:谢谢|不|没|别|好|可以|行|算了|等|我(?:想|觉得|不|没|是说|认为)|你|还是|这样|那样|再|重|继续|请|怎么|为什么|什么|哪)'

const constraint = { family: 'constraint', type: 'policy', priority: 'critical' } as const
const correction = { family: 'correction', type: 'fact', priority: 'high' } as const
const wish = { family: 'preference', type: 'preference', priority: 'medium' } as const
const standing = { family: 'preference', type: 'preference', priority: 'high' } as const

/** Chinese rules (simplified and traditional), in the order of the English ones. */
export const chineseRules: RulePack = {
  language: 'chinese',
  opening: /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:你好|好的|好|嗯|哦|啊|对了|另外|还有|顺便说一下|那个)[\s,,。.!!、]+)/iu,
  leftOut: [
    // Kana are Japanese.
    /\p{Script=Hiragana}/u,
    /[吗嗎呢?？]\s*$/u,
    /^(?:为什么|為什麼|怎么|怎麼|什么|什麼|谁|誰|哪|是否|能不能|可不可以|翻译|翻譯)/u,
    /^(?:比如|例如)/u,
  ],
  before: [
    /(?:如果|假如|要是|假设|假設|是否)/u,
    /(?:他|她|他们|她们|老板|有人|书上|文档)[^,,。]{0,10}(?:说|說|认为|認為|觉得|覺得)/u,
  ],
  request: /^(?:你)?(?:能|可以)(?:总是|一直|永远)/u,
  remember: /^(?:请|請)?(?:你)?(?:记住|記住)[::,,\s]*(?=\S{3})/u,
  notRemembered: /^(?:了|吗|这个|那个|密码|\S{0,2}$)/u,
  rememberBefore: /^(?:请|請)?(?:记住|記住)(?:这个|这点|这一点|這個|這點)?[。.!!]*$/u,
  rejection: /^(?:不对|不對|不是|错了|錯了|你错了|这不对|這不對)[。.,,!!\s]*$/u,
  standsAlone: /^(?:我|我们|我們|他|她|它|这|那|這|是)/u,
  rules: [
    {
      ...constraint,
      name: 'dont-ever',
      patterns: [
        /^(?:请|請)?(?:你)?(?:绝对不要|絕對不要|绝不要|绝不能|絕不能|绝对不能|千万不要|千萬不要|千万别)\S{2}/u,
      ],
    },
    {
      ...constraint,
      name: 'must',
      patterns: [
        /^(?:所有|每个|每個|全部|任何|代码|代碼|你|我们|我們)\S{0,20}?(?:必须|必須|一律要)\S{2}/u,
        /^(?:必须|必須)(?:使用|用|包含|遵守|支持|通过|經過|经过)\S/u,
      ],
      unless: [/(?:今天|现在|現在|马上|明天)/u],
    },
    {
      ...constraint,
      name: 'forbidden',
      patterns: [/^(?:严禁|嚴禁|禁止)\S{2}|(?:是|被)(?:严格)?禁止的/u],
      unless: [/^(?:这|那|這)是/u],
    },
    {
      ...correction,
      name: 'no',
      lead: /^(?:不对|不對|错了|錯了|不)[,,。.!!\s]+/u,
      patterns: [new RegExp(`^(?:不对|不對|错了|錯了|不)[,,。.!!\\s]+(?!${talk})[\\p{L}\\p{N}¤]{2}`, 'u')],
    },
    { ...correction, name: 'meant', patterns: [/^我(?:是说|是說|指的是|的意思是)(?!这|那)\S{2}/u] },
    { ...correction, name: 'not-but', patterns: [/不是(?!只|因为)[^,,。]{1,40}[,,]?而是\S/u] },
    {
      ...correction,
      name: 'actually',
      lead: /^(?:其实|其實|实际上|實際上)[,,\s]*/u,
      patterns: [
        /^(?:其实|其實|实际上|實際上)[,,\s]*(?:我(?!(?:也)?(?:不|觉得|想|认为|没))|我们|我們|他是|她是|它是|公司|项目)\S{2}/u,
      ],
    },
    {
      ...standing,
      name: 'never',
      patterns: [
        /^(?:请|請)?(?:你)?(?:永远不要|永遠不要|永远别|从来不要|以后不要|以後不要|以后别)\S{1}/u,
        /^我(?:从不|從不|从来不)(?!知道|记得)\S{2}/u,
      ],
    },
    {
      ...standing,
      name: 'always',
      patterns: [
        /^(?:请|請)?(?:你)?(?:总是|總是|始终|始終|一律|永远|永遠|每次都要?|以后都|以後都)(?:用|使用|要|以|先|写|回答|回复|保持)\S/u,
        /^(?:从现在开始|從現在開始|从现在起|以后请|以後請)\S{2}/u,
      ],
      unless: [/不要/u],
    },
    {
      ...wish,
      name: 'prefer',
      patterns: [/^我(?:们|們)?(?:更喜欢|更喜歡|比较喜欢|比較喜歡|偏好|更倾向于|更偏好)(?!这|那|你|它|第)\S{2}/u],
    },
    {
      ...wish,
      name: 'like',
      patterns: [/^我(?:们|們)?(?:很|最|非常|特别|不|真的)?(?:喜欢|喜歡|讨厌|討厭)(?!这|那|你|它|她|他|第|這)\S{2}/u],
    },
  ],
}
