import { describe, expect, it } from 'vitest'
import { detectLanguage } from './languages.ts'

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)
const detected = (text: string): string | undefined => {
  const found = detectLanguage(words(text), isAscii(text))
  return found && `${found.languages.map(({ code }) => code).join()}${found.isSure ? '' : '?'}`
}

describe('detectLanguage', () => {
  it.each([
    ['de', 'Meine Schwester hat sich gestern eine neue Lampe gekauft.'],
    ['fr', 'Il a oublié ses clés dans la voiture de son collègue.'],
    ['es', 'Prefiere las habitaciones tranquilas y con mucha luz.'],
    ['pt', 'Os meus irmãos compraram bicicletas novas para as férias.'],
    ['it', 'Gli studenti hanno superato gli esami con ottimi risultati.'],
    ['nl', 'De kinderen spelen elke middag in de speeltuin achter het huis.'],
    ['sv', 'Min syster arbetar som lärare på ett sjukhus och hon är glad.'],
  ])('is sure of %s', (code, text) => {
    expect(detected(text)).toBe(code)
  })

  it.each([
    ['a single stop word', 'de?', 'Kaffeemaschine wurde repariert'],
    ['letters', 'de?', 'Lieblingsfarbe: Grün, Weiß'],
    ['words that three languages have', 'fr,es,it?', 'le patate, la salsa'],
    ['letters of a language without a stemmer', '?', 'Kupiłem samochód sąsiada'],
  ])('is in doubt about %s', (_, code, text) => {
    expect(detected(text)).toBe(code)
  })

  it.each([
    ['English', 'The children were late, so we took the train to Brighton.'],
    ['names', 'PostgreSQL database migration'],
    ['Spanish names in English', 'We went from Las Vegas to El Paso and Los Angeles'],
    ['one ambiguous word', 'die cast'],
    ['a name with diacritics', 'We had lunch with Zoë yesterday'],
    ['addresses', 'https://example.com https://ci.example.com https://ai.example.com https://example.com'],
    ['formulas', 'degrees θ'],
    ['nothing', ''],
  ])('takes %s for English', (_, text) => {
    expect(detected(text)).toBeUndefined()
  })

  it('counts letters of another language against one', () => {
    expect(detected('Annem için üç şişe süt aldı')).toBe('?')
  })
})
