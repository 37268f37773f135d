import type { Day } from '#shared/dates.ts'
import { TextLeft, takeFilters, takeMeasures, takeSplits } from './asked-parts.ts'
import { placedThings } from './asked-place.ts'
import { takeResults } from './asked-results.ts'
import { takeShare } from './asked-share.ts'
import { askedSplits, togetherFault } from './asked-together.ts'
import { englishToSpanish } from './english-words.ts'
import { isSum } from './even-periods.ts'
import { foldText } from './fold-text.ts'
import { foundElsewhere } from './found-elsewhere.ts'
import { CANNOT_LEAVE_OUT, isButFor, leavesPartOut, takesAway } from './left-out.ts'
import * as named from './named-things.ts'
import { refusalOfOrder } from './orders.ts'
import { corrected, isFiller } from './ordinary-words.ts'
import { isOffWeekdays, pairedPeriods } from './paired-periods.ts'
import {
  type Question,
  type Reading,
  type Refusal,
  type Split,
  WHAT_CAN_BE_ASKED,
} from './question.ts'
import { rankedBy } from './ranked-by.ts'
import { monthsHeldApart, type Versus, withRunning } from './running-period.ts'
import { asKnown, PER_DAY } from './said-otherwise.ts'
import { isSpanishPlace } from './spanish-places.ts'
import { DATE_NOUN, type SpokenDates, spokenDates } from './spoken-dates.ts'
import { unanswerable } from './unanswerable.ts'

type Known = {
  today: Day
  things: readonly named.Thing[]
  /** How the account is called: its name and its number. */
  account: { name: string; number: string }
}

