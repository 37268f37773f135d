import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { AppError } from '#shared/app-error.ts'
import { accessOf } from '../rules/access.ts'
import { readStripe } from './sync-from-stripe.ts'
import { talkToStripe } from './talk-to-stripe.ts'

/**
 * What the browser asks for when it comes back from paying. It grants nothing: Stripe is asked, and only a paid
 * subscription opens the dashboard. Throws 409 when there is none.
 */
export async function activateSubscription(ctx: CallerContext) {
  const { userId } = ctx.caller
  await talkToStripe(ctx, userId, 'Error activando suscripción', async (held) => {
    await readStripe(ctx, held)
    if (!accessOf(held.row, ctx.clock.now()).open) throw notPaid(held.row.status)
  })
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!user?.isActive)
    throw new AppError(
      'forbidden',
      'Un administrador ha desactivado tu cuenta. Escribe a soporte para que la revisen.',
    )
  return { message: 'Suscripción activada.', is_active: true, plan: user.plan }
}

function notPaid(status: string | null): AppError {
  if (status === 'incomplete')
    return new AppError(
      'conflict',
      'Tu pago todavía no está confirmado. En cuanto lo esté, se abrirá el panel.',
    )
  return new AppError('conflict', 'No consta ninguna suscripción pagada en tu cuenta.')
}
