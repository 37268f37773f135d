import { and, eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { reportDeliveries } from '#platform/db/schema/reports.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { AppError } from '#shared/app-error.ts'
import { mailReport } from '../contract/endpoints.ts'
import { whyNotNow } from '../rules/run-text.ts'
import { findRun } from './make-report.ts'

/** Those mails of a kept run that did not arrive, to the owner's own address as it is now. Repeated it finds none. */
export async function sendAgain(ctx: CallerContext, runId: string): Promise<void> {
  requirePlan(ctx.caller, 'schedules')
  const { userId } = ctx.caller
  const found = await findRun(ctx, { userId, runId })
  if (!found?.run.pdfBase64) throw new AppError('not_found', 'No existe ese informe.')
  if (whyNotNow(found.schedule, found.user))
    throw new AppError('conflict', 'El envío está en pausa: reanúdalo antes.')
  await inTransaction(ctx, async (ctx) => {
    const failed = await ctx.db
      .update(reportDeliveries)
      .set({ status: 'waiting', problem: null })
      .where(
        and(
          eq(reportDeliveries.userId, userId),
          eq(reportDeliveries.runId, runId),
          eq(reportDeliveries.status, 'failed'),
        ),
      )
      .returning({ recipient: reportDeliveries.recipient })
    await ctx.db
      .update(reportDeliveries)
      .set({ email: found.user.email })
      .where(
        and(
          eq(reportDeliveries.userId, userId),
          eq(reportDeliveries.runId, runId),
          eq(reportDeliveries.recipient, 'self'),
          eq(reportDeliveries.status, 'waiting'),
        ),
      )
    for (const { recipient } of failed) await enqueue(ctx, mailReport, { userId, runId, recipient })
  })
}
