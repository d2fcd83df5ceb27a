import type { Clause } from '../prose/prose.ts'
import { type KindRows, kindRows, type Statement, type StatementKind } from '../statement.ts'
import { type CaptureLanguage, type RulePack, ruled } from './rule-table.ts'
import { chineseRules } from './rules-chinese.ts'
import { germanRules } from './rules-german.ts'
import { japaneseRules } from './rules-japanese.ts'
import { spanishRules } from './rules-spanish.ts'

const germanPeople =
  '(?:frau|mann|partner(?:in)?|freund(?:in)?|tochter|sohn|kind(?:er)?|baby|mutter|vater|eltern|schwester|bruder|oma|opa|chef(?:in)?|hund|hündin|katze|kater)'
const germanFamily =
  '(?:kind(?:er)?|töchter|tochter|söhne|sohn|schwestern?|brüder|bruder|hunde?|katzen?|pferde?|haustiere?)'
const spanishPeople =
  '(?:mujer|esposa|marido|esposo|parej[ao]|novi[oa]|hij[oa]s?|bebé|madre|padre|padres|herman[oa]s?|abuel[oa]s?|jef[ea]|perr[oa]s?|gat[oa]s?)'
const chinesePeople =
  '(?:妻子|老婆|丈夫|老公|女儿|女兒|儿子|兒子|孩子|妈妈|媽媽|爸爸|母亲|母親|父亲|父親|姐姐|妹妹|哥哥|弟弟|男朋友|女朋友|老板|老闆|狗|猫|貓)'

/** Plain statements about the speaker in one language, which may have rules besides. */
interface Forms extends Pick<RulePack, 'language' | 'opening' | 'leftOut' | 'before'> {
  /** Words without which no form can match. */
  needs: RegExp
  forms: KindRows
}

