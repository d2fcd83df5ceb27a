import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The exit and output of a program. */
export interface RunResult {
  /** The exit code; -1 if it was killed or could not be started. */
  code: number
  stdout: string
  stderr: string
}

export interface RunOptions {
  cwd: string
  /** Killed after this many milliseconds. @default 120_000 */
  timeoutMs?: number
  /** Folders searched for the program before PATH. */
  path?: readonly string[]
}

/** Runs a program to its end and returns its output. Never throws, and never uses a shell. */
export const run = (command: string, args: readonly string[], options: RunOptions): Promise<RunResult> =>
  new Promise((resolve) => {
    const path = [...(options.path ?? []), process.env['PATH'] ?? ''].join(delimiter)
    // Of NO_COLOR beside a FORCE_COLOR of its own, which nx sets where there is none, Node warns on stderr.
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, PATH: path, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs ?? 120_000,
      killSignal: 'SIGKILL',
    })
    const out: string[] = []
    const err: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
    child.on('error', (error) => resolve({ code: -1, stdout: out.join(''), stderr: `${command}: ${error.message}` }))
    child.on('close', (code, signal) => {
      if (signal !== null) err.push(`killed by ${signal} (limit ${options.timeoutMs ?? 120_000} ms)`)
      resolve({ code: code ?? -1, stdout: out.join(''), stderr: err.join('') })
    })
  })

/** The folder of the workspace's installed programs. */
export const binFolder = (root: string): string => join(root, 'node_modules', '.bin')

/** Turns the error of one part into a finding, so that the parts beside it run to their end. */
export const brokeOff =
  (what: string) =>
  (error: unknown): readonly string[] => [
    `${what} broke off: ${error instanceof Error ? error.message : String(error)}`,
  ]

/** The output of a failed program, indented below a headline, so that a finding explains itself. */
export const failure = (headline: string, result: RunResult): string => {
  const printed = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-40)
  return [`${headline} (exit code ${result.code})`, ...printed.map((line) => `    ${line}`)].join('\n')
}
