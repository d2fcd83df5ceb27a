import { regex, source } from '../../text/regex.ts'
import { type ClaimLanguage, type ClaimRow, type Rewrites, rewritesTo } from './claim.ts'
import { claiming, form, ofPartners } from './claim-forms.ts'

const subject = source`(?<s>ich|wir|(?:mein|meine|unser|unsere|der|die|das) [a-zà-ž\d -]{1,50}?|[a-zà-ž][a-zà-ž-]{1,30})`
const thing = source`(?<a>(?:mein|meine|meinen|unser|unsere|unseren|der|die|das|den) [a-zà-ž\d -]{1,60}?)`

const uses = '(?:verwende|verwenden|verwendet|nutze|nutzen|nutzt|benutze|benutzen|benutzt)'

/** What is no town: "in einer WG", and no employer: "bei mir zu Hause". */
const town = source`(?!(?:eine[rm]?|meine[rm]|unsere[rm]|(?:der|dem) (?:wg|nähe|stadt|innenstadt|hotel)|miete|teilzeit)(?:\s|$))(?<v>.+)`
const firm = source`(?!(?:mir|uns|dir|ihm|ihr|eine[rm]?|meine[rm]|der (?:feuerwehr|nachtschicht))(?:\s|$))(?<v>.+)`
/** What a person, a colour or a name is like, not what it is. */
const quality = source`(?:eine?|sehr|super|so|echt|total|ziemlich|ganz|zu|schwer|leicht|nett|toll|gut|schlecht|krank|müde|weg|kaputt)(?:\s|$)`
const eater = '(?<v>vegan|vegetari)(?:er|erin|isch)?'
const answer =
  '(?:bitte )?(?:antworte?|antworten sie|schreibe?|erkläre?)(?: mir| bitte| immer| ab jetzt| ab| wieder| künftig)*'
const please = '(?: wieder| bitte)*'

