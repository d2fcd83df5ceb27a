/** A key or a token has at least so many characters without a blank. */
const least = 16

/** By character code, whether a character can stand in a key. */
const ofKeys = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=.~%-')
  ofKeys[character.charCodeAt(0)] = 1

/**
 * Whether a text has 16 characters in a row of which keys are made. Looks at every sixteenth character, and around it
 * only where it can be part of one: prose costs next to nothing.
 */
export function hasLongRun(text: string): boolean {
  for (let place = least - 1; place < text.length; place += least) {
    if (!isOfKeys(text, place)) continue
    let start = place
    while (start > place - least + 1 && isOfKeys(text, start - 1)) start -= 1
    let end = place + 1
    while (end - start < least && isOfKeys(text, end)) end += 1
    if (end - start >= least) return true
  }
  return false
}

function isOfKeys(text: string, place: number): boolean {
  return ofKeys[text.charCodeAt(place)] === 1
}
