import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { METADATA } from '../rules/stripe-state.ts'
import { changeHeld, type Held } from './lock.ts'
import { readStripe } from './sync-from-stripe.ts'
import { makeAtStripe } from './talk-to-stripe.ts'

const NO_CUSTOMER = 'Todavía no tienes ninguna suscripción.'

/** The caller's customer at Stripe, made when there is none, or was deleted there. Our copy is what Stripe says then. */
export async function ensureCustomer(ctx: CallerContext, held: Held): Promise<string> {
  await readStripe(ctx, held)
  const { stripeCustomerId } = held.row
  if (stripeCustomerId) return stripeCustomerId
  const made = await makeCustomer(ctx, held)
  await readStripe(ctx, held)
  return made
}

async function makeCustomer(ctx: CallerContext, held: Held): Promise<string> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, held.userId))
  // The session was joined with its user in this very request.
  const { email, name } = user!
  const customer = await makeAtStripe(ctx, held, ['customer', email, name], (options) =>
    stripeOf(ctx.config).customers.create(
      {
        email,
        name,
        preferred_locales: ['es'],
        metadata: { [METADATA.userId]: held.userId },
      },
      options,
    ),
  )
  await changeHeld(ctx, held, { stripeCustomerId: customer.id })
  return customer.id
}

/** Throws 409 when the user never came to pay. */
export function requireCustomer({ row }: Pick<Held, 'row'>): string {
  if (!row.stripeCustomerId) throw new AppError('conflict', NO_CUSTOMER)
  return row.stripeCustomerId
}
