import { existsSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refusals } from './release/refusals.ts'
import { packProject, withTemporaryFolder } from './workspace/pack.ts'
import { binFolder, failure, type RunOptions, run } from './workspace/run.ts'
import { list, publishedProjects, readWorkspace } from './workspace/workspace.ts'

// Releases all packages under one version: version, lockfile, build, checks, publish, tag. docs/release.md has the
// owner's steps. With --dry-run nothing is changed or published; --skip-checks requires it.
// npm run release -- --dry-run

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    'skip-checks': { type: 'boolean', default: false },
  },
})
const dryRun = options['dry-run']
const root = join(import.meta.dirname, '..')

const must = async (what: string, command: string, args: readonly string[], more: Partial<RunOptions> = {}) => {
  const result = await run(command, args, { cwd: root, path: [binFolder(root)], timeoutMs: 3_600_000, ...more })
  if (result.code !== 0) throw new Error(failure(what, result))
  return result.stdout.trim()
}

const git = (args: readonly string[], cwd = root): Promise<string> => must(`git ${args[0]}`, 'git', args, { cwd })

const step = (what: string): void => console.log(`\n== ${what}`)

/** Turns the changesets into versions and change logs. Changesets from before the first release are dropped. */
const takeChangesets = async (folder: string, isFirst: boolean): Promise<void> => {
  if (isFirst) {
    const pages = (await list(join(folder, '.changeset'))).filter((name) => name.endsWith('.md'))
    for (const page of pages) {
      console.log(`taken away, since the first change log says what the packages are: .changeset/${page}`)
      await rm(join(folder, '.changeset', page))
    }
  } else {
    await must('changeset version', 'changeset', ['version'], { cwd: folder })
    await must('the metadata', process.execPath, [join(root, 'tools/fill-metadata.ts'), folder])
  }
  await must('the lockfile', 'npm', ['install', '--package-lock-only', '--loglevel=error'], { cwd: folder })
}

const checkAll = async (): Promise<void> => {
  step('build, test, check, rehearse')
  if (options['skip-checks'] && dryRun) {
    console.log('skipped')
    return
  }
  for (const script of [['build'], ['test'], ['check'], ['check', '--', 'publish']]) {
    await must(`npm run ${script.join(' ')}`, 'npm', ['run', ...script])
    console.log(`npm run ${script.join(' ')}: done`)
  }
}

const newestEntry = (changeLog: string): string => {
  const [, newest = ''] = changeLog.split(/^## /m)
  return newest === '' ? 'there is no entry' : `## ${newest.trim()}`
}

const isPublished = async (name: string, version: string): Promise<boolean> =>
  (await run('npm', ['view', `${name}@${version}`, 'version'], { cwd: root })).stdout.trim() === version

/** Prints what would be published of each package, or publishes the packages that the registry does not have yet. */
const publish = async (folder: string, isDry: boolean): Promise<string> => {
  const workspace = await readWorkspace(folder, () => undefined)
  const projects = publishedProjects(workspace)
  step(isDry ? 'what would be published' : 'publish')
  for (const project of projects) {
    const { name, version } = project.manifest
    if (isDry) {
      const tarball = await withTemporaryFolder((temporary) => packProject(folder, project, temporary))
      const kilobytes = Math.round(tarball.packedBytes / 1000)
      console.log(`${name}@${version}: ${tarball.files.length} files, ${kilobytes} kB packed`)
    } else if (await isPublished(name, version)) {
      console.log(`${name}@${version} is published already`)
    } else {
      await must(`npm publish of ${name}`, 'npm', ['publish'], { cwd: join(folder, project.folder) })
      console.log(`${name}@${version}`)
    }
  }
  step('the change log')
  for (const { folder: path, manifest } of projects) {
    const page = join(folder, path, 'CHANGELOG.md')
    console.log(`${manifest.name}\n\n${newestEntry(existsSync(page) ? await readFile(page, 'utf8') : '')}\n`)
  }
  return projects[0]?.manifest.version ?? ''
}

/** Versions and packs in a second work tree, so that this one does not change. */
const rehearse = (isFirst: boolean): Promise<void> =>
  withTemporaryFolder(async (temporary) => {
    const folder = join(temporary, 'tree')
    await git(['worktree', 'add', '--detach', folder, 'HEAD'])
    try {
      await takeChangesets(folder, isFirst)
      await checkAll()
      for (const project of publishedProjects(await readWorkspace(root, () => undefined))) {
        await cp(join(root, project.folder, 'dist'), join(folder, project.folder, 'dist'), { recursive: true })
      }
      const version = await publish(folder, true)
      console.log(`nothing was published; the tag would be v${version}`)
    } finally {
      await git(['worktree', 'remove', '--force', folder])
    }
  })

const release = async (isFirst: boolean): Promise<void> => {
  step('version and lockfile')
  await takeChangesets(root, isFirst)
  await checkAll()
  const { version } = publishedProjects(await readWorkspace(root, () => undefined))[0]?.manifest ?? { version: '' }
  await git(['add', '--all'])
  if ((await git(['status', '--porcelain'])) !== '') await git(['commit', '--message', `Release ${version}`])
  await publish(root, false)
  await git(['tag', `v${version}`])
  console.log(`published and tagged v${version}; now: git push --follow-tags origin main v${version}`)
}

const tags = (await git(['tag', '--list', 'v*'])).split('\n').filter((tag) => tag !== '')
const refused = refusals({
  branch: await git(['branch', '--show-current']),
  changedFiles: (await git(['status', '--porcelain'])).split('\n').filter((line) => line !== ''),
})
step(dryRun ? 'what keeps it from being released' : 'release')
for (const reason of refused) console.log(`* ${reason}`)
if (refused.length === 0) console.log('nothing')
if (dryRun) await rehearse(tags.length === 0)
else if (refused.length > 0) process.exitCode = 1
else await release(tags.length === 0)
