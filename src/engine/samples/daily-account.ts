import { addDays, type Day, daysInRange, eachDay } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { coverageOf, coveredWindow } from '../account/coverage.ts'
import type { CampaignSimulation } from '../account/inventory.ts'
import type { Column } from '../account/known-figures.ts'
import { addUp } from '../account/measurement.ts'
import type { CampaignFacts, MatchType, WholeSnapshot } from '../account/snapshot.ts'
import { drawGamma, type Uniforms, uniformsFrom } from '../statistics/random.ts'
import { sampleAccount } from './sample-account.ts'

/** An account for tests whose 400 days are drawn one by one: what is read of it is a sum of the newest of them. */

export const TODAY: Day = '2026-11-21'
export const ALL_DAYS = 400
const DAYS = eachDay(addDays(TODAY, 1 - ALL_DAYS), TODAY)

type Query = { term: string; text: string; clicks: number; rate: number; phone?: number }
type Plan = {
  id: string
  strategy: string
  /** Share of a day's budget that is used, and of the impressions lost to the budget. */
  used: number
  lost: number
  cpc: number
  targetCpa?: number
  queries: Query[]
}

const query = (term: string, text: string, clicks: number, rate: number, phone = 0.5): Query => ({
  ...{ term, text, clicks, rate, phone },
})

/** Two budgets to shift between, a target to raise, and bids, idle words, waste and new words by hand. */
const PLANS: Plan[] = [
  {
    ...{ id: '1', strategy: 'MAXIMIZE_CONVERSIONS', used: 0.68, lost: 0, cpc: 0.9 },
    queries: [
      query('taller frenos', 'taller frenos', 50, 0.02),
      query('revisar frenos', 'taller frenos', 30, 0.02),
    ],
  },
  {
    ...{ id: '2', strategy: 'MAXIMIZE_CONVERSIONS', used: 1, lost: 0.5, cpc: 0.8 },
    queries: [
      query('cambio aceite', 'cambio aceite', 20, 0.12),
      query('aceite coche', 'cambio aceite', 10, 0.12),
    ],
  },
  {
    ...{ id: '3', strategy: 'TARGET_CPA', used: 0.85, lost: 0.02, cpc: 1, targetCpa: 22 },
    queries: [query('neumáticos baratos', 'neumáticos', 40, 0.045)],
  },
  {
    ...{ id: '4', strategy: 'MANUAL_CPC', used: 0.9, lost: 0, cpc: 0.7 },
    queries: [
      query('batería coche', 'batería coche', 30, 0.05, 0.3),
      query('cambiar batería', 'batería coche', 8, 0.05, 0.3),
      query('batería gratis', 'batería coche', 6, 0, 0.9),
      query('gratis taller', 'taller barrio', 5, 0, 0.9),
      query('curso mecánica', 'taller barrio', 7, 0, 0.9),
      query('taller cerca', 'taller barrio', 20, 0.008, 0.8),
      query('escape roto', 'tubo escape', 9, 0, 0.8),
      query('comprar escape roto', 'embrague', 5, 0.2, 0.3),
      query('embrague urgente', 'embrague', 25, 0.16, 0.3),
      query('batería domicilio urgente', 'batería', 4, 0.3, 0.3),
    ],
  },
]

const NAMES: Record<string, string> = { 1: 'Frenos', 2: 'Aceite', 3: 'Ruedas', 4: 'Varios' }

type Unit = { plan: Plan; query: Query; isMobile: boolean; days: Metrics[] }
export type World = { units: Unit[] }

export function drawWorld(seed: string): World {
  const next = uniformsFrom(`${seed} of ${TODAY}`)
  const units = PLANS.flatMap((plan) =>
    plan.queries.flatMap((one) =>
      [true, false].map((isMobile) => {
        const part = isMobile ? (one.phone ?? 0.5) : 1 - (one.phone ?? 0.5)
        // Phones sell a quarter of what computers do.
        const rate = one.rate * (isMobile ? 0.4 : 1.6)
        const days = DAYS.map(() => dayOf(next, plan, one.clicks * part, rate))
        return { plan, query: one, isMobile, days }
      }),
    ),
  )
  return { units }
}

function dayOf(next: Uniforms, { cpc, lost }: Plan, mean: number, rate: number): Metrics {
  const clicks = Math.round(mean * (0.8 + 0.4 * next()))
  const expected = clicks * rate
  const conversions = expected > 0 ? Math.round(drawGamma(next, expected / 0.9, 1 / 0.9)) : 0
  return {
    impressions: Math.round(clicks * 12 * (1 - lost)),
    clicks,
    costMicros: Math.round(clicks * cpc * MICROS),
    conversionsMicros: conversions * MICROS,
    valueMicros: conversions * 70 * MICROS,
  }
}

/** What is spent in a campaign on one of its days, micros. */
export function dailySpend({ units }: World, campaignId: string): number {
  const own = units.filter(({ plan }) => plan.id === campaignId)
  return addUp(own.flatMap(({ days }) => days)).costMicros / ALL_DAYS
}

