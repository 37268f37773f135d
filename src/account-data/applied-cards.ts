import { and, eq, ne, sql } from 'drizzle-orm'
import { actsOf } from '#engine/effect/account-total.ts'
import { type Act, othersWithin } from '#engine/effect/counted-once.ts'
import type { EvidenceCard } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { STATE } from '#shared/change-states.ts'
import { dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { readsOf } from './reads-of.ts'

type Applied = Awaited<ReturnType<typeof readApplied>>[number]
/** `isMixed`: more than a little of what was seen of it may be other cards'. */
export type AppliedCard = Pick<
  Applied,
  'id' | 'rule' | 'forecast' | 'measured' | 'isInItsCurrency'
> & { isMixed: boolean }

/** All that was applied in an account, taken back since or not; only the card's forecast of its body is read. */
export async function readAppliedCards(ctx: Context, customerId: number): Promise<AppliedCard[]> {
  const applied = await readApplied(ctx, customerId)
  const [inCurrency, inFormer] = [true, false].map((is) => applied.flatMap(actsTold(is)))
  return applied.map((one) => {
    const { id, rule, forecast, measured, isInItsCurrency } = one
    const isMixed = holdsOthers(one, (isInItsCurrency ? inCurrency : inFormer)!)
    return { id, rule, forecast, measured, isInItsCurrency, isMixed }
  })
}

/** Whether an application is of the currency that the account has now. */
export const inCurrency = (currencyCode: string | typeof adAccounts.currencyCode) =>
  sql<boolean>`${recommendationApplications.body} #>> '{evidence,currencyCode}' = ${currencyCode}`

async function readApplied(ctx: Context, customerId: number) {
  const { body, customerId: own, state } = recommendationApplications
  const [account] = await readsOf(ctx, customerId)
    .select({ currencyCode: adAccounts.currencyCode, timeZone: adAccounts.timeZone })
    .from(adAccounts)
    .where(eq(adAccounts.customerId, customerId))
  if (!account) return []
  const rows = await readsOf(ctx, customerId)
    .select({
      id: recommendationApplications.id,
      rule: recommendationApplications.rule,
      state,
      appliedAt: recommendationApplications.appliedAt,
      undoneAt: recommendationApplications.undoneAt,
      campaignId: sql<string | null>`${body} ->> 'campaignId'`,
      adGroupId: sql<string | null>`${body} ->> 'adGroupId'`,
      listed: sql<string[] | null>`${body} #> '{evidence,campaignIds}'`,
      forecast: sql<EvidenceCard['forecast']>`${body} #> '{evidence,forecast}'`,
      measured: recommendationApplications.measured,
      trial: recommendationApplications.experimentState,
      isInItsCurrency: inCurrency(account.currencyCode),
    })
    .from(recommendationApplications)
    .where(and(eq(own, customerId), ne(state, STATE.failed)))
  const { timeZone } = account
  return rows.map(({ campaignId, appliedAt, undoneAt, ...row }) => ({
    ...row,
    campaignIds: row.listed ?? (campaignId ? [campaignId] : []),
    appliedOn: dayInZone(appliedAt, timeZone),
    goneOn: row.state === STATE.undone && undoneAt ? dayInZone(undoneAt, timeZone) : null,
    // Only measure-applications writes it.
    measured: row.measured as Measured | null,
  }))
}

/** What each did, its amounts where they are in the account's currency, or where they are not. */
const actsTold = (isInItsCurrency: boolean) => (one: Applied) => {
  const { id, forecast, trial, ...act } = one
  const known = one.isInItsCurrency === isInItsCurrency ? forecast : null
  const predicted = known?.monthlyMidMicros ?? null
  return actsOf({ ...act, applicationId: id, experiment: trial && { state: trial }, predicted })
}

/** Held against the forecast of one card it would count the others twice, and against its own step they would be its doing. */
function holdsOthers(one: Applied, acts: readonly Act[]): boolean {
  const { measured, forecast, trial } = one
  if (!measured) return false
  const predicted = forecast?.monthlyMidMicros ?? 1
  const { campaignIds = one.campaignIds, campaignShares, measuredTo } = measured.money ?? {}
  const card = {
    ...one,
    campaignIds,
    campaignShares,
    measuredTo: measuredTo ?? measured.measuredOn,
    isDrawn: Boolean(measured.halves || trial),
    predicted,
  }
  // Where nothing was foreseen of it, all that acted is taken to have done as much.
  const others = forecast ? acts : acts.map((act) => ({ ...act, predicted: null }))
  return othersWithin(card, others) > LITTLE * Math.abs(predicted)
}

/** Of what was foreseen of the card, fraction; own choice. */
const LITTLE = 0.1
