import { isNotNull, sql } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import { calibrate, type MeasuredForecast } from '#engine/effect/calibration.ts'
import { Z_95 } from '#engine/effect/ratio-of-ratios.ts'
import type { EvidenceCard } from '#engine/findings/recommendation.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Measured } from '#shared/measured.ts'
import type { getCalibration } from '../contract/calibration.ts'
import { toldRule } from '../rules/rule-texts.ts'

type Case = {
  customerId: number
  rule: string
  verdict: Measured['verdict']
  amounts: MeasuredForecast | null
}

/** What new forecasts of each rule are multiplied by, learnt from every account (a ratio tells nothing of one). */
export async function calibrationFactors(ctx: Context): Promise<Record<string, number>> {
  const cases = await readCases(ctx)
  return Object.fromEntries(calibrate(amountsOf(cases)).map(({ rule, factor }) => [rule, factor]))
}

/** The ledger of an account. */
export async function readCalibration(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<ReplyOf<typeof getCalibration>> {
  const { customerId, currencyCode } = await ownedAccount(ctx, googleCustomerId)
  const cases = await readCases(ctx)
  const ofAll = new Map(calibrate(amountsOf(cases)).map((one) => [one.rule, one]))
  const own = cases.filter((one) => one.customerId === customerId)
  const ofOwn = new Map(calibrate(amountsOf(own)).map((one) => [one.rule, one]))
  const rules = [...Map.groupBy(own, ({ rule }) => rule)].map(([rule, ofRule]) => {
    const line = ofOwn.get(rule)
    const count = (verdict: Measured['verdict']) =>
      ofRule.filter((one) => one.verdict === verdict).length
    return {
      rule,
      ruleTitle: toldRule(rule).ruleTitle,
      cases: line?.cases ?? 0,
      predictedMicros: line?.predictedMicros ?? 0,
      measuredMicros: line?.measuredMicros ?? 0,
      casesInRange: Math.round((line?.inRange ?? 0) * (line?.cases ?? 0)),
      verdicts: {
        mejorado: count('mejorado'),
        sin_cambios: count('sin_cambios'),
        empeorado: count('empeorado'),
        no_concluyente: count('no_concluyente'),
      },
      casesOfAll: ofAll.get(rule)?.cases ?? 0,
      factor: ofAll.get(rule)?.factor ?? 1,
    }
  })
  return { currencyCode, rules: rules.sort((a, b) => (a.rule < b.rule ? -1 : 1)) }
}

/** Every measured application; only the card's forecast of its body is read. */
async function readCases(ctx: Context): Promise<Case[]> {
  const rows = await ctx.db
    .select({
      customerId: recommendationApplications.customerId,
      rule: recommendationApplications.rule,
      forecast: sql<
        EvidenceCard['forecast']
      >`${recommendationApplications.body} #> '{evidence,forecast}'`,
      measured: recommendationApplications.measured,
    })
    .from(recommendationApplications)
    .where(isNotNull(recommendationApplications.measured))
  return rows.map(({ customerId, rule, forecast, measured }) => {
    // Only measure-applications writes it.
    const { verdict, monthlyMicros } = measured as Measured
    return { customerId, rule, verdict, amounts: amountsFrom(rule, forecast, monthlyMicros) }
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
    errorMicros: (monthly.high - monthly.low) / 2 / Z_95,
  }
}

function amountsOf(cases: readonly Case[]): MeasuredForecast[] {
  return cases.flatMap(({ amounts }) => (amounts ? [amounts] : []))
}
