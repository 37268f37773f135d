import type { Letter, LetterItem, LetterList } from '#platform/mail/letter.ts'
import { cutName } from '#shared/cut-name.ts'
import type { Day } from '#shared/dates.ts'
import { hasTellableAmount, type Measured } from '#shared/measured.ts'
import { type RangeScale, rangeScale } from '#shared/range-scale.ts'
import { listed, longDay, money, plural, wholeMoney } from '#shared/spanish-numbers.ts'

/**
 * `waits`: a half of it that is changed by what the other did; `trialEndsOn`: last day of the experiment that it is tried in;
 * `isByHand`: made in Google Ads, where alone it can be taken back.
 */
export type Fallen = {
  title: string
  measured: Measured
  waits: boolean
  trialEndsOn: Day | null
  isByHand: boolean
}

const VERDICTS: Record<Measured['verdict'], NonNullable<LetterItem['verdict']>> = {
  improved: { text: 'Mejorado', tone: 'better' },
  unchanged: { text: 'Sin cambios', tone: 'neutral' },
  worsened: { text: 'Empeorado', tone: 'worse' },
  inconclusive: { text: 'No concluyente', tone: 'neutral' },
}
/** What needs its owner first. */
const ORDER: readonly Measured['verdict'][] = ['worsened', 'improved', 'unchanged', 'inconclusive']
const MOST_TOLD = 10
const MOST_ACCOUNTS = 10
const LONGEST_NAME = 60

/** What fell in one account. `mayDecide`: who reads it may undo. */
export type AccountVerdicts = {
  accountName: string
  currencyCode: string
  mayDecide: boolean
  fallen: readonly Fallen[]
}

/** One letter for all verdicts of a day, losses first. */
export function verdictsLetter(occasion: {
  userName: string
  accounts: readonly AccountVerdicts[]
  url: string
  wayOutUrl: string
}): Letter {
  const { userName, accounts, url, wayOutUrl } = occasion
  const fallen = accounts.flatMap((account) => account.fallen)
  const decided = accounts.flatMap((account) => (account.mayDecide ? account.fallen : []))
  const [only, ...others] = accounts
  const where = others.length > 0 ? `${accounts.length} cuentas` : nameOf(only!)
  const more = accounts.length - MOST_ACCOUNTS
  return {
    subject: `${plural(fallen.length, 'resultado medido', 'resultados medidos')} en ${where}`,
    greeting: `Hola, ${userName}:`,
    lead: [leadOf(fallen, where), ...undoingText(decided, fallen.length)].join(' '),
    paragraphs: fallen.some(isCompared) ? ['Cada cambio, comparado con lo que no se tocó:'] : [],
    lists: accounts.slice(0, MOST_ACCOUNTS).map((account) => ({
      ...(others.length > 0 && { title: nameOf(account) }),
      ...listOf(account),
    })),
    button: { label: 'Ver los resultados', url },
    ...(more > 0 && { notes: [`Y los de ${plural(more, 'cuenta', 'cuentas')} más.`] }),
    quietLink: { label: 'Dejar de recibir este correo', url: wayOutUrl },
  }
}

const nameOf = ({ accountName }: AccountVerdicts) => cutName(accountName, LONGEST_NAME)

function listOf({ fallen, currencyCode, mayDecide }: AccountVerdicts): LetterList {
  const ordered = fallen.toSorted(
    (a, b) => ORDER.indexOf(a.measured.verdict) - ORDER.indexOf(b.measured.verdict),
  )
  const rest = ordered.length - MOST_TOLD
  const told = ordered.slice(0, MOST_TOLD)
  const scale = rangeScale(told.flatMap(({ measured }) => amountOf(measured) ?? []))
  return {
    ...(scale.least < scale.most && {
      axis: {
        title: 'Efecto neto al mes',
        least: wholeMoney(scale.least, currencyCode),
        most: wholeMoney(scale.most, currencyCode),
      },
    }),
    items: told.map((one) => itemOf(one, { scale, currencyCode, mayDecide })),
    ...(rest > 0 && { rest: `Y ${rest} más.` }),
  }
}

const COUNTED: readonly [Measured['verdict'], string, string][] = [
  ['worsened', 'ha empeorado', 'han empeorado'],
  ['improved', 'ha mejorado', 'han mejorado'],
  ['unchanged', 'sigue igual', 'siguen igual'],
  ['inconclusive', 'no es concluyente', 'no son concluyentes'],
]

