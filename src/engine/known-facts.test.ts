import { expect, test } from 'vitest'
import { daysInRange } from '#shared/dates.ts'
import type { FactLevel } from './account/coverage.ts'
import { COLUMNS } from './account/known-figures.ts'
import type { AccountSnapshot, WholeSnapshot } from './account/snapshot.ts'
import { analyseAccount } from './analyse-account.ts'
import type { Recommendation } from './findings/recommendation.ts'
import { ruleNamed } from './rules/rules.ts'
import { cardFaults } from './samples/card-faults.ts'
import { ALL_DAYS, accountAfter, dailySpend, drawWorld } from './samples/daily-account.ts'
import { uniformsFrom } from './statistics/random.ts'

/**
 * Accounts whose days are drawn one by one, looked at after so many of them, with parts of their facts missing: no
 * operation breaks what its card claims or the account's limits, and no card states what is not known.
 */

const WORLDS = new Map(['bakery', 'notary', 'florist'].map((seed) => [seed, drawWorld(seed)]))
const SEEDS = [...WORLDS.keys()]
const worldOf = (index: number) => WORLDS.get(SEEDS[index % SEEDS.length]!)!

/** Where something changes, and as many lengths between as fit into seconds. */
const BOUNDARIES = [1, 2, 3, 7, 8, 12, 28, 29, 30, 31, 59, 60, 61, 89, 90, 91, 96, 97, 98, 399, 400]
const PREFIXES = [...new Set([...BOUNDARIES, ...drawn('lengths', 42, ALL_DAYS)])]

function drawn(seed: string, count: number, most: number): number[] {
  const next = uniformsFrom(seed)
  return Array.from({ length: count }, () => 1 + Math.floor(most * next()))
}

test.each(PREFIXES)('with %i days read, cards keep to their claims, limits and days', (read) => {
  const world = worldOf(read)
  const snapshot = accountAfter(world, read)
  const days = daysInRange(snapshot.window.from, snapshot.window.to)
  expect(days).toBeLessThanOrEqual(Math.max(1, Math.min(read, 90)))
  for (const { id, sums } of snapshot.campaigns) {
    const rate = sums.costMicros / days / dailySpend(world, id)
    // A single day may be a good or a bad one.
    expect(rate).toBeGreaterThan(days < 5 ? 0.75 : 0.88)
    expect(rate).toBeLessThan(days < 5 ? 1.25 : 1.12)
  }
  const { recommendations, silenced } = analyseAccount(snapshot)
  expect(faultsOf(recommendations, snapshot, snapshot, world)).toEqual([])
  const rules = recommendations.map(({ rule }) => rule)
  if (read < 30) expect(rules.filter((rule) => MONEY_RULES.includes(rule))).toEqual([])
  for (const { waits } of silenced) if (waits) expect(read).toBeLessThan(97)
})

/** What moves budgets, bids and targets waits for as much as the first sync reads. */
const MONEY_RULES = [
  'budget-shift',
  'limited-budgets',
  'keyword-bids',
  'bid-targets',
  'smart-bidding',
  'lost-to-rank',
]

test('what is checked is there: every kind of operation, once the history is read', () => {
  const found = SEEDS.flatMap((_, i) =>
    [30, 45, 60, 97, 250].map((read) => [i, read] as const),
  ).flatMap(([i, read]) => analyseAccount(accountAfter(worldOf(i), read)).recommendations)
  const kinds = JSON.stringify(found.flatMap(({ evidence }) => evidence.change?.operations ?? []))
  for (const kind of ['amountMicros', 'cpcBidMicros', 'targetCpaMicros', 'bidModifier', 'PAUSED'])
    expect(kinds).toContain(kind)
  expect(kinds).toContain('"negative":true')
  expect(kinds).toContain('"remove"')
})

