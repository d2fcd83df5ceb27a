import type { SaidBefore } from '../capture/capturer.ts'
import { textOf } from '../message.ts'
import { termsOf } from '../recall/question.ts'
import { speakerOf } from '../records/drafts.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { sentencesOf, withoutOpening } from '../statements/stated-sentences.ts'
import type { PassageIndex } from '../storage/passages.ts'
import { speakerKey, statementKey } from '../text/statement-key.ts'

/** Maximum passages looked through for one that states the same. */
const mostLooked = 50

/** Looks into the sessions, and into the index as it is: nothing is brought up to date for it. */
export function createSaidBefore(passages: PassageIndex, sessions: Pick<SessionStore, 'recentWindow'>): SaidBefore {
  return {
    async previous({ session, messageId }) {
      const { messages = [] } = (await sessions.recentWindow(session)) ?? {}
      const before = messages[messages.findIndex(({ id }) => id === messageId) - 1]
      if (!before) return undefined
      const { id, role, createdAt, name } = before
      return { session, messageId: id, role, text: textOf(before), createdAt, name }
    },
    async elsewhere({ text, source: of }, isOther) {
      const key = statementKey(text)
      const speaker = speakerOf({ source: of })
      const terms = termsOf(text)
      const hits = terms.length === 0 ? [] : await passages.search({ terms, layers: ['sessions'], limit: mostLooked })
      for (const { passage } of hits) {
        const { source } = passage
        if (!('messageId' in source) || source.role !== 'user' || !isOther(source)) continue
        if (speakerKey(source.name) !== speakerKey(speaker)) continue
        const sentence = sentencesOf(passage.text).find((said) => statementKey(withoutOpening(said)) === key)
        if (sentence === undefined) continue
        const quote = speaker === undefined ? {} : { quote: `${speaker}: ${sentence}` }
        return { session: source.session, messageId: source.messageId, ...quote }
      }
      return undefined
    },
  }
}
