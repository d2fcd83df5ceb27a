import { useLayoutEffect } from 'preact/hooks'

/** Calls the action of a key, except in a text field; Escape leaves the field. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  // Before the browser paints: a key that is pressed as soon as a thing is seen must not be lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (
        target instanceof HTMLInputElement ||
        target instanceof HTMLTextAreaElement ||
        target instanceof HTMLSelectElement
      ) {
        if (event.key === 'Escape') target.blur()
        const isList = target instanceof HTMLInputElement && ['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)
        if (!isList) return
      }
      const work = keys[event.key]
      if (!work) return
      event.preventDefault()
      work()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