/** Plain forms of statements about the speaker: health, identity, home, work, people, preferences, orders. */
const languages: readonly Forms[] = [
  {
    ...germanRules,
    needs:
      /(?<!\p{L})(?:ich|wir|mein\p{L}{0,2}|unser\p{L}{0,2}|bitte|mich|dich|keine|antworte?|schreibe?|sprich)(?!\p{L})/iu,
    forms: kindRows(
      {
        health:
          /allergi(?:e|sch|ker)|unverträglich|intoleran[tz]|diabet|asthma|epileps|zöliakie|migräne|bluthochdruck|insulin|schwanger|schwerhörig|farbenblind|rollstuhl|(?<!\p{L})(?:bin|lebe|ernähren?|ist|sind|esse) (?:\S+ ){0,3}(?:vegan|vegetari)|\d ?mg(?!\p{L})|(?<!\p{L})(?:darf|dürfen) (?:\S+ ){0,3}(?:kein|nicht)/iu,
        identity:
          /^(?:ich heiße|ich heisse|mein (?:\p{L}+)?name ist|ich bin (?:\d{1,3}|in \S+ (?:geboren|aufgewachsen))|ich komme aus|mein geburtstag|meine (?:muttersprache|adresse|anschrift|schuhgröße|e-?mail(?:-?adresse)?|(?:telefon|handy)nummer)|(?:ich bin|wir sind) (?:verheiratet|geschieden|verlobt|verwitwet|ledig|single))(?!\p{L})/iu,
        home: /^(?:(?:ich|wir) (?:\S+ )?)?(?:wohnen?|leben?) (?:\S+ )?(?:in|im|auf|bei) |^(?:ich bin|wir sind) .{2,60}gezogen/iu,
        work: /^(?:ich (?:arbeite|bin)|arbeite) (?:\S+ )?(?:bei|als|von beruf) \S/iu,
        person: new RegExp(
          `^(?:mein|meine|unser|unsere) (?:\\S+ )?${germanPeople} (?:\\p{Lu}\\p{Ll}+ )?(?:heißt|heisst|ist|hat|arbeitet|wohnt|mag|wird)(?!\\p{L})|^(?:ich habe|wir haben) (?:zwei|drei|vier|fünf|eine?n?|\\d) ${germanFamily}(?!\\p{L})`,
          'iu',
        ),
        routine:
          /^(?:ich|wir) \p{L}+ (?:\S+ ){0,3}?(?:jede[nrs]?|täglich|wöchentlich|morgens|abends|montags|sonntags)(?!\p{L})/iu,
      },
      {
        identity: /^[Ii]ch (?:bin (?:ein(?:e)? )?\p{Lu}\p{Ll}{3,}[.!]*$|habe am .{3,20} Geburtstag|spreche \S)/u,
        health: /^ich (?:habe|leide) \p{L}{3,}angst[.!]*$/iu,
        skill:
          /^(?:ich|wir) (?:spielen?|lernen?|unterrichten?|studieren?|sammeln?|sammle|malen?|singen?|tanzen?) (?!das|es|mit|gerade|hier)\p{L}{4,}[.!]*$/iu,
        project:
          /^[Ww]ir (?:benutzen|nutzen|verwenden|setzen) (?:auf )?\p{Lu}|^[Uu]nsere? \p{Lu}\p{L}+ (?:heißt|ist|läuft auf) \p{Lu}/u,
        preference:
          /^(?:ich|wir) (?:trinken?|essen?|rauchen?|fahren?|fliegen?|nutzen?|verwenden?) (?:\S+ )?(?:kein\p{L}*|nie|niemals|nur|immer)(?!\p{L})/iu,
        rule: /^bitte (?:immer|nie|niemals|ab jetzt)(?!\p{L}) \S|^(?:bitte )?(?:(?:nenne?|rufe?) mich (?:bitte )?(?!an(?!\p{L})|zurück|später|morgen|heute|wenn|gleich)\p{L}|(?:duze?|sieze?) mich|fasse? dich kurz|keine (?:emojis|anglizismen|floskeln)|(?:antworte?|schreibe?|sprich)(?: mir| mit mir| nur| bitte| immer| ab jetzt)* (?:auf|in) (?:deutsch|englisch|französisch|spanisch|italienisch|türkisch|einfacher sprache|kurzen sätzen)(?: bitte)?[.!]*$)/iu,
      },
    ),
  },
  {
    ...spanishRules,
    needs:
      /(?<!\p{L})(?:me|mi|mis|soy|somos|tengo|tenemos|tomo|vivo|vivimos|trabajo|nací|no|nunca|nos|toco|estoy|estudio|usamos|utilizamos|cada|todos los|todas las|ll[aá]mame|tut[eé]ame|trátame|sé|sin|responde|contesta|escribe|habla)(?!\p{L})/iu,
    forms: kindRows(
      {
        health:
          /(?<!\p{L})(?:soy|somos|es|tengo|tiene|padezco|tomo|estoy) (?:\S+ ){0,3}(?:alérgic|alergia|intoleran|diab[eé]t|asma|celíac|epilep|hipertens|embarazada|vegan|vegetarian|insulina|\d+ ?mg)/iu,
        identity:
          /^(?:me llamo|mi nombre es|tengo \d{1,3} años|soy de \p{Lu}|nací en|mi cumpleaños|mi lengua materna)(?!\p{L})/iu,
        home: /^(?:yo )?(?:vivo|vivimos) en |^(?:me he|nos hemos|me|nos) (?:mudado|mudé|mudamos) a /iu,
        work: /^(?:ahora )?(?:yo )?trabajo (?:en|como|para|de) \S/iu,
        person: new RegExp(
          `^(?:mi|mis|nuestr[oa]) ${spanishPeople} (?:\\p{Lu}\\p{Ll}+ )?(?:se llama|es|tiene|trabaja|vive|no)(?!\\p{L})|^tenemos (?:dos|tres|cuatro|un|una|\\d) ${spanishPeople}(?!\\p{L})`,
          'iu',
        ),
        preference: /^(?:yo )?(?:no|nunca) (?:bebo|como|fumo|conduzco|uso|tomo) \S/iu,
      },
      {
        identity: /^(?:yo )?soy (?:(?:una? )?\p{L}{3,}(?:er[ao]|ista|ora?|ic[ao]|og[ao]|ante|ad[ao])|zurd[ao])[.!]*$/iu,
        skill: /^(?:yo )?(?:toco (?:el|la|los) |estoy aprendiendo |estudio |colecciono )\p{L}{3,}[.!]*$/iu,
        routine: /^(?:yo )?\p{L}+o (?:\S+ ){0,3}?(?:cada|todos los|todas las) \p{L}/iu,
        rule: /^(?:por favor,? )?(?:ll[aá]mame (?!cuando|si|mañana|luego|más|al?(?!\p{L}))\p{L}|tut[eé]ame|trátame de (?:tú|usted)|sé (?:breve|conciso|concisa|directo|directa)(?!\p{L})|(?:sin|no uses) (?:emojis|jerga)|(?:responde|contesta|escribe|habla)(?: solo| siempre)* en (?:español|inglés|francés|alemán|italiano|portugués|catalán)(?:,? por favor)?[.!]*$)/iu,
        project: /^(?:[Uu]samos|[Uu]tilizamos) \p{Lu}/u,
      },
    ),
  },
  {
    ...chineseRules,
    needs: /我|表情|回答|回复|回覆/u,
    forms: kindRows({
      health: /过敏|過敏|糖尿病|哮喘|癫痫|高血压|高血壓|素食|吃素|不耐受|怀孕|懷孕|色盲|胰岛素/u,
      identity: /^我(?:叫|的名字是|今年\d+岁|今年\d+歲|来自|來自|出生)|^我的(?:生日|母语|母語)是/u,
      home: /^我(?:们|們)?(?:现在|現在)?(?:住在|搬到|搬去)/u,
      work: /^我(?:现在|現在)?(?:在.{1,15}(?:工作|上班)|是(?:一名|一个|一個|个)?.{0,8}(?:工程师|工程師|老师|老師|医生|醫生|护士|護士|学生|學生|程序员|設計師|设计师|律师))/u,
      person: new RegExp(`^我(?:的)?${chinesePeople}.{0,4}(?:叫|是|有|对|對|今年|在|不)`, 'u'),
      preference: /^我(?:从不|從不|不)(?:吃|喝|抽|开车|開車)/u,
      rule: /^(?:请|請)?(?:(?:叫|称呼|稱呼)我(?!怎|什|来|來|去|做|起)\S{1,8}[。.!！]*$|用(?:中文|英文|英语|英語|日语|日語|简体|繁體|繁体)(?:字)?(?:回答|回复|回覆)|(?:不要|别|別)(?:再)?(?:用|使用)表情|(?:回答|回复|回覆)(?:要|请|請)?(?:简短|簡短|简洁|簡潔))/u,
    }),
  },
  {
    ...japaneseRules,
    needs: /\p{Script=Hiragana}/u,
    forms: kindRows({
      health: /アレルギー(?:が|で|を|持ち|です)|糖尿病|喘息|ベジタリアン|ヴィーガン|妊娠|高血圧/u,
      identity: /(?:私|僕|俺)の(?:名前|誕生日)は|と申します|(?:出身|歳|才)(?:です|だ)[。.!]*$/u,
      home: /に(?:住んで(?:います|いる)|引っ越し(?:ました|た))/u,
      rule: /と(?:呼んで|お呼び)(?:ください|下さい|ね|ほしい)?[。.!！]*$|^(?:日本語|英語|中国語)で(?:答え|返事し|返信し|回答し)て|^(?:短く|簡潔に)(?:答え|回答し)て/u,
      work: /で働いて(?:います|いる)|(?:エンジニア|教師|医者|学生|看護師|会社員)(?:です|だ)[。.!]*$/u,
    }),
  },
  {
    language: 'french',
    opening:
      /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:bonjour|salut|ok|bon|bien|ah|oh|et|mais|aussi|merci|oui|au fait|en fait)[\s,.:;!…–—-]+)/iu,
    leftOut: [/^(?:pourquoi|comment|qui|quand|où|quel\p{L}*|est-ce|peux-tu|pouvez|traduis|résume|corrige)(?!\p{L})/iu],
    before: [/(?<!\p{L})(?:si|supposons|imagine|dit|disent|selon|pense|croit)(?!\p{L})/iu],
    needs:
      /(?<!\p{L})(?:je|nous|mon|ma|mes|notre|réponds|répondez|écris|écrivez|désormais|à partir|appelle|appelez|tutoie|tutoyez|vouvoie|vouvoyez|pas|sois|soyez)(?![\p{L}'])|(?<!\p{L})j'\p{L}/iu,
    forms: kindRows({
      health:
        /(?<!\p{L})(?:suis|sommes|est|ai|avons|souffre|prends|m\p{L}{1,2} \p{L}+ a) (?:\S+ ){0,3}(?:allergi|intoléran|diab|asthm|épilep|cœliaque|coeliaque|enceinte|daltonien|malentendant|insuline|végétari|végan|vegan|\d+ ?mg)/iu,
      identity:
        /^(?:je m'appelle|mon (?:pré)?nom est|j'ai \d{1,3} ans|je viens d|je suis née? |mon anniversaire|ma langue maternelle|je parle) ?\S/iu,
      home: /^(?:j'habite|nous habitons|je vis|nous vivons) (?:à|en|au|aux|dans|près) |^(?:j'ai|nous avons) déménagé/iu,
      work: /^je (?:travaille (?:chez|comme|à|pour|dans|en) |suis (?:une? )?\p{L}{3,}(?:ière?|ieure?|euse|iste|teur|trice|ienn?e?|ante?|decin|cate?)[.!]*$)/iu,
      person:
        /^(?:mon|ma|notre) (?:femme|mari|compagn(?:on|e)|copine?|copain|fille|fils|enfant|bébé|mère|père|sœur|soeur|frère|chef(?:fe)?|patron(?:ne)?|chien(?:ne)?|chat(?:te)?) (?:\p{Lu}\p{Ll}+ )?(?:s'appelle|est|a|travaille|habite|vit|aime)(?!\p{L})|^(?:j'ai|nous avons) (?:deux|trois|quatre|une?|\d) (?:enfants?|filles?|fils|chiens?|chats?|frères?|sœurs?)(?!\p{L})/iu,
      rule: /^(?:réponds|répondez|écris|écrivez)(?:-moi)? toujours |^(?:désormais|à partir de maintenant),? \p{L}|^(?:(?:appelle|appelez)-moi (?!quand|si|demain|plus|ce|à|au)\p{L}|(?:tutoie|tutoyez|vouvoie|vouvoyez)-moi|pas d'emojis|(?:sois|soyez) (?:bref|brève|concis)|(?:réponds|répondez|écris|écrivez)(?:-moi)? en (?:français|anglais|allemand|espagnol|italien)(?:,? s'il (?:te|vous) plaît)?[.!]*$)/iu,
      preference:
        /^je ne \p{L}+ (?:pas|jamais) d|^(?:j'aime|j'adore|je déteste|je préfère|je n'aime pas) (?!ça|cela|ce|cette|ces|bien|ton|ta|votre|que|quand|comment)\S/iu,
    }),
  },
  {
    language: 'italian',
    opening:
      /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:ciao|salve|ok|bene|ah|oh|e|ma|anche|grazie|sì|comunque|a proposito)[\s,.:;!…–—-]+)/iu,
    leftOut: [/^(?:perché|come|chi|quando|dove|quale|puoi|potresti|traduci|riassumi|correggi)(?!\p{L})/iu],
    before: [/(?<!\p{L})(?:se|supponiamo|immagina|dice|dicono|secondo|pensa|crede)(?!\p{L})/iu],
    needs:
      /(?<!\p{L})(?:mi|mio|mia|nostr[oa]|sono|siamo|ho|abbiamo|vivo|abito|lavoro|soffro|prendo|non|amo|adoro|odio|preferisco|rispondi|scrivi|chiamami|dammi|sii|niente)(?!\p{L})/iu,
    forms: kindRows({
      health:
        /(?<!\p{L})(?:sono|siamo|è|ho|ha|soffro|prendo) (?:\S+ ){0,3}(?:allergi|intolleran|diabet|asma|epile|celiac|incinta|dalton|insulina|vegetarian|vegan|\d+ ?mg)/iu,
      identity:
        /^(?:mi chiamo|il mio nome è|ho \d{1,3} anni|vengo da|sono nat[oa] |il mio compleanno|la mia lingua madre|parlo) ?\S/iu,
      home: /^(?:vivo|viviamo|abito|abitiamo) (?:a|in|nel|vicino) |^(?:mi sono|ci siamo) trasferit/iu,
      work: /^(?:lavoro (?:in|come|per|da|presso|alla) |(?:sono|faccio) (?:una? |un'|il |la |l')?\p{L}{3,}(?:ier[ea]|ista|tore|trice|ante|(?:stud|doc|dirig|assist)ente|olog[oa]|ic[oa]|ocat[oa])[.!]*$)/iu,
      person:
        /^(?:mi[oa]|il mio|la mia|nostr[oa]) (?:moglie|marito|compagn[oa]|fidanzat[oa]|figli[oa]|bambin[oa]|madre|padre|sorella|fratello|cap[oa]|cane|gatt[oa]) (?:\p{Lu}\p{Ll}+ )?(?:si chiama|è|ha|lavora|vive|ama)(?!\p{L})|^(?:ho|abbiamo) (?:due|tre|quattro|una?|\d) (?:figli[oae]?|cani|cane|gatt[oiae]|fratelli|sorelle)(?!\p{L})/iu,
      rule: /^(?:rispondi(?:mi)?|scrivi(?:mi)?) sempre |^d'ora in poi,? \p{L}|^(?:chiamami (?!quando|se|domani|dopo|più|al)\p{L}|dammi del (?:tu|lei)|sii (?:breve|conciso|concisa)|niente emoji|(?:rispondi|scrivi)(?:mi)? in (?:italiano|inglese|francese|tedesco|spagnolo)(?:,? per favore)?[.!]*$)/iu,
      preference:
        /^non (?:mangio|bevo|fumo|guido|uso) \S|^(?:amo|adoro|odio|preferisco|(?:non )?mi piac(?:e|ciono)) (?!quest|quell|come|quando|che|il tuo|la tua)\S/iu,
    }),
  },
  {
    language: 'portuguese',
    opening:
      /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:olá|oi|ok|bem|bom|ah|e|mas|também|obrigad[oa]|sim|aliás|a propósito)[\s,.:;!…–—-]+)/iu,
    leftOut: [
      /^(?:por que|porque|como|quem|quando|onde|qual|você pode|podes|poderia|traduz\p{L}*|resum\p{L}*|corrig\p{L}*)(?!\p{L})/iu,
    ],
    before: [/(?:^|[,;] ?)se(?!\p{L})|(?<!\p{L})(?:suponha|imagine|disse|diz|dizem|segundo|acha|acredita)(?!\p{L})/iu],
    needs:
      /(?<!\p{L})(?:eu|meu|minha|nosso|nossa|sou|somos|tenho|temos|moro|moramos|trabalho|tomo|não|nunca|adoro|odeio|prefiro|gosto|falo|responda|responde|escreva|chamo|chame|seja|sem)(?!\p{L})/iu,
    forms: kindRows({
      health:
        /(?<!\p{L})(?:sou|somos|é|tenho|tem|sofro|tomo|estou) (?:\S+ ){0,3}(?:alérgic|alergia|intoleran|diab[eé]t|asma|epil|celíac|grávida|daltôn|insulina|vegetarian|vegan|\d+ ?mg)/iu,
      identity:
        /^(?:eu )?(?:me chamo|chamo-me|(?:o )?meu nome é|tenho \d{1,3} anos|sou d[eoa] \p{L}|nasci |(?:o )?meu aniversário|(?:a )?minha língua materna|falo) ?\S/iu,
      home: /^(?:eu )?(?:moro|moramos|vivo|vivemos) (?:em|no|na|perto) |^(?:eu )?(?:me mudei|mudei-me|nos mudamos) /iu,
      work: /^(?:eu )?(?:trabalho (?:em|como|para|na|no) |sou (?:uma? )?\p{L}{3,}(?:eir[oa]|ista|ora?|ic[oa]|ente|og[oa]|ante|ad[oa])[.!]*$)/iu,
      person:
        /^(?:[oa] )?(?:meu|minha|nosso|nossa) (?:mulher|esposa|marido|esposo|companheir[oa]|namorad[oa]|filh[oa]|bebê|mãe|pai|irmã|irmão|chefe|cachorr[oa]|cão|gat[oa]) (?:\p{Lu}\p{Ll}+ )?(?:se chama|chama-se|é|tem|trabalha|mora|vive|gosta)(?!\p{L})|^(?:eu )?(?:tenho|temos) (?:dois|duas|três|quatro|uma?|\d) (?:filh[oa]s?|cachorr[oa]s?|cães|gat[oa]s?|irmãos|irmãs)(?!\p{L})/iu,
      rule: /^(?:responda|responde|escreva|escreve)(?:-me)? sempre |^a partir de agora,? \p{L}|^(?:me (?:chame|chama) de \p{L}|(?:chame|chama)-me (?!quando|se|amanhã)\p{L}|seja (?:breve|conciso|concisa)|sem emojis|(?:responda|responde|escreva|escreve)(?:-me)? em (?:português|inglês|francês|espanhol|alemão)(?:,? por favor)?[.!]*$)/iu,
      preference:
        /^(?:eu )?(?:não|nunca) (?:como|bebo|fumo|dirijo|conduzo|uso) \S|^(?:eu )?(?:adoro|odeio|prefiro|amo|(?:não )?gosto d[eoa]s?) (?!iss|est|ess|quando|como|que)\S/iu,
    }),
  },
  {
    language: 'dutch',
    opening:
      /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:hallo|hoi|ok|oké|goed|ah|oh|en|maar|ook|bedankt|dank je|ja|trouwens|overigens)[\s,.:;!…–—-]+)/iu,
    leftOut: [/^(?:waarom|hoe|wie|wat|wanneer|waar|welke?|kun|kan|kunt|vertaal|vat|corrigeer)(?!\p{L})/iu],
    before: [/(?<!\p{L})(?:als|stel|zegt|zei|zeggen|volgens|denkt|gelooft)(?!\p{L})/iu],
    needs:
      /(?<!\p{L})(?:ik|wij|mijn|m'n|onze|antwoord|schrijf|noem|wees|geen)(?!\p{L})|^(?:we|ons) (?:hebben|zijn|wonen|kind|kat|hond|huis)(?!\p{L})/iu,
    forms: kindRows({
      health:
        /(?<!\p{L})(?:ben|zijn|is|heb|hebben|heeft|lijd|slik|gebruik) (?:\S+ ){0,3}(?:allergisch|\p{L}*allergie|intoleran\p{L}+|diabetes|diabeticus|astma|epileps\p{L}+|coeliakie|zwanger|kleurenblind|slechthorend|insuline|vegetari\p{L}+|veganist|\d+ ?mg)/iu,
      identity:
        /^(?:ik heet|mijn naam is|ik ben \d{1,3}(?: jaar)?|ik kom uit|ik ben geboren|mijn verjaardag|mijn moedertaal|ik spreek) ?\S/iu,
      home: /^(?:ik woon|wij wonen|we wonen) (?:in|op|bij) |^(?:ik ben|we zijn|wij zijn) .{2,40}verhuisd/iu,
      work: /^ik werk (?:bij|als|voor|in) \S|^ik ben (?:een )?\p{L}{3,}(?:eur|euse|iste?|(?<!b)aar|kundige|arts|ente?|leraar|lerares)[.!]*$/iu,
      person:
        /^(?:mijn|onze?) (?:vrouw|man|partner|vriend(?:in)?|dochter|zoon|kind|baby|moeder|vader|zus|broer|baas|chef|hond|kat|poes) (?:\p{Lu}\p{Ll}+ )?(?:heet|is|heeft|werkt|woont|houdt)(?!\p{L})|^(?:ik heb|we hebben|wij hebben) (?:twee|drie|vier|een|\d) (?:kinderen|kind|dochters?|zoons?|zonen|honden|hond|katten|kat|broers?|zussen)(?!\p{L})/iu,
      rule: /^(?:antwoord|schrijf) altijd |^vanaf nu \p{L}|^(?:noem me (?!eens|een|drie|twee)\p{L}|wees (?:kort|beknopt)|geen emoji's|(?:antwoord|schrijf)(?: me)? (?:alleen )?in het (?:nederlands|engels|frans|duits|spaans)(?: alsjeblieft)?[.!]*$)/iu,
      preference:
        /^ik (?:eet|drink|rook|rijd|gebruik) (?:geen|nooit) \S|^ik (?:hou (?:van|niet van)|haat|prefereer) (?!dit|dat|deze|die|je|jouw)\S/iu,
    }),
  },
]

