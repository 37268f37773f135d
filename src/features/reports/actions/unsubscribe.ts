import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { reportDeliveries, reportRecipients, reportSchedules } from '#platform/db/schema/reports.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { AppError } from '#shared/app-error.ts'
import { BAD_LINK, openUnsubscribeToken, type UnsubscribeLink } from './unsubscribe-token.ts'

export const WANTED = 'Hecho: recibirás en este correo los informes que te envíe este remitente.'

/** Harmless to repeat, and as good for an old mail as for a new one. Throws 400 for a link that is not ours. */
export async function unsubscribe(ctx: Context, token: string): Promise<string> {
  const link = openUnsubscribeToken(ctx, token)
  if (!link) throw new AppError('invalid', BAD_LINK)
  if (link.recipient === 'self') {
    await setToSelf(ctx, link, false)
    return 'Hecho: no recibirás más este informe.'
  }
  const address = await addressOf(ctx, link)
  if (!address)
    throw new AppError(
      'not_found',
      'Tu correo ya no está en la lista con la que se envió este informe. Si te llegan otros, usa el enlace de baja del más reciente.',
    )
  await refuse(ctx, address)
  return 'Hecho: no recibirás más informes de este remitente.'
}

/** The way out of any mail is the way back too. Throws 404 where nothing is left to come back to. */
export async function takeBack(ctx: Context, link: UnsubscribeLink): Promise<string> {
  if (link.recipient === 'self') {
    if (!(await setToSelf(ctx, link, true)))
      throw new AppError('not_found', 'Ese envío ya no existe o ya no es tuyo.')
    return 'Hecho: volverás a recibir este informe.'
  }
  const address = await addressOf(ctx, link)
  const back = address
    ? await ctx.db
        .update(reportRecipients)
        .set({ confirmedAt: ctx.clock.now(), unsubscribedAt: null })
        .where(isAt(address))
        .returning({ id: reportRecipients.id })
    : []
  if (back.length === 0)
    throw new AppError(
      'not_found',
      'El remitente ya no tiene tu correo entre sus destinatarios. Si quieres sus informes, pídele que vuelva a añadirte.',
    )
  return WANTED
}

/** Only whose mail it was: a schedule may have been handed over since. */
async function setToSelf(
  ctx: Context,
  { userId, scheduleId }: UnsubscribeLink,
  toSelf: boolean,
): Promise<boolean> {
  const found = await ctx.db
    .update(reportSchedules)
    .set({ toSelf })
    .where(and(eq(reportSchedules.userId, userId), eq(reportSchedules.id, scheduleId)))
    .returning({ id: reportSchedules.id })
  return found.length > 0
}

type Address = { userId: string; email: string; id: string }

/**
 * Whom the link is about, and of which owner: accounts may have been handed over since, and the address forgotten and added
 * anew. Links of before 2026-12 do not carry it; then the recipient or the mail itself tells, while it is kept.
 */
async function addressOf(ctx: Context, link: UnsubscribeLink): Promise<Address | null> {
  const id = link.recipient
  const [row] = await ctx.db.select().from(reportRecipients).where(eq(reportRecipients.id, id))
  if (row) return row
  const [schedule] = await ctx.db
    .select({ userId: reportSchedules.userId })
    .from(reportSchedules)
    .where(eq(reportSchedules.id, link.scheduleId))
  const userId = schedule?.userId ?? link.userId
  const email = link.email ?? (await mailedAddress(ctx, userId, id))
  return email ? { userId, email, id } : null
}

async function mailedAddress(
  ctx: Context,
  userId: string,
  recipient: string,
): Promise<string | undefined> {
  const [mail] = await ctx.db
    .select({ email: reportDeliveries.email })
    .from(reportDeliveries)
    .where(and(eq(reportDeliveries.userId, userId), eq(reportDeliveries.recipient, recipient)))
    .limit(1)
  return mail?.email
}

/** An address that its owner has forgotten stays known as one that said no, or adding it anew would undo that. */
async function refuse(ctx: Context, { userId, email, id }: Address): Promise<void> {
  const [owner] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!owner) return
  const now = ctx.clock.now()
  await ctx.db
    .insert(reportRecipients)
    .values({
      userId,
      id,
      email,
      confirmHash: hashToken(newToken()),
      askedAt: now,
      unsubscribedAt: now,
    })
    .onConflictDoUpdate({
      target: [reportRecipients.userId, reportRecipients.email],
      set: { unsubscribedAt: now },
    })
}

function isAt({ userId, email }: Address) {
  return and(eq(reportRecipients.userId, userId), eq(reportRecipients.email, email))
}
