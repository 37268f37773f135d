import { MICROS, ratio } from '#shared/metrics.ts'
import { betaCdf } from '../statistics/stats.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { brandReader } from './brand-reader.ts'
import { isNoName, wordsOnTheWay } from './little-words.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from './snapshot.ts'
import { soughtNames } from './sought-names.ts'
import { folded, stem, tokensOf, type Word, wordsOf } from './terms.ts'

/** What must never be excluded or paused for lack of last-click conversions. */
export type Protection = {
  /** Why a query or keyword of this campaign is protected, or null. */
  reasonFor: (text: string, campaignId: string) => 'marca' | 'competencia' | 'protegida' | null
  /** Whether its words alone name the brand, or the one that its campaign is about; not what its campaign is called. */
  namesBrand: (of: { text: string; campaignId: string }) => boolean
  brandStems: ReadonlySet<string>
  /** Whether the brand's name is known from anything. */
  isKnown: boolean
}

/**
 * Brand words: those of the account's name that are not its trade ('zapatería', 'dental'), and those
 * in most keywords of a campaign called 'marca' or 'brand', as long as they hardly occur elsewhere ('cabo' in
 * 'Hotel Mirador del Cabo' is a place); all words of the name together are the brand too. Whole brand and competitor
 * campaigns are protected: their owner bids there on purpose. What the client named counts in any case, and
 * where the client named a phrase ('Casa Verde'), its single words are no longer guessed to be the brand.
 */
export function protectionOf(snapshot: AccountSnapshot): Protection {
  const brandCampaigns = idsOf(snapshot.campaigns.filter(isBrandCampaign))
  const rivalCampaigns = idsOf(snapshot.campaigns.filter(isRivalCampaign))
  const said = phrasesOf(snapshot.ownWords?.brand)
  const sacred = phrasesOf(snapshot.ownWords?.protected)
  const name = wordsOf(snapshot.account.name)
  const naming = ownName(snapshot, brandCampaigns)
  const bidOn = brandKeywordWords(snapshot, brandCampaigns)
  const borne = naming.filter(isBorneOut(snapshot, brandCampaigns, bidOn))
  const guessed = [...borne, ...bidOn]
  const inPhrases = new Set(said.filter(({ length }) => length > 1).flatMap(stemsOf))
  const brandWords = [
    ...distinctWords(guessed, snapshot, brandCampaigns).filter(({ stem }) => !inPhrases.has(stem)),
    ...said.filter(({ length }) => length === 1).flat(),
  ]
  const isTakenBack = borne.length < naming.length
  const whole =
    naming.length > 1 ? naming : isTakenBack ? telling(name) : [...naming, ...numbersIn(name)]
  const phrases = [...said, ...(naming.length > 0 && whole.length > 1 ? [whole] : [])].map(
    (own) => new Set(stemsOf(own)),
  )
  const trade = tradeWords(snapshot)
  const namesBrand = brandReader({
    words: brandWords,
    phrases: [...(naming.length > 0 ? [name] : []), ...said],
    isTrade: (word) => trade.has(word),
  })
  const brandStems = new Set(stemsOf(brandWords))
  const sought = soughtNames(snapshot)
  const isKnown = brandStems.size > 0 || phrases.length > 0 || sought.size > 0
  const isBrand = (words: readonly Word[], campaignId: string) =>
    phrases.some((phrase) => hasAll(words, phrase)) ||
    // In a rival's campaign one word of several is more likely part of the rival's name: 'Bufete Garrigues'.
    ((naming.length < 2 || !rivalCampaigns.has(campaignId)) && namesBrand(words)) ||
    (!rivalCampaigns.has(campaignId) &&
      (sought.get(campaignId)?.some((name) => hasAll(words, name)) ?? false))
  const isOnTheWay = onTheWay(snapshot)
  return {
    brandStems,
    isKnown,
    namesBrand: ({ text, campaignId }) => isKnown && isBrand(wordsOf(text), campaignId),
    reasonFor: (text, campaignId) => {
      const words = wordsOf(text)
      if (rivalCampaigns.has(campaignId)) {
        if (!isOnTheWay(words)) return 'competencia'
      } else if (brandCampaigns.has(campaignId)) return 'marca'
      if (isBrand(words, campaignId)) return 'marca'
      return sacred.some((phrase) => hasAll(words, new Set(stemsOf(phrase)))) ? 'protegida' : null
    },
  }
}

