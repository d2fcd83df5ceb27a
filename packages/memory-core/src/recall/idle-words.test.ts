import { describe, expect, it } from 'vitest'
import { isIdle } from './idle-words.ts'

describe('words that say nothing', () => {
  it.each([
    '',
    '?',
    'What did we talk about?',
    'what happened',
    'Was haben wir besprochen?',
    'De quoi avons-nous parlé ?',
    'Qu’est-ce qui s’est passé ?',
    '¿De qué hablamos?',
    'O que aconteceu?',
    'Cosa è successo?',
    'Wat is er gebeurd?',
    'О чём мы говорили?',
  ])('are all of %j', (text) => {
    expect(isIdle(text)).toBe(true)
  })

  it.each([
    'what did we say about the boat',
    'Was haben wir zum Boot besprochen?',
    'boat',
    '会议',
    'about '.repeat(60),
  ])('are not all of %j', (text) => {
    expect(isIdle(text)).toBe(false)
  })
})
