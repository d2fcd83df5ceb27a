import { regex, source } from '../../text/regex.ts'
import { ailment, diet, type ForeignLanguage, formRows, medicine, namedWith, tongues } from './language.ts'

const kin =
  '(?:ex-?|beaux?-|belle-|demi-)?(?:femme|mari|compagn(?:on|e)|copine?|copain|fille|fils|enfants?|bébé|mère|maman|(?:grand-)?père|papa|grand-mère|parents|sœur|soeur|frère|petite?-fil(?:le|s)|oncle|tante|tata|tonton|cousine?|neveu|nièce|fiancée?|jumeaux|jumelles|filleule?|marraine|parrain|coloc(?:ataire)?|supérieure?|chef(?:fe)?|patron(?:ne)?|chien(?:ne)?|chat(?:te)?)'
const mine = source`(?:mon|ma|mes|notre|nos) (?:\p{L}+ )?${kin}`
const someone = source`(?:${mine}(?: \p{L}{3,15})?|\p{L}{3,15})`
const number = source`(?:deux|trois|quatre|cinq|six|une?|\d+)`
/** Things that have one value: "my shoe size is 44". */
const things = source`(?:numéro de \p{L}+|téléphone|adresse|pointure|taille|anniversaire|langue maternelle|e-?mail|budget\p{L}*|plaque|voiture|médecin|docteur|dentiste|métier|objectif|\p{L}+ préférée?)`
const manner = source`(?:court|brièvement|plus court|en détail|de façon (?:détaillée|simple)|simplement|avec des exemples|sans emojis|en moins de \d+ mots|de manière \p{L}+)`

