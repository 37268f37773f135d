import type { Measured, Moved } from '#shared/measured.ts'
import { type BudgetResponses, usualExponent } from '../statistics/budget-response.ts'
import type { Exponent } from '../statistics/learned-exponents.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Learned, RuleSums } from './calibration.ts'
import type { Interval } from './net-effect.ts'
import { Z_95 } from './ratio-of-ratios.ts'

/** Under this name, among the sums of rules, what an account's measured budgets say of their exponent. */
export const BUDGET_RESPONSE = 'budget-response'

/** An exponent that one measured change of budgets shows. */
export type ShownExponent = {
  campaignIds: readonly string[]
  exponent: number
  /** One over its variance, but for what it has in common with the others of the account: `shared`, a variance. */
  precision: number
  shared: number
}

/**
 * What a change of budgets by `step` (logarithm) shows of conv ~ cost^θ. Conversions per cost move by (θ − 1) times what cost does, and
 * clicks, which drift most, cancel in them. What cost truly did is between what was measured and what was asked for: a budget that
 * is not used up moves nothing. Null where it was not measured.
 */
export function shownBy(
  { money, halves }: { money?: Moved | undefined; halves?: Measured['halves'] },
  step: number,
): ShownExponent | null {
  if (!money || money.hasOtherCause || step === 0) return null
  const [cost, sold] = [logOf(money.cost), logOf(money.conversions)]
  // The halves are told apart figure by figure: how both move together is not known, which widens it.
  const perCost = money.perCost ? logOf(money.perCost) : halves && minus(sold, cost)
  if (!perCost || !cost || !(perCost.variance > 0)) return null
  const asked = 1 / (step / 2) ** 2
  const known = asked + 1 / cost.variance
  const moved = (asked * step + cost.log / cost.variance) / known
  const unsure = perCost.variance + (MEAN - 1) ** 2 / known
  const exponent = 1 + perCost.log / moved
  const common =
    money.spread && money.usualMicros ? money.spread.controlMicros / money.usualMicros : 0
  const shared = Math.min(common ** 2, MOST_SHARED * unsure) / moved ** 2
  const precision = 1 / (unsure / moved ** 2 - shared)
  if (!Number.isFinite(exponent) || !(precision > 0)) return null
  return { campaignIds: money.campaignIds ?? [], exponent, precision, shared }
}

/** The untouched are many, and what is unsure of the changed one is more. */
const MOST_SHARED = 0.5

/** What an account shows, as one: Σ 1/variance and Σ θ/variance, figures without a unit. */
export function responseSumsOf(shown: readonly ShownExponent[]): RuleSums {
  const { mean, precision, shared } = togetherOf(shown)
  const weight = precision > 0 ? 1 / (1 / precision + shared) : 0
  return { cases: shown.length, weight, value: weight > 0 ? weight * mean : 0 }
}

/**
 * Normal beliefs of three levels, campaign within account within all accounts, and the one error that what was measured against the same
 * untouched has in common: the joint posterior. The last: what other accounts show, without this one.
 */
export function budgetResponses(
  shown: readonly ShownExponent[],
  { weight, value }: Learned,
): BudgetResponses {
  if (shown.length === 0 && weight === 0) return { usual: usualExponent(), campaigns: {} }
  const all = 1 / WORLD ** 2 + weight
  const [expected, variance] = [(MEAN / WORLD ** 2 + value) / all, 1 / all + ACCOUNTS ** 2]
  const { mean, precision, shared } = togetherOf(shown)
  // As it looks, with the common error: what is seen of the account, and how much of that is the account.
  const before = { mean: expected, precision: 1 / (variance + shared) }
  const seen = weighed(precision > 0 ? [before, { mean, precision }] : [before])
  const real = variance / (variance + shared)
  const beliefOf = (own: Belief | null): Exponent => {
    const within = CAMPAIGNS ** -2 + (own?.precision ?? 0)
    const ofAccount = CAMPAIGNS ** -2 / within
    const looks = ofAccount * seen.mean + (1 - ofAccount) * (own?.mean ?? 0)
    const ofSeen = (ofAccount - 1 + real) ** 2 / seen.precision
    return {
      mean: looks - (1 - real) * (seen.mean - expected),
      sd: Math.sqrt(ofSeen + 1 / within + shared * real),
    }
  }
  const campaigns = byCampaigns(shown).flatMap(({ campaignIds: [id, ...more], ...own }) =>
    // What several did together says nothing of one of them alone.
    id && more.length === 0 ? [[id, beliefOf(own)] as const] : [],
  )
  return { usual: beliefOf(null), campaigns: Object.fromEntries(campaigns) }
}

/** Without what all have in common. */
function byCampaigns(shown: readonly ShownExponent[]) {
  const groups = Map.groupBy(shown, ({ campaignIds }) => campaignIds.join(' '))
  return [...groups.values()].map((own) => ({
    campaignIds: own[0]!.campaignIds,
    ...weighed(own.map(({ exponent: mean, precision }) => ({ mean, precision }))),
  }))
}

function togetherOf(shown: readonly ShownExponent[]): Belief & { shared: number } {
  const each = byCampaigns(shown).map(({ mean, precision }) => ({
    mean,
    precision: 1 / (1 / precision + CAMPAIGNS ** 2),
  }))
  if (each.length === 0) return { mean: 0, precision: 0, shared: 0 }
  const weight = shown.reduce((all, { precision }) => all + precision, 0)
  const shared = shown.reduce((all, one) => all + one.precision * one.shared, 0) / weight
  return { ...weighed(each), shared }
}

const MEAN = THRESHOLDS.budgetElasticity.value
const CAMPAIGNS = THRESHOLDS.budgetBetweenCampaigns.value
const ACCOUNTS = THRESHOLDS.budgetBetweenAccounts.value
/** What is believed of one campaign comes of all three levels. */
const WORLD = Math.sqrt(THRESHOLDS.budgetElasticitySd.value ** 2 - CAMPAIGNS ** 2 - ACCOUNTS ** 2)

type Belief = { mean: number; precision: number }

function weighed(parts: readonly Belief[]): Belief {
  const precision = parts.reduce((all, one) => all + one.precision, 0)
  const mean = parts.reduce((all, one) => all + one.precision * one.mean, 0) / precision
  return { mean, precision }
}

type Log = { log: number; variance: number }

function logOf({ estimate, low, high }: Interval): Log | null {
  if (!(low > -1) || !(high > low)) return null
  const sd = Math.log((1 + high) / (1 + low)) / 2 / Z_95
  return { log: Math.log(1 + estimate), variance: sd ** 2 }
}

function minus(one: Log | null, other: Log | null): Log | null {
  return one && other && { log: one.log - other.log, variance: one.variance + other.variance }
}
