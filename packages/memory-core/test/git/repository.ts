import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The environment for git: away from the settings of whoever runs the tests. */
export const settings: NodeJS.ProcessEnv = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

/** Whether there is a git to try it with. */
export const hasGit = ((): boolean => {
  try {
    execFileSync('git', ['--version'])
    return true
  } catch {
    return false
  }
})()

/** Runs git in a folder; answers what it prints. */
export function git(directory: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: directory, env: settings, encoding: 'utf8', stdio: 'pipe' })
}

/** Commits everything that is there. */
export function commitAll(directory: string): void {
  git(directory, 'add', '--all')
  git(directory, 'commit', '--quiet', '--allow-empty', '--message', 'day')
}

/** Merges another folder's history into this one, as `git pull` would; throws when there is a conflict. */
export function mergeFrom(directory: string, other: string): void {
  git(directory, 'pull', '--quiet', '--no-rebase', '--no-edit', other, 'main')
}

/** A new folder for repositories; it goes when the test ends. */
export async function shelf(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-git-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}
