/**
 * A text without what no document should hold: `\r\n` and `\r` become `\n`, every other control character but the tab
 * goes, NUL and terminal codes included. Linear.
 */
export function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
}