const longest = 300
/** The joint before a second statement about the speaker. */
const joint =
  /,? und (?=(?:wohne|lebe|arbeite|bin|habe) )|,? y (?=(?:vivo|trabajo|soy|tengo) )|,? et (?=(?:j'|je ))|,? e (?=(?:vivo|lavoro|sono|ho|moro|trabalho|sou|tenho) )|,? en (?=(?:ik )?(?:woon|werk|ben|heb) )|[，,](?=我)/u
const danger =
  /allerg|alérg|alerg|unverträg|intoll?[eé]ran|diab[eéè]t|asthm|asma|astma|[eé]pil[eé]|zöliak|cel[ií]ac|cœliaque|coelia|insulin|过敏|過敏|糖尿|哮喘|アレルギー|喘息/iu
const transient =
  /(?<!\p{L})(?:heute|gerade|diesmal|hoy|ahora mismo|esta (?:noche|semana|vez)|diese woche|im moment|aujourd'hui|ce soir|cette (?:fois|semaine)|oggi|stasera|questa (?:volta|settimana)|hoje|esta semana|desta vez|vandaag|vanavond|deze (?:keer|week))(?!\p{L})|今天|今日|这次|這次/iu

/** Reads the clauses' statements about the speaker in all languages but English. Linear. */
export function ofOneself(clauses: readonly Clause[], wanted: readonly CaptureLanguage[]): Statement[] {
  return clauses.flatMap((clause) => {
    if (clause.isQuestion || clause.isDistant) return []
    for (const forms of languages) {
      if (!wanted.includes(forms.language) || !forms.needs.test(clause.masked)) continue
      const found = statedIn(clause, forms)
      if (found.length > 0) return found
    }
    return []
  })
}

/** "Now" within a statement, which stands there when something has changed. */
const now = /(?<=\p{L}) (?:jetzt|inzwischen|mittlerweile|nun|maintenant|ahora|adesso|ora|agora|nu)(?= \p{L})/iu

function statedIn({ text, masked, sentence }: Clause, { opening, leftOut, before, forms }: Forms): Statement[] {
  const start = opening.exec(masked)?.[0].length ?? 0
  const said = masked.slice(start)
  if (transient.test(said) || [...leftOut, ...before].some((one) => one.test(said))) return []
  return said.split(joint).flatMap((part) => {
    const plain = part.replace(now, '')
    const kind = forms.find(([, pattern]) => pattern.test(part) || (plain !== part && pattern.test(plain)))?.[0]
    const at = masked.indexOf(part, start)
    return kind === undefined ? [] : statementOf(text.slice(at, at + part.length), sentence, kind)
  })
}

function statementOf(said: string, sentence: string, kind: StatementKind): Statement {
  const text = said.slice(0, longest).toWellFormed()
  const isBinding = kind === 'rule' || (kind === 'health' && danger.test(text))
  return { text, sentence, kind, ...ruled, ...(isBinding ? { isBinding } : {}) }
}
