import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { analyse } from './analyse.ts'

const finds = (text: string, query: string): boolean => {
  const tokens = analyse(text)
  return analyse(query, { use: 'query' }).some((token) => tokens.includes(token))
}

describe('analyse', () => {
  it('finds every inflection of an English word', () => {
    expect(analyse('running runs ran')).toEqual(['run', 'run', 'run'])
    expect(analyse('children went and bought databases')).toEqual(analyse('child go buy database'))
  })

  it('takes possessives, contractions and curly apostrophes off', () => {
    expect(analyse("Caroline's and Caroline’s and Caroline")).toEqual(['carolin', 'carolin', 'carolin'])
    expect(analyse("don't can’t it's")).toEqual([])
  })

  it("finds a name with an apostrophe whole and by its last part: O'Brien", () => {
    expect(analyse("O'Brien")).toEqual(['obrien', 'brien'])
    expect(finds('l’amour', 'amour')).toBe(true)
    expect(analyse("l'entreprise est dans les rues avec nous")).toEqual(['øentrepris', 'øru'])
    expect(analyse("l'école fermée")).not.toContain('øl')
  })

  it('splits at everything that is no letter or digit', () => {
    expect(analyse("foo-bar a.b 10'000 x_y")).toEqual(['foo', 'bar', 'b', '10', '000', 'x', 'y'])
  })

  it('leaves English stop words out, but not the month May', () => {
    expect(analyse('the meeting of the team in May')).toEqual(['meet', 'team', 'mai'])
  })

  it('makes tokens of other languages for the first 256 different words of a query, each once', () => {
    const word = (n: number): string =>
      `zz${'bcdfghjklm'[n % 10]}${'bcdfghjklm'[Math.trunc(n / 10) % 10]}${'bcdfghjklm'[Math.trunc(n / 100)]}aq`
    const asked = (count: number) =>
      analyse(Array.from({ length: count }, (_, n) => word(n)).join(' '), { use: 'query' })
    const foreign = (count: number): number => asked(count).filter((token) => token.startsWith('ø')).length
    expect(foreign(400)).toBe(foreign(256))
    expect(foreign(255)).toBeLessThan(foreign(256))
    expect(analyse('dogs dogs', { use: 'query' })).toEqual(['dog', 'dog', 'ødog', 'ødogs', 'øødogs'])
  })

  it('answers nothing for a query of stop words, and all of it when asked to keep them', () => {
    expect(analyse('who am I not')).toEqual([])
    expect(analyse('who am I not', { use: 'query' })).toEqual([])
    expect(analyse('who am I not', { stopWords: 'keep' })).toEqual(['who', 'am', 'i', 'not'])
  })

  it('folds diacritics of Latin, Greek and Cyrillic', () => {
    for (const [written, typed] of [
      ['Café', 'cafe'],
      ['Müller', 'muller'],
      ['Straße', 'strasse'],
      ['Ωμέγα', 'ωμεγα'],
      ['ΟΔΟΣ', 'οδός'],
      ['ёлка', 'елка'],
    ] as const)
      expect(finds(written, typed)).toBe(true)
  })

  it('leaves a compound as it is where nothing tells the language', () => {
    expect(analyse('Donaudampfschifffahrtsgesellschaft')).toEqual(['donaudampfschifffahrtsgesellschaft'])
  })

  it.each([
    ['German', 'Die Kaffeemaschine im Büro ist schon wieder kaputt.', ['Kaffee', 'Maschine', 'Kaffeemaschinen']],
    ['German', 'Mein Krankenversicherungsbeitrag ist gestiegen.', ['Versicherung', 'Beiträge', 'Krankenversicherung']],
    ['Dutch', 'Onze zorgverzekering wordt volgend jaar duurder.', ['verzekering', 'zorg', 'jaren']],
    ['Swedish', 'Jag behöver en ny tvättmaskin.', ['maskin', 'tvättmaskiner']],
  ])('finds a %s compound by the words inside it', (_, text, queries) => {
    for (const query of queries) expect([query, finds(text, query)]).toEqual([query, true])
  })

  it.each([
    ['German', 'Mein Sohn lernt seit zwei Jahren Klavier und liest Bücher.', ['Söhne', 'lernen', 'Buch']],
    ['French', 'Elle est allée à la gare et a été mangée', ['allee', 'mangee']],
    ['French', 'Mes enfants jouent souvent avec les clés de la voiture.', ['enfant', 'jouer', 'cle', 'voitures']],
    ['Spanish', 'El niño cantaba canciones tradicionales en la escuela.', ['niños', 'cancion', 'canción', 'cantar']],
    ['Portuguese', 'As decisões importantes foram adiadas até setembro.', ['decisão', 'decisao', 'importante']],
    ['Portuguese', 'Os homens não comem amendoins.', ['homem', 'amendoim']],
    [
      'Italian',
      'Abbiamo prenotato due camere in un albergo vicino alla stazione.',
      ['prenotare', 'camera', 'stazioni'],
    ],
    ['Dutch', 'Zij wandelt graag met haar honden langs de huizen.', ['hond', 'wandelen', 'huis']],
    ['Russian', 'Мы гуляли по старым улицам с друзьями.', ['улица', 'старый', 'друзья']],
    ['Arabic', 'اشترى والدي سيارة جديدة للعائلة.', ['السيارة', 'سيارات', 'عائلة']],
    ['Hebrew', 'הוא עובד בבית החולים', ['בית', 'הבית', 'חולים']],
    ['Hindi', 'उसने नई किताबें और पुरानी कहानियाँ खरीदीं।', ['किताब', 'कहानी']],
    ['Greek', 'Τα παιδιά παίζουν στον κήπο του σχολείου.', ['παιδί', 'σχολεία', 'κήπος']],
    ['Polish', 'Lubimy długie spacery po górach z przyjaciółmi.', ['spacer', 'gorach', 'przyjaciele']],
    ['Ukrainian', 'Він об’єднує людей', ['об’єднує', "об'єднує"]],
    ['Turkish', "Kız kardeşim İstanbul'da büyük bir hastanede çalışıyor.", ['istanbul', 'hastane']],
    ['Persian', 'کتاب‌ها روی میز', ['کتاب']],
  ])('finds other forms of a %s word', (_, text, queries) => {
    for (const query of queries) expect([query, finds(text, query)]).toEqual([query, true])
  })

  it('leaves out the stop words of a language that is certain, in texts and questions', () => {
    expect(analyse('Ich habe die Katze nicht in der Küche gesehen und auch nicht im Bad')).toEqual([
      'økatz',
      'økuch',
      'øgeseh',
      'øbad',
    ])
    expect(analyse('Моя сестра не любит её и его')).toEqual(['сестр', 'люб'])
    expect(analyse('Wo ist die Katze und was macht sie', { use: 'query' })).not.toContain('die')
  })

  it('loses no word to the stop words of another language', () => {
    expect(analyse('old soldiers never die')).toContain('die')
    expect(analyse('die hard', { use: 'query' })).toContain('die')
    expect(finds('Sie hat den Film "Die Hard" gesehen', 'die hard')).toBe(true)
    expect(analyse('war', { use: 'query' })).toContain('war')
    expect(finds("l'été dernier nous avons nagé dans le lac", 'été')).toBe(true)
  })

  it('leaves English texts as they are, foreign names and words of other languages in them included', () => {
    for (const text of [
      'We stayed in El Paso and Los Angeles with the la la band',
      'The die was cast, man, so we also met at the bar over a den',
      'She said the Müller family was in Zürich and Köln',
      'npm install && vi index.ts # in dir www.example.com',
    ])
      expect(analyse(text).filter((token) => token.startsWith('ø'))).toEqual([])
  })

  it('asks first for the words of English texts, then for those of every other language', () => {
    expect(analyse('dogs', { use: 'query' })).toEqual(['dog', 'ødog', 'ødogs', 'øødogs'])
    expect(analyse('the dogs', { use: 'query' }).slice(0, 1)).toEqual(['dog'])
    const french = analyse('quand avons-nous mangé avec les enfants', { use: 'query' })
    expect(french.indexOf('øenfant')).toBeLessThan(french.indexOf('øøquand'))
  })

  it('is found by its own words, whatever the text around them is taken for', () => {
    const word = fc.constantFrom(
      ...'Kaffeemaschine running amigos développeuses reuniões spiagge huizen cykel часы مدرسة בית बच्चे Caroline x7'.split(
        ' ',
      ),
    )
    const around = fc.constantFrom(
      '',
      'und der ist nicht',
      'les des nous',
      'el los una',
      'the and of',
      'não uma',
      'i není',
      'и не он',
    )
    fc.assert(
      fc.property(word, around, around, (name, before, after) => {
        expect([name, finds(`${before} ${name} ${after}`, name)]).toEqual([name, true])
        expect(finds(`${before} ${name} ${after}`, `${after} ${name}`)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('finds a Chinese word of two characters inside a run', () => {
    expect(finds('我昨天搬到了北京大学旁边', '北京')).toBe(true)
    expect(finds('我昨天搬到了北京大学旁边', '南京')).toBe(false)
    expect(finds('我有一只猫', '猫')).toBe(true)
  })

  it('finds Japanese words, in half-width letters too', () => {
    expect(finds('東京タワーでラーメンを食べました', 'ラーメン')).toBe(true)
    expect(finds('東京タワーでラーメンを食べました', 'ﾗｰﾒﾝ')).toBe(true)
  })

  it('finds Han by single characters that are words, and takes no pair of a query across two words', () => {
    expect(finds('小李明天来', '小李')).toBe(true)
    expect(analyse('小李', { use: 'query' })).toContain('小李')
    expect(finds('他在学校', '我的学习')).toBe(false)
  })

  it('finds a Japanese verb in another form, and part of a Katakana word', () => {
    expect(finds('妹は病院で働いています。', '働く')).toBe(true)
    expect(finds('新しいコーヒーメーカーを買う', 'メーカー')).toBe(true)
    expect(finds('速いインターネットを使う', 'ネット')).toBe(true)
    expect(finds('週末にスキーへ行きました', 'ウイスキー')).toBe(false)
    expect(finds('昨日行きました', '食べました')).toBe(false)
    expect(finds('りんごとみかんが大好きです。', 'みかん')).toBe(true)
    expect(finds('犬のぽちたろうとさんぽ', 'ぽちたろう')).toBe(true)
    expect(analyse('ぽちたろう', { use: 'query' })).toContain('ぽちた')
    expect(finds('犬のぽちまるとさんぽ', 'ぽちたろう')).toBe(false)
  })

  it('finds a Thai word inside a longer one, and none that shares two letters', () => {
    expect(finds('เขาไปโรงเรียนทุกวัน', 'เรียน')).toBe(true)
    expect(finds('เราไปโรงพยาบาล', 'พยาบาล')).toBe(true)
    expect(finds('เขาชอบดื่มกาแฟเย็น', 'กางเกง')).toBe(false)
  })

  it('finds a Thai word inside a run, and tells its vowels apart', () => {
    expect(finds('ฉันชอบกินข้าวผัด', 'กิน')).toBe(true)
    expect(analyse('กิน')).not.toEqual(analyse('กัน'))
  })

  it('finds a Korean word with and without its particle', () => {
    expect(finds('저는 한국어를 공부합니다', '한국어')).toBe(true)
    expect(finds('API를 쓴다', 'API')).toBe(true)
    expect(finds('책을 읽는다', '책')).toBe(true)
    expect(finds('그것은 비쌌습니다만요', '그들은 갔습니다만요')).toBe(false)
    expect(finds('한국어를 공부합니다', '공부했어요')).toBe(true)
    expect(finds('저는 매일 학교에서 공부합니다', '집에서 쉽니다')).toBe(false)
  })

  it('keeps the vowel signs of Hindi apart, and passes over vowel points of Hebrew', () => {
    expect(analyse('की')).not.toEqual(analyse('का'))
    expect(analyse('שָׁלוֹם')).toEqual(analyse('שלום'))
  })

  it('passes over NUL and lone surrogates, joiners and skin tones', () => {
    expect(analyse('tea 👩🏽‍💻1️⃣ ☕\0milk\ud83d')).toEqual(['tea', '1', 'milk', 'ø128105', 'ø128187', 'ø9749'])
  })

  it('finds an emoji, once however often it is repeated', () => {
    expect(finds('new band tonight 🎸🎸🎸', '🎸')).toBe(true)
    expect(finds('new band tonight 🎸', '🎹')).toBe(false)
    expect(analyse('🎸🎸 🎸')).toEqual(['ø127928'])
    expect(analyse('🏃‍♂️ © ™ 🇩🇪')).toEqual(['tm', 'ø127939', 'ø127465', 'ø127466'])
  })

  it('looks at the first 2,048 characters without spaces of a query, and at everything else of it', () => {
    const query = `東京 ${'雨'.repeat(2_046)}大阪 tea`
    const tokens = analyse(query, { use: 'query' })
    expect(tokens).toEqual(expect.arrayContaining(['東京', '雨', 'tea']))
    expect(tokens.filter((token) => /[大阪]/.test(token))).toEqual([])
    expect(analyse(query)).toContain('大阪')
  })

  it('cuts words at 64 code units and texts at 20,000 characters', () => {
    expect(analyse('é'.repeat(100))).toEqual(['e'.repeat(64), `ø${'e'.repeat(63)}`])
    expect(analyse(`${' '.repeat(20_000)}late`)).toEqual([])
  })

  it('gives letters and digits only, whatever the text', () => {
    const written = fc.string({ unit: fc.constantFrom(..."яєéøθאאاـקह한漢カかกß'’\u0301ा 🎸"), maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anySign, maxLength: 200 }), written), (text) => {
        for (const token of [...analyse(text), ...analyse(text, { use: 'query', stopWords: 'keep' })]) {
          expect(token).toMatch(/^[\p{L}\p{N}]+$/u)
          expect(token.length).toBeLessThanOrEqual(64)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('gives at most 6 tokens for each letter', () => {
    const texts = [
      `der die und nicht ${'krankenversicherungsbeitragserhöhung '.repeat(20)}`,
      'donaudampfschifffahrtsgesellschaftskapitänsmützen und nicht mit der',
      `les des nous ${'développeuses '.repeat(20)}`,
      `${'北京大学'.repeat(50)} ${'コーヒーメーカー'.repeat(20)} ${'ありがとう'.repeat(20)}`,
      'โรงพยาบาล'.repeat(40),
      `${'데이터베이스를'.repeat(20)} 책을 읽는다`,
    ]
    for (const text of texts)
      for (const use of ['index', 'query'] as const) {
        const runs = text.match(/[\p{L}\p{M}]+/gu) ?? []
        expect(analyse(text, { use }).length).toBeLessThanOrEqual(6 * runs.join('').length)
      }
  })

  it('splits ASCII text exactly as Intl.Segmenter would', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
    const unit = fc.constantFrom(...'abzAZ019\'_.-:, \n"@k')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const segments = [...segmenter.segment(text)].map(({ segment }) => segment)
        expect(analyse(text)).toEqual(segments.flatMap((segment) => analyse(segment)))
      }),
      { numRuns: 2000 },
    )
  })

  it('analyses ASCII words alike in texts with and without other letters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(analyse(`${text} –`)).toEqual(analyse(text))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['one word', 'a'],
    ['apostrophes', "a'"],
    ['marks', 'a\u0301'],
    ['ligatures of 18 letters', '\ufdfa'],
    ['Han', '漢'],
    ['Thai', 'ก'],
    ['lone surrogates', '\ud800'],
    ['emoji', '🎸'],
    ['Hangul', '한'],
    ['Arabic', 'ا'],
    ['Devanagari', 'ा'],
    ['Cyrillic', 'я'],
    ['Greek', 'ω'],
    ['German words', 'der und '],
    ['German letters', 'ü'],
    ['accents and apostrophes', "é'"],
    ['compounds', 'ärzteversicherungs'],
  ])('takes linear time on a megabyte of %s', (_, unit) => {
    const spentMs = startCpuClock()
    analyse(unit.repeat(1_000_000 / unit.length))
    analyse(unit.repeat(1_000_000 / unit.length), { use: 'query' })
    expect(spentMs()).toBeLessThan(5000)
  })
})
