import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { reportDeliveries, reportRecipients } from '#platform/db/schema/reports.ts'
import { GiveUp, isBrokenOff, type RunningJob } from '#platform/jobs.ts'
import { LOGO_ID } from '#platform/mail/letter.ts'
import { renderLetter } from '#platform/mail/render-letter.ts'
import { sendNow } from '#platform/mail/send-mail.ts'
import { productSettings } from '#platform/product-settings.ts'
import { UNSUBSCRIBE_PATH } from '../contract/endpoints.ts'
import { reportLetter } from '../emails.ts'
import { brandOf, markOf } from '../queries/branding.ts'
import { fileName, XLSX_TYPE } from '../rules/file-name.ts'
import type { Brand } from '../rules/report.ts'
import { DELIVERY_PROBLEMS, UNWANTED_TEXTS, whyNotNow } from '../rules/run-text.ts'
import { findRun } from './make-report.ts'
import { type Delivery, isDelivery, settleDelivery } from './settle-delivery.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findRun>>>

/** One mail with both files. Sent already, or not wanted any more: nothing happens. */
export async function mailScheduledReport(
  ctx: Context,
  ask: Delivery,
  job: RunningJob,
): Promise<void> {
  const [delivery] = await ctx.db.select().from(reportDeliveries).where(isDelivery(ask))
  const found = await findRun(ctx, ask)
  if (delivery?.status !== 'waiting' || !found?.run.pdfBase64 || !found.run.xlsxBase64) return
  const unwanted = await whyUnwanted(ctx, ask, found)
  if (unwanted) return await settleDelivery(ctx, ask, { status: 'skipped', problem: unwanted })
  try {
    await send(ctx, ask, found, delivery.email)
  } catch (error) {
    // It is begun again at once, and the try does not count.
    if (!isBrokenOff(ctx, error)) await noteFailure(ctx, ask, error, job)
    throw error
  }
  await settleDelivery(ctx, ask, { status: 'sent', problem: null, sentAt: ctx.clock.now() })
}

async function noteFailure(
  ctx: Context,
  ask: Delivery,
  error: unknown,
  { isLast }: RunningJob,
): Promise<void> {
  const { refused, silent } = DELIVERY_PROBLEMS
  if (error instanceof GiveUp)
    return await settleDelivery(ctx, ask, { status: 'failed', problem: refused })
  if (isLast) return await settleDelivery(ctx, ask, { status: 'failed', problem: silent })
  const problem = 'El correo no ha salido todavía; se volverá a intentar.'
  await ctx.db.update(reportDeliveries).set({ problem }).where(isDelivery(ask))
}

/** What owner and reader have said since it was drawn; null where it is wanted still. */
async function whyUnwanted(
  ctx: Context,
  ask: Delivery,
  { schedule, user }: Found,
): Promise<string | null> {
  const unwanted = whyNotNow(schedule, user)
  if (unwanted) return unwanted
  if (ask.recipient === 'self') return schedule.toSelf ? null : UNWANTED_TEXTS.dropped
  if (!schedule.recipients.includes(ask.recipient)) return UNWANTED_TEXTS.dropped
  const [row] = await ctx.db
    .select({ id: reportRecipients.id })
    .from(reportRecipients)
    .where(
      and(
        eq(reportRecipients.userId, ask.userId),
        eq(reportRecipients.id, ask.recipient),
        isNotNull(reportRecipients.confirmedAt),
        isNull(reportRecipients.unsubscribedAt),
      ),
    )
  return row ? null : UNWANTED_TEXTS.left
}

async function send(ctx: Context, ask: Delivery, { run, schedule, user }: Found, to: string) {
  const endsAll = ask.recipient !== 'self'
  const link = { userId: ask.userId, scheduleId: schedule.id, recipient: ask.recipient }
  const token = unsubscribeToken(ctx, { ...link, ...(endsAll && { email: to }) })
  const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
  const query = new URLSearchParams({ token, ...(endsAll && { todos: '1' }) })
  const unsubscribeUrl = `${origin}${UNSUBSCRIBE_PATH}?${query}`
  const { supportEmail } = await productSettings(ctx)
  const brand = await brandOf(ctx, { userId: user.id, plan: user.plan })
  const mark = { ...markOf(brand), hasLogo: brand.logo !== null }
  const summary = run.summary ?? { from: '', to: '', lines: [] }
  const letter = reportLetter({
    brand: mark,
    scheduleName: schedule.name,
    ...summary,
    unsubscribeUrl,
    endsAll,
  })
  const name = fileName(schedule.name, summary.to)
  await sendNow(ctx, {
    ...renderLetter(letter, supportEmail),
    to,
    replyTo: user.email,
    messageKey: `${run.id}.${ask.recipient}`,
    unsubscribeUrl,
    attachments: [
      attachment(`${name}.pdf`, 'application/pdf', run.pdfBase64),
      attachment(`${name}.xlsx`, XLSX_TYPE, run.xlsxBase64),
      ...(brand.logo ? [inlineLogo(brand.logo)] : []),
    ],
  })
}

function attachment(filename: string, contentType: string, base64: string | null) {
  return { filename, contentType, content: Buffer.from(base64 ?? '', 'base64') }
}

function inlineLogo({ type, bytes }: NonNullable<Brand['logo']>) {
  return {
    filename: `logo.${type}`,
    contentType: `image/${type}`,
    content: bytes,
    cid: LOGO_ID,
  }
}
