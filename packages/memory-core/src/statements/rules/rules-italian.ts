import { type RulePack, requestsOnly } from './rule-table.ts'

/** What Italian is read by, beside the forms of statements about the speaker. */
export const italianRules: RulePack = {
  ...requestsOnly,
  language: 'italian',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:ciao|salve|buongiorno|buonasera|ok|bene|ah|oh|e|ma|anche|grazie|sì|comunque|purtroppo|allora|importante|attenzione|a proposito)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:perché|come|chi|quando|dove|quale|puoi(?! (?:di nuovo )?(?:darmi|usare) )|potresti|traduci|riassumi|correggi)(?!\p{L})/iu,
    /^(?:credo|penso|suppongo) che(?!\p{L})/iu,
  ],
  before: [/(?<!\p{L})(?:se|supponiamo|immagina|dice|dicono|secondo|pensa|crede)(?!\p{L})/iu],
  request: /^(?:puoi|potresti|può|potrebbe) /iu,
  remember:
    /^(?:per favore,? )?(?:(?:ricord(?:a|ati|alo|atevi)|si ricordi|tieni (?:presente|a mente|conto)|tenga (?:presente|a mente|conto)|non (?:ti )?(?:dimentica|scorda)(?:re|rti)|segnati|segna|annota(?:ti)?|memorizza|sappi|(?:puoi|potresti|può|potrebbe) (?:ricordar(?:e|ti|si)|tenere (?:presente|a mente)|segnarti|annotare|memorizzare))(?: bene)?(?: (?:del fatto )?che |\s*:\s*|\s+(?=(?:il|la|i|le|mi[oa]|l') ?[^.:]{0,50}(?:\d|:)))|(?:per (?:tua )?informazione|prendi nota)\s*[,:]\s*)/iu,
  notRemembered: /^(?:\S+$|come|quando|dove|cosa)/iu,
  rememberBefore: /^(?:per favore,? )?(?:ricordalo|ricordatelo|ricordati questo|segnatelo|annotalo)[^\p{L}\p{N}]*$/iu,
}
