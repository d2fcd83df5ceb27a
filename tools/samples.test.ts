import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { printFindings, readSamples, tryFindings } from './samples.ts'

const root = join(import.meta.dirname, '..')

const block = (code: string, mark = ''): string => `\`\`\`ts${mark}\n${code}\n\`\`\`\n`

/** The findings of blocks, each at a line of its own: 3, 103, … */
const tried = (...blocks: readonly { code: string; reason?: string; hasStandIn?: boolean }[]) =>
  tryFindings(
    root,
    blocks.map((given, place) => ({ readme: 'README.md', line: 3 + 100 * place, ...given })),
  )

describe('samples', () => {
  it('takes the TypeScript blocks and leaves the others', () => {
    const text = `# A\n\n${block('const a = 1')}\n\`\`\`sh\nnpm test\n\`\`\`\n\n${block('const b = 2')}`
    expect(readSamples('README.md', text)).toEqual({
      samples: [
        { readme: 'README.md', line: 3, code: 'const a = 1' },
        { readme: 'README.md', line: 11, code: 'const b = 2' },
      ],
      findings: [],
    })
  })

  it('wants a reason above a block that does not run', () => {
    const marked = block('await ask()', ' no-run')
    expect(readSamples('R.md', `<!-- asks a paid model -->\n${marked}`).findings).toEqual([])
    expect(readSamples('R.md', `text\n${marked}`).findings[0]).toContain('R.md:2: a block that does not run needs')
  })

  it('takes the reason of a block that does not run, and the mark of one with a stand-in', () => {
    const text = `<!-- needs a key -->\n${block('await ask()', ' no-run')}\n${block('await tell()', ' stand-in')}`
    expect(readSamples('R.md', text).samples).toEqual([
      { readme: 'R.md', line: 2, code: 'await ask()', reason: 'needs a key' },
      { readme: 'R.md', line: 6, code: 'await tell()', hasStandIn: true },
    ])
  })

  it('lets a marked block ask a model, and no other address', async () => {
    const ask = (path: string) =>
      `const answer = await fetch('http://localhost/${path}', { method: 'POST', body: '{}' })\nif (!answer.ok) throw new Error('no answer')`
    const [found, ...others] = await tried(
      { code: ask('chat/completions'), hasStandIn: true },
      { code: ask('other'), hasStandIn: true },
    )
    expect(found).toMatch(/^README\.md:103: .*has no stand-in/s)
    expect(others).toEqual([])
  })

  it('refuses an unknown mark and a block without an end', () => {
    expect(readSamples('R.md', block('a', ' norun')).findings[0]).toContain('"norun" is unknown')
    expect(readSamples('R.md', '```ts\nconst a = 1\n').findings).toEqual(['R.md:1: the block has no end'])
  })

  it('finds a block that does not print what it says that it prints, and accepts what compiles and runs', async () => {
    const findings = await tried(
      { code: "import { strictEqual } from 'node:assert'\nstrictEqual(await 1, 1)" },
      { code: "console.log('one two') // → one\nconsole.log('three') // → three" },
      { code: "console.log('one') // → two" },
    )
    expect(findings).toEqual([expect.stringMatching(/^README\.md:203: .*says that it prints "two"/)])
    const sample = { readme: 'R.md', line: 1, code: 'b() // → b\na() // → a' }
    expect(printFindings(sample, 'a\nb\n').join()).toContain('says that it prints "a"')
  })

  it('names the line of the README where a block does not compile', async () => {
    const findings = await tried({ code: '\nconst a: number = "one"\nconsole.log(a)' })
    expect(findings.join('\n')).toContain('README-3.ts(5,7): error TS2322')
  })

  it('runs each block in an empty folder of its own, also those after one that fails, and knows what each printed', async () => {
    const write =
      "import { readdirSync, writeFileSync } from 'node:fs'\nwriteFileSync(String(readdirSync('.').length), '')\n"
    const prints = (text: string): string => `${write}console.log(readdirSync('.').join()) // → ${text}`
    const codes = [prints('0'), prints('1'), "throw new Error('no key')", prints('0'), prints('2')]
    const samples = codes.map((code, place) => ({ readme: 'README.md', line: 10 * place, code }))
    const found = await tryFindings(root, samples)
    expect(found.map((finding) => finding.split(' (')[0]?.split(' says ')[0])).toEqual([
      'README.md:10: the block',
      'README.md:20: the block fails',
      'README.md:40: the block',
    ])
    expect(found[0]).toContain('printed:\n0\n')
  })

  it('finds a block that throws, unless it is marked', async () => {
    const code = "throw new Error('no key')"
    const findings = await tried({ code }, { code, reason: 'needs a key' })
    expect(findings).toEqual([expect.stringContaining('README.md:3: the block fails')])
  })
})