/** News → the forms that the rows know. */
const germanNews: Rewrites = rewritesTo(
  {
    'ich arbeite jetzt bei $1':
      /^ich habe (?:[a-zà-ž]+ )?(?:den|einen|die|eine|meinen|meine) (?:neuen? )?(?:job|stelle|arbeit|arbeitsplatz|arbeitsstelle|zusage|vertrag)(?: jetzt)? (?:bei|von) (?!(?:mir|dir|uns|ihm|ihr|der|dem|eine[rm]?)(?:\s|$))(.+?) (?:bekommen|gekriegt|angenommen|angetreten|unterschrieben|ergattert)(?=[.!]*$|, )/gu,
    'ich arbeite jetzt bei ': /^(?:neuer job|neue stelle|neuer arbeitgeber) (?:bei )?(?=\S+(?: \S+)?[.!]*$)/gu,
  },
  {
    'ich arbeite jetzt bei $1':
      /^ich bin (?:jetzt |ab jetzt )?bei (.{2,40}?) (?:angestellt|beschäftigt|(?:jetzt )?als (?!(?:gast|gäste|kunde|kundin|besuch[a-zà-ž]*|patient[a-zà-ž]*|zuschauer[a-zà-ž]*|paar|erste[a-zà-ž]*)(?![a-zà-ž]))[a-zà-ž]{4,}(?: [a-zà-ž]+)?)(?=[.!]*$)/gu,
    'ich arbeite jetzt bei $1$2':
      /^(?:(?!(?:er|sie|es|wer|man|der|die|das|mein|meine)\s)([a-zà-ž][a-zà-ž\d -]{1,30}?) hat mich (?:jetzt |gestern |endlich )?(?:eingestellt|angestellt)|(?:(?:ich )?(?:habe|hatte) |(?:heute|gestern) (?:war|ist) )?(?:mein(?:en)? )?ersten?r? (?:arbeits)?tag bei (?!(?:oma|opa|mama|papa|mir|uns|dir|ihm|ihr|der|dem|ikea)(?![a-zà-ž]))([a-zà-ž][a-zà-ž\d -]{1,30}?)(?: heute| gestern)?)(?=[.!]*$)/gu,
  },
  {
    'ich arbeite jetzt bei $1':
      /^ich fange (?:(?:am [a-zà-ž]+tag|im [a-zà-ž]+|nächste woche|nächsten monat) )?bei (.{2,40}?) an(?=[.!]*$)/gu,
    'ich bin arbeitslos':
      /^(?:mir wurde (?:[a-zà-ž]+ )?gekündigt|ich (?:wurde|bin) (?:[a-zà-ž]+ )?(?:gefeuert|gekündigt)(?: worden)?|ich habe (?:[a-zà-ž]+ )?(?:meinen|den) job (?:verloren|gekündigt|geschmissen|aufgegeben)|ich habe (?:gestern |letzte woche |endlich )?gekündigt|(?!(?:ich|er|sie|es|wir)\s|.*(?:vermieter|klinik|krankenhaus|spital|arzt|ärztin|reha|bank|versicherung|studio|anbieter|telekom|vodafone|o2))[a-zà-ž\d -]{2,30} hat (?:mich|mir) (?:[a-zà-ž]+ )?(?:gekündigt|entlassen|gefeuert|rausgeworfen|rausgeschmissen))(?=[.!]*$|, )/gu,
    '$1 sind nach $2 gezogen':
      /^(wir|ich) (?:habe|haben) (?:uns|mich) (?:jetzt |endlich )?in ([a-zà-ž][a-zà-ž -]{2,30}?) (?:eingelebt|niedergelassen)(?=[.!]*$|, )/gu,
    'jetzt ich wohne in $1':
      /^(?:wir sind|ich bin) (?:jetzt |nun )?in ([a-zà-ž][a-zà-ž -]{2,30}?) (?:zuhause|zu hause|daheim)(?=[.!]*$|, )/gu,
    'ich nehme $2 $1':
      /^ich nehme (?:jetzt )?(\d[\d.,]* ?(?:mg|µg|ml|tabletten)) (?!täglich|morgens|abends)([a-zà-ž]{5,})/gu,
    'jetzt ich nehme $1 $2':
      /^(?:(?:der|die|mein|meine) )?(?:[a-zà-ž]*arzt|[a-zà-ž]*ärztin|doc|doktor|kardiologe|kardiologin|neurologe|neurologin|psychiater|psychiaterin) hat (?:jetzt |gestern |heute )?(?:mein|meine|das|die)? ?(?!(?:miete|termin|preis)\b)([a-zà-ž]{5,})(?:-?dosis)? (?:von [^,]{1,12}? )?auf (\d\S*(?: ?mg)?) (?:erhöht|gesenkt|reduziert|verdoppelt|hochgesetzt|runtergesetzt|angehoben|gesetzt|gesteigert)(?=[.!]*$|, )/gu,
    'ich bin nicht mehr gegen $1$2 allergisch':
      /^(?:ich (?:kann|darf) (?:jetzt )?wieder ([a-zà-ž]{3,20}) essen|ich vertrage (?:jetzt )?wieder ([a-zà-ž]{3,20}))(?=[.!]*$)/gu,
    'jetzt ich bin $1': /^ich bin (?:gestern |heute |jetzt |letzte woche )?(\d{1,3}) geworden(?=[.!]*$)/gu,
    'ich wiege jetzt $1 kg':
      /^ich bin (?:jetzt )?(?:auf|bei) (\d{2,3}(?:,\d)?) ?(?:kg|kilo)(?: runter| hoch)?(?=[.!]*$)/gu,
    '$1 kg': /(\d) ?(?:kg|kilo)(?=[\s.!]*$)/gu,
    'antworte auf $1':
      /^(?:bitte )?(?:(?:wieder|zurück) )+(?:auf|zu|zum|in) (deutsch|englisch|französisch|spanisch|italienisch|türkisch)(?:en)?(?: bitte)?(?=[.!]*$)/gu,
  },
)

const breaksUp = claiming({ ...form.over.claims, ends: ofPartners('my freundin', 'my freund') })

