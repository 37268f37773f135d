/** Words that mean nothing by themselves in Spanish, English, Catalan, Portuguese and French, without accents. */

/**
 * Little in all five languages at once: two queries that differ in them alone ask for the same. Prepositions, articles,
 * pronouns, question words, and words of nearness ('cerca de mí', 'a prop meu', 'preto de min', 'perto de mim', 'gertu', 'near me').
 */
export const LITTLE_WORDS: ReadonlySet<string> = listed(`
  a al con contra de del desde e el ella ellos en entre es esta esto la las le les lo los
  mas me mi mis muy ni nos nuestro o para pero por que se si son su sus tu tus u un una
  unas unos usted vos y ya cerca cercano cercana cercanos cercanas mio aqui proximo proxima
  cual cuales cuanto cuanta cuantos cuantas cuando quien quienes como donde adonde porque durante hasta
  hacia segun tras mediante aunque sino tambien esa ese eso esas esos estas estos aquel aquella ellas
  nosotros vosotros vosotras yo ti ustedes nuestra nuestros nuestras suyo cuyo cuya
  i d l els amb per als dels meu prop voltant pel pels uns unes fins quin quina quins quines quan
  quant quanta quants quantes perque jo teu seu meva teva seva aquest aquesta aquests aquestes aixo allo
  nosaltres vosaltres dins
  preto min perto mim aprop nunha gertu ondoan do da das na com ao aos os as ou onde aonde um uma
  umas em num numa nuns numas pelo pela pelos pelas pra ate apos qual quais quem quando quanto quanta eu voce ele eles
  elas meus minha minhas seus sua suas nossa nosso isso isto aquele aquela esse essa lhe muito mais
  the an of for to in at by with from and my your near is are what which where who whom whose when why how
  into between these those this that our their
  qu des du aux dans sous pour avec chez vers depuis pendant et mais dont quel quelle quels
  quelles quand comment combien pourquoi qui quoi je il ils nous vous ses notre votre vos leur
  leurs ce cet cette ces pres autour jusqu jusque`)

/** Who asks for the one asks for what the other is not: 'coche sin carnet' and 'carnet de coche', 'cama dos plazas' and 'cama una plaza'. */
const TELLING_APART = listed('no sin sense sem sen sans without gabe dos')

const isTellingApart = (plain: string): boolean => TELLING_APART.has(plain)

/** In one sense, and in another what is asked for: botas de ante, Fiat Uno, al mes, sobre kraft, zona este, servidor NAS, tes (teas). */
const LITTLE_IN_ONE_SENSE = listed('ante uno mes sobre este nas tes')

/** By itself it is no name of who sells: 'Sobre Ruedas'. */
export const isNoName = (plain: string): boolean =>
  isTellingApart(plain) || LITTLE_IN_ONE_SENSE.has(plain)

/**
 * Little in one of the languages and something in another ('sur', 'or', 'us'; Basque 'eta' and 'edo', Galician 'unha' and 'co', which are
 * a terror band, Edo Mex, a nail in Portuguese and a gas): nothing to build a theme on, but two queries that differ in one of them may
 * differ. Not 'polo', 'onda', 'bat' and 'ere': what they name is searched far more.
 */
const SOMETIMES_LITTLE = listed(`
  eta edo nola zer hurbil nire zure unha unhas nun coa coas co cos
  sur par mon ma ton ta son sa est pas plus moins tres trop elle on or can des us it its
  i you we they he she his her him them am be been was were has have had did does will would could should
  about over under up out off down than then if so as all any some most more not but also just very too
  there here each every other cada hay ha han soy ser estar estan fue era tiene puede hi ho li
  ter foi tem pode fait peut etre avoir tout tous toute toutes lui moi toi eux meme alors donc`)

/** An accent that makes another word of a little one: tea, certain. */
const MEANT = new Set(['té', 'thé', 'sûr', 'sûre'])

/** And one that makes a little one of another: Catalan 'more', where 'mes' is a month. */
const LITTLE_WITH_ACCENT = new Set(['més'])

export function isLittleWord(written: string, plain: string): boolean {
  return (LITTLE_WORDS.has(plain) && !MEANT.has(written)) || LITTLE_WITH_ACCENT.has(written)
}

/** To one's own account, or to who answers for what one has bought: 'holded entrar', 'área cliente', 'atención al cliente'. */
const ON_THE_WAY = listed(`
  login logins signin logon entrar acceso accesos acceder acces accedir acesso aceder connexion
  telefono telefon telefone soporte suport suporte app`)
const ON_THE_WAY_PAIRS = listed(`
  log_in sign_in iniciar_sesion inicio_sesion iniciar_sessio iniciar_sessao area_cliente area_clientes
  area_client area_clients area_privada area_personal espace_client mi_cuenta atencion_cliente atencion_clientes
  atencio_client se_connecter`)

/** Those that say so, each with its second where it needs one. */
export function wordsOnTheWay(words: Words): string[][] {
  const own = words
    .map(({ folded }) => folded)
    .filter((word) => !['al', 'de', 'a', 'o'].includes(word))
  return own.flatMap((word, i) => {
    const next = own[i + 1] ?? ''
    if (ON_THE_WAY.has(word)) return [[word]]
    return ON_THE_WAY_PAIRS.has(`${word}_${next}`) ? [[word, next]] : []
  })
}

type Words = readonly { written: string; folded: string; isStop: boolean }[]

/**
 * Whether a group of words names a kind of search that can be wanted or not. Where it begins or ends in a little word, a
 * number or a unit it is a torn-off piece ('in', '10 kg', 'botas 42', 'cómo limpiar de'), and would also stop
 * anything else that has that piece.
 */
export function namesSomething(words: Words): boolean {
  const first = words[0]
  const last = words.at(-1)
  if (!first || !last || isEmpty(first) || isEmpty(last)) return false
  return !SIZE_LABELS.has(last.folded)
}

function isEmpty({ written, folded, isStop }: Words[number]): boolean {
  if (MEANT.has(written)) return false
  const isLittle = isStop || SOMETIMES_LITTLE.has(folded) || isNoName(folded)
  return isLittle || [...folded].length < 2 || isMeasure(folded)
}

/** '10', '40mm', '2x4', '2025', '24h', 'xxl', 'kg'. */
const isMeasure = (folded: string): boolean => /^\d/.test(folded) || UNITS.has(folded)

const UNITS = listed(`
  kg kgs g gr grs gramo gramos gram grams gramme grammes grama gramas kilo kilos quilo quilos mg lb lbs oz
  libra libras pound pounds mm cm dm mt mts mtr metro metros metre metres meter meters km kms inch inches
  pulgada pulgadas polegada polegadas polzada polzades pouce pouces feet foot ft lt lts litro litros litre
  litres liter liters ml cl m2 m3 cm2 cm3 mm2 km2 kw kwh watt watts vatio vatios volt volts voltio voltios
  ah mah amp amps amperio amperios hp cv gb tb mb hz khz mhz ghz psi db px hs hrs hora horas hour hours
  hores heure heures min mins minuto minutos minute minutes eur euro euros usd dolar dolares xs xl xxl xxxl
  pack packs uds ud unidad unidades unidade unitat unitats pcs`)

/** What a size stands behind: 'zapatos talla' is torn off 'zapatos talla 42', while 'tallas grandes' means something. */
const SIZE_LABELS = listed(`
  talla tallas size sizes taille tailles tamaño tamaños tamany tamanho tamanhos mida mides medida medidas
  numero numeros num nr number pointure pointures diametro diametre diameter`)

function listed(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
