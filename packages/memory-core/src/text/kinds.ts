import { analyse } from './analyse.ts'
import { lazy } from './plain-text.ts'

/**
 * Kinds of everyday things, and what people say instead of the kind: a question asks for "instruments", its answer names a
 * guitar. Before the colon are the words for the kind, after it its instances, commonest first; English only.
 */
const table = `
instrument: guitar piano violin cello drum flute clarinet saxophone sax trumpet ukulele banjo bass keyboard harp harmonica viola trombone accordion mandolin synthesizer oboe tuba
pet: dog cat puppy kitten hamster rabbit bunny parrot goldfish turtle snake lizard gecko budgie ferret horse retriever labrador poodle pup
animal: dog cat puppy kitten horse cow sheep goat pig chicken duck turtle snake bird elephant lion tiger bear deer squirrel fox wolf rabbit parrot
doctor specialist physician clinician: dr dermatologist dentist cardiologist gp pediatrician ent therapist psychiatrist surgeon neurologist gynecologist optometrist orthopedist oncologist
illness disease medical: diabetes asthma allergy migraine cancer anxiety depression arthritis hypertension surgery diagnosed
medication medicine: metformin ibuprofen insulin aspirin pill prescription dose mg tablet
allergy allergic: peanut nut shellfish gluten dairy lactose pollen
injury hurt: sprain fracture broke ankle knee wrist
family relative: mother father mom dad sister brother son daughter wife husband grandma grandmother grandfather grandpa aunt uncle cousin niece nephew kid
parent: mom dad mother father
sibling: brother sister twin
children child kid: son daughter baby toddler
spouse partner: husband wife boyfriend girlfriend fiance fiancee
job occupation profession career: teacher nurse engineer doctor lawyer manager accountant designer developer chef writer consultant analyst counselor waiter salesperson barista hired promoted
religion faith religious spiritual: church christian muslim jewish catholic bible prayer mosque temple buddhist
sport: soccer football tennis basketball baseball hockey volleyball golf swimming running cycling rugby cricket boxing surfing skiing badminton climbing karate judo wrestling snowboarding marathon
exercise workout fitness: gym yoga running pilates weights cardio squat jogging crossfit zumba swimming lifting hiking
hobby pastime: painting pottery photography knitting reading hiking gardening cooking baking fishing chess gaming drawing woodworking crochet sewing dancing running camping birdwatching
art artwork craft: painting pottery sculpture drawing knitting sketch canvas clay watercolor mural paint
music genre: jazz rock classical pop rap metal folk blues country
musician band artist: concert song album singer
book: novel author memoir chapter fantasy mystery fiction
movie film: cinema documentary thriller comedy watched
game: chess xbox playstation nintendo zelda mario minecraft fortnite puzzle monopoly
food dish meal recipe: pizza pasta salad soup sushi curry taco burger sandwich noodle ramen steak chicken rice lasagna stew bread cheese fish vegetable
cuisine: italian mexican thai indian chinese japanese korean french greek vietnamese mediterranean ethiopian
dessert sweet treat: cake cookie brownie pie cream tart cobbler pudding cheesecake cupcake muffin pastry mousse tiramisu donut sorbet chocolate candy
vegetable: tomato carrot potato onion spinach broccoli kale pepper cucumber zucchini lettuce bean
fruit: apple banana orange strawberry mango grape peach pear cherry blueberry lemon
drink beverage: coffee tea beer wine juice cocktail smoothie latte whiskey soda gin
plant flower: rose tulip orchid succulent fern lily sunflower basil
city town: paris london rome tokyo berlin barcelona madrid boston chicago seattle york miami toronto sydney amsterdam lisbon vienna dublin austin denver portland atlanta dallas houston francisco angeles
country abroad: france italy spain germany japan china india mexico canada australia brazil england ireland sweden norway thailand greece portugal peru turkey egypt korea switzerland scotland vietnam
state: california texas florida oregon washington colorado arizona nevada michigan ohio georgia virginia minnesota
airline: delta united jetblue southwest lufthansa ryanair easyjet emirates klm qantas
car vehicle: toyota honda ford tesla bmw subaru audi chevrolet hyundai nissan mazda kia truck suv sedan van motorcycle jeep volvo prius
transport commute: bus train subway bike car tram taxi
phone: iphone samsung galaxy pixel android
computer laptop: macbook thinkpad dell lenovo pc imac chromebook
appliance: oven fridge blender toaster microwave fryer washer dryer dishwasher mixer
furniture: sofa couch table chair desk bed bookshelf mattress dresser
clothes clothing outfit: dress shirt shoe jacket jeans sneakers sweater coat hat boot
jewelry: necklace ring bracelet earring watch
color colour: red blue green yellow purple pink black white orange
language: spanish french german italian japanese chinese mandarin korean portuguese arabic russian
framework library technology: python javascript typescript java rust react django flask node sql docker bootstrap
degree: biology psychology engineering history economics physics chemistry math nursing literature
event: wedding concert festival conference party fair workshop parade
holiday: christmas thanksgiving easter halloween hanukkah
season: summer winter spring autumn fall
volunteer: shelter fundraiser donate homeless nonprofit
award achievement: medal trophy won prize
platform media: instagram facebook twitter tiktok youtube linkedin
streaming: netflix hulu disney spotify prime hbo
store shop grocery: walmart target costco ikea amazon
meal: breakfast lunch dinner brunch supper
spice seasoning herb: cumin paprika cinnamon turmeric oregano basil ginger saffron thyme rosemary cilantro parsley mint
ingredient: flour sugar butter egg garlic onion milk cream cheese lemon
snack: chip popcorn cookie cracker pretzel nut
bread: sourdough baguette bagel toast
pasta: spaghetti lasagna penne ravioli macaroni noodle
seafood: salmon tuna shrimp crab lobster cod
meat: beef pork chicken lamb bacon sausage turkey
diet: vegan vegetarian keto paleo gluten pescatarian
restaurant eatery: cafe diner bistro pizzeria steakhouse
device gadget electronics: phone laptop tablet camera headphone speaker printer router watch fitbit monitor microphone kindle ipad
console: xbox playstation nintendo switch wii
tool: hammer drill saw screwdriver wrench
toy: lego doll puzzle teddy
symptom: pain headache fever cough nausea fatigue dizzy rash
discomfort: pain ache sore
relationship marital romantic: married single divorced dating boyfriend girlfriend breakup engaged husband wife
grandparent: grandma grandpa grandmother grandfather
home housing: house apartment condo flat townhouse
accommodation lodging: hotel airbnb hostel resort cabin
room: kitchen bedroom bathroom garage basement attic balcony
destination: paris london rome tokyo berlin barcelona italy france spain greece japan mexico hawaii thailand island beach
landmark attraction monument: castle museum cathedral tower bridge statue palace
continent: europe asia africa america australia
nationality ethnicity: italian german swedish irish mexican chinese indian polish russian
neighborhood area: downtown suburb
dog: puppy pup retriever labrador poodle beagle bulldog shepherd
cat: kitten kitty
fish: salmon tuna trout cod goldfish
bird: parrot eagle owl hawk sparrow heron robin
tree: oak pine maple willow birch
insect bug: bee ant spider butterfly mosquito beetle
reptile: snake lizard turtle gecko tortoise
boat: kayak canoe yacht sailboat ferry
shoe footwear: sneaker boot sandal heel
bag luggage: backpack suitcase purse handbag
gift present: necklace book mug card voucher bracelet
skincare beauty: lotion serum makeup sunscreen moisturizer
dance: ballet salsa ballroom contemporary tango
magazine newspaper: times economist yorker guardian
chore housework: laundry vacuum mow ironing
income: salary wage bonus paycheck
debt: loan mortgage
disaster: flood earthquake hurricane fire storm tornado
picture photograph image: photo pic selfie
long: minute hour day week month year
`

const keepAll = { stopWords: 'keep' } as const

/** Analysed kinds → their instances, which are analysed only when a question names the kind. */
const instancesByKind = lazy((): ReadonlyMap<string, string> => {
  const rows = table.trim().split('\n')
  return new Map(
    rows
      .map((line) => line.split(': '))
      .flatMap(([kinds = '', instances = '']) => analyse(kinds, keepAll).map((kind) => [kind, instances] as const)),
  )
})

/** Maximum analysed words of a question whose kinds are looked up: a longer one names enough itself. */
const mostWords = 64

/**
 * The instances of the kinds that a question names, each with its kind: a passage with an instance answers like one with the
 * kind (the weighted synonym operator of Metzler and Croft, "Combining the language model and inference network approaches
 * to retrieval", Information Processing & Management 40, 2004). Words of the question itself are left out. All are analysed.
 */
export function instancesOf(words: readonly string[]): ReadonlyMap<string, string> {
  const instances = new Map<string, string>()
  if (words.length > mostWords) return instances
  const byKind = instancesByKind()
  for (const kind of words.filter((word) => byKind.has(word)))
    for (const one of analyse(byKind.get(kind) ?? '', keepAll)) if (!words.includes(one)) instances.set(one, kind)
  return instances
}
