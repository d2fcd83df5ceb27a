import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { jobs } from './jobs.ts'
import { workplace } from './run-length.ts'

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))

it.skipIf(process.platform === 'win32')(
  'fault 22: directories are 0700 and files 0600 under every umask, also those that were there with other modes (skipped on Windows: it has no modes)',
  async () => {
    for (const umask of ['000', '022', '077']) {
      const directory = await workplace()
      const script = `umask ${umask} && exec "$0" "$@"`
      const args = [process.execPath, worker, directory, 'ada', Object.keys(jobs).join(','), '24', '1']
      const { stdout, stderr } = spawnSync('sh', ['-c', script, ...args], { input: 'go\n', encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(stdout).toContain('ok run 0')
      const names = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })
      const modes = ['', ...names].map((name) => {
        const stat = fs.statSync(join(directory, name))
        return `${stat.isDirectory() ? 'directory' : 'file'} ${(stat.mode & 0o777).toString(8)}`
      })
      expect(names).toEqual(expect.arrayContaining([join('state', 'store.db'), join('memory', 'MEMORY.md')]))
      expect([...new Set(modes)].sort()).toEqual(['directory 700', 'file 600'])
    }
  },
)
