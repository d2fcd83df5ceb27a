import { describe, expect, it } from 'vitest'
import { keptWorth } from '../english/worth.ts'
import { readStatements } from '../read-statements.ts'
import type { Statement } from '../statement.ts'

function kept(said: string): Statement[] {
  return readStatements(said, { at: '2026-01-05T09:00:00Z' }).filter(
    ({ span, worth, isUnresolved }) => span === 'lasting' && worth >= keptWorth && isUnresolved !== true,
  )
}

const textsOf = (said: string): string[] => kept(said).map(({ text }) => text)

describe('a statement with an article that English has as a word', () => {
  it.each([
    'Preferisco i libri e i film in lingua originale.',
    'Ho due figli, i gemelli Luca e Marco, e i nonni vivono a Roma.',
  ])('is kept: %s', (said) => expect(kept(said)).toHaveLength(1))
})

describe('a fact before a question', () => {
  it.each([
    ['Ich bin allergisch gegen Nüsse, was kann ich backen?', 'Ich bin allergisch gegen Nüsse'],
    ['Ich habe Diabetes, darf ich Trauben essen?', 'Ich habe Diabetes'],
    ['Tengo diabetes, ¿puedo comer uvas?', 'Tengo diabetes'],
    ['soy alérgica a las nueces, qué puedo merendar?', 'soy alérgica a las nueces'],
    ["Je suis allergique aux noix, qu'est-ce que je peux cuisiner ?", 'Je suis allergique aux noix'],
    ['Sono allergico alle noci, cosa posso cucinare?', 'Sono allergico alle noci'],
    ['Tenho diabetes, posso comer uva?', 'Tenho diabetes'],
    ['Ik ben allergisch voor noten, wat kan ik koken?', 'Ik ben allergisch voor noten'],
    ['我对花生过敏，能吃什么？', '我对花生过敏'],
    ['ピーナッツアレルギーなんだけど、何が食べられる？', 'ピーナッツアレルギーなんだけど'],
  ])('is kept: %s', (said, text) => {
    expect(kept(said)).toMatchObject([{ text, kind: 'health' }])
  })

  it.each([
    'Ich bin müde, was soll ich tun?',
    'Stell dir vor, ich bin allergisch gegen Nüsse, was kann ich essen?',
    'Estoy cansada, ¿qué hago?',
    'Imagina que soy celíaco, ¿qué como?',
    'Imagine que je suis diabétique, que dois-je manger ?',
    'Stel dat ik diabetes heb, wat mag ik eten?',
    '如果我对花生过敏，能吃什么？',
    'もし私が糖尿病だったら、何が食べられる？',
  ])('is none in %s', (said) => expect(textsOf(said)).toEqual([]))
})

