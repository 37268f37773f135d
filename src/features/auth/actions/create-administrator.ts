import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { issueEmailToken } from '#platform/email-tokens.ts'
import { hashPassword } from '#platform/passwords.ts'
import { newToken } from '#platform/secrets.ts'
import { AppError } from '#shared/app-error.ts'
import { EmailText } from '#shared/person-shapes.ts'
import { RESET_PASSWORD_PATH } from '../contract/endpoints.ts'
import { mailedLink } from '../rules.ts'

/**
 * For the operator of an installation that has none yet. Returns the link under which the new administrator chooses a
 * password, within 24 hours: none is typed where a history keeps it. Throws invalid or conflict.
 */
export async function createAdministrator(
  ctx: Context,
  input: { email: string; name: string; origin: string },
): Promise<string> {
  const given = EmailText.safeParse(input.email)
  if (!given.success) throw new AppError('invalid', 'Ese correo no parece válido.')
  const email = normaliseEmail(given.data)
  return await inTransaction(ctx, async (ctx) => {
    const [user] = await ctx.db
      .insert(users)
      .values({
        id: randomUUID(),
        email,
        name: input.name,
        // Matches no password: the link is the only way in.
        passwordHash: await hashPassword(newToken()),
        role: 'admin',
        isActive: true,
        activatedManually: true,
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
      .returning()
    if (!user) throw new AppError('conflict', 'Ya existe un usuario con ese correo.')
    const token = await issueEmailToken(ctx, { purpose: 'reset', email, userId: user.id })
    return mailedLink(input.origin, RESET_PASSWORD_PATH, { email, token })
  })
}
