import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSources } from './workspace/source.ts'
import type { Check } from './workspace/workspace.ts'

/** Phrases that are hard to read in comments, and what to write instead. */
const phrases: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /(?:^|\/\*\* |\. )So (?:many|much|long)\b/, instead: '"Maximum …", or what the number counts' },
  { pattern: /\b(?:nobody|somebody)\b/i, instead: 'who or what it is: a caller, another process, a person' },
  { pattern: /\bwhoever\b/i, instead: 'who it is: the caller, the next process' },
  { pattern: /\bmeanwhile\b/i, instead: '"in between", "at the same time", or during what' },
  { pattern: /\bfor good\b/, instead: '"permanently", or "no end"' },
  {
    pattern: /\b(?:is|are) told\b(?! apart)/,
    instead: '"is reported", "is passed to the model", "is part of the context"',
  },
  { pattern: /\b(?:options|values|queries) that cannot be\b/, instead: '"invalid options"' },
  { pattern: /\bstops to hold\b|\bfor who\b/, instead: 'plain English' },
]

const exported = /^export (?:async )?(?:function|interface|type|const|class) (\w+)/gm
const comment = /^\s*(?:\/\*\*|\*|\/\/)|\s\/\/ /

const phraseFindings = (file: string, text: string): readonly string[] =>
  text.split('\n').flatMap((line, at) => {
    if (!comment.test(line)) return []
    const found = phrases.find(({ pattern }) => pattern.test(line.replace(/^\s*(?:\*|\/\/) /, '')))
    return found
      ? [`${file}:${at + 1}: ${found.pattern.exec(line)?.[0].trim() ?? 'a phrase'}; say ${found.instead}`]
      : []
  })

/** Finds names that several files of the core export, and comments with such phrases. */
export const checkWords: Check = async ({ root, projects }) => {
  const findings: string[] = []
  const homes = new Map<string, Set<string>>()
  for (const { folder, manifest } of projects) {
    for (const { file, isTest } of await readSources(join(root, folder, 'src'))) {
      if (isTest) continue
      const path = `${folder}/src/${file}`
      const text = await readFile(join(root, path), 'utf8')
      findings.push(...phraseFindings(path, text))
      if (!manifest.nx.tags.includes('scope:core')) continue
      for (const [, name = ''] of text.matchAll(exported)) homes.set(name, (homes.get(name) ?? new Set()).add(path))
    }
  }
  for (const [name, files] of homes)
    if (files.size > 1) findings.push(`${name} is exported by ${[...files].join(' and ')}: rename one of them`)
  return findings
}