test('before 30 days are read the reason says how many are missing', () => {
  const { silenced } = analyseAccount(accountAfter(worldOf(0), 12))
  const found = silenced.find(({ rule }) => rule === 'budget-shift')
  expect(found?.reason).toBe('Todavía se está leyendo el historial: hacen falta 30 días y hay 12.')
  expect(found?.waits).toBe(true)
})

const LEVELS: FactLevel[] = ['account', 'campaign', 'keyword', 'searchTerm']
const SETTINGS = ['budgetMicros', 'biddingStrategyType', 'impressionShare'] as const
const BITS = COLUMNS.length + LEVELS.length + SETTINGS.length
const READ = [12, 29, 45, 97, 400]
const subsetsOf = (bits: number) => Array.from({ length: 2 ** bits }, (_, subset) => subset)
/** All subsets of the columns, of the levels and of the settings (at each length), and some of everything. */
const SUBSETS = [
  ...subsetsOf(COLUMNS.length),
  ...subsetsOf(LEVELS.length).map((bits) => bits << COLUMNS.length),
  ...subsetsOf(SETTINGS.length).flatMap((bits) =>
    READ.map(() => bits << (COLUMNS.length + LEVELS.length)),
  ),
  ...drawn('subsets', 30, 2 ** BITS - 1),
]

test('whatever is missing is neither stated nor acted upon', () => {
  for (const [i, bits] of SUBSETS.entries()) {
    const world = worldOf(i)
    const truth = accountAfter(world, READ[i % READ.length]!)
    const snapshot = lacking(truth, bits)
    const { recommendations, silenced } = analyseAccount(snapshot)
    expect(faultsOf(recommendations, snapshot, truth, world), bits.toString(2)).toEqual([])
    expect(JSON.stringify(silenced)).not.toMatch(/UNKNOWN|undefined|NaN/)
    const rules = recommendations.map(({ rule }) => rule)
    for (const rule of rules)
      for (const setting of ruleNamed(rule)!.needs.settings ?? [])
        expect(snapshot.campaigns.some((one) => one[setting] !== undefined)).toBe(true)
  }
})

function faultsOf(
  cards: readonly Recommendation[],
  snapshot: AccountSnapshot,
  truth: WholeSnapshot,
  world: ReturnType<typeof drawWorld>,
): string[] {
  return cards.flatMap((card) => cardFaults(card, { snapshot, truth, world }))
}

/** As a source that leaves these out hands it over: zeros in their place. */
function lacking(full: WholeSnapshot, bits: number): AccountSnapshot {
  const isOut = (bit: number) => (bits & (1 << bit)) !== 0
  const columns = COLUMNS.filter((_, i) => isOut(i))
  const levels = LEVELS.filter((_, i) => isOut(COLUMNS.length + i))
  const settings = SETTINGS.filter((_, i) => isOut(COLUMNS.length + LEVELS.length + i))
  const zeroed = <Row extends object>(rows: readonly Row[], level: FactLevel): Row[] =>
    JSON.parse(JSON.stringify(rows), (key, value) =>
      COLUMNS.some((one) => one === key && (levels.includes(level) || columns.includes(one)))
        ? 0
        : value,
    )
  const left = Object.entries(full.coverage ?? {}).filter(
    ([level]) => !levels.includes(level as FactLevel),
  )
  return {
    ...full,
    knownColumns: COLUMNS.filter((column) => !columns.includes(column)),
    coverage: Object.fromEntries(left),
    campaigns: zeroed(full.campaigns, 'campaign').map((one) =>
      Object.fromEntries(
        Object.entries(one).filter(([key]) => !settings.some((out) => out === key)),
      ),
    ) as (typeof full.campaigns)[number][],
    keywords: zeroed(full.keywords, 'keyword'),
    searchTerms: zeroed(full.searchTerms, 'searchTerm'),
    accountDays: zeroed(full.accountDays, 'account'),
    // Google's splits come with all their figures, or not at all.
    ...(columns.length > 0 && { inventory: undefined }),
  }
}
