const reminder = /<system-reminder\b(?:[^<>]{0,4096}\/>|[^<>]{0,4096}>[\s\S]*?(?:<\/system-reminder\s*>|$))/gi

/** Removes `<system-reminder …>…</system-reminder>`, which hosts insert. An unclosed one extends to the end. */
export function withoutReminders(text: string): string {
  return text.includes('<') ? text.replace(reminder, '\n') : text
}
