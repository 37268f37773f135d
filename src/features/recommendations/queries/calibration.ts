import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { inCurrency, readAppliedCards } from '#account-data/applied-cards.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import { readRuleSums } from '#account-data/rule-sums.ts'
import { countedCard } from '#engine/effect/account-total.ts'
import { BUDGET_RESPONSE } from '#engine/effect/budget-learning.ts'
import { calibrate, factorOf, type MeasuredForecast } from '#engine/effect/calibration.ts'
import { type CountedCard, countingOf } from '#engine/effect/counted-once.ts'
import { errorOf } from '#engine/effect/net-effect.ts'
import { ruleVerdict } from '#engine/effect/rule-verdict.ts'
import type { EvidenceCard } from '#engine/findings/recommendation.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { dayInZone } from '#shared/dates.ts'
import { finalOf, type Measured, type Verdict } from '#shared/measured.ts'
import type { Ledger } from '../rules/results-on-wire.ts'
import { toldRule } from '../rules/rule-texts.ts'

export type Case = {
  rule: string
  verdict: Verdict
  amounts: MeasuredForecast | null
  isFinal: boolean
  /** Of what the account has now: shares are learned from in any, amounts add up in one. */
  isInItsCurrency: boolean
}

/** What new forecasts of each rule are multiplied by in this account: its own sums, its owner's, and one row per rule of all the others'. */
export async function calibrationFactors(
  ctx: Context,
  customerId: number,
): Promise<Record<string, number>> {
  const known = await readKnown(ctx, customerId)
  return Object.fromEntries([...known].map(([rule, { factor }]) => [rule, factor]))
}

/** By rule; `cases` of all accounts that may be told. */
async function readKnown(ctx: Context, customerId: number) {
  const known = await readRuleSums(ctx, customerId)
  known.delete(BUDGET_RESPONSE)
  return new Map(
    [...known].map(([rule, { own, others, cases }]) => [
      rule,
      { factor: factorOf(own, others), cases },
    ]),
  )
}

/** The ledger of an account. */
export async function readCalibration(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<Ledger> {
  const { customerId, currencyCode, timeZone } = await ownedAccount(ctx, googleCustomerId)
  const known = await readKnown(ctx, customerId)
  const together = await readTogether(ctx, customerId, timeZone)
  // What is looked at again is learned from, but not told before.
  const own = (await readCases(ctx, customerId)).filter(({ isFinal }) => isFinal)
  const summed = own.filter(({ isInItsCurrency }) => isInItsCurrency)
  const ofOwn = new Map(calibrate(amountsOf(summed)).map((one) => [one.rule, one]))
  const rules = [...Map.groupBy(own, ({ rule }) => rule)].map(([rule, ofRule]) => {
    const line = ofOwn.get(rule)
    const count = (verdict: Verdict) => ofRule.filter((one) => one.verdict === verdict).length
    return {
      rule,
      ruleTitle: toldRule(rule).ruleTitle,
      cases: line?.cases ?? 0,
      predictedMicros: line?.predictedMicros ?? 0,
      measuredMicros: line?.measuredMicros ?? 0,
      casesInRange: Math.round((line?.inRange ?? 0) * (line?.cases ?? 0)),
      verdicts: {
        improved: count('improved'),
        unchanged: count('unchanged'),
        worsened: count('worsened'),
        inconclusive: count('inconclusive'),
      },
      casesOfAll: known.get(rule)?.cases ?? 0,
      factor: known.get(rule)?.factor ?? 1,
      together: ruleVerdict(together.get(rule) ?? []),
    }
  })
  return { currencyCode, rules: rules.sort((a, b) => (a.rule < b.rule ? -1 : 1)) }
}

/** By rule, the measured applications of an account, each as it was measured; not those whose effect is mostly in others' figures already. */
async function readTogether(
  ctx: Context,
  customerId: number,
  timeZone: string,
): Promise<Map<string, CountedCard[]>> {
  const { body } = recommendationApplications
  const rows = await ctx.db
    .select({
      id: recommendationApplications.id,
      rule: recommendationApplications.rule,
      appliedAt: recommendationApplications.appliedAt,
      campaignId: sql<string | null>`${body} ->> 'campaignId'`,
      adGroupId: sql<string | null>`${body} ->> 'adGroupId'`,
      measured: recommendationApplications.measured,
      trial: recommendationApplications.experimentState,
    })
    .from(recommendationApplications)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendationApplications.customerId))
    .where(and(isMeasuredIn(customerId), inCurrency(adAccounts.currencyCode)))
  const rules = new Map(rows.map(({ id, rule }) => [id, rule]))
  const apart = rows.filter(({ measured }) => !(measured as Measured).together)
  const cards = apart.flatMap(({ id, appliedAt, campaignId, adGroupId, measured, trial }) => {
    const applied = {
      applicationId: id,
      campaignIds: campaignId ? [campaignId] : [],
      adGroupId,
      appliedOn: dayInZone(appliedAt, timeZone),
      measured: measured as Measured,
      // As it was measured: whole, though a share of it may be in force.
      experiment: trial && { state: EXPERIMENT.promoted },
    }
    return countedCard(applied) ?? []
  })
  const own = countingOf(cards)(() => true).filter(({ share }) => share >= MOSTLY)
  const counted = own.map(({ card }) => card)
  return Map.groupBy(counted, ({ id }) => rules.get(id)!)
}

/** Of its effect, fraction. */
const MOSTLY = 0.5

function isMeasuredIn(customerId: number) {
  const { customerId: own, measured } = recommendationApplications
  return and(eq(own, customerId), isNotNull(measured))
}

/** Every application of an account that was measured by itself. */
export async function readCases(ctx: Context, customerId: number): Promise<Case[]> {
  const applied = await readAppliedCards(ctx, customerId)
  return applied.flatMap(({ rule, forecast, measured, isInItsCurrency, isMixed }) => {
    if (!measured || measured.together) return []
    const { verdict, monthlyMicros, money, isPartly } = measured
    const isOwn = !money?.hasOtherCause && !isPartly && !isMixed
    return {
      rule,
      verdict,
      amounts: amountsFrom(rule, forecast, isOwn ? monthlyMicros : null),
      isFinal: finalOf(measured) !== null,
      isInItsCurrency,
    }
  })
}

function amountsFrom(
  rule: string,
  forecast: EvidenceCard['forecast'],
  monthly: Measured['monthlyMicros'],
): MeasuredForecast | null {
  if (!forecast || !monthly) return null
  return {
    rule,
    predictedMicros: forecast.monthlyMidMicros,
    predictedLowMicros: forecast.monthlyLowMicros,
    predictedHighMicros: forecast.monthlyHighMicros,
    measuredMicros: monthly.estimate,
    errorMicros: errorOf(monthly),
  }
}

export function amountsOf(cases: readonly Case[]): MeasuredForecast[] {
  return cases.flatMap(({ amounts }) => amounts ?? [])
}
