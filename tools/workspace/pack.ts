import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { failure, run } from './run.ts'
import type { Project } from './workspace.ts'

const packedShape = z
  .array(
    z.looseObject({
      filename: z.string(),
      size: z.number(),
      unpackedSize: z.number(),
      files: z.array(z.looseObject({ path: z.string(), size: z.number() })),
    }),
  )
  .length(1)

/** A package as npm would publish it. */
export interface Tarball {
  /** The absolute path of the .tgz. */
  path: string
  packedBytes: number
  unpackedBytes: number
  /** The paths inside. */
  files: readonly string[]
}

/** Runs `fn` with a new folder below `parent`, which is removed afterwards. */
export const withTemporaryFolder = async <Result>(
  fn: (folder: string) => Promise<Result>,
  parent: string = tmpdir(),
): Promise<Result> => {
  const folder = await mkdtemp(join(parent, 'daybook-check-'))
  try {
    return await fn(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Packs a project into `destination` without running its scripts. Throws with npm's output if npm fails. */
export const packProject = async (root: string, project: Project, destination: string): Promise<Tarball> => {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', destination]
  const result = await run('npm', args, { cwd: join(root, project.folder) })
  if (result.code !== 0) throw new Error(failure(`npm pack of ${project.folder}`, result))
  const packed = packedShape.parse(JSON.parse(result.stdout))[0]
  if (packed === undefined) throw new Error(`npm pack of ${project.folder} answered with no package`)
  return {
    path: join(destination, packed.filename),
    packedBytes: packed.size,
    unpackedBytes: packed.unpackedSize,
    files: packed.files.map((file) => file.path),
  }
}