describe('what people write of themselves', () => {
  it.each([
    // As typed: without accents, capitals and "I".
    ['bin allergisch gegen nüsse', 'health'],
    ['hab ne nussallergie', 'health'],
    ['soy alergico a los cacahuetes', 'health'],
    ['chui allergique aux noix', 'health'],
    ['Je mange pas de viande.', 'health'],
    ['sono intollerante al lattosio', 'health'],
    ['花生过敏', 'health'],
    ['ピーナッツアレルギーだよ', 'health'],
    // Medicine and diet.
    ['Ich nehme Marcumar.', 'health'],
    ['Ich vertrage kein Gluten.', 'health'],
    ['Tuve un infarto en 2019 y tomo Sintrom.', 'health'],
    ['No puedo comer gluten.', 'health'],
    ['Je prends du Préviscan.', 'health'],
    ['Prendo il Coumadin.', 'health'],
    ['Tive um infarto em 2019 e tomo Marevan.', 'health'],
    ['Ik slik bloedverdunners.', 'health'],
    ['我每天早上吃50毫克优甲乐。', 'health'],
    ['ワーファリンを飲んでいます。', 'health'],
    ['そばが食べられません。', 'health'],
    // Home, with words between and in another order.
    ['Ich wohne mit meinem Mann in Freiburg.', 'home'],
    ['Seit 2020 wohne ich in Köln.', 'home'],
    ["Depuis 2020 j'habite à Lyon.", 'home'],
    ['On habite à Lyon.', 'home'],
    ["J'habite Paris.", 'home'],
    ['A gente mora em Lisboa.', 'home'],
    ['Mijn vrouw Ans en ik wonen in Assen.', 'home'],
    ['我住北京', 'home'],
    ['大阪在住です。', 'home'],
    // Work and family.
    ['Ich arbeite seit März als Lehrerin an einer Grundschule.', 'work'],
    ['Je suis développeur chez Orange.', 'work'],
    ['Sono programmatore alla TIM.', 'work'],
    ['Tengo dos hijos.', 'person'],
    ['我有两个孩子。', 'person'],
    ['子供が二人います。', 'person'],
    ['Guten Tag, mein Name ist Jürgen Hoffmann.', 'identity'],
    ['Meine Telefonnummer ist 0761 123456.', 'identity'],
  ])('is kept: %s', (said, kind) => expect(kept(said)[0]?.kind).toBe(kind))

  it.each([
    // Changes, without which the old fact would stand alone.
    'Ich esse wieder Fleisch.',
    'Ich habe bei SAP gekündigt.',
    'Thomas und ich haben uns getrennt.',
    'Bello ist letzte Woche leider gestorben.',
    'He vuelto a comer carne.',
    'Nos mudamos para Florianópolis há duas semanas.',
    "J'ai quitté Orange.",
    'On a déménagé à Rennes il y a deux semaines.',
    'Ora vivo a Milano.',
    'Agora moro no Porto.',
    'Ik ben verhuisd naar Zwolle.',
    '我从腾讯离职了',
    '我戒烟了！',
    'またコーヒーを飲み始めました。',
    // Orders about answers.
    'Halte deine Antworten kurz.',
    'Bitte kurze Antworten.',
    'Siezen Sie mich bitte.',
    'Respóndeme siempre corto y sin emojis',
    "N'utilise jamais d'emojis.",
    'Non usare mai emoji.',
    'Não use emojis.',
    "Gebruik nooit emoji's.",
    '请举例说明。',
    '敬語で話してください。',
  ])('is kept whole: %s', (said) => expect(textsOf(said)).toEqual([said]))

  it('is kept in the words and the order of a main clause', () => {
    expect(textsOf('Übrigens bin ich allergisch gegen Nüsse.')).toEqual(['ich bin allergisch gegen Nüsse.'])
    expect(textsOf('Ich heiße Anna und wohne in Köln und arbeite bei Siemens.')).toEqual([
      'Ich heiße Anna',
      'wohne in Köln',
      'arbeite bei Siemens.',
    ])
    expect(textsOf('Ich habe bei SAP gekündigt und ich fange im März bei Bosch an.')).toHaveLength(1)
  })

  it.each([
    'Ich bin gerade im Zug.',
    'Ich nehme die zweite Variante.',
    'Ich nehme den Bus.',
    'Ich habe keine Zeit mehr.',
    'Ich kann mich nicht einloggen.',
    'Ich arbeite an einer Lösung.',
    'Ich suche ein veganes Rezept.',
    'Ich habe die Daten getrennt.',
    'Elvis ist 1977 gestorben.',
    'Mein Kollege ist Vegetarier.',
    'Mein Charakter ist Vegetarier.',
    'Ein Freund von mir wohnt in Hamburg.',
    'Ich bin allergisch gegen dumme Fragen.',
    'Schreib immer weiter.',
    'Me gustaría tener un perro.',
    'Tomo nota.',
    'No puedo más.',
    'Trabajo en ello.',
    'Busco un postre sin gluten.',
    'Mi compañero es vegetariano.',
    "J'ai une question.",
    'Je prends le train.',
    'Je ne peux pas ouvrir le fichier.',
    'Le serveur est mort.',
    'Je crois que je suis allergique au lundi.',
    'Adoro la tua risposta.',
    'Ho lasciato perdere.',
    'Non mangio adesso.',
    'Voglio fare una torta senza glutine.',
    'Me explica isso de novo.',
    'O servidor morreu.',
    'Saí da sala.',
    'Ik neem de trein.',
    'Ik spreek over mijn code.',
    'Mijn buurman is allergisch voor noten.',
    '我不吃了，谢谢。',
    '我朋友住在上海。',
    '我找一个素食菜谱。',
    '我叫了外卖。',
    'コーヒーを飲んでいます。',
    '糖尿病について教えて。',
    '隣の人はナッツアレルギーです。',
  ])('is small talk or about others: %s', (said) => expect(textsOf(said)).toEqual([]))

  it.each([
    'Übersetz mir das bitte: Ich habe Diabetes.',
    'Korrigiere diesen Satz: Ich wohne im Köln seit drei Jahre.',
    'Schreib eine Geschichte aus der Sicht von Tom. Ich heiße Tom und wohne in Berlin.',
    'Tradúceme esto: Soy vegetariano.',
    'Traduis-moi ça : Je suis végétarien.',
    'Traduci in inglese: sono allergico alle noci.',
    'Traduza para o inglês: sou alérgico a amendoim.',
    'Vertaal naar het Engels: ik ben allergisch voor noten.',
    '翻译成英文：我对花生过敏。',
    '英語に訳して：私はピーナッツアレルギーです。',
  ])('is the text of a task: %s', (said) => expect(textsOf(said)).toEqual([]))

  it.each(['Call me José María.', 'I live in São Paulo.', 'I play in a band called Los Lobos de la Noche.'])(
    'is English with a foreign name: %s',
    (said) => expect(kept(said)).toHaveLength(1),
  )
})

