import { expect, test } from 'vitest'
import { addDays, daysInRange, eachDay } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { coverageOf, coveredWindow } from './account/coverage.ts'
import { addUp } from './account/measurement.ts'
import type { CampaignFacts, WholeSnapshot } from './account/snapshot.ts'
import { analyseAccount } from './analyse-account.ts'
import { keyword, sampleAccount, searchTerm } from './samples/sample-account.ts'
import { drawGamma, uniformsFrom } from './statistics/random.ts'

/** Accounts whose days are drawn one by one, looked at after so many of them, with parts of their facts missing. */

const TODAY = '2026-11-21'
const PREFIXES = [1, 2, 5, 12, 29, 30, 31, 60, 89, 90, 200, 400]
const SEEDS = ['bakery', 'notary']
/** Budget a day, how much of it is used, price of a conversion, share lost to the budget. */
const PLANS = [
  { budget: 112, used: 0.68, cpa: 40, lost: 0 },
  { budget: 60, used: 0.94, cpa: 31, lost: 0.02 },
  { budget: 24, used: 1, cpa: 6, lost: 0.5 },
  { budget: 45, used: 0.85, cpa: 22, lost: 0 },
]
const COLUMNS = ['conversionsMicros', 'valueMicros', 'impressions'] as const
const BUDGET_RULES = ['budget-shift', 'limited-budgets']

/** What Google knows; the sync has read the newest `read` days of it. */
function accountAfter(read: number, seed: string): WholeSnapshot {
  const next = uniformsFrom(`${seed} of ${TODAY}`)
  const all = eachDay(addDays(TODAY, -399), TODAY)
  const plans = PLANS.map((plan) => ({ plan, days: all.map(() => dayOf(next, plan)) }))
  const readFrom = addDays(TODAY, 1 - read)
  const history = { readFrom, readTo: TODAY, firstActiveDay: readFrom, historyFrom: all[0]! }
  const covered = coverageOf(history, TODAY)
  const window = coveredWindow(covered)
  const inside = (_: unknown, i: number) => all[i]! >= window.from && all[i]! <= window.to
  const campaigns = plans.map(({ plan, days }, i) =>
    campaignOf(plan, i, days.filter(inside), window),
  )
  const everyDay = all.map((day, i) => ({ day, ...addUp(plans.map(({ days }) => days[i]!)) }))
  const base = sampleAccount()
  return {
    ...base,
    window,
    coverage: { account: covered, campaign: covered, keyword: covered, searchTerm: covered },
    campaigns,
    adGroups: campaigns.map(({ id }) => ({
      id: `${id}1`,
      campaignId: id,
      name: id,
      status: 'ENABLED',
    })),
    keywords: campaigns.flatMap(({ id, sums }) => [
      keyword(`taller ${id}`, sums, { campaignId: id, adGroupId: `${id}1` }),
    ]),
    searchTerms: campaigns.map(({ id, sums }) =>
      searchTerm(`taller ${id} cerca`, sums, { campaignId: id, adGroupId: `${id}1` }),
    ),
    accountDays: everyDay.filter(({ day }) => day >= readFrom && day < TODAY),
  }
}

function dayOf(next: () => number, { budget, used, cpa }: (typeof PLANS)[number]): Metrics {
  const costMicros = Math.round(budget * used * (0.9 + 0.2 * next()) * MICROS)
  const conversions = drawGamma(next, costMicros / MICROS / cpa, 1)
  const clicks = Math.round(costMicros / MICROS / 0.8)
  return {
    impressions: clicks * 15,
    clicks,
    costMicros,
    conversionsMicros: Math.round(conversions * MICROS),
    valueMicros: Math.round(conversions * 70 * MICROS),
  }
}

function campaignOf(
  { budget, lost }: (typeof PLANS)[number],
  index: number,
  days: readonly Metrics[],
  window: WholeSnapshot['window'],
): CampaignFacts<keyof Metrics> {
  const sums = addUp(days)
  const eligible = sums.impressions / (1 - lost)
  return {
    id: `${index + 1}`,
    name: `Taller ${index + 1}`,
    status: 'ENABLED',
    channelType: 'SEARCH',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    budgetId: `9${index}`,
    budgetMicros: budget * MICROS,
    budgetShared: false,
    sums,
    exposure: { servedDays: daysInRange(window.from, window.to), ...window },
    impressionShare: { eligible, lostToBudget: eligible - sums.impressions, lostToRank: 0 },
  }
}

