import { describe, expect, it } from 'vitest'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  {
    known: 'always answer briefly',
    over: [
      'you can give longer answers now',
      'i want longer answers from now on',
      "I'd like more detailed answers",
      'feel free to give me detailed explanations again',
    ],
    kept: [
      'i want a longer answer for this one',
      'I want longer answers for my essay',
      'I want longer hair',
      'he wants longer answers',
    ],
  },
  {
    known: 'always answer in german',
    over: ['back to english please', 'switch to english', 'please switch back to English', 'go back to English again'],
    kept: [
      'english please, what is a Brötchen?',
      'translate it to english please',
      'the film switches to english',
      'my school switched to english',
      'switch to english spelling in the menu',
    ],
  },
  {
    known: 'always cite sources',
    over: [
      'dont cite sources anymore',
      'stop citing sources',
      'you can stop citing sources',
      'no need to cite sources any more',
    ],
    kept: [
      'dont cite sources in this one',
      'do not cite blogs anymore',
      'stop citing that',
      'he stopped citing sources',
    ],
  },
  {
    known: 'no bullet points',
    over: ['go back to bullet points', 'ok you can use bullet points again', 'bring back the bullet points'],
    kept: ['go back to step 2', 'the slides have bullet points again', 'go back to sleep'],
  },
  {
    known: 'always answer in bullet points',
    over: ['no more bullet points please', 'no bullet points anymore', 'stop using bullet points'],
    kept: ['no bullet points in this one', 'my slides have no bullet points', 'no more tables please'],
  },
  {
    known: 'no more bullet points please',
    over: ['go back to bullet points', 'use bullet points again'],
    kept: ['go back to the slides', 'bullet points are old'],
  },
  {
    known: 'call me Max',
    over: ['stop calling me max', 'my name is Maxine, not Max'],
    kept: [
      'my name is Maximilian',
      "my dog's name is Maxi, not Max",
      'stop calling me names',
      'my name is Maxine, not Tom',
    ],
  },
  {
    known: 'I weigh 98kg',
    over: ['i weigh 93kg now', 'im down to 93kg now', "I'm at 95 kilos", 'im 93kg now', 'down to 93 kg!'],
    kept: ['my dog weighs 20kg now', 'im down to 2 cups a day', 'I can lift 93kg now', 'i want to weigh 80kg'],
  },
  {
    known: 'exam is on may 12',
    over: ['exam got pushed to may 19', 'the exam was moved to May 19', 'exam is on may 19 now'],
    kept: ['surgery got pushed to may 19', 'party is on may 19'],
  },
  {
    known: 'im 34',
    over: ['turned 35 yesterday', 'I turned 35', 'im 35 now'],
    kept: ['my brother turned 35', 'turned 90 degrees', 'im 35 minutes late'],
  },
  {
    known: 'I have 40k saved',
    over: ['savings at 46k now', 'my savings are now 46k', 'We have 46k in savings'],
    kept: ['I want 46k in savings', 'my sister has 46k saved', 'rent at 46k now'],
  },
  {
    known: 'ich arbeite bei Bosch',
    over: [
      'hab den job bei siemens bekommen!!',
      'Ich habe eine neue Stelle bei Siemens angetreten',
      'neuer job bei siemens',
      'fange am montag bei siemens an',
      'mir wurde gestern gekündigt',
      'bosch hat mich rausgeworfen',
      'hab gekündigt',
      'bin arbeitslos',
    ],
    kept: [
      'meine schwester hat den job bei siemens bekommen',
      'mein vermieter hat mir gekündigt',
      'hab mein abo gekündigt',
      'die klinik hat mich entlassen',
      'ich bin heute bei siemens',
      'bin jetzt bei Oma',
    ],
  },
  {
    known: 'wir wohnen in Fürth',
    over: ['sind nach erlangen gezogen', 'wir haben uns in Erlangen eingelebt', 'wohnen jetzt in Erlangen'],
    kept: ['sind jetzt in erlangen angekommen', 'sind heute in Erlangen', 'meine Eltern sind nach Erlangen gezogen'],
  },
  {
    known: 'bin Vegetarier',
    over: ['ess wieder fleisch', 'ich esse wieder Fleisch', 'bin kein Vegetarier mehr'],
    kept: ['mein bruder isst wieder fleisch', 'ess wieder mehr gemüse'],
  },
  {
    known: 'ich nehme ramipril 5',
    over: [
      'der arzt hat mein ramipril auf 10 erhöht',
      'mein Hausarzt hat Ramipril auf 2,5 mg gesenkt',
      'nehme jetzt ramipril 10',
    ],
    kept: ['der arzt hat mein metformin auf 1000 erhöht', 'der vermieter hat meine miete auf 900 erhöht'],
  },
  { known: 'ich bin 34', over: ['bin gestern 35 geworden'], kept: ['mein Bruder ist 35 geworden'] },
  {
    known: 'ich wiege 98 kg',
    over: ['ich wiege jetzt 93 kg', 'bin auf 93 kg runter'],
    kept: ['mein Hund wiegt 30 kg'],
  },
  {
    known: 'ich bin gegen Nüsse allergisch',
    over: ['ich kann wieder nüsse essen'],
    kept: ['kann ich wieder nüsse essen'],
  },
  {
    known: 'meine freundin heißt Aiko',
    over: ['wir haben uns getrennt'],
    kept: ['meine eltern haben sich getrennt'],
  },
  { known: 'antworte auf deutsch', over: ['wieder auf englisch bitte'], kept: ['der film ist auf englisch'] },
  {
    known: 'vivo en Madrid',
    over: ['me acabo de mudar a sevilla', 'nos acabamos de mudar a Sevilla', 'acabo de mudarme a Sevilla'],
    kept: ['mi hermana se acaba de mudar a sevilla', 'hoy estoy en sevilla', 'me quiero mudar a sevilla'],
  },
  {
    known: 'trabajo en BBVA',
    over: [
      'empecé en indra',
      'nuevo trabajo en indra',
      'me han contratado en Indra',
      'me despidieron ayer',
      'estoy en paro',
      'perdí mi trabajo',
    ],
    kept: [
      'empecé en enero',
      'empecé en el gimnasio',
      'mi hermano empezó en indra',
      'hoy estoy en indra',
      'despidieron a mi jefe',
    ],
  },
  { known: 'tengo 34 años', over: ['cumplí 35 ayer'], kept: ['mi hijo cumplió 5'] },
  { known: 'soy alérgico a las nueces', over: ['ya puedo comer nueces'], kept: ['ya puedo comer carne'] },
  { known: 'mi novia se llama Aiko', over: ['hemos roto'], kept: ['hemos roto el plato'] },
  { known: 'responde en alemán', over: ['volvamos al inglés'], kept: ['hablo inglés'] },
]

describe('orders, numbers, and news in German and Spanish', () => {
  it.each(pairsOf(news, 'over'))('ends "%s": %s', (known, said) => expect(isOverBy(known, said)).toBe(true))

  it.each(pairsOf(news, 'kept'))('leaves "%s" as it is: %s', (known, said) => expect(isOverBy(known, said)).toBe(false))
})