/**
 * Words of the account's name that may be the brand: none where several of them say what it sells ('Kyoto Tours'). Keywords with all
 * of them tell by dearer clicks than the others'. No clicks are cheaper than those of one's own brand; a little dearer may be what rivals
 * bid on it: then it is its sales that tell.
 */
function ownName(snapshot: AccountSnapshot, brandCampaigns: ReadonlySet<string>): Word[] {
  const naming = namingWords(snapshot.account.name)
  if (naming.length < 2) return naming
  const all = new Set(stemsOf(naming))
  const [named, rest] = [true, false].map((holds) =>
    soldBy(snapshot, brandCampaigns).filter(({ text }) => hasAll(wordsOf(text), all) === holds),
  )
  const dear = timesAsDear(named!, rest!)
  const isTrade = dear > 1 && (dear > THRESHOLDS.dearName.value || !sellsOftener(named!, rest!))
  return isTrade ? [] : naming
}

/**
 * That a word of the name alone is the brand is taken back where keywords with it neither sell better nor cost less than all else: 'cuevas
 * de Altamira' of Viajes Altamira.
 */
function isBorneOut(
  snapshot: AccountSnapshot,
  brandCampaigns: ReadonlySet<string>,
  bidOn: readonly Word[],
): (word: Word) => boolean {
  const certain = new Set(stemsOf(bidOn))
  const name = new Set(stemsOf(telling(wordsOf(snapshot.account.name))))
  const sought = soldBy(snapshot, brandCampaigns).map((one) => ({ one, words: wordsOf(one.text) }))
  return ({ stem: own }) => {
    if (certain.has(own)) return true
    const holds = ({ words }: (typeof sought)[number]) => words.some((word) => word.stem === own)
    // With all of the name it is the brand anyway.
    const isWhole = ({ words }: (typeof sought)[number]) => hasAll(words, name)
    const named = sought.filter((one) => holds(one) && !isWhole(one))
    const rest = sought.filter((one) => !holds(one))
    return !sellsAlike(
      named.map(({ one }) => one),
      rest.map(({ one }) => one),
    )
  }
}

const telling = (words: readonly Word[]) => words.filter(({ isStop }) => !isStop)

/** Those of the account's name that hardly occur but beside each other. */
export function nameWords(snapshot: AccountSnapshot, brandCampaigns: ReadonlySet<string>): Word[] {
  return distinctWords(ownName(snapshot, brandCampaigns), snapshot, brandCampaigns)
}

/** What people find the account by: a keyword, or a search where Google matches products or pages and there are none. */
export type Sought = Pick<KeywordFacts<never>, 'campaignId' | 'text' | 'sums'>

/** By what all but the brand's own campaigns are found. */
export function soldBy(
  { keywords, searchTerms }: AccountSnapshot,
  brandCampaigns: ReadonlySet<string>,
): Sought[] {
  const withKeywords = new Set(keywords.map(({ campaignId }) => campaignId))
  const searched = searchTerms
    .filter(({ campaignId }) => !withKeywords.has(campaignId))
    .map(({ term, campaignId, sums }) => ({ text: term, campaignId, sums }))
  return [...keywords, ...searched].filter(({ campaignId }) => !brandCampaigns.has(campaignId))
}

/** What a click costs, over what one of the others does; 1 where that may be chance, or is not known. */
function timesAsDear(named: readonly Sold[], rest: readonly Sold[]): number {
  const [own, other] = [named, rest].map((sought) => addUp(sought.map(({ sums }) => sums)))
  const least = Math.min(own!.clicks ?? 0, other!.clicks ?? 0)
  if (least < THRESHOLDS.dearNameClicks.value || own!.costMicros === undefined) return 1
  return (
    ratio(own!.costMicros, own!.clicks!) /
    Math.max(1, ratio(other!.costMicros ?? 0, other!.clicks!))
  )
}

export function hasAll(words: readonly Word[], phrase: ReadonlySet<string>): boolean {
  for (const own of phrase) if (!words.some((word) => word.stem === own)) return false
  return true
}

export const stemsOf = (words: readonly Word[]) => words.map((word) => word.stem)

