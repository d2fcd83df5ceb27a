import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cardNumber } from '../../src/privacy/secret-examples.fixture.ts'

let turn = 0

/** A token of the form of GitHub's, another one at each call: in no file of this repository. */
export function newSecret(): string {
  turn += 1
  const digits = turn.toString(36).padStart(4, '0')
  return `gh${'p_'}${`Zq7wKx3Bf9${digits}`.repeat(3).slice(0, 36)}`
}

/** A secret, and a text that nobody can store without giving it away. */
export interface Said {
  secret: string
  text: string
}

/** Makes another secret of its kind at each call. No secret has a line break in it, or a sign that parts words. */
export const newSaid: Readonly<Record<string, () => Said>> = {
  'a token': () => {
    const secret = newSecret()
    return { secret, text: secret }
  },
  'a password behind its name': () => {
    const secret = `Kq7${newSecret().slice(14, 18)}vX2mR9`
    return { secret, text: `password=${secret}` }
  },
  'a private key': () => {
    const secret = newSecret().slice(4).repeat(2).slice(0, 64)
    const [open, close] = ['BEGIN', 'END'].map((word) => `-----${word} ${'RSA'} PRIVATE KEY-----`)
    return { secret, text: `${open}\n${secret}\n${close}` }
  },
  'a card number': () => {
    turn += 1
    const secret = cardNumber(`4539${String(turn).padStart(7, '0')}`, 16, (length) => '7'.repeat(length))
    return { secret, text: secret }
  },
}

/** Which of the texts stand in the files below a directory, in whatever case: the index keeps words in small letters. */
export async function foundBelow(directory: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found: string[] = []
  for (const file of files) {
    const bytes = `${file.slice(directory.length)}\n${await bytesOf(file)}`.toLowerCase()
    for (const text of texts) if (holdsLower(bytes, text)) found.push(`${text} in ${file.slice(directory.length + 1)}`)
  }
  return found
}

/** Whether one of the secrets stands in a text, in whatever case, with or without the four characters that it begins with. */
export function holds(text: string, ...secrets: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return secrets.some((secret) => holdsLower(lower, secret))
}

function holdsLower(text: string, secret: string): boolean {
  return text.includes(secret.toLowerCase().slice(4))
}

/** A temporary file of a write under way may be gone by now; what it became is found at the next look. */
async function bytesOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
