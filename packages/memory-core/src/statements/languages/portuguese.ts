import { regex, source } from '../../text/regex.ts'
import { ailment, diet, type ForeignLanguage, formRows, medicine, namedWith, tongues } from './language.ts'

const kin =
  '(?:mulher|esposa|marido|esposo|companheir[oa]|namorad[oa]|filh[oa]s?|bebê|mãe|pai|pais|irmã|irmãs|irmãos?|net[oa]s?|ti[oa]s?|prim[oa]s?|sobrinh[oa]s?|cunhad[oa]s?|sogr[oa]s?|genro|nora|padrasto|madrasta|noiv[oa]|gêmeos|gêmeas|gémeos|afilhad[oa]|colega de (?:quarto|casa)|avó|avô|chefe|cachorr[oa]s?|cão|cães|gat[oa]s?)'
const mine = source`(?:[oa]s? )?(?:meus?|minhas?|nosso|nossa) (?:\p{L}+ )?${kin}`
const someone = source`(?:${mine}(?: \p{L}{3,15})?|(?:[oa] )?(?!servidor|computador|celular|telefone|programa|carro|bateria|site)\p{L}{3,15})`
const number = source`(?:dois|duas|três|quatro|cinco|seis|uma?|\d+)`
/** Things that have one value: "my shoe size is 44". */
const things = source`(?:número de \p{L}+|telefone|celular|endereço|morada|tamanho|aniversário|língua materna|e-?mail|orçamento|placa|matrícula|carro|médic[oa]|doutora?|dentista|profissão|objetivo|\p{L}+ (?:favorit|preferid)[oa])`
const manner =
  '(?:curto|brevemente|de forma (?:breve|simples|detalhada)|com (?:mais )?detalhes?|em detalhe|com exemplos|sem emojis)'

