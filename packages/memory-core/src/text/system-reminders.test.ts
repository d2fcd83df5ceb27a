import { expect, it } from 'vitest'
import { withoutReminders } from './plain-text.ts'

it.each([
  ['I like tea.', 'I like tea.'],
  ['a <system-reminder>b</system-reminder> c', 'a \n c'],
  ['a <system-reminder type="todo">b\n<b>c</b></system-reminder> d', 'a \n d'],
  ['a <SYSTEM-REMINDER>b</System-Reminder >c', 'a \nc'],
  ['a <system-reminder/> b', 'a \n b'],
  ['a <system-reminder>b', 'a \n'],
  ['a <system-reminders>b', 'a <system-reminders>b'],
])('leaves out what stands inside a system reminder: %j', (text, expected) => {
  expect(withoutReminders(text)).toBe(expected)
})

it('takes linear time, whatever is opened and never closed', () => {
  const text = '<system-reminder '.repeat(200_000)
  const start = performance.now()
  withoutReminders(text)
  expect(performance.now() - start).toBeLessThan(2_000)
})
