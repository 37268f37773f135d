import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { passkeys, totpSecrets } from '#platform/db/schema/identity.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { endChallengesOf } from '#platform/identity-challenges.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { endSessionsOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { lostFactorsLetter } from '../emails.ts'
import { forgetFactors } from './factors.ts'

/** Who acts is at the machine and no user: the log says so. */
const OPERATOR = {
  actorId: '00000000-0000-0000-0000-000000000000',
  actorEmail: 'npm run admin',
}

/**
 * For who lost the app, the keys and the recovery codes: the password alone opens the account again. On the word of the
 * installation's operator alone, who knows whom they have before them; a session of an administrator's cannot do it.
 * Throws not_found and conflict.
 */
export async function removeLostFactors(ctx: Context, typedEmail: string): Promise<void> {
  const email = normaliseEmail(typedEmail)
  await inTransaction(ctx, async (ctx) => {
    const [user] = await ctx.db
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.isDemo, false)))
      .for('update')
    if (!user) throw new AppError('not_found', 'No existe ningún usuario con ese correo.')
    if (!user.secondFactorSince)
      throw new AppError('conflict', 'No tiene activada la verificación en dos pasos.')
    await ctx.db.delete(totpSecrets).where(eq(totpSecrets.userId, user.id))
    await ctx.db.delete(passkeys).where(eq(passkeys.userId, user.id))
    await forgetFactors(ctx, user.id)
    await endChallengesOf(ctx, user.id)
    await endSessionsOf(ctx, user.id)
    await ctx.db.insert(auditLog).values({
      at: ctx.clock.now(),
      action: 'remove_second_factor',
      ...OPERATOR,
      targetId: user.id,
      targetEmail: user.email,
      changes: {},
    })
    await enqueueMail(ctx, user.email, lostFactorsLetter(user.name))
  })
}
