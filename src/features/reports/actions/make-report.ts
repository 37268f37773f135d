import { and, eq, inArray } from 'drizzle-orm'
import { wholeDayAt } from '#account-data/last-known-day.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import {
  reportDeliveries,
  reportRecipients,
  reportRuns,
  reportSchedules,
} from '#platform/db/schema/reports.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue, isBrokenOff, type RunningJob } from '#platform/jobs.ts'
import { productSettings } from '#platform/product-settings.ts'
import { addDays, type Day, type DayRange, dayInZone } from '#shared/dates.ts'
import { mailReport, makeReport } from '../contract/endpoints.ts'
import { drawReport } from '../drawing/draw-report.ts'
import { reportWorkbook } from '../drawing/report-workbook.ts'
import { notMadeLetter, stoppedLetter } from '../emails.ts'
import { brandOf } from '../queries/branding.ts'
import { endsBefore, readReportAccounts } from '../queries/report-data.ts'
import { firstReadDay, PERIOD_OF, rangeOf, SCHEDULE_ZONE, waitsUntil } from '../rules/periods.ts'
import type { Report } from '../rules/report.ts'
import { leftOutText, STOPPED_TEXTS, UNWANTED_TEXTS, whyNotNow } from '../rules/run-text.ts'
import { summaryOf } from '../rules/summary.ts'
import { tellOwner } from './tell-owner.ts'

type Schedule = typeof reportSchedules.$inferSelect
type Run = typeof reportRuns.$inferSelect
type Ask = { userId: string; runId: string }

const WAIT_MS = 60_000
const TITLES = { weekly: 'Informe semanal', monthly: 'Informe mensual' } as const

/** Draws both files once and leaves one mail per address to the queue. A run already drawn is left alone. */
export async function makeScheduledReport(ctx: Context, ask: Ask, job: RunningJob): Promise<void> {
  const found = await findRun(ctx, ask)
  if (found?.run.status !== 'waiting') return
  try {
    await drawRun(ctx, ask, found)
  } catch (error) {
    if (isBrokenOff(ctx, error)) throw error
    if (job.isLast) await failRun(ctx, ask)
    else
      await setRun(ctx, ask, { problem: 'No se pudo preparar el informe; se volverá a intentar.' })
    throw error
  }
}

export async function failRun(ctx: Context, ask: Ask): Promise<void> {
  const found = await findRun(ctx, ask)
  if (found?.run.status !== 'waiting') return
  const { name, nextRunAt } = found.schedule
  await inTransaction(ctx, async (ctx) => {
    await setRun(ctx, ask, { status: 'failed', problem: 'No se pudo preparar el informe.' })
    await tellOwner(ctx, ask.userId, (userName) => notMadeLetter({ userName, name, nextRunAt }))
  })
}

export async function findRun(ctx: Context, { userId, runId }: Ask) {
  const [row] = await ctx.db
    .select({ run: reportRuns, schedule: reportSchedules, user: users })
    .from(reportRuns)
    .innerJoin(
      reportSchedules,
      and(
        eq(reportSchedules.userId, reportRuns.userId),
        eq(reportSchedules.id, reportRuns.scheduleId),
      ),
    )
    .innerJoin(users, eq(users.id, reportRuns.userId))
    .where(and(eq(reportRuns.userId, userId), eq(reportRuns.id, runId)))
  return row
}

type Found = { run: Run; schedule: Schedule; user: typeof users.$inferSelect }

async function drawRun(ctx: Context, ask: Ask, { run, schedule, user }: Found): Promise<void> {
  const unwanted = whyNotNow(schedule, user)
  if (unwanted) return await setRun(ctx, ask, notSent(unwanted))
  const all = await accountsOf(ctx, schedule)
  const accounts = all.filter(({ connected }) => connected)
  if (accounts.length === 0) return await stop(ctx, ask, schedule, 'accounts')
  const to = await addresses(ctx, schedule, user.email)
  if (to.length === 0) return await stop(ctx, ask, schedule, 'recipients')
  const period = PERIOD_OF[schedule.frequency]
  const range = rangeOf(period, dueDay(run))
  if (accounts.every((account) => endsBefore(account, range)))
    return await setRun(ctx, ask, notSent(UNWANTED_TEXTS.files))
  if (await isTooEarly(ctx, run, accounts, range)) {
    const runAt = new Date(ctx.clock.now().getTime() + WAIT_MS)
    return await enqueue(ctx, makeReport, ask, { runAt })
  }
  const report = {
    title: TITLES[schedule.frequency],
    madeOn: dayInZone(ctx.clock.now(), SCHEDULE_ZONE),
    range,
    brand: await brandOf(ctx, { userId: user.id, plan: user.plan }),
    accounts: await readReportAccounts(ctx, {
      userId: user.id,
      customerIds: accounts.map(({ customerId }) => customerId),
      period,
      compare: schedule.compare,
      todayIn: () => dueDay(run),
      isScheduled: true,
    }),
  }
  await sendOut(ctx, ask, report, { to, leftOut: all.filter(({ connected }) => !connected) })
}

