const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const number = new Intl.NumberFormat('en')

/** A day, for people. */
export function dayOf(iso: string | undefined): string {
  const at = new Date(iso ?? '')
  return Number.isNaN(at.getTime()) ? '' : day.format(at)
}

/** A moment, for people. */
export function momentOf(iso: string | undefined): string {
  const at = new Date(iso ?? '')
  return Number.isNaN(at.getTime()) ? '' : minute.format(at)
}

export function count(amount: number, one: string, many = `${one}s`): string {
  return `${number.format(amount)} ${amount === 1 ? one : many}`
}

export function figure(amount: number): string {
  return number.format(amount)
}

export function bytes(amount: number): string {
  if (amount < 1_000) return `${amount} B`
  return amount < 1_000_000 ? `${(amount / 1_000).toFixed(1)} kB` : `${(amount / 1_000_000).toFixed(1)} MB`
}