const rows: readonly ClaimRow[] = [
  form.over`(?:bitte )?(?:vergiss|lösche?|entferne?)(?: bitte)? (?:(?:was ich (?:dir )?|alles )(?:über|zu) )?${thing}(?: (?:gesagt|erzählt) habe| aus .+)?`,
  form.dose`(?<s>ich) nehme (?<n>[a-zà-ž]{5,}) (?<v>\d.*)`,
  form.weight`ich wiege (?<v>\d.*)`,
  breaksUp`wir haben uns getrennt(?: und .+)?|(?:meine freundin|mein freund) hat (?:mich verlassen|schluss (?:mit mir )?gemacht)|(?:ich habe|wir haben) schluss gemacht|ich habe mich (?:von (?:ihr|ihm|meine[rm] (?:freundin|freund)) )?getrennt`,
  form.home`${subject} (?:wohne|wohnt|wohnen|lebe|lebt|leben)(?: seit [^,]{2,20}?)? in ${town}`,
  form.calledHome`(?<v>.+) ist (?:mein|unser) (?:neues )?(?:zuhause|zu hause)`,
  form.moved`${subject} (?:bin|ist|sind) (?:von (?<o>.+?) |zurück )?nach (?<v>.+?) (?:um)?gezogen`,
  form.employer`${subject} (?:arbeite|arbeitet|arbeiten) (?:bei|für) ${firm}`,
  form.leftEmployer.own`(?:ich habe|habe) bei (?<v>.+?) (?:gekündigt|aufgehört)(?: und .+)?`,
  form.jobIsOver`ich bin (?:rentner(?:in)?|in rente|im ruhestand|pensioniert|arbeitslos)`,
  form.diet`ich (?:bin|esse|lebe) (?:ein |eine |doch )*${eater}(?: .{2,20})?`,
  claiming({ ...form.dietIsOver.claims, goesOn: true })`ich esse (?:fleisch|alles)(?: .{2,20})?`,
  form.allergy`ich bin (?:stark |leicht )?(?:allergisch gegen|gegen) (?<v>.+?)(?: allergisch)?`,
  form.allergyIsOver`ich bin (?:doch )?nicht (?:mehr )?(?:allergisch gegen|gegen) (?<v>.+?)(?: allergisch)?`,
  form.maritalStatus.own`ich bin (?:[^,]{1,40} )?(?<v>verheiratet|geschieden|ledig|single|verwitwet|verlobt)`,
  form.short`(?:bitte )?(?:fasse? dich kurz|halte? (?:bitte )?(?:deine|die) antworten (?:kurz|knapp)|kurze antworten|${answer} (?:kurz|kürzer|knapp|nicht so (?:lang|ausführlich)))(?: und .+)?${please}`,
  form.long`(?:${answer} (?:lang|länger|lang und ausführlich|ausführlich|ausführlicher)|du (?:kannst|darfst) (?:gerne? |ruhig )?(?:wieder )?(?:ausführlich|ausführlicher|länger) antworten)${please}`,
  form.familiar`(?:bitte )?(?:duze?n?(?: sie)? mich|sprich mich (?:bitte )?mit du an|(?:du (?:kannst|darfst)|wir (?:können|dürfen)) (?:\S+ ){0,3}?(?:duzen|du sagen))${please}`,
  form.formal`(?:bitte )?(?:sieze?n?(?: sie)? mich|(?:sprich|sprechen sie) mich (?:bitte )?mit sie an)${please}`,
  form.noEmojis`(?:bitte )?keine emojis(?: mehr)?${please}`,
  form.emojis`du (?:kannst|darfst) (?:gerne? )?(?:wieder )?emojis (?:(?:be)?nutzen|verwenden)`,
  form.hired`${subject} (?:habe|hat) (?:jetzt )?(?:einen|eine) neuen? (?:job|stelle|arbeit) (?:bei|in) (?<v>.+)`,
  form.hired`${subject} (?:habe|hat|bin|ist) (?:am [a-zà-ž]+tag |im [a-zà-ž]+ )?(?:bei|zu) (?<v>.+?) (?:angefangen|begonnen|gewechselt)`,
  form.name`${subject} (?:heiße|heißt|heißen|heisse|heisst) (?!(?:sie|euch|dich) )(?<v>.+)`,
  form.age`${subject} (?:bin|ist) (?<v>\d{1,3})(?: jahre)?(?: alt)?`,
  form.switched`${subject} (?:bin|sind|ist) (?:von (?<o>.+?) )?(?:auf|zu) (?<v>.+?) (?:umgestiegen|gewechselt|umgezogen|migriert)`,
  form.switched`${subject} (?:haben|habe|hat) (?<o>.+?) durch (?<v>.+?) ersetzt`,
  form.chosen`${subject} (?:haben|habe|hat) (?:uns|mich|sich) für (?<v>.+?) entschieden`,
  form.prefer`(?<s>ich|wir) (?:bevorzuge|bevorzugen) (?<v>.+)`,
  form.changed`(?:ich habe|wir haben) ${thing} (?:von (?<o>.+?) )?(?:auf|zu|in) (?<v>.+?) (?:verschoben|verlegt|geändert|vorgezogen|umbenannt|erhöht|gesenkt|angehoben|verlängert)`,
  form.counted`(?<s>ich|wir) (?:habe|haben) (?<v>\d+ .+?) (?<a>ge[a-zà-ž]+|be[a-zà-ž]+t|ver[a-zà-ž]+|abgeschlossen|absolviert)`,
  form.use`${subject} ${uses} (?<v>.+)`,
  form.changed`${thing} (?:wurde|wurden|ist|sind) (?:von (?<o>.+?) )?(?:auf|zu|in) (?<v>.+?) (?:verschoben|verlegt|geändert|vorgezogen|umbenannt|erhöht|gesenkt|verlängert)(?: worden)?`,
  form.isNot`${thing} (?:ist|sind|findet|beginnt) nicht (?<v>.+)`,
  form.is`${thing} (?:ist|sind|findet|beginnt|beträgt|liegt)(?: (?:am|um|bei))? (?!${quality})(?<v>.+?)(?: statt)?`,
  form.language`(?:bitte )?(?:antworte?|schreibe?|sprich)(?: mir| mit mir| nur| bitte| immer| ab jetzt| ab)* (?:auf|in) (?<v>deutsch|englisch|französisch|spanisch|italienisch|türkisch)`,
  form.address`(?:bitte )?(?:nenne?|rufe?) mich (?:bitte |lieber )?(?!nicht )(?<v>[a-zà-ž][a-zà-ž-]*)`,
  form.doesNot`(?<s>ich|wir) (?<a>[a-zà-ž]{2,20}) kein(?:e|en)? (?<v>.+)`,
  form.doesNot`(?<s>ich|wir) (?<a>[a-zà-ž]{2,20}) (?:(?<v>.+?) )?nicht`,
  form.does`(?<s>ich|wir) (?<a>(?!bin|sind|habe|haben|war|waren|hatte|werde|werden)[a-zà-ž]{2,20})(?: (?<v>.+))?`,
]