describe('what people type in German and Spanish', () => {
  it.each([
    ['und bin übrigens gegen penicillin allergisch falls das mal wichtig wird', 'health'],
    ['soy celiaca por si acaso', 'health'],
    ['mein sohn (4) verträgt keine milch', 'health'],
    ['bin im 5. monat schwanger', 'health'],
    ['ich bin krankenschwester', 'work'],
    ['ich bin lehrer an einer grundschule', 'work'],
    ['arbeite als pfleger in der charite', 'work'],
    ['soy profe de primaria en malaga', 'work'],
    ['soy enfermera', 'work'],
    ['hallo ich bin tom', 'identity'],
    ['hola soy marta', 'identity'],
    ['no uses emojis porfa', 'rule'],
    ['bitte keine tabellen mehr', 'rule'],
  ])('is kept: %s', (said, kind) => expect(kept(said)).toMatchObject([{ kind }]))

  it.each([
    'keine ahnung, falls das wichtig ist',
    'ich bin kein lehrer',
    'ich bin lehrer gewohnt',
    'arbeite an einer lösung',
    'hallo ich bin müde',
    'bitte keine panik',
    'soy feliz',
    'hola, soy nueva',
    'soy nueva en esto',
  ])('is chatter: %s', (said) => expect(textsOf(said)).toEqual([]))

  it.each([
    ['merk dir dass unser WLAN Gastnetz BlueFox heißt', 'merk dir dass unser WLAN Gastnetz BlueFox heißt'],
    ['merk dir dass unser Hund Bello heißt', 'unser Hund heißt Bello'],
  ])('is put in order only if it is clear which words are the name: %s', (said, text) =>
    expect(textsOf(said)).toEqual([text]),
  )
})

