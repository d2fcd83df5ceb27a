import type { SecretMatch } from './secret-rule.ts'

/** The prefixes and lengths that issuers use; `rare` ones are taken only next to a word that speaks of a card. */
const issuers: readonly { prefix: RegExp; lengths: readonly number[]; rare?: boolean }[] = [
  { prefix: /^4/, lengths: [16] },
  { prefix: /^4/, lengths: [13, 19], rare: true },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [17, 18, 19], rare: true },
  { prefix: /^(?:30[0-5]|3[689])/, lengths: [14], rare: true },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { prefix: /^(?:62|81)/, lengths: [16] },
  { prefix: /^62/, lengths: [17, 18, 19], rare: true },
  { prefix: /^220[0-4]/, lengths: [16] },
  { prefix: /^(?:50|5[6-9]|6[0379])/, lengths: [13, 14, 15, 16, 17, 18, 19], rare: true },
]

const speaksOfCards =
  /card|visa|master|amex|american express|diners|discover|maestro|unionpay|jcb|karte|tarjeta|carte|信用卡|カード/i
/** Right before a number that is none of a card. */
const numbersSomething =
  /(?:order|invoice|tracking|ticket|reference|ref|transaction|case|shipment|parcel|serial|booking|customer|account|article|bestell|auftrags|rechnungs|kunden|pedido|factura|commande|facture|订单|注文)[ _-]?(?:number|num|no\.?|nr\.?|nummer|id|#|code|号|番号)?["']?[ \t]{0,2}(?:[:#=：]|is|was|ist)?[ \t]{0,2}["'#]?$/i
const contextCharacters = 40

/** Whether digits have the checksum of ISO/IEC 7812-1 (Luhn). */
export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - place) - 48
    const doubled = place % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether digits, with or without separators, are the number of a payment card. */
export function isCardNumber({ secret, text, index }: SecretMatch): boolean {
  const digits = secret.replaceAll(/\D/g, '')
  const issuer = issuers.filter(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits))
  if (issuer.length === 0 || new Set(digits).size < 2 || !isLuhn(digits)) return false
  const before = text.slice(Math.max(0, index - contextCharacters), index)
  if (speaksOfCards.test(before)) return true
  return issuer.some(({ rare }) => !rare) && !numbersSomething.test(before)
}
