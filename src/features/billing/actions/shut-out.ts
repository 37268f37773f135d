import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { planText } from '#shared/plan-text.ts'
import { shutOutLetter } from '../emails/shut-out.ts'
import { isLive, renews } from '../rules/access.ts'
import { nextChargeText } from '../rules/next-charge.ts'
import { cancelHeld } from './cancel.ts'
import { type Held, withBillingLock } from './lock.ts'
import { noteOnce } from './notices.ts'
import { readStripe } from './sync-from-stripe.ts'

/** Nothing happens for a user who pays nothing, or was let in again. Safe to repeat: the mail goes once. */
export async function settleShutOutOf(
  ctx: Context,
  { userId, endsSubscription, at }: { userId: string; endsSubscription: boolean; at: string },
): Promise<void> {
  await withBillingLock(ctx, userId, async (held) => {
    await readStripe(ctx, held)
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
    const { subscriptionId, status } = held.row
    if (!user?.deactivatedManually || !subscriptionId || !isLive(status)) return
    if (endsSubscription) {
      await cancelHeld(ctx, held, subscriptionId, 'cuenta desactivada por un administrador')
      await readStripe(ctx, held)
    }
    await inTransaction(ctx, async (ctx) => {
      if (await noteOnce(ctx, userId, 'shut_out', at))
        await enqueueMail(ctx, user.email, letterOf(ctx, user.name, held))
    })
  })
}

function letterOf({ config }: Context, name: string, { row }: Held) {
  return shutOutLetter(name, {
    planName: row.plan ? planText(row.plan, row.interval) : '',
    nextChargeOn: renews(row) ? row.periodEnd : null,
    charge: nextChargeText(config, row),
  })
}
