import { describe, expect, it } from 'vitest'
import { readStatements } from '../read-statements.ts'
import { captureFrom, mainClause } from './read-by-rules.ts'

const asked = (message: string): string[] =>
  captureFrom(message)
    .filter(({ explicit }) => explicit)
    .map(({ text }) => text)

describe('a request to remember', () => {
  it.each([
    ['Merk dir, dass unser Hund Bello heißt.', 'unser Hund heißt Bello'],
    ['Bitte merken Sie sich, dass mein Arzt Dr. Weber heißt.', 'mein Arzt heißt Dr. Weber'],
    ['kannst du dir merken dass ich glutenfrei essen muss?', 'ich muss glutenfrei essen'],
    [
      'Denk dran, dass ich nur halbtags arbeite, montags bis mittwochs.',
      'ich arbeite nur halbtags, montags bis mittwochs',
    ],
    ['Notier dir: Die Putzfrau kommt immer donnerstags.', 'Die Putzfrau kommt immer donnerstags.'],
    ['Merke dir den WLAN-Code 4711.', 'der WLAN-Code 4711.'],
    ['Zur Info: Ich bin Linkshänder.', 'Ich bin Linkshänder.'],
    ['Merk dir, dass mein Bruder uns am Freitag abholt.', 'Merk dir, dass mein Bruder uns am Freitag abholt.'],
    ['Recuerda el código del wifi: 4711.', 'el código del wifi: 4711.'],
    ['No te olvides de que soy zurdo.', 'soy zurdo.'],
    ['podés acordarte de que no puedo comer gluten?', 'no puedo comer gluten'],
    ["Retiens que mon chien s'appelle Filou.", "mon chien s'appelle Filou."],
    ['Retiens le code wifi : 4711.', 'le code wifi : 4711.'],
    ['tu peux retenir que je dois manger sans gluten ?', 'je dois manger sans gluten'],
    ['Ricordati: sono mancino.', 'sono mancino.'],
    ['Si ricordi che il mio medico è il dottor Neri.', 'il mio medico è il dottor Neri.'],
    ['Lembre-se de que sou canhoto.', 'sou canhoto.'],
    ['Anota aí: a faxineira vem às quintas.', 'a faxineira vem às quintas.'],
    ['Onthoud dat mijn hond Bobby heet.', 'mijn hond heet Bobby'],
    ['kun je onthouden dat ik glutenvrij moet eten?', 'ik moet glutenvrij eten'],
    ['帮我记一下，保洁阿姨每周四来。', '保洁阿姨每周四来。'],
    ['你能记住我不能吃麸质吗？', '我不能吃麸质'],
    ['覚えておいて、うちの犬の名前はポチです。', 'うちの犬の名前はポチです。'],
    ['私は左利きです。覚えておいて。', '私は左利きです。'],
    ['グルテンが食べられないって覚えといてくれる？', 'グルテンが食べられない'],
  ])('keeps the fact without the order: %s', (message, text) => expect(asked(message)).toEqual([text]))

  it.each([
    'Merk dir das.',
    'Merk dir, wie das geht.',
    'Erinnere mich morgen an den Termin.',
    'Speichere die Datei als CSV.',
    'Acuérdate de cerrar el paréntesis en el código.',
    'No olvides el punto final.',
    "N'oublie pas de fermer la porte.",
    'Note les points dans une liste.',
    'Note: the cleaner comes on Thursdays, je crois.',
    'Ricordati di chiudere la porta.',
    'Anote os pontos numa lista.',
    'Vergeet niet de deur te sluiten.',
    '别忘了加句号。',
    '你记得我叫什么吗？',
    '句点を忘れないで。',
    'ドアを閉めるのを忘れないで。',
  ])('is none: %s', (message) => expect(asked(message)).toEqual([]))
})

const explicit = (message: string): string[] =>
  readStatements(message)
    .filter(({ isExplicit, span, isUnresolved }) => isExplicit && span === 'lasting' && !isUnresolved)
    .map(({ text }) => text)

describe('a request to remember what was just said', () => {
  it.each([
    ['The kernel is pinned on pve2. Please remember that.', 'The kernel is pinned on pve2.'],
    ['Uncle Ted hates fish. Can you remember that?', 'Uncle Ted hates fish.'],
    ['Rosa has the spare key. Keep this in mind please.', 'Rosa has the spare key.'],
    ['The bins go out on Tuesdays, remember that', 'The bins go out on Tuesdays'],
    ['The bins go out on Tuesdays, can you keep that in mind?', 'The bins go out on Tuesdays'],
    ['The bins go out on Tuesdays. dont forget that', 'The bins go out on Tuesdays.'],
    ['Rosa has the spare key. Keep that in mind for next time please', 'Rosa has the spare key.'],
    ['Rosa has the spare key - please remember this for me', 'Rosa has the spare key'],
    ['The gate sticks in winter. Could you note that down?', 'The gate sticks in winter.'],
    ["Parking is behind the church. And please don't forget that, thanks", 'Parking is behind the church.'],
  ])('keeps it without the request: %s', (message, text) => expect(explicit(message)).toEqual([text]))

  it.each([
    'Remember that please',
    'Remember that one please',
    'keep that in mind for next time please',
    'Remember that for me',
    'We went to Rome in 2010. Remember that?',
    'He never called, remember that?',
    'Life is short. Remember that.',
    'You are stronger than you think. Remember that!',
    'What is the capital of France? Remember that.',
    "It's over. remember that",
  ])('keeps nothing of %s', (message) => expect(explicit(message)).toEqual([]))
})

describe('a main clause', () => {
  it.each([
    ['ich bis 30. Juni meine Arbeit abgeben muss', 'ich muss bis 30. Juni meine Arbeit abgeben'],
    ['meine Schuhgröße 44 ist', 'meine Schuhgröße ist 44'],
    ['mijn huisarts dokter Bakker heet', 'mijn huisarts heet dokter Bakker'],
    ['mein Sohn Max gern Fußball spielt', undefined],
    ['ich um sieben aufstehe', undefined],
    ['ich, wenn es regnet, zu Hause bin', undefined],
  ])('has the verb of "%s" second, where that is simple', (clause, main) => expect(mainClause(clause)).toBe(main))
})
