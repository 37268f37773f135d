import { and, eq, gt, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { accountById } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { processes } from '#platform/db/schema/work.ts'
import { eachApart } from '#platform/each-apart.ts'
import { type AccountAds, type AdAccount, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { DEAD_AFTER_SECONDS } from '#platform/process-registry.ts'
import { jobKind } from '#shared/job-kind.ts'
import {
  type LoggedStep,
  operationsOf,
  readSteps,
  type Sent,
  type SettledSteps,
} from './change-log.ts'
import { doorOf } from './doors.ts'
import { logOf, NOT_MADE } from './send.ts'
import { settledUndoing, standing } from './take-back.ts'

/**
 * Longer than any process still waits for Google (two tries of a minute each, the same again to look) and than Google
 * works on a request whose sender has gone.
 */
const ABANDONED_AFTER_MS = 10 * 60_000
/** Then it is said that nothing is known, for what Google has not told by now it may never tell. */
const LOST_AFTER_MS = 7 * ABANDONED_AFTER_MS

/** What a feature keeps of changes of these kinds beside the log. */
export type ChangeKind = {
  kinds: readonly string[]
  /** Writes what came of a change, in one transaction with the log. Safe to repeat. */
  finish: (
    ctx: Context,
    account: AdAccount,
    settled: SettledSteps,
    steps: readonly LoggedStep[],
  ) => Promise<unknown>
  /** Google could not be asked for long. Safe to repeat; the change is looked up all the same. */
  giveUp?: (ctx: Context, step: LoggedStep) => Promise<void>
}

const settleChanges = jobKind('settle-changes', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 12,
})

/** Changes whose process ended before it heard Google's answer, or that Google's silence left open: looked up by a job. */
export async function enqueueOpenChanges(ctx: Context): Promise<void> {
  const lost = before(ctx, 2 * LOST_AFTER_MS).toISOString()
  const isWorthIt = or(
    eq(adAccounts.connected, true),
    // Of an account that is not connected any more it is still to be said that nothing is known.
    sql`coalesce(${accountChanges.undoSentAt}, ${accountChanges.at}) > ${lost}::timestamptz`,
  )
  const open = await ctx.db
    .selectDistinct({ customerId: accountChanges.customerId })
    .from(accountChanges)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountChanges.customerId))
    .where(and(isOpen(ctx), isWorthIt))
  for (const { customerId } of open) {
    const uniqueKey = `${settleChanges.name}:${customerId}`
    await enqueue(ctx, settleChanges, { customerId }, { uniqueKey })
  }
}

/** What dead processes had under way: no answer to it can come any more, so it is looked up at once. */
export async function takeOverFromDeadProcesses(ctx: Context): Promise<void> {
  const isSent = and(eq(accountChanges.outcome, 'sent'), isNotNull(accountChanges.processId))
  const senders = await ctx.db
    .selectDistinct({ id: accountChanges.processId })
    .from(accountChanges)
    .where(isSent)
  if (senders.length === 0) return
  // In statements of their own: on a cluster no worker, which has the changes, has the table of processes.
  const alive = await ctx.db
    .select({ id: processes.id })
    .from(processes)
    .where(gt(processes.seenAt, sql`now() - ${DEAD_AFTER_SECONDS} * interval '1 second'`))
  const living = new Set(alive.map(({ id }) => id))
  const dead = senders.flatMap(({ id }) => (id && !living.has(id) ? [id] : []))
  if (dead.length > 0) await takeOver(ctx, and(isSent, inArray(accountChanges.processId, dead)))
}

/**
 * For a process that holds the only database alone, before it serves requests: the processes that waited for an answer
 * are dead, so their changes are looked up at once.
 */
export async function takeOverOpenChanges(ctx: Context): Promise<void> {
  await takeOver(ctx, eq(accountChanges.outcome, 'sent'))
}

async function takeOver(ctx: Context, which: SQL | undefined): Promise<void> {
  await ctx.db.update(accountChanges).set({ outcome: 'unknown' }).where(which)
}

/** A change of a kind that none of these knows stays open: saying nothing is better than guessing. */
export function openChangeJobs(kinds: readonly ChangeKind[]): readonly JobHandler[] {
  return [handle(settleChanges, (ctx, { customerId }) => settleAccount(ctx, customerId, kinds))]
}

