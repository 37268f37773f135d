import type { Context } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'

/** The id of the one line of a subscription of ours, which carries its price. */
export async function itemOf(ctx: Context, subscriptionId: string): Promise<string> {
  const { items } = await stripeOf(ctx.config).subscriptions.retrieve(subscriptionId)
  const line = items.data[0]
  if (!line) throw new AppError('vendor_failed', 'No se pudo cambiar el plan. Inténtalo de nuevo.')
  return line.id
}