/** The question as data, or in Spanish why it is not answered. Nothing of it is passed over in silence. */
export function readQuestion(asked: string, known: Known): Reading {
  const said = englishToSpanish(foldText(asked))
  const plain = said
    // As names are looked for, but for the quotes around them.
    .replace(/(?<!\d ?)%/g, ' porcentaje ')
    .replace(/[^\p{L}\p{N}/\-"'«»“”]+|(?<=\p{L})'(?=\p{L})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const order = refusalOfOrder(plain, asked.includes('?'))
  if (order) return refused('order', order)
  const names = new Set(known.things.flatMap(({ name }) => named.spaced(name).split(' ')))
  const isName = (word: string) => names.has(word)
  const text = asKnown(corrected(plain, isName), isName)
  const other = otherAccount(text, known)
  if (other) return refused('account', other)
  const whole = named.wholeNames(text, known.things, (name) => isOrdinary(name, known.today))
  const unknown = unknownQuote(whole.rest)
  if (unknown) return refused('name', unknown)
  return readParts(text, whole, known)
}

type Whole = ReturnType<typeof named.wholeNames>

function readParts(text: string, whole: Whole, known: Known): Reading {
  const left = new TextLeft(withoutOwnName(whole.rest, known))
  const cannot = unanswerable(left.text)
  if (cannot) return { refusal: cannot }
  const asked = left.text
  const sinceChange = left.take(
    /\bdesde (?:que|el|la|los)?(?: ultimo| ultima)? ?(?:se )?(?:cambi|modifiqu|subi|baj|toqu|hic)\w*(?: (?:el|la|los|las))?(?: (?:presupuesto|puja|pujas|estrategia|cambios?))?/,
  )
  const isWhy = left.take(
    /\bpor que\b|\ba que se debe\w*\b|\bcausas?\b|\bmotivos?\b|\bque explica\b/,
  )
  const isMean = left.take(new RegExp(PER_DAY.trim())) !== null
  const versus = takeVersus(left)
  const { devices, ...filters } = takeFilters(left)
  const splits = takeSplits(left)
  const dates = spokenDates(left.text, known.today)
  const kept = withNameWords(dates, left.text, text, known)
  left.text = kept.text
  if (kept.unread.length > 0) return refused('date', unreadDate(kept.unread))
  if (leavesPartOut(asked, dates.ranges)) return refused('without', CANNOT_LEAVE_OUT)
  const paired = pairedPeriods(dates.ranges, text, known.today)
  if ('unread' in paired) return refused('date', unreadDate([paired.unread]))
  if ('fault' in paired) return refused('date', paired.fault)
  if (isOffWeekdays(paired.ranges, filters.weekdays)) return refused('date', OFF_WEEKDAYS)
  const ranges = withRunning(paired.ranges, versus, text, known.today)
  if (!ranges) return refused('date', UNSAID_PERIOD)
  const isInside = devices > 0 || filters.weekdays.length > 0 || filters.hours.length > 0
  const isPartOf = takeShare(left, isInside || splits.some((one) => !HAS_VOICE.includes(one)))
  const measures = takeMeasures(left)
  const asksMean = left.take(/\b(?:de media|en promedio|medi[oa]s?|promedios?)\b/) !== null
  const events = isWhy ? 'why' : takeEvents(left, measures.length > 0)
  const isResults = !isWhy && measures.length === 0 && takeResults(left)
  const intent = isResults ? 'results' : events
  left.take(
    /\bsub\w*\b|\bbaj\w*\b|\bca(?:e|en|ido|ida|yo|yeron)\b|\bcrec\w+\b|\baument\w+\b|\bempeor\w+\b|\bmejor\w*\b|\bcambi\w+\b|\bdiferencia\w*\b|\bbarat\w+\b|\bcar[oa]s?\b|\bmenos\b|\b(?:top|las|los) \d{1,2}\b|\bresum\w+\b|\brepart\w+\b|\bdesglos\w+\b|\bdistribu\w+\b/,
  )
  if (takesAway(left, text, intent)) return refused('without', CANNOT_LEAVE_OUT)
  const more = leftovers(left.text, text, known.things)
  if ('refusal' in more) return { refusal: withPlace(more.refusal, text) }
  const found = [...whole.found, ...more.found].toSorted((a, b) => a.start - b.start)
  if (found.some(({ start }) => isButFor(text, start))) return refused('without', CANNOT_LEAVE_OUT)
  const vague = found.find((one) => one.things.length > 1)
  if (vague) return refused('ambiguous', whichText('said' in vague ? vague.said : '', vague.things))
  const all = [...new Set(found.flatMap((one) => one.things))]
  const placed = placedThings(all)
  if (!placed) return refused('cross', SEVERAL_PLACES)
  const { things } = placed
  const byParts = askedSplits(splits, all, text)
  const split = splitOf(byParts, filters, intent === 'figures' ? devices : 0)
  const isEmpty = measures.length === 0 && !split && intent === 'figures'
  if (
    isEmpty &&
    !versus &&
    ranges.length < 2 &&
    things.length === 0 &&
    !/\bresum|\bcomo (?:va|han? ido|fue|vamos)|\bresultados|\brendimiento/.test(text) &&
    !(ranges.length > 0 && ASKS_HOW_IT_WENT.test(dates.rest))
  )
    return refused(
      'unknown',
      foundElsewhere(text) ?? `No he entendido qué quieres saber. ${WHAT_CAN_BE_ASKED}`,
    )
  const question: Question = {
    intent,
    measures,
    split,
    ranked: rankedBy(text, measures),
    ranges: measures.length > 0 && !split ? monthsHeldApart(ranges, text) : ranges,
    versus: versus?.with ?? null,
    things,
    filters: { ...filters, region: placed.region },
    moved: intent === 'why' ? movedWay(text) : null,
    sinceChange: sinceChange !== null,
    // Of a rate it says nothing more: the CPA is a mean.
    isMean: isMean || (asksMean && (measures.length === 0 || measures.some(isSum))),
    isPartOf,
  }
  const fault = togetherFault({ question, splits: byParts, devices, text })
  return fault ? refused('together', fault) : { question }
}

/** 'Ayer', '¿Qué ha pasado esta semana?': nothing but days, and how they were. */
const ASKS_HOW_IT_WENT =
  /^(?: |y|a|de|en|el|la|los|las|que|tal|como|ha|han|fue|fueron|paso|pasado|pasaba|ocurrio|ocurrido|ido|hubo|hay|dime|dame|datos|numeros|todo)*$/

/** What a screen has that is not asked here; an unknown name stays one. */
function withPlace(refusal: Refusal, text: string): Refusal {
  const elsewhere = foundElsewhere(text)
  return elsewhere ? { ...refusal, text: elsewhere } : refusal
}

const SEVERAL_PLACES =
  'De varios lugares a la vez solo tengo los datos de toda la cuenta. Pregunta por uno de ellos, o por los lugares sin nombrar nada más.'

/** Parts that have a share of impressions of their own. */
const HAS_VOICE: readonly Split[] = ['campaign', 'ad_group', 'keyword', 'day', 'week', 'month']

const OFF_WEEKDAYS =
  'Los días de la semana que nombras no caen en esas fechas. Di unas u otros: «del 14 al 15 de noviembre» o «los domingos de octubre».'

const UNSAID_PERIOD =
  'No sé qué días quieres comparar con esos. Di los dos periodos: «este mes frente al mes pasado».'

function takeVersus(left: TextLeft): Versus | null {
  const year = left.take(
    /\b(?:(?:con|que|al|respecto al?|frente al?|vs|contra) )?(?:el |del |en el )?mismo (?:periodo|mes|dia|trimestre|tiempo) del ano (?:pasado|anterior)\b|\b(?:respecto al?|frente al?|que|con|contra|vs|versus|comparad[oa]s? al?|en comparacion al?) (?:hace un ano|(?:el )?ano (?:pasado|anterior))\b|\binteranual\b/,
  )
  if (year) return { with: 'year', said: year[0] }
  const previous = left.take(
    /\b(?:con |al |que |respecto al |frente al |contra )?(?:el )?(?:periodo|los dias) anterior(?:es)?\b|\bque antes\b/,
  )
  return previous && { with: 'previous', said: previous[0] }
}

function movedWay(text: string): 'up' | 'down' | null {
  const isUp = /\b(?:sub(?:e|en|ido|io|ieron|iendo|ida)|aument\w+|crec\w+|mas|increment\w+)\b/.test(
    text,
  )
  const isDown =
    /\b(?:baj(?:a|an|ado|o|aron|ando|ada)|ca(?:e|en|ido|ida|yo|yeron)|menos|descen\w+)\b/.test(text)
  return isUp === isDown ? null : isUp ? 'up' : 'down'
}

/** `hasMeasure`: what 'ha cambiado' or 'la mejora' is then said of; only who asks for the list of them gets it. */
function takeEvents(
  left: TextLeft,
  hasMeasure: boolean,
): 'figures' | 'recommendations' | 'changes' {
  if (
    left.take(
      /\brecomend\w+\b|\bpendientes?\b|\bque (?:puedo|debo|tengo que) (?:hacer|mejorar)\b|\bhay que \w+/,
    )
  )
    return 'recommendations'
  if (left.take(/\b(?:ultimos? cambios?|que cambios)\b(?: recientes)?|\btocado\b|\bhistorial\b/))
    return 'changes'
  if (hasMeasure) return 'figures'
  if (left.take(/\bmejoras?\b/)) return 'recommendations'
  return left.take(/\bcambi(?:o|os|ado|aron)\b(?: recientes)?/) ? 'changes' : 'figures'
}

/** Words that nothing has read: names spelt nearly so, or said not to be understood. */
function leftovers(
  rest: string,
  text: string,
  things: readonly named.Thing[],
): { found: named.FoundThing[] } | { refusal: Refusal } {
  const found: named.FoundThing[] = []
  for (const { 0: said, index } of rest.matchAll(
    /[\p{L}\p{N}][\p{L}\p{N}/-]*(?: [\p{L}\p{N}][\p{L}\p{N}/-]*)*/gu,
  )) {
    const words = said.split(' ')
    const unread = words.filter((word) => !isFiller(word))
    if (unread.length === 0) continue
    const start = index + said.indexOf(unread[0] ?? '')
    const kind = named.kindBefore(text, start)
    const like = named.likeNamed(unread.join(' '), start, kind, things)
    if (like) found.push(like)
    else return { refusal: { ...notFound(unread.join(' '), kind), unread } }
  }
  return { found }
}

function notFound(said: string, kind: named.ThingKind | null): Refusal {
  if (isSpanishPlace(said))
    return refusal(
      'name',
      `De «${said}» no tengo datos: no está entre los lugares que conozco de esta cuenta. Pregunta «gasto por lugares» para verlos.`,
    )
  return kind
    ? refusal(
        'name',
        `No encuentro en esta cuenta nada que se llame «${said}». Escribe el nombre como aparece en la cuenta.`,
      )
    : refusal(
        'words',
        `No he entendido «${said}»: no es un nombre de esta cuenta ni algo que sepa consultar. ${WHAT_CAN_BE_ASKED}`,
      )
}

function splitOf(
  [first]: readonly Split[],
  { weekdays, hours }: { weekdays: readonly number[]; hours: readonly number[] },
  devices: number,
): Split | null {
  if (first) return first
  if (weekdays.length > 0) return 'weekday'
  if (hours.length > 0) return 'hour'
  // 'En móvil y en ordenador' is answered by all of them.
  return devices > 1 ? 'device' : null
}

/** Made of nothing but words that mean something else in a question. */
function isOrdinary(name: string, today: Day): boolean {
  const left = new TextLeft(spokenDates(name, today).rest)
  takeMeasures(left)
  takeFilters(left)
  takeSplits(left)
  return left.text.split(' ').every((word) => word === '' || isFiller(word))
}

/** Words that sound like dates but are of a name: 'la campaña verano', or several of it: 'zapatos verano'. */
function withNameWords(
  { rest, unread }: Pick<SpokenDates, 'rest' | 'unread'>,
  before: string,
  text: string,
  { things }: Known,
): { text: string; unread: string[] } {
  const names = new Set(things.flatMap(({ name }) => named.spaced(name).split(' ')))
  const isName = (said: string) =>
    said.includes(' ') && said.split(' ').every((one) => names.has(one))
  const phrases = unread.flatMap(({ said }) => (isName(said) ? said.split(' ') : []))
  let kept = rest
  for (const { 0: word, index } of before.matchAll(/\p{L}{4,}/gu))
    if (names.has(word) && (named.kindBefore(text, index) || phrases.includes(word)))
      kept = kept.slice(0, index) + word + kept.slice(index + word.length)
  const isGiven = ({ said, start }: SpokenDates['unread'][number]) =>
    [...said.matchAll(DATE_NOUN)].some(({ 0: noun, index }) => kept.startsWith(noun, start + index))
  return { text: kept, unread: unread.filter((one) => !isGiven(one)).map(({ said }) => said) }
}

function otherAccount(text: string, { account, today }: Known): string | null {
  const number =
    /\b(\d{3}-\d{3}-\d{4}|\d{10})\b/.exec(text)?.[1] ??
    /\bcuenta (?:numero )?(\d+)\b/.exec(text)?.[1]
  const isOwn = number?.replaceAll('-', '') === account.number
  const isAll = /\b(?:otras?|todas (?:mis|las)|demas|varias) cuentas?\b/.test(text)
  const [, name] =
    /\b(?:cuenta (?:del|de|llamada)\b|competencia) ?["'«“]?([\p{L}\d ]+)/u.exec(text) ?? []
  const own = named.spaced(account.name)
  const isNamed =
    name !== undefined &&
    !named.spaced(name).startsWith(own) &&
    spokenDates(name, today).ranges[0]?.start !== 0 &&
    !/^(?:google|ads|este|esta|el|la|los|las|ayer|hoy|\d)/.test(name.trim())
  if (!(number && !isOwn) && !isAll && !isNamed) return null
  return 'Solo respondo de la cuenta que tienes abierta. Para preguntar por otra, ábrela en «Cuentas» y pregunta allí.'
}

function withoutOwnName(text: string, { account }: Known): string {
  const own = named.spaced(account.name)
  return own
    ? text.replace(
        new RegExp(`\\bcuenta (?:de )?${own.replace(/[^\p{L}\p{N} ]/gu, '.')}\\b`, 'gu'),
        // As long as before: places in the text stay what they are.
        (said) => ' '.repeat(said.length),
      )
    : text
}

function unknownQuote(rest: string): string | null {
  const quoted = /["«“]\s*([^"»”\s][^"»”]*)["»”]/.exec(rest)?.[1]?.trim()
  return quoted
    ? `No encuentro en esta cuenta nada que se llame «${quoted}». Escribe el nombre como aparece en la cuenta.`
    : null
}

function unreadDate(unread: readonly string[]): string {
  return `No he entendido a qué días te refieres con «${unread.join('», «')}». Dilo con un mes («octubre de 2026»), con fechas («del 3 al 9 de octubre») o con «ayer», «la semana pasada», «los últimos 30 días» o «este trimestre».`
}

function whichText(said: string, things: readonly named.Thing[]): string {
  const names = things.slice(0, 8).map((thing) => `· ${named.thingText(thing)}`)
  return `«${said}» puede ser varias cosas de esta cuenta. ¿Cuál de ellas?\n${names.join('\n')}`
}

function refused(reason: Refusal['reason'], text: string): { refusal: Refusal } {
  return { refusal: refusal(reason, text) }
}

function refusal(reason: Refusal['reason'], text: string): Refusal {
  return { reason, text }
}
