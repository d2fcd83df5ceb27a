import { describe, expect, it } from 'vitest'
import { claimsOf } from './claims-of.ts'
import { changeBetween } from './compare-claims.ts'

const change = (known: string, said: string): ReturnType<typeof changeBetween> =>
  changeBetween(claimsOf(known), claimsOf(said))

describe('a change in German or Spanish', () => {
  it.each([
    ['Ich wohne in Köln.', 'Ich lebe seit letzter Woche in Bonn.'],
    ['Ich arbeite bei SAP.', 'Ich habe bei SAP gekündigt.'],
    ['Ich bin Vegetarier.', 'Ich esse wieder Fleisch.'],
    ['Ich bin Vegetarier.', 'Ich bin kein Vegetarier mehr.'],
    ['Ich esse kein Fleisch.', 'Ich esse wieder Fleisch.'],
    ['Ich trinke keinen Alkohol.', 'Ich trinke wieder Alkohol.'],
    ['Ich bin Raucher.', 'Ich habe mit dem Rauchen aufgehört.'],
    ['Ich nehme jeden Morgen Metformin.', 'Ich nehme kein Metformin mehr.'],
    ['Ich bin gegen Nüsse allergisch.', 'Ich bin doch nicht gegen Nüsse allergisch.'],
    ['Ich bin gegen Nüsse allergisch.', 'Ich habe keine Nussallergie mehr.'],
    ['Ich bin gegen Nüsse allergisch.', 'Vergiss, dass ich gegen Nüsse allergisch bin.'],
    ['Ich bin verheiratet.', 'Ich bin jetzt geschieden.'],
    ['Bitte duze mich.', 'Bitte sieze mich wieder.'],
    ['Siez mich bitte.', 'Du kannst mich jetzt duzen.'],
    ['Bitte antworte immer kurz.', 'Antworte ab jetzt ausführlich.'],
    ['Keine Emojis bitte.', 'Du darfst wieder Emojis benutzen.'],
    ['Trabajo en Telefónica.', 'He dejado Telefónica.'],
    ['Soy vegetariana.', 'He vuelto a comer carne.'],
    ['Soy vegana.', 'Ya no soy vegana, ahora soy vegetariana.'],
    ['No como carne.', 'Vuelvo a comer carne.'],
    ['Fumo.', 'He dejado de fumar.'],
    ['Tomo 50 mg de levotiroxina cada mañana.', 'Ya no tomo levotiroxina.'],
    ['Soy alérgico a las nueces.', 'Ya no soy alérgico a las nueces.'],
    ['Trátame de usted.', 'Puedes volver a tutearme.'],
    ['Responde siempre breve.', 'A partir de ahora responde con detalle.'],
    ['Responde en español.', 'A partir de ahora responde en inglés.'],
    ['Mi jefe es Miguel.', 'Mi nueva jefa es Laura.'],
    ['Mi perro se llama Toby.', 'No, mi perro se llama Rex.'],
  ])('ends "%s": %s', (known, said) => expect(change(known, said)).toMatch(/^(?:supersedes|ends)$/))

  it.each([
    ['Ich wohne in Köln.', 'Ich wohne jetzt in einer WG.'],
    ['Ich wohne in Köln.', 'Wir sind in ein Haus mit Garten umgezogen.'],
    ['Ich arbeite bei Siemens.', 'Ich arbeite bei mir zu Hause.'],
    ['Mein Chef ist Herr Müller.', 'Mein Chef ist super nett.'],
    ['Mein Name ist Anna.', 'Mein Name ist schwer auszusprechen.'],
    ['Ich heiße Anna.', 'Ich heiße Sie willkommen.'],
    ['Ich bin Vegetarier.', 'Mein Freund isst wieder Fleisch.'],
    ['Ich nehme jeden Morgen Metformin.', 'Ich nehme heute kein Metformin.'],
    ['Ich bin gegen Nüsse allergisch.', 'Ich bin allergisch gegen Katzen.'],
    ['Bitte antworte immer kurz.', 'Erklär mir bitte ausführlich, wie ein Motor funktioniert.'],
    ['Antworte auf Deutsch.', 'Antworte immer kurz.'],
    ['Trabajo en Telefónica.', 'Ahora trabajo en casa.'],
    ['Trabajo en Telefónica.', 'Trabajo en un proyecto nuevo.'],
    ['Trabajo en Telefónica.', 'Trabajo en remoto.'],
    ['Trabajo en Telefónica.', 'Trabajo en el turno de noche.'],
    ['Trabajo en Telefónica.', 'También trabajo en una academia.'],
    ['Vivo en Valencia.', 'Ahora vivo en un piso compartido.'],
    ['Vivo en Valencia.', 'Me mudé a un piso más grande.'],
    ['Vivo en Valencia.', 'Vivo en las afueras.'],
    ['Mi jefe es Miguel.', 'Mi jefe es un pesado.'],
    ['Me llamo Ana.', 'Me llamo mucho la atención.'],
    ['Mi hermana se llama Ana.', 'Mi otra hermana se llama Eva.'],
    ['Responde en español.', 'Responde siempre breve.'],
  ])('leaves "%s" as it is: %s', (known, said) =>
    expect(change(known, said) ?? 'unrelated').not.toMatch(/supersedes|ends/),
  )
})