/** Portuguese statements about the speaker, orders and requests to remember. */
export const portuguese: ForeignLanguage = {
  language: 'portuguese',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:olá|oi|bom dia|boa (?:tarde|noite)|ok|bem|bom|ah|e|mas|também|obrigad[oa]|sim|aliás|infelizmente|então|importante|atenção|a propósito)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:por que|porque|como|quem|quando|onde|qual|você pode|podes|poderia|traduz[a-zà-ž]*|resum[a-zà-ž]*|corrig[a-zà-ž]*)(?![a-zà-ž])/i,
    /^(?:eu )?(?:acho|penso|creio) que(?![a-zà-ž])/i,
  ],
  before: [
    /(?:^|[,;] ?)se(?![a-zà-ž])|(?<![a-zà-ž])(?:suponha|imagine|disse|diz|dizem|segundo|acha|acredita)(?![a-zà-ž])/i,
  ],
  request: /^(?:(?:você|tu) )?(?:pode|podes|poderia|podia) /i,
  remember: regex.i`^(?:por favor,? )?(?:(?:lembr[ae](?:-se|-te)?|se lembre|não (?:se |te )?esque(?:ça|ças|ce)|anot[ae](?: aí)?|tenha em (?:mente|conta)|tem em (?:mente|conta)|guard[ae]|memoriz[ae]|saiba|fi(?:que|ca) sabendo|(?:(?:você|tu) )?(?:pode|podes|poderia|podia) (?:se |te )?(?:lembrar|anotar|guardar|memorizar)(?:-te|-se)?)(?: bem)?(?: (?:de )?que |\s*:\s*|\s+(?=(?:[oa] )?(?:meu|minha|nossa?|senha|código|wi-?fi) [^.:]{0,50}(?:\d|:)))|para sua informação\s*[,:]\s*)`,
  notRemembered: /^(?:\S+$|como|quando|onde|o que)/i,
  rememberBefore:
    /^(?:por favor,? )?(?:lembre(?:-se)? disso|lembra(?:-te)? disso|anot[ae] isso|guard[ae] isso)[^\p{L}\p{N}]*$/iu,
  needs:
    /(?<![a-zà-ž])(?:tem|cobr(?:o|amos)|abrimos|fechamos|deixamos|eu|a gente|meus?|minha|nosso|nossa|sou|somos|tenho|temos|tive|moro|moramos|trabalho|tomo|sofro|fumo|calço|bebo|voltei|parei|saí|larguei|fui|mudei|me|nos|não|nunca|adoro|odeio|prefiro|gosto|falo|responda|responde|escreva|escreve|expli[a-zà-ž]*|fale|use|usa|chamo|chame|seja|sem|respostas|pode|agora|estou|quero|vou|vamos|terminei|morreu|faleceu|nasceu)(?![a-zà-ž])/i,
  rewrites: [
    [/ (?:agora|atualmente|já)(?= )/gi, ''],
    [/^(?:a partir de|desde) [a-z]+,? (?=cobr(?:o|amos) )/i, ''],
    [/^(?:(?:eu|agora|já|infelizmente|desde [^,]{2,20}?) )+(?=[a-zà-ž])/i, ''],
    [/^a gente mora /i, 'moramos '],
    [/^a gente tem /i, 'temos '],
  ],
  forms: formRows(
    {
      health: [
        source`^(?:(?:não )?(?:sou|somos|tenho|temos|tive|sofro|tomo|estou)|fui|${mine}(?: \p{L}+)? (?:é|tem|toma)) (?:\S+ ){0,6}?${ailment}`,
        source`^(?:não )?(?:sou|somos|como|comemos|sigo) (?:\S+ ){0,3}?${diet}|^(?:não )?(?:posso|devo|podemos) comer (?:\S+ ){0,2}?${diet}|^${mine}(?: \p{L}+)? é ${diet}`,
        source`^(?:(?:não )?tomo|${mine} toma) (?:\S+ ){0,6}?${medicine}|\d ?mg(?: (?:de|do|da|por|ao|cada|diári)|[.!]*$)`,
        source`^não (?:posso|podemos) (?:mais )?(?:comer|beber|tomar) \p{L}{3,}|^(?:não|nunca) (?:como|comemos) (?:mais )?(?!nada|agora|hoje)\p{L}{3,}`,
        source`^tenho (?:muito )?medo de (?!que|perder)|^fumo(?: .{0,40})?[.!]*$|^não fumo|^parei de (?:fumar|beber|comer)|^voltei a (?:comer|fumar|beber|tomar)`,
      ],
      identity: [
        source`^(?:me chamo|chamo-me|(?:o )?meu nome é (?!difícil)|tenho \d{1,3} anos(?! de)|sou d[eoa] \p{L}|nasci |(?:o )?meu aniversário|(?:a )?minha língua materna|falo ${tongues}|calço \d|peso \d|meço \d)`,
        source`^(?:sou|estou) (?:canhot|destr|muçulman|católic|judeu|judia|casad|divorciad|separad|solteir|viúv)`,
        source`^(?:[oa] )?(?:meu|minha|nosso|nossa) (?:nov[oa] )?${things}(?: \S+){0,4}? (?:é|são) (?!lent|ruim)`,
      ],
      home: [
        source`^(?:moro|moramos|vivo|vivemos|${mine}(?: \p{L}+)? e eu moramos) (?:\S+ ){0,5}?(?:em|no|na|perto|com|sozinh[oa] em) `,
        source`^(?:me mudei|mudei-me|nos mudamos|mudamo-nos|mudei|acabei de me mudar) (?:para|pra|pro) `,
      ],
      work: [
        source`^(?:não )?trabalho (?:mais )?(?:em|como|para|na|no|a|de|meio|tempo) \S`,
        source`^sou (?:uma? )?\p{L}{3,}(?:eir[oa]|ista|ora?|ic[oa]|ente|og[oa]|ante|ad[oa])(?:[.!]*$| (?:na|no|em|há|numa?) )`,
        source`^(?:larguei|abandonei) (?:a faculdade|o emprego|o trabalho|o curso)|^(?:sou|estou) (?:aposentad|reformad|desempregad)|^faço \p{L}+ na `,
        source`^(?:tenho|temos|administro|dirijo) (?:uma? |minha |meu |nossa )(?:pequen[oa] |própri[oa] )?(?:empresa|negócio|loja|bar|restaurante|salão|padaria|confeitaria|agência|livraria|farmácia|clínica|escritório|fazenda|mercearia)(?: (?:de|em|no|na|com) (?!mente|confiança)\S|[,.!]|$)|^(?:somos|temos) (?:\d+|\p{L}+) (?:funcionári|empregad|colaborador)`,
        source`^(?:nós )?cobr(?:o|amos) (?:\p{L}+ )?\d[\d.,]* ?(?:€|euros?|reais)? ?(?:por|a|à) \p{L}|^(?:abrimos|fechamos) (?:das \d|de segunda|(?:todas )?às |aos? (?:sáb|dom))|^(?:deixamos|mudamos de) (?:o |a )?(?:escritório|loja|local|sede|armazém)(?!\p{L}| às )`,
      ],
      person: [
        source`^(?:[oa] )?(?:meu|minha|nosso|nossa) (?:contadora?|contabilista|sóci[oa]|cliente|fornecedora?|senhori[oa]|advogad[oa]|professora?|treinadora?|coleg[ah]|gerente) (?:se chama|chama-se) (?!como)\p{L}`,
        source`^${mine} (?:\p{L}+ )?(?:se chama|chama-se|é|são|têm|tem|trabalha|moram?|vivem?|gosta|começa|estuda|coleciona|joga|toca|odeia|adora|canta|dança|pinta)(?!\p{L})|^(?:o (?:aniversário|telefone|número|nome|e-?mail)|o endereço|a morada) d[oa] (?:meu|minha) ${kin} é \S`,
        source`^(?:tenho|temos) ${number} (?:\p{L}+ )?${kin}(?!\p{L})`,
        source`^(?:\p{L}{1,15} e (?:o |a )?\p{L}{1,15} )?(?:me|nos) (?:separ|divorci|cas)(?:ei|amos|ámos)|^(?:separei|divorciei|casei)-me|^terminei com (?:o |a )?\p{L}`,
        source`^${someone} (?:morreu|faleceu)(?!.*\d{4})|^(?:\S+ ){0,3}?nasceu (?:o |a )?(?:meu|minha|nosso|nossa)`,
      ],
      goal: source`^(?:(?:no )?ano que vem )quero .{3,50}|^quero .{3,50}(?: até | antes d|ano que vem|este ano)|^meu objetivo`,
      event: source`^(?:vou me casar|vamos nos casar|caso-me) (?:em|no|dia) `,
      rule: [
        source`^(?:responda|responde|escreva|escreve|explica|explique|use|usa)(?:-me)? sempre |^me explica sempre |^a partir de agora,? \p{L}`,
        source`^(?:me (?:chame|chama) de \p{L}|(?:chame|chama)-me (?!quando|se|amanhã)\p{L}|me trate por|seja (?:breve|concis[oa])|(?:não|nunca) us[ea] emojis|(?:sem emojis|respostas (?:curtas|breves|longas))(?:,? por favor)?[.!]*$|pode (?:usar emojis|me chamar de)(?!\p{L}))`,
        source`^(?:por favor, )?(?:responda|responde|escreva|escreve|fale|explique)(?:-me)?(?: (?:comigo|as coisas))? (?:em (?:português|inglês|francês|espanhol|alemão)|${manner})(?: e .{3,30})?(?:,? por favor)?[.!]*$`,
      ],
      preference: [
        source`^(?:não|nunca) (?:bebo|fumo|dirijo|conduzo|uso|tomo) (?:mais )?(?!nada|decisões)\S|^bebo \p{L}+(?: (?:outra vez|de novo))?[.!]*$`,
        source`^(?:adoro|odeio|prefiro|amo|(?:não )?gosto d[eoa]s?) (?!iss|est|ess|quando|como|que|l?a (?:sua|tua)|o (?:seu|teu))\S`,
      ],
      skill: source`^(?:estou aprendendo|estou a aprender|estudo|toco|jogo) (?!iss)\p{L}{3,}`,
      project: source`^(?:no trabalho )?usamos \p{L}{4,}[.!]*$|^mudamos d[oae] .{2,30} para `,
    },
    {
      work: source`^(?:[Ss]ou|[Tt]rabalho) \p{Ll}{4,} n[ao] \p{Lu}|^(?:[Ss]aí|[Mm]e demiti|[Ff]ui demitid[oa]) d[aoe] \p{Lu}`,
      identity: source`^[Ss]ou [oa] \p{L}{3,15}(?:[.!]*$|,)`,
      health: source`${namedWith('tem|sofre de', 'é')}|^[Tt]omo (?:o |a )?(?!Uber|Coca|Nutella)\p{Lu}\p{Ll}{4,}[.!]*$`,
      possession: source`^[Tt]enho um \p{Lu}\p{Ll}+[.!]*$`,
    },
  ),
}
