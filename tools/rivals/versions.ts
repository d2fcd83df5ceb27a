import { readFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { drivers } from './drivers/drivers.ts'

/** Reads package.json from its folder in node_modules, because some packages do not export it. */
const manifestOf = (name: string): string =>
  name.startsWith('@daybook/')
    ? join(import.meta.dirname, '..', '..', 'packages', name.slice('@daybook/'.length), 'package.json')
    : join(import.meta.dirname, 'node_modules', ...name.split('/'), 'package.json')

/** The installed version of a package. */
export function versionOf(name: string): string {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(manifestOf(name), 'utf8'))
  return String(version)
}

/** Date, Node version, machine and load, in one line. */
export function surroundings(): string {
  const cpus = os.cpus()
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${process.platform} ${process.arch}, ${cpus.length} cores (${cpus[0]?.model ?? 'unknown'})`
  const load = (os.loadavg()[0] ?? 0).toFixed(1)
  return `${date}, Node ${process.version}, SQLite ${process.versions['sqlite'] ?? '?'} in Node, ${machine}, load ${load} when this was written.`
}

/** One line of Markdown for each store: its packages with versions, and its settings. */
export async function settingsList(names: readonly string[]): Promise<string> {
  const lines: string[] = []
  for (const name of names) {
    const driver = await drivers[name]?.()
    if (driver === undefined) continue
    const versions = driver.packages.map((packed) => `${packed} ${versionOf(packed)}`).join(', ')
    lines.push(`* **${name}** (${versions}): ${driver.settings}`)
  }
  return lines.join('\n')
}
