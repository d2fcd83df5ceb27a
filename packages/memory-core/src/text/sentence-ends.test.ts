import { describe, expect, it } from 'vitest'
import { sentenceEnds, splitSentences } from './sentence-ends.ts'

describe('sentences', () => {
  it.each([
    ['My name is Dr. Strange. I live in St. Gallen.', ['My name is Dr. Strange.', 'I live in St. Gallen.']],
    ['Ask Mrs. Ray, e.g. by mail! Or not', ['Ask Mrs. Ray, e.g. by mail!', 'Or not']],
    ['Am 3. Mai. Gut', ['Am 3. Mai.', 'Gut']],
    ['It is 3. Then 4.5 came…  So?', ['It is 3.', 'Then 4.5 came…', 'So?']],
    ['是的。好！', ['是的。', '好！']],
    ['Nice 👍 I agree', ['Nice 👍', 'I agree']],
    ['My tax guy is Mag. Steiner. I owe him', ['My tax guy is Mag. Steiner.', 'I owe him']],
    ['I work for Lt. Col. Hayes. My boss', ['I work for Lt. Col. Hayes.', 'My boss']],
    ['Ask Dra. Ruiz, mme. Dupont or Hr. Olsen', ['Ask Dra. Ruiz, mme. Dupont or Hr. Olsen']],
    ['I live on Gen. Custer Ave. 12', ['I live on Gen. Custer Ave. 12']],
    ['I work at ING. My boss is Rex. Ask him', ['I work at ING.', 'My boss is Rex.', 'Ask him']],
    ['Tell Me. I wait for the Rep. She comes', ['Tell Me.', 'I wait for the Rep.', 'She comes']],
    ["we're getting married in... hmm june", ["we're getting married in... hmm june"]],
    ['up to the end of… Act 3', ['up to the end of… Act 3']],
    ['I can eat eggs... well no, they hurt', ['I can eat eggs... well no, they hurt']],
    ['I work at Bosch.. actually I quit', ['I work at Bosch.. actually I quit']],
    ['I like tea… scratch that, coffee', ['I like tea… scratch that, coffee']],
    ['im vegan... what can i eat', ['im vegan...', 'what can i eat']],
    ['two kids... no pets... no dairy please', ['two kids...', 'no pets...', 'no dairy please']],
    ['live in leeds... work at bosch', ['live in leeds...', 'work at bosch']],
    ['im tired... actually can you help', ['im tired...', 'actually can you help']],
    ['My boss is A. J. Cole. I like her', ['My boss is A. J. Cole.', 'I like her']],
    ['I bank with J.P. Morgan. My wife too', ['I bank with J.P. Morgan.', 'My wife too']],
    ['Ask Anna M. Weber or R. A. Singh', ['Ask Anna M. Weber or R. A. Singh']],
    ['My idol is I. M. Pei. So do I. Tom too', ['My idol is I. M. Pei.', 'So do I.', 'Tom too']],
    ['We live at No. 12, Hill Rd. in York', ['We live at No. 12, Hill Rd. in York']],
    ['I work for Acme Inc. in Leeds since Nov. 14', ['I work for Acme Inc. in Leeds since Nov. 14']],
    ['I work at Acme Inc. My boss', ['I work at Acme Inc.', 'My boss']],
    ['i work at acme inc. my boss', ['i work at acme inc.', 'my boss']],
    ['I said no. 3 times. No. 12 years', ['I said no.', '3 times.', 'No.', '12 years']],
    ['I take vitamin D. Anna has plan B. Tom not', ['I take vitamin D.', 'Anna has plan B.', 'Tom not']],
    ['It needs 60 A. Follow it', ['It needs 60 A.', 'Follow it']],
    ['I code in C. Rust is next', ['I code in C.', 'Rust is next']],
    ['My type is A. Nuts are out', ['My type is A.', 'Nuts are out']],
    ['I live in the U.S. Chicago is home', ['I live in the U.S.', 'Chicago is home']],
    ['I get up at 5 A.M. Coffee helps', ['I get up at 5 A.M.', 'Coffee helps']],
    ['I have a Ph.D. Physics it was', ['I have a Ph.D.', 'Physics it was']],
    ['Ich habe Blutgruppe A. Meine Frau', ['Ich habe Blutgruppe A.', 'Meine Frau']],
    ['', []],
    [' \n ', []],
  ])('of %j end at stops, and not at abbreviations', (text, sentences) =>
    expect(splitSentences(text)).toEqual(sentences),
  )

  it('end behind their stop', () => expect(sentenceEnds('Yes. No')).toEqual([4]))
})
