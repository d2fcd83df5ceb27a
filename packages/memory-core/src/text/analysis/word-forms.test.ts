import { describe, expect, it } from 'vitest'
import { isRussian, scriptForms } from './word-forms.ts'

const alike = (...words: string[]): void => {
  const [first = [], ...others] = words.map((word) => scriptForms(word) ?? [])
  for (const forms of others) expect(forms.some((form) => first.includes(form))).toBe(true)
}
const different = (one: string, other: string): void => expect(scriptForms(one)).not.toEqual(scriptForms(other))

describe('scriptForms', () => {
  it('has no rules for Latin and other scripts', () => {
    expect(scriptForms('water')).toBeUndefined()
    expect(scriptForms('straße')).toBeUndefined()
    expect(scriptForms('տուն')).toBeUndefined()
  })

  it('stems Russian before it folds й, and takes ё for е', () => {
    alike('новый', 'новая', 'новую', 'новых')
    alike('зелёный', 'зеленый')
    different('мост', 'место')
  })

  it('takes Greek endings off, accents and final sigma aside', () => {
    alike('παιδί', 'παιδιά')
    alike('φίλος', 'φίλοι', 'φιλους')
    alike('νοσοκομείο', 'νοσοκομεία', 'νοσοκομείου')
  })

  it('takes Hindi endings off', () => {
    alike('बच्चा', 'बच्चे', 'बच्चों')
    alike('कहानी', 'कहानियाँ')
    alike('सीखना', 'सीखती', 'सीखते')
    different('चाय', 'चाबी')
  })

  it('takes the Arabic article, what is written on to it, and endings off', () => {
    alike('مدرسة', 'المدرسة', 'والمدرسة', 'للمدرسة', 'بالمدرسة')
    alike('كتاب', 'وكتاب')
    alike('معلم', 'المعلمون', 'معلمات', 'معلمين')
    alike('أصدقاء', 'اصدقاء', 'أصدقائنا')
    alike('مُدَرِّسَة', 'مدرســـة')
    different('جمعة', 'جامعة')
  })

  it('unifies the letters of Persian and Arabic', () => {
    alike('کتاب', 'كتاب')
    alike('ایران', 'ايران')
  })

  it('finds a Hebrew word with and without its prefixes', () => {
    alike('בית', 'הבית', 'ובבית')
    alike('ילדים', 'הילדים')
    expect(scriptForms('שלום')).toContain('שלום')
  })

  it('never takes a whole word off', () => {
    for (const word of ['ال', 'ه', 'و', 'ה', 'ος', 'ा', 'ий', 'ـ'])
      for (const form of scriptForms(word) ?? []) expect(form).not.toBe('')
  })
})

describe('isRussian', () => {
  it('asks for two stop words and no letter of another language', () => {
    expect(isRussian('она не дома'.split(' '))).toBe(true)
    expect(isRussian('сестра не дома'.split(' '))).toBe(false)
    expect(isRussian('він на роботі і не вдома'.split(' '))).toBe(false)
  })
})
