import type { Clause } from '../prose/clauses.ts'
import type { Statement, StatementKind } from '../statement.ts'
import { type Forms, furtherLanguages } from './forms-of-oneself.ts'
import { type CaptureLanguage, ruleWorth } from './rule-table.ts'
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

/** Plain forms of statements about the speaker: health, identity, home, work, people, preferences, orders. */
const languages: readonly Forms[] = [
  {
    pack: germanRules,
    needs: /(?<!\p{L})(?:ich|wir|mein\p{L}{0,2}|unser\p{L}{0,2}|bitte)(?!\p{L})/iu,
    forms: [
      [
        'health',
        /allergi(?:e|sch|ker)|unverträglich|intoleran[tz]|diabet|asthma|epileps|zöliakie|migräne|bluthochdruck|insulin|schwanger|schwerhörig|farbenblind|rollstuhl|(?<!\p{L})(?:bin|lebe|ernähren?|ist|sind|esse) (?:\S+ ){0,3}(?:vegan|vegetari)|\d ?mg(?!\p{L})|(?<!\p{L})(?:darf|dürfen) (?:\S+ ){0,3}(?:kein|nicht)/iu,
      ],
      [
        'identity',
        /^(?:ich heiße|ich heisse|mein (?:\p{L}+)?name ist|ich bin (?:\d{1,3}|in \S+ (?:geboren|aufgewachsen))|ich komme aus|mein geburtstag|meine muttersprache)(?!\p{L})/iu,
      ],
      [
        'home',
        /^(?:(?:ich|wir) (?:\S+ )?)?(?:wohnen?|leben?) (?:\S+ )?(?:in|im|auf|bei) |^(?:ich bin|wir sind) .{2,60}gezogen/iu,
      ],
      ['work', /^(?:ich (?:arbeite|bin)|arbeite) (?:\S+ )?(?:bei|als|von beruf) \S/iu],
      [
        'person',
        new RegExp(
          `^(?:mein|meine|unser|unsere) (?:\\S+ )?${germanPeople} (?:\\p{Lu}\\p{Ll}+ )?(?:heißt|heisst|ist|hat|arbeitet|wohnt|mag|wird)(?!\\p{L})|^(?:ich habe|wir haben) (?:zwei|drei|vier|fünf|eine?n?|\\d) ${germanFamily}(?!\\p{L})`,
          'iu',
        ),
      ],
      [
        'routine',
        /^(?:ich|wir) \p{L}+ (?:\S+ ){0,3}?(?:jede[nrs]?|täglich|wöchentlich|morgens|abends|montags|sonntags)(?!\p{L})/iu,
      ],
      ['identity', /^[Ii]ch (?:bin (?:ein(?:e)? )?\p{Lu}\p{Ll}{3,}[.!]*$|habe am .{3,20} Geburtstag|spreche \S)/u],
      ['health', /^ich (?:habe|leide) \p{L}{3,}angst[.!]*$/iu],
      [
        'skill',
        /^(?:ich|wir) (?:spielen?|lernen?|unterrichten?|studieren?|sammeln?|sammle|malen?|singen?|tanzen?) (?!das|es|mit|gerade|hier)\p{L}{4,}[.!]*$/iu,
      ],
      [
        'project',
        /^[Ww]ir (?:benutzen|nutzen|verwenden|setzen) (?:auf )?\p{Lu}|^[Uu]nsere? \p{Lu}\p{L}+ (?:heißt|ist|läuft auf) \p{Lu}/u,
      ],
      [
        'preference',
        /^(?:ich|wir) (?:trinken?|essen?|rauchen?|fahren?|fliegen?|nutzen?|verwenden?) (?:\S+ )?(?:kein\p{L}*|nie|niemals|nur|immer)(?!\p{L})/iu,
      ],
      ['rule', /^bitte (?:immer|nie|niemals|ab jetzt)(?!\p{L}) \S/iu],
    ],
  },
  {
    pack: spanishRules,
    needs:
      /(?<!\p{L})(?:me|mi|mis|soy|somos|tengo|tenemos|tomo|vivo|vivimos|trabajo|nací|no|nunca|nos|toco|estoy|estudio|usamos|utilizamos|cada|todos los|todas las)(?!\p{L})/iu,
    forms: [
      [
        'health',
        /(?<!\p{L})(?:soy|somos|es|tengo|tiene|padezco|tomo|estoy) (?:\S+ ){0,3}(?:alérgic|alergia|intoleran|diab[eé]t|asma|celíac|epilep|hipertens|embarazada|vegan|vegetarian|insulina|\d+ ?mg)/iu,
      ],
      [
        'identity',
        /^(?:me llamo|mi nombre es|tengo \d{1,3} años|soy de \p{Lu}|nací en|mi cumpleaños|mi lengua materna)(?!\p{L})/iu,
      ],
      ['home', /^(?:yo )?(?:vivo|vivimos) en |^(?:me he|nos hemos|me|nos) (?:mudado|mudé|mudamos) a /iu],
      ['work', /^(?:ahora )?(?:yo )?trabajo (?:en|como|para|de) \S/iu],
      [
        'person',
        new RegExp(
          `^(?:mi|mis|nuestr[oa]) ${spanishPeople} (?:\\p{Lu}\\p{Ll}+ )?(?:se llama|es|tiene|trabaja|vive|no)(?!\\p{L})|^tenemos (?:dos|tres|cuatro|un|una|\\d) ${spanishPeople}(?!\\p{L})`,
          'iu',
        ),
      ],
      ['preference', /^(?:yo )?(?:no|nunca) (?:bebo|como|fumo|conduzco|uso|tomo) \S/iu],
      [
        'identity',
        /^(?:yo )?soy (?:(?:una? )?\p{L}{3,}(?:er[ao]|ista|ora?|ic[ao]|og[ao]|ante|ad[ao])|zurd[ao])[.!]*$/iu,
      ],
      ['skill', /^(?:yo )?(?:toco (?:el|la|los) |estoy aprendiendo |estudio |colecciono )\p{L}{3,}[.!]*$/iu],
      ['routine', /^(?:yo )?\p{L}+o (?:\S+ ){0,3}?(?:cada|todos los|todas las) \p{L}/iu],
      ['project', /^(?:[Uu]samos|[Uu]tilizamos) \p{Lu}/u],
    ],
  },
  {
    pack: chineseRules,
    needs: /我/u,
    forms: [
      ['health', /过敏|過敏|糖尿病|哮喘|癫痫|高血压|高血壓|素食|吃素|不耐受|怀孕|懷孕|色盲|胰岛素/u],
      ['identity', /^我(?:叫|的名字是|今年\d+岁|今年\d+歲|来自|來自|出生)|^我的(?:生日|母语|母語)是/u],
      ['home', /^我(?:们|們)?(?:现在|現在)?(?:住在|搬到|搬去)/u],
      [
        'work',
        /^我(?:现在|現在)?(?:在.{1,15}(?:工作|上班)|是(?:一名|一个|一個|个)?.{0,8}(?:工程师|工程師|老师|老師|医生|醫生|护士|護士|学生|學生|程序员|設計師|设计师|律师))/u,
      ],
      ['person', new RegExp(`^我(?:的)?${chinesePeople}.{0,4}(?:叫|是|有|对|對|今年|在|不)`, 'u')],
      ['preference', /^我(?:从不|從不|不)(?:吃|喝|抽|开车|開車)/u],
    ],
  },
  {
    pack: japaneseRules,
    needs: /\p{Script=Hiragana}/u,
    forms: [
      ['health', /アレルギー(?:が|で|を|持ち|です)|糖尿病|喘息|ベジタリアン|ヴィーガン|妊娠|高血圧/u],
      ['identity', /(?:私|僕|俺)の(?:名前|誕生日)は|と申します|(?:出身|歳|才)(?:です|だ)[。.!]*$/u],
      ['home', /に(?:住んで(?:います|いる)|引っ越し(?:ました|た))/u],
      ['work', /で働いて(?:います|いる)|(?:エンジニア|教師|医者|学生|看護師|会社員)(?:です|だ)[。.!]*$/u],
    ],
  },
  ...furtherLanguages,
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
    const possible = languages.filter(({ pack, needs }) => wanted.includes(pack.language) && needs.test(clause.masked))
    for (const language of possible) {
      const found = statedIn(clause, language)
      if (found.length > 0) return found
    }
    return []
  })
}

function statedIn(clause: Clause, { pack, forms }: Forms): Statement[] {
  const start = pack.opening.exec(clause.masked)?.[0].length ?? 0
  const said = clause.masked.slice(start)
  if (transient.test(said) || [...pack.leftOut, ...pack.before].some((one) => one.test(said))) return []
  return said.split(joint).flatMap((part) => {
    const kind = forms.find(([, pattern]) => pattern.test(part))?.[0]
    const at = clause.masked.indexOf(part, start)
    return kind === undefined ? [] : statementOf(clause.text.slice(at, at + part.length), clause.sentence, kind)
  })
}

function statementOf(said: string, sentence: string, kind: StatementKind): Statement {
  const text = said.slice(0, longest).toWellFormed()
  const isBinding = kind === 'rule' || (kind === 'health' && danger.test(text))
  const base: Statement = { text, sentence, kind, span: 'lasting', worth: ruleWorth, telling: ruleWorth }
  return isBinding ? { ...base, isBinding } : base
}
