import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** One import of a source file, `export … from` included. */
export interface Import {
  /** The specifier; undefined if a dynamic import computes it. */
  specifier: string | undefined
  kind: 'value' | 'type' | 'dynamic'
  line: number
}

/** One function with a body in braces. */
export interface FunctionSize {
  name: string
  line: number
  /** Its lines without those of the functions inside it, so that a factory does not count its closures. */
  lines: number
}

/** The properties of a TypeScript file that the checks use. */
export interface Source {
  /** Relative to the folder that was read, with forward slashes. */
  file: string
  isTest: boolean
  lines: number
  imports: readonly Import[]
  functions: readonly FunctionSize[]
}

interface SyntaxNode extends Record<string, unknown> {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => Object.values(node).flat().filter(isNode)

const literal = (value: unknown): string | undefined =>
  isNode(value) && typeof value['value'] === 'string' ? value['value'] : undefined

const staticImports: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
])

const importOf = (node: SyntaxNode, line: number): Import | undefined => {
  const specifier = literal(node['source'])
  if (node.type === 'ImportExpression') return { specifier, kind: 'dynamic', line }
  if (node.type === 'TSImportType') return { specifier, kind: 'type', line }
  if (!staticImports.has(node.type) || specifier === undefined) return undefined
  const isType = node['importKind'] === 'type' || node['exportKind'] === 'type'
  return { specifier, kind: isType ? 'type' : 'value', line }
}

const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
])

const isFunction = (node: SyntaxNode): boolean => {
  const body = node['body']
  return functionTypes.has(node.type) && isNode(body) && body.type !== 'Literal' && node['expression'] !== true
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : undefined

/** Returns the number of the line, from 1, in which an offset lies. */
const lineCounter = (text: string): ((offset: number) => number) => {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? offset) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** Parses TypeScript for its imports and the sizes of its functions. */
export const parseSource = (file: string, text: string): Source => {
  const imports: Import[] = []
  const functions: FunctionSize[] = []
  const lineAt = lineCounter(text)

  // Returns the lines of the functions in this node, which the function around it subtracts.
  const visit = (node: SyntaxNode, name: string | undefined): number => {
    const found = importOf(node, lineAt(node.start))
    if (found !== undefined) imports.push(found)
    const inner = nameOf(node['id']) ?? nameOf(node['key']) ?? name
    const nested = childrenOf(node).reduce((sum, child) => sum + visit(child, inner), 0)
    if (!isFunction(node)) return nested
    const span = lineAt(node.end) - lineAt(node.start) + 1
    functions.push({ name: inner ?? 'anonymous', line: lineAt(node.start), lines: Math.max(1, span - nested) })
    return span
  }

  const program: unknown = parseAst(text, { lang: 'ts' }, file)
  if (isNode(program)) visit(program, undefined)
  const isTest = /\.(test|test-d|bench|fixture)\.ts$/.test(file)
  return { file, isTest, lines: text.split('\n').length - 1, imports, functions }
}

const readAll = async (folder: string): Promise<readonly Source[]> => {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  const sources: Source[] = []
  for (const path of paths.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    sources.push(parseSource(relative(folder, path).split(sep).join('/'), await readFile(path, 'utf8')))
  }
  return sources
}

const known = new Map<string, Promise<readonly Source[]>>()

/** Reads every `.ts` file below a folder, once for all checks of a run; none if the folder does not exist. */
export const readSources = (folder: string): Promise<readonly Source[]> => {
  const sources = known.get(folder) ?? readAll(folder)
  known.set(folder, sources)
  return sources
}
