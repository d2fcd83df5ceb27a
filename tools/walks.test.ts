import { describe, expect, it } from 'vitest'
import { checkWalks } from './walks.ts'
import { findingsIn } from './workspace/fixture.ts'

const page = (message: string): string => `# How it is built

## The way of a message

${message}

## The way of a question

1. \`memory.ts\` is asked.
2. \`recall/recall.ts\` answers.

## Decisions

1. \`gone.ts\` is on no way.
`

const sources = {
  'packages/core/src/memory.ts': "import { recall } from './recall/recall.ts'\nimport('./local/index.ts')\n",
  'packages/core/src/recall/recall.ts': 'export const recall = 1\n',
  'packages/core/src/local/index.ts': "export { files } from './storage.ts'\n",
  'packages/core/src/local/storage.ts': "import { files } from '../disk/files.ts'\nexport { files }\n",
  'packages/core/src/disk/files.ts': 'export const files = 1\n',
}

const findings = (message: string): Promise<readonly string[]> =>
  findingsIn(checkWalks, { ...sources, 'packages/core/ARCHITECTURE.md': page(message) })

describe('walks', () => {
  it('accept files that are imported by one above them, through a door, too', async () => {
    const message = '1. `memory.ts` is called.\n2. `local/storage.ts` locks.\n\nThen:\n\n3. `disk/files.ts` writes.'
    expect(await findings(message)).toEqual([])
  })

  it('refuse a file that is not there, and one that nothing above it imports', async () => {
    const message = '1. `memory.ts` is called.\n2. `disk/files.ts` writes.\n3. `disk/gone.ts` is no file.'
    expect(await findings(message)).toEqual([
      'packages/core/ARCHITECTURE.md:6: no file above it imports src/disk/files.ts: the way of a message leads elsewhere',
      'packages/core/ARCHITECTURE.md:7: src/disk/gone.ts does not exist',
    ])
  })

  it('refuse a page without its ways', async () => {
    expect(await findings('It is written.')).toEqual([
      'packages/core/ARCHITECTURE.md: "## The way of a message" has to name its files in order, one in each numbered line',
    ])
    expect(await findingsIn(checkWalks, sources)).toEqual(['packages/core/ARCHITECTURE.md: there is none'])
  })
})