describe('what people tell inside tasks in the other languages', () => {
  it.each([
    ['Hola, tengo una empresa de limpieza en Valencia, 12 empleadas', 'work'],
    ['Somos 15 empleados', 'work'],
    ['desde enero cobramos 20 euros por sesión', 'work'],
    ['haz un cartel, abrimos de 9 a 14', 'work'],
    ['mi gestor se llama Paco', 'person'],
    ['hazme un menú, mi hija es celíaca', 'health'],
    ['los productos sin lejía en las listas, que Amparo tiene asma', 'health'],
    ['hemos dejado el local de la calle Cuba, ahora estamos en Avenida del Puerto 88', 'work'],
    ['ab Oktober nehmen wir 17,50 die Stunde', 'work'],
    ['Wir haben 40 Angestellte', 'work'],
    ['mach ein Schild, wir haben montags geschlossen', 'work'],
    ['bitte ohne Nüsse, weil mein Sohn allergisch gegen Nüsse ist', 'health'],
    ["à partir d'octobre on facture 17,50 de l'heure", 'work'],
    ['fais-moi un menu, ma fille est cœliaque', 'health'],
    ["écris un mail au client, mon associée s'appelle Nora", 'person'],
    ['gestisco un piccolo salone da parrucchiera a Trieste', 'work'],
    ['niente noci nelle ricette, perché mio figlio è allergico alle noci', 'health'],
    ['il nostro fornitore si chiama Gino', 'person'],
    ['faz um cartaz, abrimos das 9 às 18', 'work'],
    ['sem nozes nas receitas, porque meu filho é alérgico a nozes', 'health'],
    ['deixamos o escritório da rua Cuba, agora estamos na Avenida do Porto 88', 'work'],
    ['vanaf oktober rekenen we 17,50 per uur', 'work'],
    ['maak een weekmenu, mijn dochter heeft coeliakie', 'health'],
    ['maak een bordje, we zijn open van 9 tot 18 uur', 'work'],
    ['abrimos a las 9 de la mañana', 'work'],
    ['Wir nehmen 30 Euro pro Stunde', 'work'],
    ['je prends 40 euros par heure', 'work'],
    ['prendo 20 euro al metro', 'work'],
    ['Lucas a un cancer', 'health'],
    ['Paco tiene asma', 'health'],
  ])('is kept: %s', (said, kind) => expect(kept(said)).toMatchObject([{ kind }]))

  it.each([
    'Respóndeme en español salvo que te pida un texto en inglés',
    'Contéstame corto, que lo leo en el móvil',
    'Antworte auf Deutsch, es sei denn, ich schreibe Englisch',
    'Schreib kurz, weil ich das am Handy lese',
    'Réponds-moi en français sauf si je te demande un texte en anglais',
    'Rispondi in inglese tranne quando scrivo in italiano',
    'Responda em português a não ser que eu peça um texto em inglês',
    'Antwoord in het Engels behalve als ik Nederlands schrijf',
  ])('is an order with its exception or reason: %s', (said) =>
    expect(kept(said)).toMatchObject([{ text: said, kind: 'rule' }]),
  )

  it('is kept without the task beside it', () => {
    expect(textsOf('soy autónoma y cobro 35 euros la hora, hazme un presupuesto')).toEqual([
      'soy autónoma',
      'cobro 35 euros la hora',
    ])
    expect(textsOf("J'ai une boulangerie à Lille, fais-moi un devis")).toEqual(["J'ai une boulangerie à Lille"])
  })

  it.each([
    'Tengo una empresa en la cabeza',
    'tengo una tienda de campaña',
    'somos 15 para cenar',
    'si cobramos 16 la hora, cuánto sale',
    'cerramos los ojos',
    'creo que mi hija es celíaca',
    'Escribe un cuento, mi hija es astronauta',
    'hazme un resumen, que tengo prisa',
    'Mach mir ein Gedicht, mein Mann ist ein Bär',
    'digo que mi hija es celíaca',
    'Asma es una enfermedad crónica',
    'hemos dejado la oficina a las 6',
    'wir nehmen den Bus',
    'ich habe einen Laden in der Stadt gesehen',
    'weil mein Sohn müde ist',
    'Der Patient hat Asthma',
    'on prend le train à 16',
    "J'ai un restaurant à te proposer",
    'on a quitté le bureau à 18h',
    'Marie est allergique au travail',
    'ho un bar di fiducia',
    'siamo chiusi in casa',
    'adesso siamo al punto 3',
    'tenho uma loja de confiança',
    'abrimos o ficheiro',
    'ik heb een restaurant gereserveerd',
    'Imagina que tenemos un bar en Madrid',
    'Traduce al inglés: tenemos una panadería en Gijón',
    'Wir nehmen 3 Euro pro Kind mit auf den Ausflug',
    'wir nehmen 2 Flaschen pro Person mit',
    'on prend 2 euros par personne pour le cadeau',
    'on prend 5 euros par enfant pour la sortie',
    'prendo 20 euro al giorno dai miei',
    'prendo 10 euro alla settimana dal nonno',
    'Paco tiene cáncer de piel en la novela',
    'Lucas a un cancer dans mon roman',
    'Marco ha il diabete nel film',
    'Paris est allergique à la pluie',
    'we zijn open van 9 tot 5 dit weekend',
    'faça um convite, abrimos às 9 amanhã',
    'mañana abrimos a las 10',
    'Responde en inglés salvo este mensaje',
    'Antworte auf Englisch außer diese Nachricht hier',
  ])('is a task, a guess or of the moment: %s', (said) => expect(textsOf(said)).toEqual([]))
})

