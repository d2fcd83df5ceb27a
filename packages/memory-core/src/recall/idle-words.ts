/**
 * Words that say nothing of what is asked for beside a time: "what did we talk about", "was haben wir besprochen". English,
 * German, French, Spanish, Portuguese, Italian, Dutch, Russian.
 */
const idle: ReadonlySet<string> = new Set(
  (
    'what which who whom where when how was were is are did do does done doing have has had been be being am i we you us me my our your it they ' +
    "that this these those there here of at in on to from with for about around during by as the a an and or so then what's whats i've we've " +
    'all any anything everything something things thing stuff topic topics subject subjects event events conversation conversations chat chats message messages ' +
    'discussion discussions summary overview talk talked talking discuss discussed discussing say said saying tell told speak spoke spoken chatted mention mentioned ' +
    'happen happened happening go goes going went gone occur occurred come came up new can could would should will please give show list remind remember know ' +
    'recap summarize summarise date time ' +
    'wer wen wem wo wann wie welche welches welcher waren sind ist war hat habe haben hatte hatten wurde wurden worden gewesen ich wir du ihr uns mir mich es man das die der den ' +
    'dem des ein eine einen und oder so über von am im an auf mit bei zu los gab gibt alles etwas dinge themen thema ereignisse gespräch gespräche ' +
    'besprochen gesprochen gesagt geredet erzählt passiert geschehen gemacht getan diskutiert unterhalten worüber wovon zusammenfassung erinnere ' +
    "que qu quoi qui où quand comment quel quelle quels quelles est-ce est ce c'est qu'est qu'est-ce s'est a-t-on a-t-il ai as a avons avez ont avait avions était je nous on tu vous il se s " +
    "le la les l un une des de du d et ou en au aux sur avec pour par dans à y fait parlé dit discuté passé arrivé raconté j'ai qu'avons-nous avons-nous avez-vous ai-je sujets choses tout résumé " +
    'qué quién dónde cuándo cómo cuál cuáles es fue fueron era hubo hay he has ha hemos han había yo nosotros tú se lo los las el al del con por para sobre y o un una sus ' +
    'hablamos hablado hablé dijimos dijo dije dicho discutimos pasó pasado ocurrió sucedió hicimos hice hizo hecho tratamos conversamos temas tema cosas todo resumen conversación ' +
    'o quê quem onde quando como qual quais foi foram eu nós você se os as um uma do da dos das em no na nos nas com sobre e ou ' +
    'falamos falei falado dissemos disse dito discutimos aconteceu fizemos fiz fez feito conversamos assuntos assunto coisas tudo resumo conversa ' +
    'cosa che chi dove quando come quale quali è sono stato stata stati era erano ho hai ha abbiamo avete hanno io noi tu si ci di del della dei delle lo gli i un una il nel nella con su per e ' +
    'parlato detto discusso successo accaduto fatto argomenti argomento cose tutto riassunto conversazione ' +
    'wat wie waar wanneer hoe welk welke was waren is zijn ben heb hebt heeft hebben had hadden ik wij we jij je jullie het er de een van over in op met bij voor en of te ' +
    'besproken gesproken gezegd gepraat gebeurd gedaan verteld onderwerpen onderwerp dingen alles samenvatting gesprek waarover ' +
    'что чем чём о об обо кто где когда как какой какая какие какое был была было были есть я мы ты вы мной нами нас нам мне это то и или в на с со по у за ли ' +
    'обсуждали говорили сказали сказал сказала произошло случилось делали сделали сделал сделала было темы тема события всё все разговор разговоры'
  ).split(' '),
)
const word = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu
/** A question that says more than this says what it is about. */
const longest = 300

/** Whether nothing in a text says what is asked for. Linear in its first 300 characters; what is longer says something. */
export function isIdle(text: string): boolean {
  if (text.length > longest) return false
  const words = text.toLowerCase().replaceAll('’', "'").match(word) ?? []
  return words.every((one) => idle.has(one) || one.split(/['-]/).every((part) => idle.has(part)))
}
