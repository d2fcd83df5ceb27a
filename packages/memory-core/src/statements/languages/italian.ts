import { regex, source } from '../../text/regex.ts'
import { ailment, diet, type ForeignLanguage, formRows, medicine, namedWith, tongues } from './language.ts'

const kin =
  '(?:moglie|marito|compagn[oa]|fidanzat[oa]|ragazz[oa]|figli[oae]?|bambin[oaie]|madre|mamma|padre|papà|genitori|sorell[ae]|fratell[oi]|nipot[ei]|nonn[oa]|zi[oa]|cugin[oai]|cognat[oa]|suocer[oa]|genero|nuora|patrigno|matrigna|gemell[ie]|coinquilin[oa]|cap[oa]|can[ei]|gatt[oaie])'
const mine = source`(?:mi[oae]|miei|il mio|la mia|i miei|nostr[oa]|il nostro|la nostra) (?:\p{L}+ )?${kin}`
const someone = source`(?:${mine}(?: \p{L}{3,15})?|\p{L}{3,15})`
const number = source`(?:due|tre|quattro|cinque|sei|una?|\d+)`
/** Things that have one value: "my shoe size is 44". */
const things = source`(?:numero di \p{L}+|telefono|cellulare|indirizzo|taglia|compleanno|lingua madre|e-?mail|budget|targa|macchina|auto|medico|dottor(?:e|essa)|dentista|lavoro|obiettivo|\p{L}+ preferit[oa])`
const manner =
  '(?:breve|brevemente|in breve|in modo (?:breve|semplice|dettagliato)|in dettaglio|con (?:degli )?esempi|senza emoji|più brevemente)'

