import type { Alert } from '#engine/watch/alert.ts'
import type { Cause, CauseKind } from '#engine/watch/causes.ts'
import type { WatchedMetric } from '#engine/watch/watched-metric.ts'
import { DEVICE_WORDS } from '#shared/ads-words/places.ts'
import { cutName } from '#shared/cut-name.ts'
import { type Day, daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { quoted } from '#shared/quoted.ts'
import {
  conversionsText,
  integer,
  listed,
  money,
  percent,
  shortDay,
} from '#shared/spanish-numbers.ts'

/** Null: no campaign of today. */
export type NamedCampaign = {
  name: string
  isPaused: boolean
  /** Its last day, 'unknown' where only that it is over is known. */
  endedOn?: Day | 'unknown' | null
}
type Names = (campaignId: string | null) => NamedCampaign | null

export const METRIC_TITLES: Record<WatchedMetric, string> = {
  cost: 'Gasto',
  conversions: 'Conversiones',
  cpa: 'Coste por conversión',
  share: 'Cuota de impresiones',
}

/** 'Conversiones −31 % desde el 9 nov'. */
export function alertTitle(alert: Alert): string {
  const { metric, from, to, since = from } = alert
  const when = since === to ? `el ${shortDay(since)}` : `desde el ${shortDay(since)}`
  return `${METRIC_TITLES[metric]} ${changeText(alert)} ${when}`
}

/** '−31 %', or '−18 puntos' of a share. */
export function changeText({
  metric,
  seen,
  expected,
}: Pick<Alert, 'metric' | 'seen' | 'expected'>): string {
  return metric === 'share'
    ? pointsText(Math.round(100 * (seen - expected)))
    : signedWhole(Math.round(100 * (seen / expected - 1)))
}

/** What is better where nothing else is known: fewer conversions and dearer ones are not; spend alone says neither. */
export function alertTone({ metric, seen, expected }: Alert): 'better' | 'worse' | 'neutral' {
  if (metric === 'cost') return 'neutral'
  return seen > expected === (metric !== 'cpa') ? 'better' : 'worse'
}

/** 'Del 9 al 15 nov: 42 conversiones. Por las semanas anteriores cabía esperar 61 …, de 52 … a 70 ….' */
export function alertSummary(alert: Alert, currency: string): string {
  const { metric, from, to, seen, expected, low, high } = alert
  const say = (value: number) => amountText(metric, value, currency)
  const days = daysInRange(from, to)
  const when = days === 1 ? `El ${shortDay(from)}` : `Del ${shortDay(from)} al ${shortDay(to)}`
  const lag = metric === 'conversions' || metric === 'cpa'
  const normal = `Por las semanas anteriores cabía esperar ${say(expected)}, de ${say(low)} a ${say(high)}`
  return `${when}: ${say(seen)}. ${normal}${lag ? ', contando con que aún llegarán algunas' : ''}.`
}

export function amountText(metric: WatchedMetric, value: number, currency: string): string {
  if (metric === 'share') return percent(value, 0)
  if (metric === 'conversions') return conversionsText(value / MICROS, value < 10 * MICROS ? 1 : 0)
  return money(value, currency)
}

export type Part = { text: string; share: string; amount: number }

const MOST_PARTS = 5
const REST = 'Todo lo demás'

/**
 * The causes as they are shown: whole percents that add up to the one in the title, the smaller ones together. Shares of
 * the rounding go to the parts it took most from.
 */
export function alertParts(alert: Alert, nameOf: Names): Part[] {
  const { metric, expected, seen } = alert
  const unit = metric === 'share' ? 0.01 : expected / 100
  const told = alert.causes
    .filter(({ amount }) => Math.abs(amount) >= unit / 2)
    .slice(0, MOST_PARTS)
  const rest = seen - expected - told.reduce((sum, { amount }) => sum + amount, 0)
  const parts = [
    ...told.map((cause) => ({
      text: causeText(cause, metric, namesIn(alert, nameOf)),
      amount: cause.amount,
    })),
    ...(told.length < alert.causes.length ? [{ text: REST, amount: rest }] : []),
  ]
  const whole = Math.round((seen - expected) / unit)
  const rounded = roundedTo(
    parts.map(({ amount }) => amount / unit),
    whole,
  )
  return parts
    .map((part, at) => ({
      ...part,
      share: metric === 'share' ? pointsText(rounded[at]!) : signedWhole(rounded[at]!),
      isShown: part.text !== REST || rounded[at] !== 0,
    }))
    .flatMap(({ isShown, ...part }) => (isShown ? [part] : []))
}

/** Whole numbers that sum to `whole`: those furthest from their rounding give way. */
function roundedTo(values: readonly number[], whole: number): number[] {
  const rounded = values.map(Math.floor)
  let left = whole - rounded.reduce((sum, one) => sum + one, 0)
  const order = values
    .map((value, at) => ({ at, part: value - Math.floor(value) }))
    .toSorted((a, b) => b.part - a.part)
  for (let i = 0; left > 0; i = (i + 1) % order.length, left--) rounded[order[i]!.at]!++
  for (let i = order.length - 1; left < 0; i = (i + order.length - 1) % order.length, left++)
    rounded[order[i]!.at]!--
  return rounded
}

/** 'Sobre todo, menos clics por impresión en «Marca»'; nothing where no cause stands out. */
export function mainCause(alert: Alert, nameOf: Names): string {
  const change = alert.seen - alert.expected
  const [first] = alert.causes
  if (!first || Math.sign(first.amount) !== Math.sign(change)) return ''
  if (Math.abs(first.amount) < 0.4 * Math.abs(change)) return ''
  const text = causeText(first, alert.metric, namesIn(alert, nameOf))
  return `Sobre todo, ${text.charAt(0).toLocaleLowerCase('es')}${text.slice(1)}`
}

const LONGEST_TITLE = 80
const MOST_TITLES = 2

/** 'El 22 nov se aplicó aquí «Excluye 24 búsquedas…»'; all of that day, for any may be the one that did it. `earlier`: how many before it. */
export function appliedText(day: Day, titles: readonly string[], earlier: number): string {
  const named = titles.slice(0, MOST_TITLES).map((title) => quoted(cutName(title, LONGEST_TITLE)))
  const rest = titles.length - named.length
  const told = listed([...named, ...(rest > 0 ? [`${rest} más`] : [])])
  const before = earlier > 0 ? `, y ${earlier} más los días antes` : ''
  return `El ${shortDay(day)} se ${titles.length > 1 ? 'aplicaron' : 'aplicó'} aquí ${told}${before}`
}

/** 'El 22 nov se cambió la campaña. Estrategia de puja: …'; `what` as Google's history is told. */
export const editedText = (day: Day, what: string) =>
  `El ${shortDay(day)} ${what.charAt(0).toLocaleLowerCase('es')}${what.slice(1)}`

export const knownToText = (day: Day) => `Según datos hasta el ${shortDay(day)}`

type Words = [more: string, less: string]
const WORDS: Record<CauseKind, Words> = {
  impressions: ['Más impresiones', 'Menos impresiones'],
  ctr: ['Más clics por impresión', 'Menos clics por impresión'],
  cpc: ['Clics más caros', 'Clics más baratos'],
  rate: ['Más conversiones por clic', 'Menos conversiones por clic'],
  budget: ['Se pierde menos por presupuesto', 'Se pierde más por presupuesto'],
  rank: ['Se pierde menos por ranking', 'Se pierde más por ranking'],
  mix: ['Otro reparto de las búsquedas', 'Otro reparto de las búsquedas'],
  other: ['Otras pérdidas', 'Otras pérdidas'],
}
/** Cost and conversions both follow volume: of their ratio it only moves the mix. */
const MIXED: Partial<Record<CauseKind, string>> = {
  impressions: 'Otro reparto de las impresiones',
  ctr: 'Otro reparto de los clics por impresión',
}

/** Of a campaign's own alert the place is said already. */
const namesIn = (alert: Alert, nameOf: Names): Names =>
  alert.campaignId === null ? nameOf : () => ({ name: '', isPaused: false })

function causeText(
  { kind, campaignId, device, amount }: Cause,
  metric: WatchedMetric,
  nameOf: Names,
): string {
  const words = WORDS[kind]
  const rises = metric === 'cpa' && kind === 'rate' ? amount < 0 : amount > 0
  const what = (metric === 'cpa' && MIXED[kind]) || (rises ? words[0] : words[1])
  const campaign = nameOf(campaignId)
  const name = campaign?.name
  // What it spends less needs no other reason.
  const off = kind === 'impressions' && amount < 0 ? offText(campaign) : ''
  const on =
    device && device in DEVICE_WORDS ? DEVICE_WORDS[device as keyof typeof DEVICE_WORDS] : null
  const place = name === '' ? '' : name ? ` en «${name}»` : ' fuera de las campañas actuales'
  return `${what}${place}${on ? ` (${on.one.toLocaleLowerCase('es')})` : ''}${off}`
}

function offText(campaign: NamedCampaign | null): string {
  if (campaign?.isPaused) return ', que está en pausa'
  if (!campaign?.endedOn) return ''
  return campaign.endedOn === 'unknown'
    ? ', que ha terminado'
    : `, que terminó el ${shortDay(campaign.endedOn)}`
}

function signedWhole(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${integer(Math.abs(value))}\u00a0%`
}

function pointsText(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  return `${sign}${integer(Math.abs(value))} ${Math.abs(value) === 1 ? 'punto' : 'puntos'}`
}