type Found = ReturnType<typeof analyseAccount>

/** Every new budget over the present one. */
function budgetSteps({ recommendations }: Found, { campaigns }: WholeSnapshot): number[] {
  const present = new Map(campaigns.map((one) => [one.budgetId, one.budgetMicros]))
  return recommendations
    .flatMap(({ evidence }) => evidence.change?.operations ?? [])
    .flatMap(({ campaignBudgetOperation }) => {
      if (!campaignBudgetOperation) return []
      const { resourceName, amountMicros } = campaignBudgetOperation.update as Budget
      return [Number(amountMicros) / (present.get(resourceName.split('/').at(-1)!) ?? 0)]
    })
}

type Budget = { resourceName: string; amountMicros: string }

function expectWithinLimits(found: Found, snapshot: WholeSnapshot) {
  for (const step of budgetSteps(found, snapshot)) {
    expect(step).toBeGreaterThanOrEqual(0.7 - 1e-9)
    expect(step).toBeLessThanOrEqual(1.3 + 1e-9)
  }
}

test.each(PREFIXES)('with %i days read, no budget leaves its step and no rate its day', (read) => {
  for (const seed of SEEDS) {
    const snapshot = accountAfter(read, seed)
    const found = analyseAccount(snapshot)
    expectWithinLimits(found, snapshot)
    const days = daysInRange(snapshot.window.from, snapshot.window.to)
    expect(days).toBeLessThanOrEqual(Math.max(1, Math.min(read, 90)))
    for (const [i, { sums }] of snapshot.campaigns.entries()) {
      const { budget, used } = PLANS[i]!
      const rate = sums.costMicros / days / (budget * used * MICROS)
      expect(rate).toBeGreaterThan(0.88)
      expect(rate).toBeLessThan(1.12)
    }
    const spoken = found.recommendations.filter(({ rule }) => BUDGET_RULES.includes(rule))
    if (read < 30) expect(spoken).toEqual([])
  }
})

test('before 30 days are read the reason says how many are missing', () => {
  const { silenced } = analyseAccount(accountAfter(12, 'bakery'))
  const reason = silenced.find(({ rule }) => rule === 'budget-shift')?.reason
  expect(reason).toBe('Todavía se está leyendo el historial: hacen falta 30 días y hay 12.')
})

test('the accounts do get advice about budgets once their history is read', () => {
  const steps = SEEDS.flatMap((seed) => {
    const snapshot = accountAfter(400, seed)
    return budgetSteps(analyseAccount(snapshot), snapshot)
  })
  expect(steps.length).toBeGreaterThan(0)
})

/** Subsets of what may be missing, by the bits of a number. */
const SUBSETS = Array.from({ length: 2 ** 5 }, (_, bits) => bits)

test.each([12, 90])(
  'after %i days, whatever is missing is neither stated nor acted upon',
  (read) => {
    for (const bits of SUBSETS) {
      const has = (bit: number) => (bits & (1 << bit)) === 0
      const full = accountAfter(read, 'notary')
      const missing = COLUMNS.filter((_, i) => !has(i))
      const snapshot: WholeSnapshot = {
        ...blanked(full, missing),
        knownColumns: (Object.keys(full.campaigns[0]!.sums) as (keyof Metrics)[]).filter(
          (column) => !(missing as string[]).includes(column),
        ),
        campaigns: blanked(full, missing).campaigns.map(
          ({ budgetMicros, biddingStrategyType, ...rest }) => ({
            ...rest,
            ...(has(3) && budgetMicros !== undefined && { budgetMicros }),
            ...(has(4) && biddingStrategyType !== undefined && { biddingStrategyType }),
          }),
        ),
      }
      const found = analyseAccount(snapshot)
      expectWithinLimits(found, snapshot)
      const rules = found.recommendations.map(({ rule }) => rule)
      if (!has(3)) expect(rules.filter((rule) => BUDGET_RULES.includes(rule))).toEqual([])
      const facts = JSON.stringify(found.recommendations.map(({ evidence }) => evidence))
      expect(facts).not.toMatch(/UNKNOWN|undefined|NaN/)
      if (!has(0))
        expect(found.recommendations.filter(({ evidence }) => evidence.forecast)).toEqual([])
    }
  },
)

function blanked(account: WholeSnapshot, columns: readonly string[]): WholeSnapshot {
  return JSON.parse(JSON.stringify(account), (key, value) =>
    columns.includes(key) ? 0 : value,
  ) as WholeSnapshot
}
