const reminder = /<system-reminder\b(?:[^<>]{0,4096}\/>|[^<>]{0,4096}>[\s\S]*?(?:<\/system-reminder\s*>|$))/gi

/** A text without what a host put into it as `<system-reminder …>…</system-reminder>`; one that is never closed ends with the text. */
export function withoutReminders(text: string): string {
  return text.includes('<') ? text.replace(reminder, '\n') : text
}
