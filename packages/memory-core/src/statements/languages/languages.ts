import { chinese } from './chinese.ts'
import { dutch } from './dutch.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

/** The languages besides English, in the order in which they are tried. */
export const foreignLanguages = [german, spanish, chinese, japanese, french, italian, portuguese, dutch] as const
