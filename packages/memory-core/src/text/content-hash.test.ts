import { expect, it } from 'vitest'
import { contentHash } from './comparison.ts'

it('gives the SHA-256 of the UTF-8 text in hexadecimal', () => {
  expect(contentHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(contentHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(contentHash('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c')
})

it('takes a lone surrogate for the replacement character, as a file does', () => {
  expect(contentHash('\ud800')).toBe(contentHash('\ufffd'))
})