/** The account as an analysis sees it when the newest `read` days are there. */
export function accountAfter(world: World, read: number): WholeSnapshot {
  const readFrom = addDays(TODAY, 1 - read)
  const history = { readFrom, readTo: TODAY, firstActiveDay: readFrom, historyFrom: DAYS[0]! }
  const covered = coverageOf(history, TODAY)
  const window = coveredWindow(covered)
  const inside = ({ days }: Unit) =>
    addUp(days.filter((_, i) => DAYS[i]! >= window.from && DAYS[i]! <= window.to))
  const sumOf = (keep: (unit: Unit) => boolean) => addUp(world.units.filter(keep).map(inside))
  const keywords = PLANS.flatMap((plan) => keywordsOf(plan, sumOf))
  const known = DAYS.map((day, i) => ({ day, ...addUp(world.units.map(({ days }) => days[i]!)) }))
  return {
    ...sampleAccount(),
    window,
    coverage: { account: covered, campaign: covered, keyword: covered, searchTerm: covered },
    targetCpaMicros: 30 * MICROS,
    campaigns: PLANS.map((plan) => campaignOf(world, plan, sumOf, window)),
    adGroups: PLANS.map(({ id }) => ({
      ...{ id: `${id}1`, campaignId: id, name: `Grupo ${NAMES[id]}`, status: 'ENABLED' as const },
    })),
    keywords,
    searchTerms: PLANS.flatMap((plan) => termsOf(plan, sumOf)),
    negatives: [
      {
        scope: 'campaign',
        campaignId: '4',
        text: 'embrague',
        matchType: 'PHRASE',
        criterionId: '77',
      },
    ],
    accountDays: known.filter(({ day }) => day >= readFrom && day < TODAY),
    inventory: {
      changes: [],
      campaignSettings: [],
      simulations: [raisedTarget(window)],
      deviceModifiers: [],
      devices: PLANS.flatMap(({ id }) =>
        [true, false].map((mobile) => ({
          campaignId: id,
          device: mobile ? ('MOBILE' as const) : ('DESKTOP' as const),
          sums: sumOf(({ plan, isMobile }) => plan.id === id && isMobile === mobile),
        })),
      ),
    },
  }
}

type SumOf = (keep: (unit: Unit) => boolean) => Metrics

function campaignOf(
  world: World,
  { id, strategy, used, lost, targetCpa }: Plan,
  sumOf: SumOf,
  window: WholeSnapshot['window'],
): CampaignFacts<Column> {
  const sums = sumOf(({ plan }) => plan.id === id)
  const eligible = sums.impressions / (1 - lost)
  return {
    ...{ id, name: NAMES[id]!, status: 'ENABLED', channelType: 'SEARCH', sums },
    biddingStrategyType: strategy,
    ...(targetCpa !== undefined && { targetCpaMicros: targetCpa * MICROS }),
    budgetId: `9${id}`,
    budgetMicros: Math.round(dailySpend(world, id) / used / 1e4) * 1e4,
    budgetShared: false,
    exposure: { servedDays: daysInRange(window.from, window.to), ...window },
    impressionShare: { eligible, lostToBudget: eligible - sums.impressions, lostToRank: 0 },
  }
}

/** One of them twice, the copy with the dearer half. */
function keywordsOf({ id, queries, strategy, cpc }: Plan, sumOf: SumOf) {
  const isManual = strategy === 'MANUAL_CPC'
  return [...new Set(queries.map(({ text }) => text))].map((text, i) => ({
    ...{ campaignId: id, adGroupId: `${id}1`, criterionId: `${id}${i}`, text },
    matchType: 'PHRASE' as MatchType,
    status: 'ENABLED' as const,
    qualityScore: 6,
    ...(isManual && { bidMicros: cpc * MICROS }),
    sums: sumOf(({ plan, query: own }) => plan.id === id && own.text === text),
  }))
}

function termsOf({ id, queries }: Plan, sumOf: SumOf) {
  return queries.map(({ term, text }) => ({
    ...{ term, campaignId: id, adGroupId: `${id}1`, keywordText: text },
    matchType: 'PHRASE',
    status: 'NONE' as const,
    sums: sumOf(({ plan, query: own }) => plan.id === id && own.term === term),
  }))
}

/** Google's own curve says that campaign 3 would gain by a higher target. */
function raisedTarget({ from, to }: WholeSnapshot['window']): CampaignSimulation {
  const point = (target: number, clicks: number, conversions: number) => ({
    value: target * MICROS,
    clicks,
    costMicros: clicks * MICROS,
    conversionsMicros: conversions * MICROS,
    valueMicros: conversions * 70 * MICROS,
  })
  const points = [point(16, 170, 9), point(22, 280, 13), point(28, 380, 18)]
  return { campaignId: '3', type: 'TARGET_CPA', from, to, points }
}
