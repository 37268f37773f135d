import type { Context } from '#platform/context.ts'
import { isMissingAtStripe, stripeOf } from '#platform/stripe.ts'
import { INTERVALS, PLANS, type PlanId } from '#shared/plans.ts'
import { priceDifferences } from '../rules/price-differences.ts'
import { type Offer, priceIdOf } from '../rules/prices.ts'

const OFFERS: Offer[] = (Object.keys(PLANS) as PlanId[]).flatMap((plan) =>
  INTERVALS.map((interval) => ({ plan, interval })),
)

/** What of Stripe's prices is not as the plan cards say; empty when all is. Throws when Stripe cannot be asked. */
export async function pricesThatDiffer({ config }: Pick<Context, 'config'>): Promise<string[]> {
  const stripe = stripeOf(config)
  const faults: string[] = []
  for (const offer of OFFERS) {
    const priceId = priceIdOf(offer, config.stripe)
    if (!priceId) continue
    const price = await stripe.prices.retrieve(priceId).catch((error: unknown) => {
      if (isMissingAtStripe(error)) return null
      throw error
    })
    const wanted = { offer, priceId, stripe: config.stripe }
    faults.push(...priceDifferences(price, wanted))
  }
  return faults
}

/** At the start, and when Stripe tells of a changed price: into the log, and never in the way of serving. */
export async function warnOfPrices(ctx: Pick<Context, 'config' | 'log'>): Promise<void> {
  try {
    const differences = await pricesThatDiffer(ctx)
    if (differences.length > 0)
      ctx.log.error({ differences }, 'the prices at Stripe are not those of the plans')
  } catch (error) {
    ctx.log.warn({ err: error }, 'the prices at Stripe could not be compared')
  }
}
