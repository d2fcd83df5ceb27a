import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const dependencies = z.record(z.string(), z.string()).default({})

const manifestShape = z.looseObject({
  name: z.string(),
  version: z.string().default('0.0.0'),
  private: z.boolean().default(false),
  license: z.string().optional(),
  type: z.string().optional(),
  sideEffects: z.unknown().optional(),
  engines: z.looseObject({ node: z.string().optional() }).default({}),
  exports: z.unknown().optional(),
  dependencies,
  devDependencies: dependencies,
  peerDependencies: dependencies,
  optionalDependencies: dependencies,
  nx: z.looseObject({ name: z.string().optional(), tags: z.array(z.string()).default([]) }).default({ tags: [] }),
})

const rootShape = z.looseObject({ workspaces: z.array(z.string()) })

/** The fields of a package.json that the checks use. */
export type Manifest = z.infer<typeof manifestShape>

export interface Project {
  /** Its folder, relative to the root, with forward slashes. */
  folder: string
  manifest: Manifest
}

/** The input of every check. */
export interface Workspace {
  /** The absolute path of the repository. */
  root: string
  projects: readonly Project[]
  /** Prints a line of information that is not a finding. */
  note: (line: string) => void
}

/** A check. Returns a finding for every fault; an empty list if there is none. */
export type Check = (workspace: Workspace) => Promise<readonly string[]>

/** Reads a JSON file and checks its shape. Errors name the file. */
export const readJson = async <Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.infer<Shape>> => {
  const parsed = shape.safeParse(JSON.parse(await readFile(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** The names in a folder, sorted; none if it does not exist. */
export const list = async (folder: string): Promise<readonly string[]> =>
  existsSync(folder) ? (await readdir(folder)).toSorted() : []

const foldersOf = async (root: string, pattern: string): Promise<readonly string[]> => {
  if (!pattern.endsWith('/*')) return [pattern]
  const parent = pattern.slice(0, -2)
  return (await list(join(root, parent))).map((name) => `${parent}/${name}`)
}

/** Reads the manifests of all projects that the root's `workspaces` names. */
export const readWorkspace = async (root: string, note: (line: string) => void): Promise<Workspace> => {
  const { workspaces } = await readJson(join(root, 'package.json'), rootShape)
  const projects: Project[] = []
  for (const pattern of workspaces) {
    for (const folder of await foldersOf(root, pattern)) {
      const path = join(root, folder, 'package.json')
      if (existsSync(path)) projects.push({ folder, manifest: await readJson(path, manifestShape) })
    }
  }
  return { root, projects, note }
}

/** The projects that are published: those in `packages/` that are not private. */
export const publishedProjects = (workspace: Workspace): readonly Project[] =>
  workspace.projects.filter(({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private)