describe('what people say of their people, their things and their plans', () => {
  it.each([
    // Chinese.
    ['我岳父今年八十三岁了。', 'person'],
    ['我上司今年37岁。', 'person'],
    ['我叔叔喜欢集邮。', 'person'],
    ['我表妹家是成都的。', 'person'],
    ['我同事小周喜欢打羽毛球。', 'person'],
    ['我姑姑在南京开了一家面馆。', 'person'],
    ['我舅舅的手机号是13900001234。', 'person'],
    ['我爸在铁路局上班。', 'person'],
    ['我姐住在苏州。', 'person'],
    ['我上司学历挺高的，是个博士', 'person'],
    ['表姐在银行工作。', 'person'],
    ['陈雅文的生日是在9月4号', 'person'],
    ['我家里用的是美的的电饭煲。', 'possession'],
    ['我的自行车是捷安特的。', 'possession'],
    ['我上班的公司叫远航科技。', 'work'],
    ['我将要参加金融科技精英论坛', 'plan'],
    // The others.
    ['Mein Onkel sammelt Briefmarken.', 'person'],
    ['Meine Schwiegermutter lebt in Ulm.', 'person'],
    ['Der Geburtstag meiner Schwester ist am 4. September.', 'person'],
    ['Meine Kollegin arbeitet im Vertrieb.', 'person'],
    ['Mein Onkel ist allergisch gegen Hausstaub.', 'health'],
    ['Mi sobrina tiene 5 años.', 'person'],
    ['A mi hermano le encanta escalar.', 'person'],
    ['El cumpleaños de mi hermana es el 4 de septiembre.', 'person'],
    ['Mon beau-frère est policier.', 'person'],
    ['Mon frère ne mange pas de viande.', 'person'],
    ['Ma cousine a une fille.', 'person'],
    ['Meine Großeltern leben in Bremen.', 'person'],
    ["L'anniversaire de ma sœur est le 4 septembre.", 'person'],
    ['叔母は札幌に住んでいます。', 'person'],
    ['上司は37歳です。', 'person'],
    ['Mio cognato è poliziotto.', 'person'],
    ['A mio figlio piacciono i dinosauri.', 'person'],
    ['Meu primo é do Recife.', 'person'],
    ['Minha irmã toca piano.', 'person'],
    ['Mijn oom verzamelt postzegels.', 'person'],
    ['De verjaardag van mijn zus is op 4 september.', 'person'],
  ])('is kept: %s', (said, kind) => expect(kept(said)).toMatchObject([{ kind }]))

  it('is kept without the task beside it', () =>
    expect(textsOf('我侄女对芒果过敏，帮我推荐几种零食')).toEqual(['我侄女对芒果过敏']))

  it.each([
    ['我6月7号有一场考试。', '2026-06-07'],
    ['我下周五要去杭州参加面试。', '2026-01-19'],
    ['我下个月要去日本旅游。', '2026-03-07'],
    ['我们8月3号结婚。', '2026-08-03'],
  ])('is a plan until its day: %s', (said, until) => expect(kept(said)).toMatchObject([{ kind: 'plan', until }]))

  it.each([
    '我同事过生日送什么好',
    '我婶婶的生日是啥时候来着',
    '用"喜欢"造句：我叔叔喜欢集邮。',
    '在我的小说里，我的上司是吸血鬼。',
    '我同学说，我老板今年50岁。',
    '我妈妈在做饭呢。',
    '我老板不在。',
    '我老板喜欢这个方案。',
    '我家狗叫个不停',
    '我手机在充电',
    '我公司在招人',
    '我都忍不住要进去逛逛。',
    '我刚才路过的商场是大悦城。',
    '这款洗衣机洗得真干净，声音也小。',
    '小明的叔叔是医生。',
    '鲁迅的生日是1881年9月25日。',
    '记得，是在2017年8月。',
    '写一篇日记：我表哥在北京上班。',
    'Mein Bruder hat angerufen.',
    'Mi primo dice que vive en Roma.',
    'Mio zio ha chiamato.',
    'Mon frère a appelé.',
    '隣の人は神戸に住んでいます。',
    '我用的是第二种方法',
    '叔父が来ました。',
    '物語を書いて。叔父は海賊です。',
  ])('is a question, a task, of the moment or of others: %s', (said) => expect(textsOf(said)).toEqual([]))
})
