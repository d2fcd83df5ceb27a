import type { StatementKind } from '../statement.ts'
import type { RulePack } from './rule-table.ts'

/** The patterns of plain statements about oneself in one language. */
export interface Forms {
  pack: Pick<RulePack, 'language' | 'opening' | 'leftOut' | 'before'>
  /** Words without which no form can match. */
  needs: RegExp
  /** The first match gives the kind. */
  forms: readonly (readonly [kind: StatementKind, pattern: RegExp])[]
}

/** The languages that have these forms and no rules. */
export const furtherLanguages: readonly Forms[] = [
  {
    pack: {
      language: 'french',
      opening:
        /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:bonjour|salut|ok|bon|bien|ah|oh|et|mais|aussi|merci|oui|au fait|en fait)[\s,.:;!…–—-]+)/iu,
      leftOut: [
        /^(?:pourquoi|comment|qui|quand|où|quel\p{L}*|est-ce|peux-tu|pouvez|traduis|résume|corrige)(?!\p{L})/iu,
      ],
      before: [/(?<!\p{L})(?:si|supposons|imagine|dit|disent|selon|pense|croit)(?!\p{L})/iu],
    },
    needs:
      /(?<!\p{L})(?:je|nous|mon|ma|mes|notre|réponds|répondez|écris|écrivez|désormais|à partir)(?![\p{L}'])|(?<!\p{L})j'\p{L}/iu,
    forms: [
      [
        'health',
        /(?<!\p{L})(?:suis|sommes|est|ai|avons|souffre|prends|m\p{L}{1,2} \p{L}+ a) (?:\S+ ){0,3}(?:allergi|intoléran|diab|asthm|épilep|cœliaque|coeliaque|enceinte|daltonien|malentendant|insuline|végétari|végan|vegan|\d+ ?mg)/iu,
      ],
      [
        'identity',
        /^(?:je m'appelle|mon (?:pré)?nom est|j'ai \d{1,3} ans|je viens d|je suis née? |mon anniversaire|ma langue maternelle|je parle) ?\S/iu,
      ],
      [
        'home',
        /^(?:j'habite|nous habitons|je vis|nous vivons) (?:à|en|au|aux|dans|près) |^(?:j'ai|nous avons) déménagé/iu,
      ],
      [
        'work',
        /^je (?:travaille (?:chez|comme|à|pour|dans|en) |suis (?:une? )?\p{L}{3,}(?:ière?|ieure?|euse|iste|teur|trice|ienn?e?|ante?|decin|cate?)[.!]*$)/iu,
      ],
      [
        'person',
        /^(?:mon|ma|notre) (?:femme|mari|compagn(?:on|e)|copine?|copain|fille|fils|enfant|bébé|mère|père|sœur|soeur|frère|chef(?:fe)?|patron(?:ne)?|chien(?:ne)?|chat(?:te)?) (?:\p{Lu}\p{Ll}+ )?(?:s'appelle|est|a|travaille|habite|vit|aime)(?!\p{L})|^(?:j'ai|nous avons) (?:deux|trois|quatre|une?|\d) (?:enfants?|filles?|fils|chiens?|chats?|frères?|sœurs?)(?!\p{L})/iu,
      ],
      [
        'rule',
        /^(?:réponds|répondez|écris|écrivez)(?:-moi)? toujours |^(?:désormais|à partir de maintenant),? \p{L}/iu,
      ],
      [
        'preference',
        /^je ne \p{L}+ (?:pas|jamais) d|^(?:j'aime|j'adore|je déteste|je préfère|je n'aime pas) (?!ça|cela|ce|cette|ces|bien|ton|ta|votre|que|quand|comment)\S/iu,
      ],
    ],
  },
  {
    pack: {
      language: 'italian',
      opening:
        /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:ciao|salve|ok|bene|ah|oh|e|ma|anche|grazie|sì|comunque|a proposito)[\s,.:;!…–—-]+)/iu,
      leftOut: [/^(?:perché|come|chi|quando|dove|quale|puoi|potresti|traduci|riassumi|correggi)(?!\p{L})/iu],
      before: [/(?<!\p{L})(?:se|supponiamo|immagina|dice|dicono|secondo|pensa|crede)(?!\p{L})/iu],
    },
    needs:
      /(?<!\p{L})(?:mi|mio|mia|nostr[oa]|sono|siamo|ho|abbiamo|vivo|abito|lavoro|soffro|prendo|non|amo|adoro|odio|preferisco|rispondi)(?!\p{L})/iu,
    forms: [
      [
        'health',
        /(?<!\p{L})(?:sono|siamo|è|ho|ha|soffro|prendo) (?:\S+ ){0,3}(?:allergi|intolleran|diabet|asma|epile|celiac|incinta|dalton|insulina|vegetarian|vegan|\d+ ?mg)/iu,
      ],
      [
        'identity',
        /^(?:mi chiamo|il mio nome è|ho \d{1,3} anni|vengo da|sono nat[oa] |il mio compleanno|la mia lingua madre|parlo) ?\S/iu,
      ],
      ['home', /^(?:vivo|viviamo|abito|abitiamo) (?:a|in|nel|vicino) |^(?:mi sono|ci siamo) trasferit/iu],
      [
        'work',
        /^(?:lavoro (?:in|come|per|da|presso|alla) |(?:sono|faccio) (?:una? |un'|il |la |l')?\p{L}{3,}(?:ier[ea]|ista|tore|trice|ante|(?:stud|doc|dirig|assist)ente|olog[oa]|ic[oa]|ocat[oa])[.!]*$)/iu,
      ],
      [
        'person',
        /^(?:mi[oa]|il mio|la mia|nostr[oa]) (?:moglie|marito|compagn[oa]|fidanzat[oa]|figli[oa]|bambin[oa]|madre|padre|sorella|fratello|cap[oa]|cane|gatt[oa]) (?:\p{Lu}\p{Ll}+ )?(?:si chiama|è|ha|lavora|vive|ama)(?!\p{L})|^(?:ho|abbiamo) (?:due|tre|quattro|una?|\d) (?:figli[oae]?|cani|cane|gatt[oiae]|fratelli|sorelle)(?!\p{L})/iu,
      ],
      ['rule', /^(?:rispondi(?:mi)?|scrivi(?:mi)?) sempre |^d'ora in poi,? \p{L}/iu],
      [
        'preference',
        /^non (?:mangio|bevo|fumo|guido|uso) \S|^(?:amo|adoro|odio|preferisco|(?:non )?mi piac(?:e|ciono)) (?!quest|quell|come|quando|che|il tuo|la tua)\S/iu,
      ],
    ],
  },
  {
    pack: {
      language: 'portuguese',
      opening:
        /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:olá|oi|ok|bem|bom|ah|e|mas|também|obrigad[oa]|sim|aliás|a propósito)[\s,.:;!…–—-]+)/iu,
      leftOut: [
        /^(?:por que|porque|como|quem|quando|onde|qual|você pode|podes|poderia|traduz\p{L}*|resum\p{L}*|corrig\p{L}*)(?!\p{L})/iu,
      ],
      before: [
        /(?:^|[,;] ?)se(?!\p{L})|(?<!\p{L})(?:suponha|imagine|disse|diz|dizem|segundo|acha|acredita)(?!\p{L})/iu,
      ],
    },
    needs:
      /(?<!\p{L})(?:eu|meu|minha|nosso|nossa|sou|somos|tenho|temos|moro|moramos|trabalho|tomo|não|nunca|adoro|odeio|prefiro|gosto|falo|responda|responde|chamo)(?!\p{L})/iu,
    forms: [
      [
        'health',
        /(?<!\p{L})(?:sou|somos|é|tenho|tem|sofro|tomo|estou) (?:\S+ ){0,3}(?:alérgic|alergia|intoleran|diab[eé]t|asma|epil|celíac|grávida|daltôn|insulina|vegetarian|vegan|\d+ ?mg)/iu,
      ],
      [
        'identity',
        /^(?:eu )?(?:me chamo|chamo-me|(?:o )?meu nome é|tenho \d{1,3} anos|sou d[eoa] \p{L}|nasci |(?:o )?meu aniversário|(?:a )?minha língua materna|falo) ?\S/iu,
      ],
      [
        'home',
        /^(?:eu )?(?:moro|moramos|vivo|vivemos) (?:em|no|na|perto) |^(?:eu )?(?:me mudei|mudei-me|nos mudamos) /iu,
      ],
      [
        'work',
        /^(?:eu )?(?:trabalho (?:em|como|para|na|no) |sou (?:uma? )?\p{L}{3,}(?:eir[oa]|ista|ora?|ic[oa]|ente|og[oa]|ante|ad[oa])[.!]*$)/iu,
      ],
      [
        'person',
        /^(?:[oa] )?(?:meu|minha|nosso|nossa) (?:mulher|esposa|marido|esposo|companheir[oa]|namorad[oa]|filh[oa]|bebê|mãe|pai|irmã|irmão|chefe|cachorr[oa]|cão|gat[oa]) (?:\p{Lu}\p{Ll}+ )?(?:se chama|chama-se|é|tem|trabalha|mora|vive|gosta)(?!\p{L})|^(?:eu )?(?:tenho|temos) (?:dois|duas|três|quatro|uma?|\d) (?:filh[oa]s?|cachorr[oa]s?|cães|gat[oa]s?|irmãos|irmãs)(?!\p{L})/iu,
      ],
      ['rule', /^(?:responda|responde|escreva|escreve)(?:-me)? sempre |^a partir de agora,? \p{L}/iu],
      [
        'preference',
        /^(?:eu )?(?:não|nunca) (?:como|bebo|fumo|dirijo|conduzo|uso) \S|^(?:eu )?(?:adoro|odeio|prefiro|amo|(?:não )?gosto d[eoa]s?) (?!iss|est|ess|quando|como|que)\S/iu,
      ],
    ],
  },
  {
    pack: {
      language: 'dutch',
      opening:
        /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:hallo|hoi|ok|oké|goed|ah|oh|en|maar|ook|bedankt|dank je|ja|trouwens|overigens)[\s,.:;!…–—-]+)/iu,
      leftOut: [/^(?:waarom|hoe|wie|wat|wanneer|waar|welke?|kun|kan|kunt|vertaal|vat|corrigeer)(?!\p{L})/iu],
      before: [/(?<!\p{L})(?:als|stel|zegt|zei|zeggen|volgens|denkt|gelooft)(?!\p{L})/iu],
    },
    needs:
      /(?<!\p{L})(?:ik|wij|mijn|m'n|onze|antwoord|schrijf)(?!\p{L})|^(?:we|ons) (?:hebben|zijn|wonen|kind|kat|hond|huis)(?!\p{L})/iu,
    forms: [
      [
        'health',
        /(?<!\p{L})(?:ben|zijn|is|heb|hebben|heeft|lijd|slik|gebruik) (?:\S+ ){0,3}(?:allergisch|\p{L}*allergie|intoleran\p{L}+|diabetes|diabeticus|astma|epileps\p{L}+|coeliakie|zwanger|kleurenblind|slechthorend|insuline|vegetari\p{L}+|veganist|\d+ ?mg)/iu,
      ],
      [
        'identity',
        /^(?:ik heet|mijn naam is|ik ben \d{1,3}(?: jaar)?|ik kom uit|ik ben geboren|mijn verjaardag|mijn moedertaal|ik spreek) ?\S/iu,
      ],
      ['home', /^(?:ik woon|wij wonen|we wonen) (?:in|op|bij) |^(?:ik ben|we zijn|wij zijn) .{2,40}verhuisd/iu],
      [
        'work',
        /^ik werk (?:bij|als|voor|in) \S|^ik ben (?:een )?\p{L}{3,}(?:eur|euse|iste?|(?<!b)aar|kundige|arts|ente?|leraar|lerares)[.!]*$/iu,
      ],
      [
        'person',
        /^(?:mijn|onze?) (?:vrouw|man|partner|vriend(?:in)?|dochter|zoon|kind|baby|moeder|vader|zus|broer|baas|chef|hond|kat|poes) (?:\p{Lu}\p{Ll}+ )?(?:heet|is|heeft|werkt|woont|houdt)(?!\p{L})|^(?:ik heb|we hebben|wij hebben) (?:twee|drie|vier|een|\d) (?:kinderen|kind|dochters?|zoons?|zonen|honden|hond|katten|kat|broers?|zussen)(?!\p{L})/iu,
      ],
      ['rule', /^(?:antwoord|schrijf) altijd |^vanaf nu \p{L}/iu],
      [
        'preference',
        /^ik (?:eet|drink|rook|rijd|gebruik) (?:geen|nooit) \S|^ik (?:hou (?:van|niet van)|haat|prefereer) (?!dit|dat|deze|die|je|jouw)\S/iu,
      ],
    ],
  },
]
