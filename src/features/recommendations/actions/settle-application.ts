import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { GiveUp, RetryLater, type RunningJob } from '#platform/jobs.ts'
import { settleApplication as settleKind } from '../contract/recommendations.ts'
import {
  type Application,
  findApplication,
  type LoggedStep,
  readSteps,
} from '../queries/applications.ts'
import type { AdAccount } from '../queries/change-plan.ts'
import { readTargets } from '../queries/read-entities.ts'
import { differences, targetOf } from '../rules/operations.ts'
import { giveBack, setState, setStatus, untilAbandonedMs } from './claim-application.ts'
import { finishApplying, finishUndoing, type Undone } from './finish-application.ts'
import { namedTarget, readAfterImages } from './log-steps.ts'
import { lookAgain, type Sent } from './send-operations.ts'

const AGAIN_MS = 5 * 60_000
/** Often enough for whoever waits, rarely enough to leave most tries to a Google that does not answer. */
const LOOK_AGAIN_MS = 150_000

/** The job: does nothing for an application that came to its end. */
export async function settleAbandoned(
  ctx: Context,
  payload: { customerId: number; applicationId: string },
  job: Pick<RunningJob, 'attempt'>,
): Promise<void> {
  const found = await findApplication(ctx, payload)
  if (!found) return
  let isSettled: boolean
  try {
    isSettled = await noticingLostGrant(ctx, found.account.connectionId, () =>
      settleApplication(ctx, found.account, found.application),
    )
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Google Ads does not answer'
    if (job.attempt < settleKind.maxAttempts) throw new RetryLater(message, AGAIN_MS, error)
    await giveUp(ctx, found.application)
    throw new GiveUp(message, { cause: error })
  }
  if (isSettled) return
  const waitMs = Math.min(untilAbandonedMs(ctx, found.application), LOOK_AGAIN_MS)
  throw new RetryLater('Google may still be at it', waitMs)
}

/**
 * For a process that holds the only database alone, before it serves anybody: whoever was in the middle of
 * something is dead, so it is looked up at once.
 */
export async function takeOverApplications(ctx: Context): Promise<void> {
  await ctx.db
    .update(jobs)
    .set({ runAt: ctx.clock.now() })
    .where(and(eq(jobs.kind, settleKind.name), eq(jobs.status, 'waiting')))
}

/**
 * Finds out at Google what came of an application that stopped in the middle, and writes it down. Safe to repeat.
 * False, and nothing is written: something is not there, but may still come.
 */
export async function settleApplication(
  ctx: Context,
  account: AdAccount,
  application: Application,
): Promise<boolean> {
  if (application.state === 'aplicando') return await settleApplying(ctx, account, application)
  if (application.state === 'deshaciendo') return await settleUndoing(ctx, account, application)
  return true
}

async function settleApplying(
  ctx: Context,
  account: AdAccount,
  application: Application,
): Promise<boolean> {
  const mayCome = untilAbandonedMs(ctx, application) > 0
  const rows = await readSteps(ctx, account.customerId, application.id)
  if (rows.length === 0) {
    await giveBack(ctx, application)
    return true
  }
  const ads = await adsOfAccount(ctx, account)
  const operations = rows.map(({ step }) => step.operation)
  const names = await lookAgain(ads, account.googleCustomerId, operations)
  if (mayCome && rows.some(({ outcome }, i) => isOpen(outcome) && !names[i])) return false
  const sent = rows.map((row, i) => ({ row, sent: foundOut(row, names[i] ?? null) }))
  const images = await readAfterImages(ads, account.googleCustomerId, sent)
  await finishApplying(ctx, account, application, {
    settled: sent.map((one, i) => ({ ...one, image: images[i] ?? null })),
    results: sent.map(({ row, sent: { outcome, message } }) => ({
      summary: row.summary,
      outcome,
      message,
    })),
  })
  return true
}

const isOpen = (outcome: LoggedStep['outcome']) => outcome === 'sent' || outcome === 'unknown'

const NOT_MADE = 'Se interrumpió antes de que Google Ads lo hiciera.'

/** What is written already stands; only what was left open is taken from Google. */
function foundOut(row: LoggedStep, name: string | null): Sent {
  const { requestId, outcome, resourceName } = row
  if (outcome === 'done') return { outcome, resourceName, requestId, message: null }
  if (outcome === 'failed' || !name)
    return { outcome: 'failed', resourceName, requestId, message: NOT_MADE }
  return { outcome: 'done', resourceName: name, requestId, message: null }
}

async function settleUndoing(
  ctx: Context,
  account: AdAccount,
  application: Application,
): Promise<boolean> {
  const mayCome = untilAbandonedMs(ctx, application) > 0
  const rows = await readSteps(ctx, account.customerId, application.id)
  const open = rows.filter(({ outcome, undoneAt }) => outcome === 'done' && undoneAt === null)
  const ads = await adsOfAccount(ctx, account)
  const isBack = await areTakenBack(ads, account.googleCustomerId, open)
  if (mayCome && isBack.includes(false)) return false
  const steps = open.map(
    (row, i): Undone => ({
      row,
      outcome: isBack[i] ? 'done' : 'failed',
      message: isBack[i] ? null : 'Se interrumpió antes de deshacerlo en Google Ads.',
      requestId: null,
    }),
  )
  const made = rows.filter(({ outcome }) => outcome === 'done').length
  const former = made === rows.length ? 'aplicada' : 'aplicada_en_parte'
  await finishUndoing(ctx, account, application, {
    steps,
    former,
    by: application.undoneBy ?? application.appliedBy,
  })
  return true
}

/** For each step whether Google has it as it was before. */
export async function areTakenBack(
  ads: GoogleAds,
  googleCustomerId: string,
  rows: readonly LoggedStep[],
): Promise<boolean[]> {
  const targets = rows.map((row) => {
    const target = targetOf(row.step.operation)
    if (target.kind !== 'remove') return namedTarget(target, row.resourceName ?? '')
    // Put back, it may have another name: it is known by what it says.
    return { ...target, kind: 'create' as const, wanted: row.image ?? {} }
  })
  const found = await readTargets(ads, googleCustomerId, targets)
  return rows.map((row, i) => {
    const { kind, fields, shape } = targetOf(row.step.operation)
    const live = found[i]
    if (kind === 'create') return shape.staysForEver || !live || live.isRemoved
    if (kind === 'remove') return live !== null
    return live != null && differences(live.image, row.image ?? {}, fields).length === 0
  })
}

const LOST =
  'No hemos podido comprobar en Google Ads si el cambio llegó a hacerse. Míralo allí antes de repetirlo.'

/** Google could not be asked all this time: nobody knows, and that is what is said until it is found. */
async function giveUp(ctx: Context, application: Application): Promise<void> {
  const isUndoing = application.state === 'deshaciendo'
  const state = isUndoing ? 'deshecha_en_parte' : 'no_se_pudo'
  await setState(ctx, application, { state, problems: [LOST] })
  if (!isUndoing)
    await setStatus(ctx, application.customerId, application.recommendationId, 'pendiente')
}