/** What may stand beside the brand in one word: what the account calls itself and what it bids on. */
function tradeWords({ account, keywords }: AccountSnapshot): ReadonlySet<string> {
  const offered = keywords.filter(({ status }) => status === 'ENABLED')
  const texts = [account.name, ...offered.map(({ text }) => text)]
  return TRADE.union(new Set(texts.flatMap((text) => stemsOf(wordsOf(text)))))
}

/** Who is a rival's customer already, and on the way to its own account, looks for no other; a shop for telephones is asked for 'teléfono'. */
function onTheWay({ keywords }: AccountSnapshot): (words: readonly Word[]) => boolean {
  const offered = keywords.filter(({ status }) => status === 'ENABLED')
  const own = new Set(offered.flatMap(({ text }) => stemsOf(wordsOf(text))))
  return (words) => wordsOnTheWay(words).some((way) => !way.every((word) => own.has(stem(word))))
}

/** By its name, unless what it bids on or brings says that it is another's (`brand-campaigns.ts`). */
export function isBrandCampaign({
  name,
  isOthersBrand,
}: Pick<CampaignFacts, 'name' | 'isOthersBrand'>): boolean {
  return !isOthersBrand && named(name, BRAND) && !WITHOUT_BRAND.test(plainName(name))
}

export const isRivalCampaign = ({ name }: Pick<CampaignFacts, 'name'>) => named(name, RIVAL)

/** What of its name says so. */
export function brandWordsIn(name: string): Word[] {
  return wordsOf(plainName(name)).filter((word) => BRAND.has(word.folded))
}

const WITHOUT_BRAND =
  /\b(no|non|sin|sense|sem|sen|excl\w*|generic\w*)[ -]*(marca|brand)|\b(marca|brand)\w*[ -]*excl/

const BRAND = new Set(['marca', 'brand', 'branding', 'branded', 'corporativa'])
/** Not 'competencias', which are skills, nor 'conquest', which is a watch. */
const RIVAL = new Set(
  `competencia competidor competidores competitors competitor rival rivales conquesting
  concorrencia concorrentes concurrents`.split(/\s+/),
)

/** Trade, place and legal words found in Spanish company names; they describe, they do not name. */
const TRADE = new Set(
  `clinica dental dentista dentistas hotel hostal apartamentos tienda tiendas zapato zapatos zapateria
  calzado calzados moda ropa muebles online web shop store software app cloud servicios servicio
  soluciones grupo group academia escuela abogados bufete asesoria gestoria inmobiliaria seguros viajes
  restaurante bar cafe taller talleres autos coches motor farmacia optica peluqueria centro estetica
  fisioterapia medico medicos veterinaria reformas construcciones instalaciones energia solar espana
  spain madrid barcelona valencia sevilla malaga bilbao zaragoza mexico argentina colombia chile peru
  europa internacional iberica sl slu sa sau scp com es cuenta cuentas account ads google demo prueba
  principal nueva test campana search marketing digital agencia empresa company the and
  www net org eu cat pt fr ltd llc inc lda ltda sarl sas gmbh clinic shops bikes bicis ciclos cycles furniture
  mobles moveis meubles boutique magasin botiga loja cosmetics cosmetica chauffage climatizacion
  colchones colchoneria joyas joyeria relojeria bisuteria perfumeria libros libreria papeleria imprenta juguetes
  jugueteria regalos flores floristeria deportes mascotas telas textil lenceria merceria decoracion iluminacion hogar
  cocinas ventanas puertas persianas toldos piscinas jardineria ferreteria tornilleria suministros herramientas
  maquinaria industrial industrias recambios neumaticos motos caravanas nautica cerrajeros cerrajeria fontaneros
  fontaneria electricistas pinturas pintores limpiezas mudanzas transportes logistica alquiler autoescuela cursos
  formacion colegio guarderia notaria consultoria asesores ingenieria informatica ordenadores electrodomesticos
  hipotecas prestamos panaderia pasteleria carniceria fruteria herboristeria vinos catering bodas fotografia fotografo
  servei servizo tecnico reparacion reparaciones reparacio reparacao
  fisio odonto psico farma inmo gimnasio pilates balneario rural camping residencia podologia psicologia psicologos nutricion ortopedia audifonos
  urgente urgentes urgencia urgencias rapido rapida rapidos rapidas`
    .split(/\s+/)
    .map(stem),
)

