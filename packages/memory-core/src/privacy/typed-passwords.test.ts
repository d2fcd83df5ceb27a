import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

describe('a password without a sign before it', () => {
  it.each([
    'login mreyes22 pw |Tulip!Ward9|',
    'password |Otter2026!|',
    'my netflix password |Otter!2026x|, dont lose it',
    'the wifi password |Otter2026!| works downstairs',
    'wifi: Cafe_Guest key |Otter2026!|',
    'wifi Cafe_Guest key |48151623|',
    'wlan FritzBox passwort |Otter2026|',
    'user: rafa pass |Tulip!Ward9|',
    'pwd |Tulip!Ward9|',
    'Passwort |Sommer#2026|.',
    'the pw |Gr33n&Tea4| is for the NAS',
    'password |P@ssw0rd1|',
  ])('is taken out: %s', (typed) => {
    const [before = '', , after = ''] = typed.split('|')
    expect(redact(typed.replaceAll('|', '')).text).toBe(`${before}[redacted: password]${after}`)
  })

  it.each([
    'I forgot my password again',
    'password reset-2024',
    'password OAuth2Client',
    'the password Base64Encoder class',
    'password user1@example.com',
    'password v2.3.1-beta',
    'password SHA-256/bcrypt',
    'password must have 8+chars!',
    'login: password field1',
    'user password hash256',
    'login pass https://x.io/a1!b',
    'pass #1234abc to the script',
    'pass **kwargs1 to it',
    'I will pass Level12!!',
    'in C# pass List1&List2',
    'pass root@server1',
    'pass rate 95%',
    'key C#8features',
    'the primary key customer2024!',
    'user account key value2',
    'pwd ~/code/dir1',
  ])('is none in "%s"', (text) => expect(redact(text).text).toBe(text))
})
