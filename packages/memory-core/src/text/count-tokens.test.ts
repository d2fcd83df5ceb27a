import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { estimateTokens } from './count-tokens.ts'

/** Text and its true count in o200k. */
const counted: readonly (readonly [string, string, number])[] = [
  [
    'English prose',
    'Last summer my sister and I drove along the coast for two weeks. We stayed in small guest houses, ate far too much ice cream, and walked for hours every morning before the sun became too strong. She has always been the one who plans everything, while I prefer to decide on the day itself.',
    61,
  ],
  [
    'English conversation',
    'Hey Caroline! How was the support group yesterday?\nIt was great, thanks for asking. I met a few people who went through the same thing, and I finally felt that somebody understood me.\nThat sounds wonderful. Are you going again next week?',
    50,
  ],
  [
    'English technical prose',
    'The database migration must be finished before Friday. We decided to keep PostgreSQL for transactional data and to move the search index to a separate service, because rebuilding it blocks writes for several minutes.',
    38,
  ],
  [
    'facts',
    '- [user_preference] Prefers TypeScript over JavaScript\n- [project_decision] Using PostgreSQL for primary database\n- [error_pattern] CORS errors fixed by adding origin header\n',
    41,
  ],
  [
    'history lines',
    '[2024-02-28 14:23:45 UTC] User: How do I configure the database connection?\n[2024-02-28 14:23:52 UTC] Agent: You can configure it in config/database.yml.\n',
    51,
  ],
  [
    'TypeScript',
    'export function isoTime(ms: number): string {\n  return new Date(ms).toISOString()\n}\n\nconst found = entries.filter(({ at }) => at === undefined || (at >= from && at <= to)).map(toRow)\n',
    46,
  ],
  [
    'Python',
    'def append_history(self, entry: str) -> None:\n    """Append a timestamped entry."""\n    timestamp = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")\n    with self._history_path.open("a", encoding="utf-8") as f:\n        f.write(line)\n',
    67,
  ],
  [
    'JSON',
    '{"id":"msg-1042","role":"user","content":"I prefer pnpm over npm.","createdAt":"2026-11-21T09:30:00.000Z","toolCalls":[{"id":"call_9","name":"search","input":{"query":"package manager","limit":10}}],"metadata":{"pinned":true,"score":0.8731}}',
    80,
  ],
  [
    'indented JSON',
    '{\n  "name": "demo",\n  "version": "1.4.2",\n  "private": true,\n  "scripts": {\n    "build": "tsc -p .",\n    "test": "vitest run"\n  },\n  "dependencies": {\n    "lru-cache": "^11.5.3",\n    "zod": "4.1.0"\n  }\n}',
    85,
  ],
  [
    'Chinese',
    '我住在北京，每天骑自行车去公司上班。昨天晚上我们一起吃了火锅，味道非常好。请把数据库迁移到新的服务器上。',
    38,
  ],
  [
    'traditional Chinese',
    '臺灣的夏天非常炎熱，許多人會到海邊游泳或是去山上避暑。我們計畫在下個月舉辦一場關於軟體開發的研討會。',
    50,
  ],
  [
    'Japanese',
    '私は東京に住んでいて、毎日電車で会社に通っています。週末には友達とラーメンを食べに行くことが多いです。',
    40,
  ],
  [
    'Korean',
    '저는 서울에 살고 있으며 매일 지하철로 회사에 출근합니다. 데이터베이스 마이그레이션은 금요일까지 완료해야 합니다.',
    35,
  ],
  [
    'German',
    'Die Datenbankmigration muss bis Freitag abgeschlossen sein. Am Wochenende gehen wir häufig wandern oder besuchen Freunde in Österreich.',
    23,
  ],
]

describe('estimateTokens', () => {
  it.each(counted)('estimates %s at most 10 %% below and 40 %% above', (_, text, tokens) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(Math.floor(tokens * 0.9))
    expect(estimateTokens(text)).toBeLessThanOrEqual(Math.ceil(tokens * 1.4))
  })

  it('estimates English prose within 5 %', () => {
    for (const [kind, text, tokens] of counted) {
      if (!kind.startsWith('English')) continue
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(Math.floor(tokens * 0.95))
      expect(estimateTokens(text)).toBeLessThanOrEqual(Math.ceil(tokens * 1.05))
    }
  })

  it('is 0 for nothing and more for every other text', () => {
    expect(estimateTokens('')).toBe(0)
    fc.assert(
      fc.property(fc.string({ unit: anySign, minLength: 1 }), (text) => {
        expect(estimateTokens(text)).toBeGreaterThan(0)
      }),
    )
  })

  it('counts a megabyte without spaces in linear time', () => {
    const spentMs = startCpuClock()
    for (const unit of ['a', 'aA', '漢', '\0', '\ud800']) estimateTokens(unit.repeat(500_000))
    expect(spentMs()).toBeLessThan(5000)
  })
})