type Address = { recipient: string; email: string }

async function sendOut(
  ctx: Context,
  ask: Ask,
  report: Report,
  { to, leftOut }: { to: readonly Address[]; leftOut: readonly Account[] },
): Promise<void> {
  const [pdf, xlsx] = [await drawReport(report), await reportWorkbook(report)]
  await inTransaction(ctx, async (ctx) => {
    await setRun(ctx, ask, {
      status: 'sending',
      problem: leftOutText(leftOut),
      summary: summaryOf(report),
      pdfBase64: pdf.toString('base64'),
      xlsxBase64: xlsx.toString('base64'),
    })
    for (const { recipient, email } of to) {
      await ctx.db
        .insert(reportDeliveries)
        .values({ ...ask, recipient, email, status: 'waiting' })
        .onConflictDoNothing()
      await enqueue(ctx, mailReport, { ...ask, recipient })
    }
  })
}

const notSent = (why: string) => ({ status: 'failed', problem: `No se envió: ${why}` }) as const

type Account = typeof adAccounts.$inferSelect & { readFrom: Day | null }

/** In the schedule's order, each with the day from which its figures are read. */
async function accountsOf(ctx: Context, { userId, accounts }: Schedule): Promise<Account[]> {
  const rows = await ctx.db
    .select({ account: adAccounts, backfilledFrom: syncStates.backfilledFrom })
    .from(adAccounts)
    .leftJoin(syncStates, eq(syncStates.customerId, adAccounts.customerId))
    .where(and(eq(adAccounts.userId, userId), inArray(adAccounts.customerId, accounts)))
  return rows
    .map(({ account, backfilledFrom }) => ({
      ...account,
      readFrom: firstReadDay(account.dataFrom, backfilledFrom),
    }))
    .sort((a, b) => accounts.indexOf(a.customerId) - accounts.indexOf(b.customerId))
}

/**
 * A sync after Google has the whole of the period, which may be later where the account is, has seen its end; the windows of a
 * first one, newest first, its beginning.
 */
async function isTooEarly(
  ctx: Context,
  run: Run,
  accounts: readonly Account[],
  range: DayRange,
): Promise<boolean> {
  const { syncEveryHours } = await productSettings(ctx)
  const today = dueDay(run)
  const isRead = ({ lastSyncedAt, timeZone, readFrom }: Account) =>
    lastSyncedAt !== null &&
    wholeDayAt(lastSyncedAt, timeZone) >= addDays(today, -1) &&
    (readFrom ?? range.from) <= range.from
  return accounts.some(
    (account) =>
      account.source === 'google' &&
      !isRead(account) &&
      ctx.clock.now() <= waitsUntil(run.dueAt, today, { ...account, syncEveryHours }),
  )
}

/** Of all accounts of a report alike, so that they tell of the same week. */
function dueDay({ dueAt }: Run): Day {
  return dayInZone(dueAt, SCHEDULE_ZONE)
}

/** Own address and confirmed ones; recipients who have said no are left out. */
async function addresses(ctx: Context, schedule: Schedule, ownEmail: string) {
  const rows =
    schedule.recipients.length === 0
      ? []
      : await ctx.db
          .select()
          .from(reportRecipients)
          .where(
            and(
              eq(reportRecipients.userId, schedule.userId),
              inArray(reportRecipients.id, schedule.recipients),
            ),
          )
  return [
    ...(schedule.toSelf ? [{ recipient: 'self', email: ownEmail }] : []),
    ...rows
      .filter(({ confirmedAt, unsubscribedAt }) => confirmedAt && !unsubscribedAt)
      .map(({ id, email }) => ({ recipient: id, email })),
  ]
}

async function stop(
  ctx: Context,
  ask: Ask,
  { userId, id, name }: Schedule,
  reason: keyof typeof STOPPED_TEXTS,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await setRun(ctx, ask, { status: 'failed', problem: STOPPED_TEXTS[reason] })
    await ctx.db
      .update(reportSchedules)
      .set({ pausedBecause: reason })
      .where(and(eq(reportSchedules.userId, userId), eq(reportSchedules.id, id)))
    await tellOwner(ctx, userId, (userName) => stoppedLetter({ userName, name, reason }))
  })
}

async function setRun(
  ctx: Context,
  { userId, runId }: Ask,
  values: Partial<typeof reportRuns.$inferInsert>,
): Promise<void> {
  await ctx.db
    .update(reportRuns)
    .set(values)
    .where(and(eq(reportRuns.userId, userId), eq(reportRuns.id, runId)))
}
