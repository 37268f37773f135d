import { and, eq, lte } from 'drizzle-orm'
import { accountById } from '#account-data/owned-account.ts'
import { mayStillEdit } from '#account-data/who-may.ts'
import { logSteps, readSteps } from '#changes/change-log.ts'
import { limitRefusals, readChangeLimits } from '#changes/limits.ts'
import { type CheckedStep, checkSteps, stoppingRefusals } from '#changes/plan-steps.ts'
import { makeSteps } from '#changes/send.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { beyondLease } from '#platform/db/under-lease.ts'
import { type AccountAds, type AdAccount, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { enqueue } from '#platform/jobs.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { STATE } from '#shared/change-states.ts'
import { dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { applySecondHalf as applySecondHalfJob } from '../contract/recommendations.ts'
import {
  type Application,
  findApplication,
  lockApplication,
  operationsOf,
  RECOMMENDATION_KIND,
} from '../queries/applications.ts'
import { countGone, readFirstMade } from '../queries/still-as-made.ts'
import { MEASURED, refusedOf } from '../rules/change-state.ts'
import { operationsInHalves, unitsOf } from '../rules/change-units.ts'
import { FIRST_UNDONE, type Hindrance, hindranceOf, OF_SECOND_HALF } from '../rules/second-half.ts'
import { setState } from './application-state.ts'
import { finishSecond } from './finish-application.ts'

/** After each look at an account: halves whose day has come are changed by a job each. */
export async function enqueueSecondHalves(ctx: Context, customerId: number): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (!account) return
  const due = await ctx.db
    .select({ id: recommendationApplications.id })
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        eq(recommendationApplications.secondState, SECOND.waiting),
        lte(recommendationApplications.secondOn, dayInZone(ctx.clock.now(), account.timeZone)),
      ),
    )
  for (const { id } of due) {
    const uniqueKey = `${applySecondHalfJob.name}:${id}`
    await enqueue(ctx, applySecondHalfJob, { customerId, applicationId: id }, { uniqueKey })
  }
}

/** Changes the half that waited, in the name of the person who applied the first. Safe to repeat. */
export async function applySecondHalf(
  ctx: Context,
  { customerId, applicationId }: { customerId: number; applicationId: string },
): Promise<void> {
  const application = await findApplication(ctx, customerId, applicationId)
  const account = await accountById(ctx, customerId)
  if (!account || !application || !isWaiting(application)) return
  const operations = secondOperations(application, account)
  if (operations.length === 0)
    return await putOff(ctx, application, { note: BY_HAND, isFinal: false })
  const hindrance = await readHindrance(ctx, account, application, operations.length)
  if (hindrance) return await putOff(ctx, application, hindrance)
  // From the claim on it is made, and written down, also if another worker has the job meanwhile.
  const ads = await adsOfAccount(beyondLease(ctx), account)
  if (await isFirstUndone(ctx, ads, application))
    return await putOff(ctx, application, { note: FIRST_UNDONE, isFinal: true })
  const steps = await checkSteps(ctx, ads, operations, application.body as Analysed)
  const [refusal] = stoppingRefusals(steps)
  if (refusal !== undefined) return await putOff(ctx, application, { note: refusal, isFinal: true })
  const claimed = await claimSecond(inNameOf(ctx, application.appliedBy), application, steps)
  if (!claimed) return
  const settled = await makeSteps(ads, steps, claimed.rows)
  await finishSecond(beyondLease(ctx), claimed.application, settled)
}

export const BY_HAND = 'Esta cuenta se cambia a mano: la segunda mitad se hace en Google Ads.'

export function isWaiting({ secondState, state }: Application): boolean {
  return secondState === SECOND.waiting && MEASURED.includes(state)
}

export function secondOperations({ body, halves }: Application, account: AdAccount) {
  const whole = operationsOf(body as Analysed, account)
  if (whole.length === 0) return []
  const common = unitsOf(whole)?.common ?? []
  return operationsInHalves(halves!, common).second.map((place) => whole[place]!)
}

/** By hand, in Google Ads: who took it back wants no more of it. */
async function isFirstUndone(
  ctx: Context,
  ads: AccountAds,
  application: Application,
): Promise<boolean> {
  const operations = await readFirstMade(ctx, application)
  return (await countGone(ads, operations)) * 2 > operations.length
}

async function readHindrance(
  ctx: Context,
  account: AdAccount,
  { appliedBy, measured }: Application,
  steps: number,
): Promise<Hindrance | null> {
  const limits = await readChangeLimits(ctx, account.customerId)
  return hindranceOf({
    isConnected: account.connected,
    isActive: await mayStillEdit(ctx, account, account.userId),
    mayEdit: await mayStillEdit(ctx, account, appliedBy),
    measured: measured as Measured | null,
    refusal: limitRefusals(limits, steps)[0],
  })
}

async function putOff(ctx: Context, application: Application, { note, isFinal, until }: Hindrance) {
  const { state } = application
  const second = {
    ...(isFinal && { secondState: SECOND.cancelled }),
    ...(until && { secondOn: until }),
  }
  await setState(ctx, application, { state, secondNote: note, ...second })
}

/** In one transaction with the log, as a person's claim is; null where it was taken back meanwhile. */
export async function claimSecond(
  ctx: CallerContext,
  former: Application,
  steps: readonly CheckedStep[],
) {
  const { customerId, id, recommendationId } = former
  return await inTransaction(ctx, async (ctx) => {
    const locked = await lockApplication(ctx, former)
    if (!locked || !isWaiting(locked)) return null
    const more = refusedOf(steps).map((step) => ({ ...step, ...OF_SECOND_HALF }))
    const refused = [...(locked.refused ?? []), ...more]
    const applying = { state: STATE.applying, secondState: SECOND.applying, refused }
    const application = await setState(ctx, former, applying)
    if (!application) return null
    const able = steps
      .filter(({ refusal }) => refusal === null)
      .map((step) => ({ ...step, noted: OF_SECOND_HALF }))
    const firstIndex = (await readSteps(ctx, customerId, id)).length
    const of = { kind: RECOMMENDATION_KIND, recommendationId, applicationId: id, firstIndex }
    const rows = await logSteps(ctx, customerId, able, of)
    return { application, rows }
  })
}

function inNameOf(ctx: Context, userId: string): CallerContext {
  const nobody = { isActive: true, plan: null, sessionHash: '', readOnly: false }
  return { ...ctx, caller: { userId, role: 'user', ...nobody } }
}
