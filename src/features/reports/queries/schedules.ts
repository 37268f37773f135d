import { and, asc, desc, eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import {
  reportDeliveries,
  reportRecipients,
  reportRuns,
  reportSchedules,
} from '#platform/db/schema/reports.ts'
import { unsentMails } from '#platform/mail/send-mail.ts'
import { AppError } from '#shared/app-error.ts'
import { planHas } from '#shared/plans.ts'
import type { Recipient, Schedule } from '../contract/endpoints.ts'
import { mailKeyOf, toRecipient } from '../rules/recipient.ts'
import { lastText, PAUSED_TEXTS } from '../rules/run-text.ts'

export async function listRecipients(ctx: CallerContext): Promise<Recipient[]> {
  const rows = await ctx.db
    .select()
    .from(reportRecipients)
    .where(eq(reportRecipients.userId, ctx.caller.userId))
    .orderBy(asc(reportRecipients.email))
  const unsent = await unsentMails(ctx, rows.map(mailKeyOf))
  return rows.map((row) => toRecipient(row, unsent.get(mailKeyOf(row)) ?? 'sent'))
}

export async function listSchedules(ctx: CallerContext) {
  const { userId } = ctx.caller
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const rows = await ctx.db
    .select()
    .from(reportSchedules)
    .where(eq(reportSchedules.userId, userId))
    .orderBy(asc(reportSchedules.createdAt), asc(reportSchedules.id))
  const accounts = await ctx.db
    .select({
      customerId: adAccounts.customerId,
      id: adAccounts.googleCustomerId,
      name: adAccounts.name,
    })
    .from(adAccounts)
    .where(eq(adAccounts.userId, userId))
  const byId = new Map(accounts.map((account) => [account.customerId, account]))
  const recipients = await ctx.db
    .select({ id: reportRecipients.id })
    .from(reportRecipients)
    .where(eq(reportRecipients.userId, userId))
  const known = new Set(recipients.map(({ id }) => id))
  const schedules: Schedule[] = []
  for (const row of rows) {
    const named = row.accounts.flatMap((customerId) => byId.get(customerId) ?? [])
    schedules.push({
      id: row.id,
      name: row.name,
      accountIds: named.map(({ id }) => id),
      accountNames: named.map(({ name }) => name),
      frequency: row.frequency,
      compare: row.compare,
      toSelf: row.toSelf,
      recipientIds: row.recipients.filter((id) => known.has(id)),
      pausedBecause: row.pausedBecause,
      pausedText: row.pausedBecause && PAUSED_TEXTS[row.pausedBecause],
      nextRunAt: row.nextRunAt.toISOString(),
      last: await lastRun(ctx, row.id),
    })
  }
  const available = planHas(ctx.caller.plan, 'schedules')
  return { available, ownEmail: user?.email ?? '', schedules }
}

async function lastRun(ctx: CallerContext, scheduleId: string): Promise<Schedule['last']> {
  const { userId } = ctx.caller
  const [run] = await ctx.db
    .select({
      id: reportRuns.id,
      dueAt: reportRuns.dueAt,
      status: reportRuns.status,
      problem: reportRuns.problem,
      summary: reportRuns.summary,
    })
    .from(reportRuns)
    .where(and(eq(reportRuns.userId, userId), eq(reportRuns.scheduleId, scheduleId)))
    .orderBy(desc(reportRuns.dueAt))
    .limit(1)
  if (!run) return null
  const deliveries = await ctx.db
    .select()
    .from(reportDeliveries)
    .where(and(eq(reportDeliveries.userId, userId), eq(reportDeliveries.runId, run.id)))
  return {
    runId: run.id,
    dueAt: run.dueAt.toISOString(),
    ...lastText(run, deliveries),
    hasFile: run.summary !== null,
    canSendAgain: deliveries.some(({ status }) => status === 'failed'),
  }
}

/** Throws 404 for another user's, and for one too old to be kept. */
export async function readRunPdf(ctx: CallerContext, runId: string): Promise<Buffer> {
  const isId = /^[0-9a-f-]{36}$/i.test(runId)
  const [run] = isId
    ? await ctx.db
        .select({ pdfBase64: reportRuns.pdfBase64 })
        .from(reportRuns)
        .where(and(eq(reportRuns.userId, ctx.caller.userId), eq(reportRuns.id, runId)))
    : []
  if (!run?.pdfBase64) throw new AppError('not_found', 'No existe ese informe.')
  return Buffer.from(run.pdfBase64, 'base64')
}