/** Italian statements about the speaker, orders and requests to remember. */
export const italian: ForeignLanguage = {
  language: 'italian',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:ciao|salve|buongiorno|buonasera|ok|bene|ah|oh|e|ma|anche|grazie|sì|comunque|purtroppo|allora|importante|attenzione|a proposito)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:perché|come|chi|quando|dove|quale|puoi(?! (?:di nuovo )?(?:darmi|usare) )|potresti|traduci|riassumi|correggi)(?![a-zà-ž])/i,
    /^(?:credo|penso|suppongo) che(?![a-zà-ž])/i,
  ],
  before: [/(?<![a-zà-ž])(?:se|supponiamo|immagina|dice|dicono|secondo|pensa|crede)(?![a-zà-ž])/i],
  request: /^(?:puoi|potresti|può|potrebbe) /i,
  remember: regex.i`^(?:per favore,? )?(?:(?:ricord(?:a|ati|alo|atevi)|si ricordi|tieni (?:presente|a mente|conto)|tenga (?:presente|a mente|conto)|non (?:ti )?(?:dimentica|scorda)(?:re|rti)|segnati|segna|annota(?:ti)?|memorizza|sappi|(?:puoi|potresti|può|potrebbe) (?:ricordar(?:e|ti|si)|tenere (?:presente|a mente)|segnarti|annotare|memorizzare))(?: bene)?(?: (?:del fatto )?che |\s*:\s*|\s+(?=(?:il|la|i|le|mi[oa]|l') ?[^.:]{0,50}(?:\d|:)))|(?:per (?:tua )?informazione|prendi nota)\s*[,:]\s*)`,
  notRemembered: /^(?:\S+$|come|quando|dove|cosa)/i,
  rememberBefore: /^(?:per favore,? )?(?:ricordalo|ricordatelo|ricordati questo|segnatelo|annotalo)[^\p{L}\p{N}]*$/iu,
  needs:
    /(?<![a-zà-ž])(?:gestisco|gestiamo|facciamo|prendiamo|faccio|ha|è|mi|io|mio|mia|miei|nostr[oa]|sono|siamo|ci|ho|abbiamo|vivo|viviamo|abito|abitiamo|lavoro|soffro|prendo|fumo|parlo|porto|bevo|non|amo|adoro|odio|preferisco|rispond[a-zà-ž]*|scriv[a-zà-ž]*|spieg[a-zà-ž]*|parlami|chiamami|dammi|sii|niente|risposte|usa|puoi|voglio|possiamo|tifo|gioco|sto|morto|morta)(?![a-zà-ž])/i,
  rewrites: [
    [/ (?:adesso|ora|attualmente)(?= )/gi, ''],
    [/^(?:(?:noi|io|ora|adesso|purtroppo|siccome|dal \d{4}|da [a-z]+),? )(?=[a-zà-ž]+(?:o|amo) )/i, ''],
  ],
  forms: formRows(
    {
      health: [
        source`^(?:(?:non )?(?:sono|siamo|ho|abbiamo|soffro|prendo)|ho avuto|mi hanno|${mine}(?: \p{L}+)? (?:è|ha|prende)) (?:\S+ ){0,6}?(?:all'|l'|un')?${ailment}`,
        source`^(?:non )?(?:sono|siamo|mangio|mangiamo|tollero|seguo) (?:\S+ ){0,3}?${diet}|^(?:non )?(?:posso|devo|possiamo) mangiare (?:\S+ ){0,2}?${diet}|^${mine}(?: \p{L}+)? è ${diet}`,
        source`^(?:(?:non )?prendo|${mine} prende) (?:\S+ ){0,6}?${medicine}|\d ?mg(?: (?:di|del|al|ogni|per)|[.!]*$)`,
        source`^non (?:posso|possiamo) (?:più )?(?:mangiare|bere) \p{L}{3,}|^non (?:mangio|tollero|mangiamo) (?:più )?(?!nulla|niente|ora|oggi|adesso|molto|qui)\p{L}{3,}`,
        source`^(?:ho )?paura (?:dei|degli|delle|del|della) |^fumo(?: .{0,40})?[.!]*$|^non fumo|^ho smesso di fumare|^(?:ho ricominciato|sono tornat[oa]) a (?:mangiare|bere|fumare)`,
      ],
      identity: [
        source`^(?:mi chiamo|il mio nome è (?!difficile)|ho \d{1,3} anni(?! di)|vengo da \p{L}|sono di \p{L}{3,}[.!]*$|sono nat[oa] |il mio compleanno|la mia lingua madre|parlo ${tongues}|peso \d|porto il \d\d|sono alt[oa] \d)`,
        source`^sono (?:mancin[oa]|destr[oa]|musulman[oa]|cattolic[oa]|ebre[oa]|sposat[oa]|divorziat[oa]|separat[oa]|single|vedov[oa]|fidanzat[oa])`,
        source`^(?:il mio|la mia|i miei|il nostro|la nostra) (?:nuov[oa] )?${things}(?: \S+){0,4}? (?:è|sono) (?!rott|lent|fuori)`,
      ],
      home: [
        source`^(?:vivo|viviamo|abito|abitiamo|(?:io e )?${mine}(?: \p{L}+)?(?: e io)? (?:abitiamo|viviamo)) (?:\S+ ){0,5}?(?:a|in|nel|vicino|ad) \S`,
        source`^(?:mi sono|ci siamo) (?:appena )?trasferit`,
      ],
      work: [
        source`^(?:non )?lavoro (?:più )?(?:in|come|per|da|presso|alla|a|part|full|al|ne\p{L}+) ?\S`,
        source`^(?:sono|faccio) (?:una? |un'|il |la |l')?\p{L}{3,}(?:ier[ea]|ista|tore|trice|ante|(?:stud|doc|dirig|assist)ente|olog[oa]|ic[oa]|ocat[oa]|[ae]str[oa])(?:[.!]*$| (?:alla|al|in|a|presso|da) )`,
        source`^sono (?:in pensione|pensionat[oa]|disoccupat[oa])|^mi sono licenziat|^ho (?:mollato|lasciato) (?:il lavoro|l'università|gli studi)`,
        source`^(?:ho|abbiamo|gestisco|gestiamo) (?:una? |un'|la mia |il mio )(?:piccol[oa] |propri[oa] )?(?:impresa|azienda|ditta|negozio|bar|ristorante|salone|panetteria|panificio|pasticceria|agenzia|officina|libreria|farmacia|trattoria|pizzeria)(?: (?:di|a|in|da|con) (?!mente|fiducia|\p{L}+[aei]re(?!\p{L}))\S|[,.!]|$)|^(?:siamo|abbiamo) (?:in )?(?:\d+|\p{L}+) (?:dipendenti|impiegati|operai|collaboratori)`,
        source`^(?:facciamo pagare|faccio pagare|prendo|prendiamo) (?!.* (?:da(?:i|l|lla)? (?:miei|mi[oa]|nonn[oaie]|genitori|papà|mamma)|regalo))(?:\p{L}+ )?\d[\d.,]* ?(?:€|euro)? ?(?:all'|al |alla |l'|per |a )(?!\d)\p{L}|^siamo (?:aperti|chiusi) (?:dalle \d|dal \p{L}+dì|il \p{L}+dì|il sabato|la domenica|tutti)|^abbiamo (?:lasciato|cambiato) (?:il |la |l'|lo )?(?:locale|ufficio|sede|negozio|studio)(?!\p{L}| postale| alle )`,
      ],
      person: [
        source`^(?:(?:il|la) )?(?:mi[oa]|nostr[oa]) (?:commercialista|soci[oa]|client[ei]|fornitore|fornitrice|padron[oa] di casa|avvocat[oa]|insegnante|professore|professoressa|allenat(?:ore|rice)|colleg[ah]) si chiama (?!come)\p{L}`,
        source`^${mine} (?:\p{Lu}\p{Ll}+ )?(?:si chiama|è(?! (?:venut|andat|arrivat|partit|qui)[oa]?(?!\p{L}))|ha(?! \p{L}+(?:[aiu]to|tto|sto|rso)(?!\p{L}))|lavora|vive|vivono|abita|abitano|ama|inizia|studia|va|colleziona|gioca|suona|odia|adora|canta|balla|dipinge)(?!\p{L})|^a ${mine} (?:non )?piac(?:e|ciono) (?!quest|l'idea|la tua)\S|^(?:il (?:compleanno|numero|nome)|l'indirizzo) (?:di|del|della) (?:mi[oa]) ${kin} è \S`,
        source`^(?:ho|abbiamo) ${number} (?:\p{L}+ )?(?:figli[oae]?|bambin[ioae]|cani|cane|gatt[oiae]|fratell[oi]|sorell[ae]|nipot[ei])(?!\p{L})`,
        source`^(?:io e \p{L}{2,15}|\p{L}{2,15} e io|mi sono|ci siamo)(?: (?:ci siamo|abbiamo))? (?:separat|divorziat|sposat|fidanzat|lasciat)|^ho lasciato (?!perdere|stare|tutto|fare)\p{L}{3,12}[.!]*$`,
        source`^${someone} è (?:purtroppo )?(?:mort[oa]|mancat[oa]|decedut[oa])(?!.*\d{4})|^\p{L}{3,15} (?:purtroppo )?non c'è più|^è nat[oa] (?:mi[oa]|nostr[oa]|la nostra|il nostro)`,
      ],
      goal: source`^(?:l'anno prossimo )voglio .{3,50}|^voglio .{3,50}(?:entro|l'anno prossimo|quest'anno)|^il mio obiettivo`,
      event: source`^(?:mi sposo|ci sposiamo) (?:il|a|in) `,
      rule: [
        source`^(?:rispondi(?:mi)?|scrivi(?:mi)?|spiegami) sempre |^d'ora in poi,? \p{L}`,
        source`^(?:chiamami (?!quando|se|domani|dopo|più|al)\p{L}|(?:non )?(?:dammi|darmi) del (?:tu|lei)|sii (?:breve|concis[oa])|niente emoji|non usare (?:mai |più )?(?:le |gli )?emoji|risposte (?:brevi|corte|lunghe)|usa sempre \p{L}|possiamo darci del|puoi (?:di nuovo )?(?:darmi|usare)(?: di nuovo)? (?:del|gli emoji))`,
        source`^(?:rispondi|scrivi|parla|spiega|spieghi)(?:mi)?(?: le cose)? (?:in (?:italiano|inglese|francese|tedesco|spagnolo)|${manner})(?: e .{3,30})?(?:,? per favore)?[.!]*$|^mi spieghi le cose `,
      ],
      preference: [
        source`^non (?:bevo|fumo|guido|uso) (?:più )?\S|^(?:ora |adesso )?bevo (?:di nuovo|ancora)|^bevo (?:il |la )?\p{L}+[.!]*$`,
        source`^(?:amo|adoro|odio|preferisco|(?:non )?mi piac(?:e|ciono)) (?!quest|quell|come|quando|che|(?:il|la|le|i) tu)\S`,
      ],
      skill: source`^(?:sto imparando|studio|suono|gioco a|faccio un corso di) (?!quest)\p{L}{2,}`,
      project: source`^(?:al lavoro )?usiamo \p{L}{4,}[.!]*$|^siamo passati da .{2,30} a \p{L}`,
    },
    {
      work: source`^[Ss]ono \p{Ll}{4,} (?:alla|al|in|presso) \p{Lu}`,
      identity: source`^[Ss]ono \p{Lu}\p{Ll}{2,}(?:[.!]*$|,)`,
      health: source`${namedWith('ha|soffre di', 'è')}|^[Pp]rendo (?:il |l'|la |lo )?(?!Uber|Frecciarossa|Intercity|Nutella|Coca)\p{Lu}\p{Ll}{4,}[.!]*$`,
    },
  ),
}