function named(name: string, words: ReadonlySet<string>): boolean {
  return tokensOf(plainName(name)).some((token) => words.has(folded(token)))
}

const plainName = (name: string) => folded(name.replace(/_/g, ' ').toLowerCase())

/**
 * Those that other campaigns hardly use but beside another brand word, until none falls any more: what stood beside
 * a word of the trade ('casa rural') stands alone then. Words that are never apart ('tornillería industrial') are one
 * candidate. A lone candidate may be used more: brand keywords in a mixed campaign look just like that, the more so
 * where they sell far better than the rest.
 */
function distinctWords(
  guessed: readonly Word[],
  snapshot: AccountSnapshot,
  brandCampaigns: ReadonlySet<string>,
  wholeName = new Set(stemsOf(guessed)),
): Word[] {
  const candidates = new Set(stemsOf(guessed))
  const others = soldBy(snapshot, brandCampaigns).map((sought) => {
    return { sought, own: new Set(stemsOf(wordsOf(sought.text))).intersection(candidates) }
  })
  const units = unitsOf(guessed, others)
  const kept = guessed.filter((word) => {
    const unit = units.get(word.stem)!
    // All of a name of several words at once is the brand.
    const isName = unit.size > 1 && unit.size === wholeName.size
    return isName || isDistinct(unit, candidates, others)
  })
  if (kept.length === guessed.length) return kept
  return distinctWords(kept, snapshot, brandCampaigns, wholeName)
}

type Naming = { sought: Sought; own: ReadonlySet<string> }

/** Of each word those that stand in the same keywords; one that stands in none is by itself. */
function unitsOf(guessed: readonly Word[], others: readonly Naming[]) {
  const placesOf = ({ stem: own }: Word) =>
    others.flatMap((other, at) => (other.own.has(own) ? [at] : [])).join() || own
  const units = Map.groupBy(guessed, placesOf)
  return new Map(guessed.map((word) => [word.stem, new Set(stemsOf(units.get(placesOf(word))!))]))
}

function isDistinct(
  unit: ReadonlySet<string>,
  candidates: ReadonlySet<string>,
  others: readonly Naming[],
): boolean {
  const isAlone = ({ own }: Naming) => own.size === unit.size && own.isSubsetOf(unit)
  const [named, rest] = [others.filter(isAlone), others.filter((one) => !isAlone(one))]
  const share = named.length / Math.max(1, others.length)
  const { placeKeywordShare, genericKeywordShare, sellingBrandShare } = THRESHOLDS
  const isLone = candidates.size === unit.size || unit.size > 1
  if (share <= (isLone ? genericKeywordShare : placeKeywordShare).value) return true
  if (!isLone || share > sellingBrandShare.value) return false
  return sellsFarBetter(
    named.map(({ sought }) => sought),
    rest.map(({ sought }) => sought),
  )
}

/** Of half the price it need not be as far. False where it is not known. */
export function sellsFarBetter(named: readonly Sold[], rest: readonly Sold[]): boolean {
  const { sellingBrandTimes, cheapBrandTimes, soughtPrice, enoughProbability } = THRESHOLDS
  const dear = timesAsDear(named, rest)
  const times = dear <= soughtPrice.value ? cheapBrandTimes : sellingBrandTimes
  const chance = chanceOfRate(named, rest, times.value)
  const hasSold = (addUp(named.map(({ sums }) => sums)).conversionsMicros ?? 0) > 0
  return hasSold && chance !== null && chance >= enoughProbability.value && dear <= 1
}

/** Surely, at any price of its clicks. */
function sellsOftener(named: readonly Sold[], rest: readonly Sold[]): boolean {
  const { cheapBrandTimes, enoughProbability } = THRESHOLDS
  const chance = chanceOfRate(named, rest, cheapBrandTimes.value)
  return chance !== null && chance >= enoughProbability.value
}

/** Neither cheap nor bought more often than all else: no brand is either. False where it is not known. */
export function sellsAlike(named: readonly Sold[], rest: readonly Sold[]): boolean {
  const { cheapBrandTimes, soughtPrice, dearNameClicks, enoughProbability } = THRESHOLDS
  const chance = chanceOfRate(named, rest, cheapBrandTimes.value)
  const least = Math.min(...[named, rest].map((sought) => clicksOf(sought)))
  const isKnown = chance !== null && least >= dearNameClicks.value
  const isSurelyAlike = isKnown && chance <= 1 - enoughProbability.value
  return isSurelyAlike && timesAsDear(named, rest) > soughtPrice.value
}

