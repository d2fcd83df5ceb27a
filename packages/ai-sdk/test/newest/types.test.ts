import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const tsc = (...options: string[]) =>
  run(join(modules, '.bin/tsc'), options, { cwd: root }).then(
    ({ stdout }) => stdout,
    (error) => String(error.stdout),
  )

/** Below the package, where its dependencies are found. Holds the declarations of the package in `dist`. */
let parent = ''

beforeAll(async () => {
  await mkdir(join(root, 'test-report'), { recursive: true })
  parent = await mkdtemp(join(root, 'test-report/types-'))
  await tsc('-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', join(parent, 'dist'))
})

afterAll(() => rm(parent, { recursive: true, force: true }))

/** What the types of the package and of an application say of each other; `ai` is the one that is installed as `name`. */
async function complaints(name: string, applications: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(parent, 'application-'))
  for (const application of applications) {
    const code = await readFile(join(root, `test/consumer/${application}.ts`), 'utf8')
    await writeFile(join(folder, `${application}.ts`), code.replaceAll('../../src/index.ts', '@daybook/ai-sdk'))
  }
  const compilerOptions = {
    noEmit: true,
    skipLibCheck: false,
    paths: {
      ai: [join(modules, name, 'dist/index.d.ts')],
      '@daybook/ai-sdk': ['../dist/index.d.ts'],
    },
  }
  const extended = join(root, '../../tsconfig.base.json')
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: extended, compilerOptions, include: ['.', '../dist'] }),
  )
  const said = await tsc('-p', folder)
  return said.split('\n').filter((line) => line.includes('test-report/types-'))
}

describe('the types of the package', () => {
  // That they fit the newest `ai` is seen by every typecheck, which has the applications too.
  it('fit an application that has ai6', async () => {
    expect(await complaints('ai6', ['from-ai-5', 'from-ai-6'])).toEqual([])
  })

  it('fit an application that has ai5, and refuse a model that it does not know', async () => {
    const lines = await complaints('ai5', ['from-ai-5', 'from-ai-7'])
    expect(lines).not.toEqual([])
    expect(lines.filter((line) => !line.includes('from-ai-7.ts'))).toEqual([])
  })
})
