import { describe, it } from 'vitest'
import {
  fileStoreCases,
  itemStoreCases,
  lockCases,
  passageIndexCases,
  recordStoreCases,
  storageCases,
  vectorIndexCases,
} from '../testing/index.ts'
import { inMemoryStorage } from './storage.ts'

const open = async () => inMemoryStorage()

describe('in-memory files', () => {
  for (const one of fileStoreCases) it(one.name, () => one.run(open))
})

describe('in-memory passages', () => {
  for (const one of passageIndexCases) it(one.name, () => one.run(open))
})

describe('in-memory vectors', () => {
  for (const one of vectorIndexCases) it(one.name, () => one.run(open))
})

describe('in-memory storage', () => {
  for (const one of storageCases) it(one.name, () => one.run(open))
})

describe('in-memory locks', () => {
  for (const one of lockCases) it(one.name, () => one.run(open))
})

describe('in-memory records', () => {
  for (const one of recordStoreCases) it(one.name, () => one.run(open))
})

describe('in-memory items', () => {
  for (const one of itemStoreCases) it(one.name, () => one.run(open))
})