type Sold = Pick<Sought, 'sums'>

const clicksOf = (sought: readonly Sold[]) => addUp(sought.map(({ sums }) => sums)).clicks ?? 0

/** P(it sells over so many times as often), by the ratio of two gammas, counts spreading more than a Poisson; null where not known. */
function chanceOfRate(named: readonly Sold[], rest: readonly Sold[], times: number): number | null {
  const [own, other] = [named, rest].map((sought) => addUp(sought.map(({ sums }) => sums)))
  const { conversionsMicros: sold = 0, clicks = 0 } = own!
  const { conversionsMicros: otherSold = 0, clicks: otherClicks = 0 } = other!
  if (clicks <= 0 || otherSold <= 0 || otherClicks <= 0) return null
  const shapeOf = (micros: number) => (micros / MICROS + 0.5) / THRESHOLDS.dispersion.value
  const odds = (times * clicks) / otherClicks
  return 1 - betaCdf(odds / (1 + odds), shapeOf(sold), shapeOf(otherSold))
}

/** A phrase of signs alone is none. */
export function phrasesOf(texts: readonly string[] = []): (readonly Word[])[] {
  return texts.map(wordsOf).filter(({ length }) => length > 0)
}

/** Those in most keywords of its campaigns. */
export function brandKeywordWords(
  snapshot: AccountSnapshot,
  brandCampaigns: ReadonlySet<string>,
): Word[] {
  const keywords = snapshot.keywords.filter(({ campaignId }) => brandCampaigns.has(campaignId))
  const users = new Map<string, Word[]>()
  for (const { text } of keywords) {
    // Of two letters or figures too, as all its keywords have them.
    for (const word of onceEach(withoutHours(wordsOf(text)).filter((word) => mayName(word, 2))))
      users.set(word.stem, [...(users.get(word.stem) ?? []), word])
  }
  const needed = THRESHOLDS.brandKeywordShare.value * keywords.length
  return [...users.values()].filter(({ length }) => length >= needed).map(([word]) => word!)
}

function namingWords(text: string): Word[] {
  return onceEach(
    withoutHours(wordsOf(text)).filter(
      (word) => mayName(word, isCoined(word) ? 2 : 3) && !isNumber(word),
    ),
  )
}

const onceEach = (words: readonly Word[]) => [
  ...new Map(words.map((word) => [word.stem, word])).values(),
]

const mayName = ({ written, folded, isStop, stem: own }: Word, least: number) =>
  written.length >= least && !(isStop || isNoName(folded) || TRADE.has(own))

const isNumber = ({ written }: Word) => /^\d+$/.test(written)

/** When it is open and how soon it comes ('24 horas', '24h', '365 días') is said by all of a trade; 'La Hora' is a name. */
function withoutHours(words: readonly Word[]): readonly Word[] {
  const isCount = (at: number) => words[at] !== undefined && isNumber(words[at])
  const isTime = (at: number) => TIMES.has(words[at]?.folded ?? '')
  return words.filter(
    ({ folded }, at) =>
      !(
        JOINED_TIME.test(folded) ||
        (isCount(at) && isTime(at + 1)) ||
        (isTime(at) && isCount(at - 1))
      ),
  )
}

const TIMES = new Set(
  'h hs hrs hora horas hores hours heures dia dias dies days jours min mins minuto minutos minuts'.split(
    ' ',
  ),
)
const JOINED_TIME = /^(\d+(h|hs|hrs|horas|hores|min)|h24)$/

/** '3M', 'O2'. */
const isCoined = ({ written }: Word) => /\d/.test(written) && /\p{L}/u.test(written)

/** 'Turrón 1880'; accounts are called after their year too. */
const numbersIn = (name: readonly Word[]) =>
  withoutHours(name).filter((word) => isNumber(word) && /^(?!20[1-3]\d$)\d{2,}$/.test(word.written))

function idsOf(campaigns: readonly CampaignFacts<never>[]): Set<string> {
  return new Set(campaigns.map(({ id }) => id))
}