function leadOf(fallen: readonly Fallen[], accountName: string): string {
  const count = (verdict: Measured['verdict']) =>
    fallen.filter(({ measured }) => measured.verdict === verdict).length
  const there = COUNTED.filter(([verdict]) => count(verdict) > 0)
  const [, one, many] = there[0]!
  const parts = there.map(([verdict, ...words]) => plural(count(verdict), ...words))
  if (fallen.length === 1) return `${accountName}: el cambio medido ${one}.`
  if (there.length === 1) return `${accountName}: los ${fallen.length} cambios medidos ${many}.`
  return `${accountName}: de ${fallen.length} cambios medidos, ${listed(parts)}.`
}

/** Of what lost and may be decided on: a trial holds for no campaign yet, and what was made by hand is not undone from here. */
function undoingText(decided: readonly Fallen[], fallen: number): string[] {
  const worse = decided.filter(({ measured }) => measured.verdict === 'worsened')
  const undoable = worse.filter((one) => one.trialEndsOn === null && !one.isByHand).length
  if (undoable === 0) return []
  if (fallen === 1) return ['Se puede deshacer.']
  if (undoable < worse.length || decided.length < fallen)
    return [`De los que han empeorado, ${plural(undoable, 'se puede', 'se pueden')} deshacer.`]
  if (worse.length === fallen) return ['Se pueden deshacer.']
  return [
    `${undoable === 1 ? 'El que ha empeorado se puede' : 'Los que han empeorado se pueden'} deshacer.`,
  ]
}

/** Of some changes it is only said why they could not be. */
const isCompared = ({ measured: { kpi, monthlyMicros } }: Fallen) =>
  monthlyMicros !== null || kpi.change.low !== kpi.change.high

/** Where it is open no amount is told, and none is drawn. */
const amountOf = (measured: Measured) =>
  measured.verdict === 'inconclusive' || !hasTellableAmount(measured)
    ? null
    : measured.monthlyMicros

const WILL_FOLLOW =
  'Si la primera mitad sigue como se dejó, la segunda va a continuación: en Resultados verás cuándo queda hecha.'
const SECOND_TEXTS: Record<Measured['verdict'], string> = {
  improved: WILL_FOLLOW,
  unchanged: WILL_FOLLOW,
  inconclusive: WILL_FOLLOW,
  worsened: 'Solo está hecha la primera mitad: la segunda no se aplica.',
}

function itemOf(
  one: Fallen,
  shown: { scale: RangeScale; currencyCode: string; mayDecide: boolean },
): LetterItem {
  const { title, measured, waits } = one
  const { at } = shown.scale
  const { verdict, note } = measured
  const range = amountOf(measured)
  const say = (micros: number) => money(micros, shown.currencyCode)
  const amount = range
    ? `${say(range.estimate)} netos al mes (entre ${say(range.low)} y ${say(range.high)}).`
    : ''
  const bar = range && {
    low: at(range.low),
    estimate: at(range.estimate),
    high: at(range.high),
    zero: at(0),
  }
  const second = waits ? SECOND_TEXTS[verdict] : ''
  const parts = [
    amount,
    note ?? '',
    second,
    trialText(one, shown.mayDecide),
    byHandText(one, shown.mayDecide),
  ]
  const detail = parts.filter((text) => text !== '').join(' ')
  return { verdict: VERDICTS[verdict], text: title, ...(detail && { detail }), ...(bar && { bar }) }
}

function trialText({ measured, trialEndsOn: endsOn }: Fallen, mayDecide: boolean): string {
  if (endsOn === null || endsOn < measured.measuredOn) return ''
  if (!mayDecide) return `${STILL_TRIED} hasta el ${longDay(endsOn)}.`
  if (measured.verdict === 'worsened')
    return `${STILL_TRIED}: termínala en Resultados y la campaña entera sigue como estaba; si no, acaba sola el ${longDay(endsOn)}.`
  return `${STILL_TRIED}: en Resultados se promueve o se termina, hasta el ${longDay(endsOn)}.`
}

const STILL_TRIED = 'Sigue en prueba en la mitad de las búsquedas'

const byHandText = ({ measured, isByHand }: Fallen, mayDecide: boolean) =>
  mayDecide && isByHand && measured.verdict === 'worsened'
    ? 'Se hizo a mano: se quita en Google Ads, y después se marca aquí como deshecha.'
    : ''
