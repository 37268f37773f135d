import { randomUUID } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { reportRecipients, reportSchedules } from '#platform/db/schema/reports.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { dropMails, enqueueMail } from '#platform/mail/send-mail.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { CONFIRM_RECIPIENT_PATH, type Recipient } from '../contract/endpoints.ts'
import { confirmRecipientLetter } from '../emails.ts'
import { brandOf, markOf } from '../queries/branding.ts'
import { mailKeyOf, toRecipient } from '../rules/recipient.ts'
import { takeBack, WANTED } from './unsubscribe.ts'
import { BAD_LINK, openUnsubscribeToken } from './unsubscribe-token.ts'

const MOST_RECIPIENTS = 20
const LINK_LIFE_MS = 7 * 86_400_000
/** A mail may get lost; more would press who does not answer. Counted by address, which may be forgotten and added anew. */
const limitQuestion = limitRate({ name: 'question to recipient', max: 2, perMs: LINK_LIFE_MS })

/** Nothing but the question goes to an address that has not said yes, and nothing to one that said no. Asked again, the older link ends. */
export async function addRecipient(
  ctx: CallerContext,
  input: { email: string; origin: string },
): Promise<Recipient> {
  requirePlan(ctx.caller, 'recipients')
  const { userId } = ctx.caller
  const email = normaliseEmail(input.email)
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!user || user.email === email)
    throw new AppError('conflict', 'Ese es tu propio correo: elígelo al programar el envío.')
  return await inTransaction(ctx, async (ctx) => {
    const known = await findByEmail(ctx, userId, email)
    if (known?.confirmedAt && !known.unsubscribedAt) return toRecipient(known, 'sent')
    if (known?.unsubscribedAt)
      throw new AppError(
        'conflict',
        'Se dio de baja y no le escribiremos más. Puede volver desde el enlace de baja de cualquiera de sus informes.',
      )
    if (!known) await refuseTooMany(ctx, userId)
    await refuseThirdQuestion(ctx, `${userId} ${email}`)
    const token = newToken()
    const asked = { confirmHash: hashToken(token), askedAt: ctx.clock.now() }
    const [row] = await ctx.db
      .insert(reportRecipients)
      .values({ userId, id: randomUUID(), email, createdBy: personOf(ctx.caller), ...asked })
      .onConflictDoUpdate({
        target: [reportRecipients.userId, reportRecipients.email],
        set: asked,
      })
      .returning()
    const link = `${input.origin}${CONFIRM_RECIPIENT_PATH}?${new URLSearchParams({ token })}`
    const brand = await brandOf(ctx, ctx.caller)
    const letter = confirmRecipientLetter(user.name, markOf(brand), link)
    await dropMails(ctx, known ? [mailKeyOf(known)] : [])
    await enqueueMail(ctx, email, letter, mailKeyOf(row!))
    return toRecipient(row!, 'sent')
  })
}

/** Takes it out of all schedules. Throws 404 for another user's. */
export async function deleteRecipient(ctx: CallerContext, recipientId: string): Promise<void> {
  const { userId } = ctx.caller
  await inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .delete(reportRecipients)
      .where(and(eq(reportRecipients.userId, userId), eq(reportRecipients.id, recipientId)))
      .returning({ id: reportRecipients.id })
    if (gone.length === 0) throw new AppError('not_found', 'No existe ese destinatario.')
    await ctx.db
      .update(reportSchedules)
      .set({ recipients: sql`${reportSchedules.recipients} - ${recipientId}::text` })
      .where(eq(reportSchedules.userId, userId))
  })
}

/** Harmless to repeat while the link lives. The way out of any mail is the way back too. Throws 400 for a bad or old one. */
export async function confirmRecipient(ctx: Context, token: string): Promise<string> {
  const link = openUnsubscribeToken(ctx, token)
  if (link) return await takeBack(ctx, link)
  const now = ctx.clock.now()
  const [row] = await ctx.db
    .select()
    .from(reportRecipients)
    .where(eq(reportRecipients.confirmHash, hashToken(token)))
  const isOld = row && now.getTime() - row.askedAt.getTime() > LINK_LIFE_MS
  // A recipient who said no afterwards is not brought back by the older link.
  if (!row || isOld || row.unsubscribedAt) throw new AppError('invalid', BAD_LINK)
  await ctx.db
    .update(reportRecipients)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(reportRecipients.userId, row.userId),
        eq(reportRecipients.id, row.id),
        isNull(reportRecipients.confirmedAt),
      ),
    )
  return WANTED
}

async function findByEmail(ctx: Context, userId: string, email: string) {
  const [row] = await ctx.db
    .select()
    .from(reportRecipients)
    .where(and(eq(reportRecipients.userId, userId), eq(reportRecipients.email, email)))
  return row
}

async function refuseThirdQuestion(ctx: Context, key: string): Promise<void> {
  try {
    await limitQuestion.count(ctx, key)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error
    throw new AppError(
      'conflict',
      'Ya le hemos preguntado dos veces en los últimos 7 días. Pídele que busque el correo, también entre el no deseado.',
    )
  }
}

async function refuseTooMany(ctx: Context, userId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ known: count() })
    .from(reportRecipients)
    .where(eq(reportRecipients.userId, userId))
  if ((row?.known ?? 0) >= MOST_RECIPIENTS)
    throw new AppError('conflict', `Puedes tener ${MOST_RECIPIENTS} destinatarios como mucho.`)
}