/** French statements about the speaker, orders and requests to remember. */
export const french: ForeignLanguage = {
  language: 'french',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:bonjour|bonsoir|salut|coucou|ok|bon|bien|ah|oh|et|mais|aussi|merci|oui|au fait|en fait|finalement|alors|attention|important|moi)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:pourquoi|comment|qui|quand|où|quel[a-zà-ž]*|est-ce|peux-tu|pouvez|traduis|résume|corrige)(?![a-zà-ž])/i,
    /^(?:je|on|nous) (?:crois|pense|pensons|croit|suppose)(?![a-zà-ž])/i,
  ],
  before: [/(?<![a-zà-ž])(?:si|supposons|imagine|dit|disent|selon|pense|croit)(?![a-zà-ž])/i],
  request: /^(?:(?:tu peux|vous pouvez|tu pourrais) |(?:peux|pourrais)-tu |(?:pouvez|pourriez)-vous )/i,
  remember: regex.i`^(?:s'il (?:te|vous) plaît,? )?(?:(?:ret(?:iens|enez)|souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|n'oublie[zs]? (?:pas|jamais)|oublie[zs]? pas|sache[sz]?|mémorise[sz]?|gard(?:e|ez)(?: bien)? en (?:mémoire|tête)|(?:(?:tu peux|vous pouvez|tu pourrais) |(?:peux|pourrais)-tu |(?:pouvez|pourriez)-vous )(?:s'il te plaît )?(?:te souvenir|vous souvenir|te rappeler|retenir|noter|mémoriser))(?: bien)?(?: qu(?:e |')|\s*:\s*|\s+(?=(?:mon|ma|mes|notre|nos|l[ea]) [^.:]{0,50}(?:\d|:)))|notez?(?: bien)? (?:qu(?:e |')|: )|note[zr]? bien\s*:\s*|pour info(?:rmation)?\s*[,:]\s*)`,
  notRemembered: /^(?:\S+$|comment|quand|où|quoi)/i,
  rememberBefore:
    /^(?:s'il te plaît,? )?(?:retiens(?:-le| ça| cela)|souviens-t'en|n'oublie pas (?:ça|cela)|note(?:-le| ça))[^\p{L}\p{N}]*$/iu,
  needs:
    /(?<![a-zà-ž])(?:a|est|je|on|nous|moi|mon|ma|mes|notre|chui|j|réponds?|répondez|écris|écrivez|désormais|à partir|appelle|appelez|tutoie|tutoyez|vouvoie|vouvoyez|pas|sois|soyez|n'utilise[zs]?|ne|utilise[zs]?|explique[zs]?|fais|réponses|parle[zs]?|tu peux|vous pouvez|mort|morte|décédée?)(?![a-zà-ž'])|(?<![a-zà-ž])j'[a-zà-ž]/i,
  rewrites: [
    [/ (?:maintenant|actuellement|désormais)(?= |[.!]*$)/gi, ''],
    [/^(?:(?:maintenant|moi|finalement|depuis [^,]{2,20}?|comme),? )(?=je |j'|on |nous )/i, ''],
    [/^(?:à partir d(?:e |')|a partir d(?:e |')|des |en )[a-z]+,? (?=on |nous |je )/i, ''],
    [/^(?:chui|j'suis|j suis|suis) /i, 'je suis '],
    [/^(?=(?:habite|travaille) )/i, "j'"],
    [/^moi c'est /i, "je m'appelle "],
    [/^on (?=[a-zà-ž]+)/i, 'nous '],
    [/^je (suis|mange|bois|fume|supporte|travaille|prends|peux) (pas|plus) /i, 'je ne $1 $2 '],
  ],
  forms: formRows(
    {
      health: [
        source`^(?:(?:je|j'|nous) ?(?:ne |n')?(?:suis|sommes|ai|avons|souffre|prends|fais)|j'ai été|${mine}(?: \p{L}+)? (?:est|a|prend)) (?:\S+ ){0,6}?(?:d'|l'|de l')?${ailment}`,
        source`^(?:(?:je|nous) (?:ne )?(?:suis|sommes|mange|mangeons|supporte|tolère)|${mine}(?: \p{L}+)? est) (?:\S+ ){0,4}?${diet}|^je (?:ne )?(?:dois|peux) (?:pas |plus )?manger (?:\S+ ){0,2}?${diet}`,
        source`^(?:je (?:ne )?prends|je suis sous|${mine} prend) (?:\S+ ){0,6}?${medicine}|\d ?mg(?: (?:de|d'|du|par|le|tous|chaque)|[.!]*$)`,
        source`^(?:je|nous) (?:ne )?(?:(?:mange|mangeons) (?:pas|plus|jamais)|(?:peux|dois|pouvons) (?:pas|plus) manger) (?:de |d'|du )\S|^j'ai pas (?:le )?droit (?:au|à) `,
        source`^je (?:ne )?(?:supporte|tolère) (?:pas|plus) (?:le|la|les|l') ?(?:lait|la[ck]tose|gluten|fromage|œufs|fruits|alcool|noix)`,
        source`^j'ai (?:très )?peur (?:des|du|de la) |^je (?:re)?fume(?: .{0,40})?[.!]*$|^je ne fume (?:pas|plus)|^j'ai arrêté de fumer|^(?:je )?mange (?:à nouveau|de nouveau) |^je mange (?:à|de) nouveau |^je remange `,
      ],
      identity: [
        source`^(?:je m'appelle|mon (?:pré)?nom est (?!difficile)|j'ai \d{1,3} ans|j'ai eu \d{1,3} ans|je viens de \p{L}|je suis née? |mon anniversaire|ma langue maternelle|je parle ${tongues}|je mesure \d|je pèse \d|je fais du \d\d|je chausse)`,
        source`^je suis (?:gauch|droit[iè]|musulman|catholique|juive?|retraité|à la retraite|mariée?|divorcée?|séparée?|célibataire|veu[vf]|fiancée?)`,
        source`^(?:mon|ma|mes|notre) (?:nouve(?:au|lle) )?${things}(?: \S+){0,4}? (?:est|sont|c'est|est passée?) (?!cassé|lent|en panne|mort)\S`,
      ],
      home: [
        source`^(?:j'habite|nous habitons|nous habite|je vis|nous vivons|nous vit|${mine}(?: \p{L}+)? et moi (?:habitons|vivons)) (?:\S+ ){0,5}?(?:à|en|au|aux|dans|près|une maison) `,
        source`^(?:j'ai|nous avons|nous a|je me suis|nous sommes) (?:déménagé|emménagé|install)`,
      ],
      work: [
        source`^je (?:travaille|bosse|ne travaille (?:plus|pas)) (?:\S+ )?(?:chez|comme|à|pour|dans|en) `,
        source`^j'ai (?:quitté (?!la pièce|le groupe)\S|démissionné|été (?:promue?|licenciée?)|arrêté (?:la fac|mes études))|^je suis (?:retraitée?|au chômage|en retraite)`,
        source`^(?:j'ai|nous avons|nous a|je tiens|nous tient|nous tenons|je dirige) (?:une?|mon|ma|notre) (?:petite? |propre )*(?:entreprise|société|commerce|boutique|magasin|restaurant|café|salon|boulangerie|pâtisserie|agence|cabinet|librairie|ferme|garage|pharmacie)(?: (?:(?:de|d'|en|au|avec) ?(?!tête|vue|confiance)|à (?!\d|te |vous |lui |\p{L}+(?:er|re|ir)(?!\p{L})))\S|[,.!]|$)|^nous (?:est|sommes|a|avons) (?:\d+|\p{L}+) (?:employé|salarié|collaborat)`,
        source`^(?:nous factur(?:e|ons)|je facture|je prends|nous pren(?:d|ons)) (?!.* (?:cadeau|fête|sortie))(?:\p{L}+ )?\d[\d.,]* ?(?:€|euros?)? ?(?:de l'|par |l'|la |le )\p{L}|^nous (?:ouvre|ouvrons|ferme|fermons|(?:est|sommes) (?:ouvert|fermé)s?) (?:de \d|du \p{L}+di|(?:tous )?les? \p{L}+(?:di|anche)|à \d)|^nous (?:a|avons) quitté (?:le|la|les|nos?|notre|l') ?(?:local|locaux|bureaux?|boutique|magasin|atelier)(?!\p{L}| à \d)`,
      ],
      person: [
        source`^(?:mon|ma|notre) (?:comptable|associée?|client|cliente|fournisseur|propriétaire|avocate?|prof|professeure?|entraîneur|entraîneuse|gestionnaire|collègue) s'appelle (?!comme)\p{L}`,
        source`^${mine} (?:\p{L}+ )?(?:s'appelle(?:nt)?|est(?! (?:venue?|partie?|arrivée?|passée?|là)(?!\p{L}))|sont|ont|a(?! \p{L}+(?:é|u|i|is|it)(?:[.!]*$| (?:hier|ce|cette|à|au|dans|le|la|les|un|une|mon|ma|mes)(?!\p{L})))|travaille|habite|vit|vivent|habitent|aime|entre|étudie|va|vient d[eu']|fête|collectionne|joue|adore|déteste|chante|peint|ne (?:mange|boit|fume) (?:pas|plus|jamais|que))(?!\p{L})|^(?:l'anniversaire|le (?:numéro|prénom|nom|métier|mail)|l'adresse) de ${mine}(?: est|,? c'est) \S`,
        source`^(?:j'ai|nous avons|nous a) ${number} (?:\p{L}+ )?(?:enfants?|filles?|fils|garçons?|chiens?|chats?|chattes?|frères?|sœurs?|soeurs?|petits-enfants)(?!\p{L})`,
        source`^(?:\p{L}{2,15} et moi|moi et \p{L}{2,15}|je|nous|j') ?(?:me |nous )?(?:avons|ai|sommes|suis) (?:divorcé|séparée?s?|mariée?s?|fiancée?s?)|^j'ai (?:largué|quitté) (?!le |la |l'|les )\p{L}|^j'ai accouché`,
        source`^${someone} (?:est|a été) (?:\p{L}+ )?(?:morte?|décédée?|piquée?)(?!.*\d{4})|^(?:nous a|j'ai|nous avons) dû faire piquer `,
        source`^notre .{0,20}(?:enfant|fille|fils|bébé) est (?:née?|arrivée?)`,
      ],
      goal: source`^(?:l'année prochaine )?je veux .{3,50}(?:avant|l'année prochaine|cette année|d'ici)|^mon objectif`,
      event: source`^(?:je me marie|nous nous marions) (?:le|en) `,
      rule: [
        source`^(?:réponds|répondez|écris|écrivez)(?:-moi)? toujours |^(?:désormais|à partir de maintenant),? \p{L}`,
        source`^(?:(?:appelle|appelez)-moi (?!quand|si|demain|plus|ce|à|au)\p{L}|(?:tutoie|tutoyez|vouvoie|vouvoyez)-moi|ne me (?:tutoie|vouvoie)|pas d'emojis|(?:sois|soyez) (?:bref|brève|concis))`,
        source`^(?:n'utilise[zs]?|ne mets?|ne mettez) (?:jamais |pas |plus )?d'emojis|^(?:fais|faites)(?:-moi)? des réponses (?:courtes|brèves|longues|détaillées)|^réponses (?:courtes|brèves)|^utilise[zs]? toujours \p{L}`,
        source`^(?:réponds|répondez|écris|écrivez|parle|parlez|explique|expliquez)(?:-moi)?(?: (?:toujours|les choses|tout))* (?:en (?:français|anglais|allemand|espagnol|italien)|${manner})(?:,? s'il (?:te|vous) plaît.*|,? sans .{3,30}|,? maintenant| et .{3,30})?[.!]*$`,
        source`^(?:tu peux|vous pouvez|nous peut|on peut) (?:de nouveau |se |me |faire des |remettre (?:des )?)+(?:tutoyer|vouvoyer|réponses (?:plus )?longues|emojis)`,
      ],
      preference: [
        source`^je ne \p{L}+ (?:pas|plus|jamais) (?:de |d')(?!(?:temps|idée|problème|question|nouvelles)(?!\p{L}))`,
        source`^(?:j'aime(?: bien)?|j'adore|je déteste|je préfère|je n'aime pas) (?!ça|cela|ce|cette|ces|bien|ton|ta|tes|votre|que|quand|comment|la réponse)\S`,
        source`^je (?:bois|mange|prends) (?:à|de) nouveau |^je re(?:bois|mange|fume) `,
      ],
      skill: source`^(?:j'apprends|j'étudie|je joue (?:du|de la|au|à la)|je fais une (?:formation|licence)) (?!ça|que|par|la question|le problème)\p{L}{2,}`,
      possession: source`^(?:j'ai une|je conduis une|je roule en) (?:clio|peugeot|renault|twingo|tesla|golf|fiat|voiture)`,
      project: source`^(?:au (?:boulot|travail) )?(?:nous utilise|on utilise|nous utilisons) \p{L}`,
    },
    {
      work: [
        source`^[Jj]e suis \p{Ll}{4,} (?:chez|à|au) \p{Lu}`,
        source`^[Jj]e suis (?:une? )?\p{Ll}{3,}(?:ière?|ieure?|euse|iste|teur|trice|ienn?e?|ante?|decin|cate?|eure?|our|graphe|comptable)(?:[.!]*$| (?:et|chez|à) )`,
      ],
      identity: source`^[Jj]e suis \p{Lu}\p{Ll}{2,}(?:[.!]*$|,| \p{Lu})`,
      home: source`^[Jj]'habite \p{Lu}`,
      health: source`${namedWith("a|a de l'|a du", 'est')}|^[Jj]e prends (?:du |de la |de l'|le |des )?(?!TGV|RER|Eurostar|Uber|Nutella|Coca)\p{Lu}\p{Ll}{4,}[.!]*$`,
    },
  ),
}
