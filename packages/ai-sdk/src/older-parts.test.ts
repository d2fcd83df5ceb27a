import { describe, expect, it } from 'vitest'
import { type OlderResultPart, olderResultPart } from './convert-messages.ts'
import { type FileData, filePart } from './file-part.ts'
import { reasonOf } from './model-call.ts'

const hash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const mediaType = 'image/png'
const url = 'https://example.com/a.png'

describe('a file of a model of an older specification', () => {
  it.each<[string, FileData, object]>([
    ['bytes', new TextEncoder().encode('hello'), { hash }],
    ['base64', 'aGVsbG8=', { hash }],
    ['a URL', new URL(url), { reference: url }],
    ['a URL as text', url, { reference: url }],
    ['a data URL', new URL('data:text/plain;base64,aGVsbG8='), { hash }],
  ])('given as %s is its place or its hash', async (_, data, place) => {
    expect(await filePart({ mediaType, data })).toEqual({ type: 'file', mediaType, ...place })
  })

  it('is where the host said that it is', async () => {
    const part = await filePart({ mediaType, data: new URL('gs://Bucket/a b'), originalUrl: 'gs://Bucket/a b' })
    expect(part).toMatchObject({ reference: 'gs://Bucket/a b' })
  })
})

describe('what a tool gave, in prompts of ai 5 and 6', () => {
  it.each<[OlderResultPart, object]>([
    [
      { type: 'media', data: 'aGVsbG8=', mediaType },
      { mediaType, hash },
    ],
    [
      { type: 'file-data', data: 'aGVsbG8=', mediaType, filename: 'a.png' },
      { mediaType, hash, name: 'a.png' },
    ],
    [
      { type: 'image-data', data: 'aGVsbG8=', mediaType },
      { mediaType, hash },
    ],
    [
      { type: 'file-url', url },
      { mediaType: 'application/octet-stream', reference: url },
    ],
    [
      { type: 'file-url', url, mediaType },
      { mediaType, reference: url },
    ],
    [
      { type: 'image-url', url },
      { mediaType: 'image/*', reference: url },
    ],
    [
      { type: 'file-id', fileId: 'f1' },
      { mediaType: 'application/octet-stream', reference: 'f1' },
    ],
    [
      { type: 'image-file-id', fileId: { openai: 'f1' } },
      { mediaType: 'image/*', reference: 'openai:f1' },
    ],
  ])('%j is a file', async (part, expected) => {
    expect(await olderResultPart(part)).toEqual({ type: 'file', ...expected })
  })
})

it('the reason why a model stopped is one word, whatever its version', () => {
  expect([reasonOf('unknown'), reasonOf({ unified: 'stop' })]).toEqual(['unknown', 'stop'])
})
