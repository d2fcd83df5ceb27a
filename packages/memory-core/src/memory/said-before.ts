import type { SaidBefore } from '../capture/capturer.ts'
import type { CapturableMessage } from '../capture/findings.ts'
import { textOf } from '../message.ts'
import { termsOf } from '../recall/question.ts'
import { speakerOf } from '../records/drafts.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { sentencesOf, withoutOpening } from '../statements/stated-sentences.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import type { PassageIndex } from '../storage/passages.ts'
import { speakerKey, statementKey } from '../text/statement-key.ts'

/** Maximum passages looked through for one that states the same. */
const mostLooked = 50

export function createSaidBefore(passages: PassageIndex, sessions: Pick<SessionStore, 'recentWindow'>): SaidBefore {
  return {
    async window(session) {
      const { messages = [] } = (await sessions.recentWindow(session)) ?? {}
      const said = messages.map(({ id, role, createdAt, name, content }): CapturableMessage => {
        return { session, messageId: id, role, text: textOf({ content }), createdAt, name }
      })
      return new Map(said.slice(1).flatMap(({ messageId }, at) => (said[at] ? [[messageId, said[at]]] : [])))
    },
    async elsewhere({ text, source: of }, isOther) {
      const [key, terms] = [statementKey(text), termsOf(text)]
      const speaker = speakerOf({ source: of })
      const hits = terms.length === 0 ? [] : await passages.search({ terms, layers: ['sessions'], limit: mostLooked })
      const said = hits.flatMap(({ passage: { source, text, createdAt } }) => {
        if (!('messageId' in source) || source.role !== 'user' || createdAt === undefined) return []
        const { session, messageId, name } = source
        if (speakerKey(name) !== speakerKey(speaker) || !isOther({ session, messageId })) return []
        const sentence = sentencesOf(text).find((one) => statementKey(withoutOpening(one)) === key)
        const quote = speaker === undefined ? {} : { quote: `${speaker}: ${sentence}` }
        return sentence === undefined ? [] : [{ source: { session, messageId, ...quote }, createdAt }]
      })
      return said.sort((a, b) => compareTexts(a.createdAt, b.createdAt))[0]
    },
  }
}
