import { regex } from '../text/regex.ts'

/** Persons close to one. */
export const relatives =
  'wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|friends?|best friend|sister(?:[- ]in[- ]law)?|brother(?:[- ]in[- ]law)?|siblings?|twin|mother(?:[- ]in[- ]law)?|mom|mum|father(?:[- ]in[- ]law)?|dad|parents?|grandmother|grandfather|grandma|grandpa|grandparents|grandson|granddaughter|grandkids|son|daughter|kids?|child(?:ren)?|baby|toddler|aunt|uncle|nephew|niece|cousins?|boss|manager|supervisor|colleagues?|coworkers?|co-founder|intern|assistant|mentor|advisor|adviser|coach|therapist|doctor|dentist|landlord|landlady|neighbou?rs?|roommates?|flatmates?|housemates?|teacher|tutor|lawyer|attorney|accountant|trainer|instructor|family|in-laws|ex(?:-wife|-husband)?|stepson|stepdaughter|stepfather|stepmother|stepdad|stepmum|stepmom|goddaughter|godson|youngest|eldest|oldest|firstborn|middle one|little one|other half|hubby|bestie|granny|nan'
export const female: RegExp =
  /\b(?:wife|girlfriend|mum|mom|mama|mother|sister|daughter|aunt|niece|grandma|granny|nan|grandmother|granddaughter|landlady|step(?:mother|mum|mom|daughter)|goddaughter|woman|girl|lady|she|her)\b/i
export const male: RegExp =
  /\b(?:husband|hubby|boyfriend|dad|papa|father|brother|son|uncle|nephew|grandpa|grandad|grandfather|grandson|step(?:father|dad|son)|godson|man|guy|boy|he|his)\b/i
export const pets = 'cats?|dogs?|puppy|kitten|rabbits?|hamster|turtles?|parrot|horse|greyhound|pets?'

/** A person close to the speaker, whatever is said of them. */
export const acquaintance = regex.i`\b(?:my|our)\s(?:[a-zà-ž-]{1,14}\s){0,2}?(?:${relatives}|team|teammates?|clients?)\b`