async function settleAccount(
  ctx: Context,
  customerId: number,
  kinds: readonly ChangeKind[],
): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (!account) return
  const applicationId = sql<string>`${accountChanges.after}->>'applicationId'`
  const open = await ctx.db
    .selectDistinct({ kind: accountChanges.kind, applicationId })
    .from(accountChanges)
    .where(and(eq(accountChanges.customerId, customerId), isNotNull(applicationId), isOpen(ctx)))
  await eachApart(open, async (change) => {
    const kind = kinds.find(({ kinds }) => kinds.includes(change.kind))
    if (!kind) return
    const steps = await readSteps(ctx, customerId, change.applicationId)
    const settled = await lookUpSteps(ctx, account, steps).catch(async (error) => {
      const last = steps.at(-1)!
      if (sentAt(last) < before(ctx, LOST_AFTER_MS)) await kind.giveUp?.(ctx, last)
      throw error
    })
    if (!settled) return
    await kind.finish(ctx, account, settled, steps)
    const outcomes = settled.results.map(({ outcome }) => outcome)
    ctx.log.info({ ...change, outcomes }, 'open change settled')
  })
}

/** What Google has made of a change that was left open; null while what is not there may still come. */
export async function lookUpSteps(
  ctx: Context,
  account: AdAccount,
  steps: readonly LoggedStep[],
): Promise<SettledSteps | null> {
  const ads = await adsOfAccount(ctx, account, { owed: true })
  const mayCome = steps.some((step) => !isAbandoned(ctx, sentAt(step)))
  const isUndoing = steps.some(({ undoSentAt }) => undoSentAt !== null)
  return isUndoing
    ? await lookUpUndoing(ctx, ads, standing(steps), mayCome)
    : await lookUpMaking(ads, steps, mayCome)
}

async function lookUpMaking(
  ads: AccountAds,
  steps: readonly LoggedStep[],
  mayCome: boolean,
): Promise<SettledSteps | null> {
  const operations = operationsOf(steps)
  const door = doorOf(operations)
  const names = await door.lookAgain(ads, operations)
  const isMissing = steps.some((row, i) => isLeft(row) && !names[i])
  if (mayCome && isMissing) return null
  if (isMissing) await door.clear?.(ads, operations)
  const found = steps.map((row, i) => foundOut(row, names[i] ?? null))
  const results = found.map((sent, i) => ({ ...sent, summary: steps[i]!.summary }))
  const open = found.filter((_, i) => isLeft(steps[i]!))
  return { results, log: await logOf(ads, steps.filter(isLeft), open) }
}

const isLeft = ({ outcome }: LoggedStep) => outcome === 'sent' || outcome === 'unknown'

/** What is written already stands; only what was left open is taken from Google. */
function foundOut({ requestId, outcome, resourceName }: LoggedStep, name: string | null): Sent {
  if (outcome === 'done') return { outcome, resourceName, requestId, message: null }
  if (outcome === 'failed' || !name)
    return { outcome: 'failed', resourceName, requestId, message: NOT_MADE }
  return { outcome: 'done', resourceName: name, requestId, message: null }
}

async function lookUpUndoing(
  ctx: Context,
  ads: AccountAds,
  steps: readonly LoggedStep[],
  mayCome: boolean,
): Promise<SettledSteps | null> {
  const isBack = await doorOf(operationsOf(steps)).areTakenBack(ads, steps)
  if (mayCome && steps.some(({ undoSentAt }, i) => undoSentAt && !isBack[i])) return null
  const undone = steps.map((row, i) => {
    const outcome = isBack[i] ? 'done' : 'failed'
    return { row, outcome, message: isBack[i] ? null : NOT_UNDONE } as const
  })
  return settledUndoing(ctx, undone)
}

const NOT_UNDONE = 'Google Ads no ha llegado a deshacerlo.'

const before = (ctx: Context, ms: number) => new Date(ctx.clock.now().getTime() - ms)
const sentAt = ({ undoSentAt, at }: LoggedStep) => undoSentAt ?? at

/** No process waits for an answer any more, and Google is no longer at it. */
export const isAbandoned = (ctx: Context, since: Date) => since <= before(ctx, ABANDONED_AFTER_MS)

/** No request waits any more: left in the middle for long, or given up by the process that made it. */
function isOpen(ctx: Context) {
  const { outcome, at, undoSentAt } = accountChanges
  const isLeft = and(eq(outcome, 'sent'), lte(at, before(ctx, ABANDONED_AFTER_MS)))
  return or(eq(outcome, 'unknown'), isNotNull(undoSentAt), isLeft)
}
