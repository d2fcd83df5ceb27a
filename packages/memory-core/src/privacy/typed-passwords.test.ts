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

describe('a number that opens something', () => {
  it.each([
    'my card pin is |4471|',
    "Mum's bank pin is |4471| i need to get her pension out",
    'PIN for my card: |8812|',
    "my pin's |1998|",
    'The alarm code is |9080| at the shop',
    'The safe code at the shop is |7731|',
    'the gate code is |4471B|',
    'door code |2580#|',
    'combination for the safe is |12-34-56|',
    'the code to the garage: |778|',
    'card exp 04/28 cvv |123|',
  ])('is taken out: %s', (typed) => {
    const [before = '', , after = ''] = typed.split('|')
    expect(redact(typed.replaceAll('|', '')).text).toBe(`${before}[redacted: pin]${after}`)
  })

  it.each([
    'error code 404',
    'the promo code is 4471',
    'my zip code is 94110',
    'post code 1010 Vienna',
    'area code 212',
    'status code: 500',
    'code 4471 of the ticket',
    'GPIO pin 1300',
    'pin the version 2024',
    'country code 0044',
    'the door code from 1998 was removed',
    'lock code 404',
    'the lock code in the repo is 1200 lines',
    'security code: 404 error',
    'the lock code in src/lock.ts:1200',
    'alarm code on line 4471',
    'the alarm went off at 0330',
    'Bangalore, PIN code 560001',
  ])('is none in "%s"', (text) => expect(redact(text).text).toBe(text))

  it('is the second word behind a login, and a number of the national insurance', () => {
    expect(redact('my login for the portal is marek / Lublin1974!').text).not.toContain('Lublin')
    expect(redact('my national insurance number is QQ 12 34 56 C').text).not.toContain('12 34')
    expect(redact('the login page is slow / unusable2').text).toContain('unusable2')
  })
})
