import type { NamespaceQuery } from './items.ts'

/** Whether a namespace begins and ends with what a query asks for; a part that is longer than it does not fit. */
export function isNamespaceWanted(namespace: readonly string[], { prefix = [], suffix = [] }: NamespaceQuery): boolean {
  const end = namespace.slice(Math.max(0, namespace.length - suffix.length))
  return fits(namespace, prefix) && fits(end, suffix)
}

/** The labels of a prefix before its first `*`: every namespace that it fits begins with them. */
export function plainPrefix(prefix: readonly string[] = []): string[] {
  const star = prefix.indexOf('*')
  return prefix.slice(0, star === -1 ? prefix.length : star)
}

function fits(labels: readonly string[], pattern: readonly string[]): boolean {
  return pattern.length <= labels.length && pattern.every((label, index) => label === '*' || label === labels[index])
}
