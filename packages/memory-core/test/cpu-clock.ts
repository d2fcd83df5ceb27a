import process from 'node:process'

/**
 * Starts a clock of the processor's time of this process, in milliseconds. Unlike the time of day it does not go on while
 * other processes have their turn, so that a busy machine fails no test of what something costs.
 */
export function startCpuClock(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
}
