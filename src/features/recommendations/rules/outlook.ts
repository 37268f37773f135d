import { integer, money, plural } from '#shared/spanish-numbers.ts'

/** Money that applying moves. */

export type MonthlyRange = { lowMicros: number; midMicros: number; highMicros: number }

type Forecast = { monthlyLowMicros: number; monthlyMidMicros: number; monthlyHighMicros: number }

export function rangeOf(forecast: Forecast | null): MonthlyRange | null {
  return (
    forecast && {
      lowMicros: forecast.monthlyLowMicros,
      midMicros: forecast.monthlyMidMicros,
      highMicros: forecast.monthlyHighMicros,
    }
  )
}

/** One of several that are to be applied together. */
export type Candidate = {
  title: string
  currencyCode: string
  forecast: MonthlyRange | null
  monthlyBudgetMicros: number
  steps: number
  /** The pieces of spend or the results it counts on. */
  claims: readonly string[]
}

export type Total = {
  currencyCode: string
  forecast: MonthlyRange
  monthlyBudgetMicros: number
  steps: number
  overlapping: string[]
}

/**
 * Per currency. The largest forecast goes first; one that claims what another already counts is named but not
 * added, so the total errs on the low side. What is left speaks of different spend and is taken as independent.
 */
export function totalsOf(candidates: readonly Candidate[]): Total[] {
  const byCurrency = Map.groupBy(candidates, ({ currencyCode }) => currencyCode)
  return [...byCurrency].map(([currencyCode, group]) => {
    const claimed = new Set<string>()
    const counted: MonthlyRange[] = []
    const overlapping: string[] = []
    for (const one of group.toSorted((a, b) => mid(b) - mid(a))) {
      if (!one.forecast) continue
      if (one.claims.some((claim) => claimed.has(claim))) {
        overlapping.push(one.title)
        continue
      }
      for (const claim of one.claims) claimed.add(claim)
      counted.push(one.forecast)
    }
    const sum = (pick: (one: Candidate) => number) => group.reduce((n, one) => n + pick(one), 0)
    const monthlyBudgetMicros = sum((one) => one.monthlyBudgetMicros)
    return {
      currencyCode,
      forecast: jointRange(counted),
      monthlyBudgetMicros,
      steps: sum((one) => one.steps),
      overlapping,
    }
  })
}

/** How many of them have a place in common with another; `places`: of each where it acts. */
export function besideAnother(places: readonly (readonly string[])[]): number {
  const users = new Map<string, number>()
  for (const place of places.flatMap((own) => [...new Set(own)]))
    users.set(place, (users.get(place) ?? 0) + 1)
  return places.filter((own) => own.some((place) => users.get(place)! > 1)).length
}

/**
 * The 80 % range of a sum of independent effects. Variances add, so the ways from the middle to either bound add as
 * squares; bounds that are summed hold nearly always, as all cards would have to turn out badly together.
 */
function jointRange(ranges: readonly MonthlyRange[]): MonthlyRange {
  const midMicros = ranges.reduce((sum, range) => sum + range.midMicros, 0)
  const down = Math.hypot(...ranges.map((range) => range.midMicros - range.lowMicros))
  const up = Math.hypot(...ranges.map((range) => range.highMicros - range.midMicros))
  return {
    lowMicros: Math.round(midMicros - down),
    midMicros,
    highMicros: Math.round(midMicros + up),
  }
}

const mid = ({ forecast }: Candidate) => forecast?.midMicros ?? 0

/** The button's question: what is done, and the money it moves. `left`: changes of the card that cannot be made. */
export function confirmationOf(totals: readonly Total[], left = 0): string {
  const steps = totals.reduce((sum, total) => sum + total.steps, 0)
  if (steps === 0) return 'Se anotará como hecha a mano: no se cambia nada en Google Ads.'
  const made = `Se ${steps === 1 ? 'hará' : 'harán'} ${plural(steps, 'cambio', 'cambios')} en Google Ads.`
  return [made, ...totals.flatMap(moneySentences), ...leftSentences(left)].join(' ')
}

function leftSentences(left: number): string[] {
  if (left === 0) return []
  const others = left === 1 ? 'Otro no se hará' : `Otros ${integer(left)} no se harán`
  return [`${others}: abajo se dice por qué. El efecto previsto es el de todos.`]
}

function moneySentences({ monthlyBudgetMicros, forecast, currencyCode }: Total): string[] {
  const say = (micros: number) => money(micros, currencyCode)
  const more = monthlyBudgetMicros > 0
  const budget = `El gasto puede ${more ? 'subir' : 'bajar'} hasta ${say(Math.abs(monthlyBudgetMicros))} al mes.`
  const range = `Efecto previsto: entre ${say(forecast.lowMicros)} y ${say(forecast.highMicros)} al mes.`
  const isForecast = forecast.lowMicros !== 0 || forecast.highMicros !== 0
  return [...(monthlyBudgetMicros === 0 ? [] : [budget]), ...(isForecast ? [range] : [])]
}

type Card = {
  fingerprint: string
  campaignId: string | null
  evidence: { forecast: { kpi: 'cost' | 'conversions' } | null; campaignIds?: readonly string[] }
  claims?: readonly { key: string }[]
}

/**
 * What a card counts on: its own claims where it carries them. Otherwise savings are disjoint already (the ranking
 * takes shared spend off), while results of one campaign are taken for the same ones.
 */
export function claimsOf({ fingerprint, campaignId, evidence, claims }: Card): string[] {
  if (claims && claims.length > 0) return claims.map(({ key }) => key)
  if (evidence.forecast?.kpi !== 'conversions') return [fingerprint]
  const { campaignIds = [] } = evidence
  return (campaignIds.length > 0 ? campaignIds : [campaignId ?? '']).map((id) => `results ${id}`)
}

export type Assumed = {
  status: string
  actualImprovement: number | null
  comparisonPeriod: string
  kpiVariation: number | null
}

/** What the person who applies it says of it. */
export type Assumption = Partial<Omit<Assumed, 'status'>>

/** Percent assumed where a recommendation has no forecast of its own. */
const ASSUMED_PERCENT = 12.3

/** What the history says until it is measured: the forecast speaks for itself, and only without one the page's figure. */
export function assumedOf(hasForecast: boolean, said: Assumption = {}): Assumed {
  const percent = hasForecast ? null : (said.kpiVariation ?? ASSUMED_PERCENT)
  return {
    status: 'improved',
    actualImprovement: hasForecast ? null : (said.actualImprovement ?? percent),
    comparisonPeriod: said.comparisonPeriod ?? '7 días',
    kpiVariation: percent,
  }
}