/** German statements. */
export const germanClaims: ClaimLanguage = {
  needs: regex.u`(?:^|\s)(?:ich|wir|bin|erster|hab|habe|haben|sind|esse?|nehme?|wiege|fange?|neuer|neue|wohnen|leben|arbeiten|arzt|ärztin|mir|wurde|zurück|wieder|mich|du|dich|antworten?|schreibe?|sprich|halte?|kurze|keine|duze?|sieze?|wohne|lebe|arbeite|mein|meine|unser|unsere|der|die|das)(?:[\s.,!:]|$)`,
  leftOut: [
    /^(?:wenn|falls|ob|als|soll|sollte|sollen|kann|können|könnte|würde|wer|was|wann|wo|warum|wie|welche[rs]?)\b/u,
    regex.u`(?:^|[\s,])(?:wenn|falls|ob|würde|würden|könnte|könnten|sollte|sollten|möchte|möchten|will|wollen|wollte|vielleicht|wahrscheinlich|eventuell|hoffe|wünsche|überlege|plane|angenommen|fast|beinahe|werde|werden)(?:[\s,]|$)`,
    /(?:^|[\s,])(?:sagt|sagte|gesagt|meint|meinte|glaubt|denkt|behauptet|erzählt|erzählte|laut|angeblich|gehört)(?:[\s,]|$)/u,
    /(?:^|\s)(?:heute|morgen|diese woche|diesen monat|dieses mal|diesmal|bis|vorübergehend|vorläufig|im moment|gerade|zurzeit|ausnahmsweise|während|nächste[nrs]? (?:woche|monat|jahr))(?:\s|$)/u,
    /(?:^|\s)(?:früher|damals|ehemals|zuvor|vorher|als kind|noch nicht|war|waren|hatte|hatten|manchmal|oft|meistens|noch nie)(?:\s|$)/u,
  ],
  opening:
    /^(?:(?:nein|nee|doch|eigentlich|korrektur|sorry|entschuldigung|ich meinte|ich meine|ja|ok|okay|also|hallo|hey|übrigens|und|aber|moment|halt|bitte merken|merke dir)(?![a-zà-ž])[\s,.:;!–—-]*(?:dass )?)/u,
  correcting: /^(?:nein|nee|eigentlich|korrektur|sorry|entschuldigung|ich meinte?|moment|halt)(?![a-zà-ž])/u,
  rewrites: [
    ...rewritesTo({
      // News told without a subject, and the short forms of verbs.
      'ich ':
        /^(?=(?:wohne?|lebe?|arbeite?|bin|habe?|esse?|nehme?|trinke?|rauche?|wiege|fange?) (?!(?:sie|du|er|ich|wir)(?: |$)))/gu,
      'wir ': /^(?=(?:wohnen|leben|sind|haben|arbeiten) (?!(?:sie|die|wir|das|der)(?: |$)))/gu,
      '$1ich $2e': /(^|\s)ich (wohn|leb|arbeit|hab|ess|nehm|trink|rauch|fang)(?= )/gu,
    }),
    ...germanNews,
    ...rewritesTo({
      'jetzt ich bin ': /\bich (?:bin|habe) jetzt /gu,
      nüsse: /nuss(?=\s|allergie|$)/gu,
      'ich bin gegen $1 allergisch': /^ich habe eine ([a-zà-ž]+?)allergie(?=[.!]*$)/gu,
      'ich bin nicht mehr gegen $1 allergisch': /^ich habe keine ([a-zà-ž]+?)allergie mehr/gu,
      'ich rauche': /^ich bin raucher(?:in)?/gu,
      'ich rauche nicht mehr': /^ich habe (?:letzte woche |endlich )?(?:mit dem )?rauchen aufgehört/gu,
      '$1 ': /^(ich nehme) (?:(?:jeden [a-zà-ž]+|täglich|morgens|abends|seit [a-zà-ž]+|\d+ ?mg) )+/gu,
      'jetzt ich mag $1': /^([a-zà-ž]+) mag ich(?: jetzt| mittlerweile| inzwischen)?(?: doch)?(?=[.!]*$)/gu,
      'vergiss dass ich $2 $1':
        /^(?:bitte )?(?:vergiss|lösche?|entferne?)(?: bitte)?,? dass ich (.+) (bin|habe|wohne|lebe|arbeite|nehme|esse|trinke)(?:,? aus .+)?(?=[.!]*$)/gu,
      'jetzt $2 $1 ': /^jetzt (wohne|lebe|arbeite|esse|bin|sind|(?:nutz|verwend|benutz)en?) (ich|wir) /gu,
    }),
  ],
  adding: /(?:^|\s)(?:auch|außerdem|zusätzlich|ebenfalls|noch ein(?:e|en)?|ein weiterer|eine weitere|daneben)(?:\s|$)/u,
  changing: /(?:^|\s)(?:jetzt|nun|inzwischen|mittlerweile|neuerdings|seit neuestem|wieder)(?=\s|$)/u,
  adverbs:
    /(?:^|(?<=\s))(?:jetzt|nun|inzwischen|mittlerweile|neuerdings|wieder|gerade|endlich|schon|bereits|immer noch|noch immer|derzeit|letzte[ns]? (?:woche|monat|jahr)|gestern)(?=\s|$)/gu,
  retracting: [/^vergiss,? dass (?<rest>ich .+)$/u, /^es stimmt nicht mehr,? dass (?<rest>.+)$/u],
  replacing: [/^(?<rest>.+?),? (?:statt|anstatt|anstelle von) (?<o>.+)$/u, /^(?<rest>.+?), nicht (?<o>.+)$/u],
  joint: /(?:,| und| aber|;)+ (?=(?:ich|wir|mein|meine|unser|unsere|er|sie|es) )/gu,
  rows,
}
