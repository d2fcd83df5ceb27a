import type { SaidBefore } from '../capture/capturer.ts'
import { textOf } from '../message.ts'
import { termsOf } from '../recall/question.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { sentencesOf, withoutOpening } from '../statements/stated-sentences.ts'
import type { PassageIndex } from '../storage/passages.ts'
import { statementKey } from '../text/statement-key.ts'

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
    async elsewhere(text, isOther) {
      const key = statementKey(text)
      const terms = termsOf(text)
      const hits = terms.length === 0 ? [] : await passages.search({ terms, layers: ['sessions'], limit: mostLooked })
      for (const { passage } of hits) {
        const { source } = passage
        if (!('messageId' in source) || source.role !== 'user' || !isOther(source)) continue
        const isSaid = sentencesOf(passage.text).some((said) => statementKey(withoutOpening(said)) === key)
        if (isSaid) return { session: source.session, messageId: source.messageId }
      }
      return undefined
    },
  }
}
