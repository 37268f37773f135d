import { and, eq } from 'drizzle-orm'
import { type LoggedStep, readSteps, type StepAfter } from '#changes/change-log.ts'
import type { ChangeKind } from '#changes/make-changes.ts'
import { ABANDONED_AFTER_MS } from '#changes/open-changes.ts'
import { areTakenBack, findLogged, logOf, lookAgain } from '#changes/read-back.ts'
import type { Sent } from '#changes/send.ts'
import { settledUndoing, standing } from '#changes/take-back.ts'
import type { Context } from '#platform/context.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { type AdAccount, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { enqueue, GiveUp, RetryLater, type RunningJob } from '#platform/jobs.ts'
import { STATE, STATUS } from '#shared/change-states.ts'
import { settleApplication as settleKind } from '../contract/recommendations.ts'
import { type Application, findApplication, latestApplication } from '../queries/applications.ts'
import {
  finishApplying,
  finishUndoing,
  forgetUnsent,
  setState,
  setStatus,
} from './finish-application.ts'

/** How the log tells that a change is a recommendation's. */
export const RECOMMENDATION_KIND = 'recommendation'

export const recommendationChanges: ChangeKind = {
  kinds: [RECOMMENDATION_KIND],
  find: (ads, { after }) => findLogged(ads, after as StepAfter),
  made: async (ctx, { customerId, after }) => {
    const { applicationId } = after as StepAfter
    await settleAnew(ctx, { customerId, applicationId })
  },
}

/** An application that was given up, of which a step turns out to have been made. */
async function settleAnew(
  ctx: Context,
  payload: { customerId: number; applicationId: string },
): Promise<void> {
  const found = await findApplication(ctx, payload)
  if (found?.application.state !== STATE.failed) return
  const { application } = found
  const { customerId, recommendationId: id } = application
  const latest = await latestApplication(ctx, { customerId, id }, 'anyhow')
  // Applied again since: that one holds.
  if (latest?.id !== payload.applicationId) return
  await setState(ctx, application, { state: STATE.applying })
  await setStatus(ctx, application, STATUS.applying)
  await enqueue(ctx, settleKind, payload)
}

const AGAIN_MS = 5 * 60_000
/** Often enough for a person who waits, rarely enough to leave most tries to a Google that does not answer. */
const LOOK_AGAIN_MS = 150_000

/** The job: does nothing for an application that came to its end. */
export async function settleAbandoned(
  ctx: Context,
  payload: { customerId: number; applicationId: string },
  job: Pick<RunningJob, 'attempt'>,
): Promise<void> {
  const found = await findApplication(ctx, payload)
  if (!found) return
  const { account, application } = found
  try {
    if (await settleApplication(ctx, account, application)) return
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Google Ads does not answer'
    if (job.attempt < settleKind.maxAttempts) throw new RetryLater(message, AGAIN_MS, error)
    await giveUp(ctx, application)
    throw new GiveUp(message, { cause: error })
  }
  const waitMs = Math.min(untilAbandonedMs(ctx, application), LOOK_AGAIN_MS)
  throw new RetryLater('Google may still be at it', waitMs)
}

/** For so long its process may wait for Google, or Google be at it though the process has died. */
export function untilAbandonedMs(ctx: Context, { stateSince }: Application): number {
  return stateSince.getTime() + ABANDONED_AFTER_MS - ctx.clock.now().getTime()
}

/**
 * For a process that holds the only database alone, before it serves requests: the processes that were in the middle of
 * something are dead, so it is looked up at once.
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
  const isApplying = application.state === STATE.applying
  if (!isApplying && application.state !== STATE.undoing) return true
  const rows = await readSteps(ctx, account.customerId, application.id)
  const settle = isApplying ? settleApplying : settleUndoing
  return await settle(ctx, account, application, rows)
}

async function settleApplying(
  ctx: Context,
  account: AdAccount,
  application: Application,
  rows: readonly LoggedStep[],
): Promise<boolean> {
  if (rows.length === 0) {
    await forgetUnsent(ctx, application)
    return true
  }
  const mayCome = untilAbandonedMs(ctx, application) > 0
  const ads = await adsOfAccount(ctx, account)
  const operations = rows.map(({ step }) => step.operation)
  const names = await lookAgain(ads, operations)
  const isOpen = ({ outcome }: LoggedStep) => outcome === 'sent' || outcome === 'unknown'
  if (mayCome && rows.some((row, i) => isOpen(row) && !names[i])) return false
  const found = rows.map((row, i) => ({ row, sent: foundOut(row, names[i] ?? null) }))
  const results = found.map(({ row, sent }) => ({ ...sent, summary: row.summary }))
  const log = await logOf(ads, found)
  await finishApplying(ctx, account, application, { results, log })
  return true
}

/** What is written already stands; only what was left open is taken from Google. */
function foundOut({ requestId, outcome, resourceName }: LoggedStep, name: string | null): Sent {
  if (outcome === 'done') return { outcome, resourceName, requestId, message: null }
  if (outcome === 'failed' || !name)
    return { outcome: 'failed', resourceName, requestId, message: NOT_MADE }
  return { outcome: 'done', resourceName: name, requestId, message: null }
}

const NOT_MADE = 'Se interrumpió antes de que Google Ads lo hiciera.'
const NOT_UNDONE = 'Se interrumpió antes de deshacerlo en Google Ads.'

async function settleUndoing(
  ctx: Context,
  account: AdAccount,
  application: Application,
  rows: readonly LoggedStep[],
): Promise<boolean> {
  const mayCome = untilAbandonedMs(ctx, application) > 0
  const open = standing(rows)
  const ads = await adsOfAccount(ctx, account)
  const isBack = await areTakenBack(ads, open)
  if (mayCome && isBack.includes(false)) return false
  const isWhole = rows.every(({ outcome }) => outcome === 'done')
  const former = isWhole ? STATE.applied : STATE.partlyApplied
  const by = application.undoneBy ?? application.appliedBy
  const steps = open.map((row, i) => ({
    row,
    requestId: null,
    ...(isBack[i] ? UNDONE : { outcome: 'failed' as const, message: NOT_UNDONE }),
  }))
  await finishUndoing(ctx, application, settledUndoing(ctx, steps, by), { former, by })
  return true
}

const UNDONE = { outcome: 'done', message: null } as const

const LOST =
  'No hemos podido comprobar en Google Ads si el cambio llegó a hacerse. Míralo allí antes de repetirlo.'

/** Google could not be asked all this time: the outcome is unknown, and that is what is said until it is found. */
async function giveUp(ctx: Context, application: Application): Promise<void> {
  const isUndoing = application.state === STATE.undoing
  const state = isUndoing ? STATE.partlyUndone : STATE.failed
  await setState(ctx, application, { state, problems: [LOST] })
  if (!isUndoing) await setStatus(ctx, application, STATUS.pending)
}
