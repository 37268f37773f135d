import Stripe from 'stripe'
import type { CallerContext } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { parseTaxId, type TaxId } from '../rules/tax-id.ts'
import { ensureCustomer } from './customer.ts'
import type { Held } from './lock.ts'
import { changeAtStripe, talkToStripe } from './talk-to-stripe.ts'

const UNREADABLE =
  'Ese NIF o número de IVA no es válido. Revísalo: falta o sobra alguna cifra o letra.'

/** Puts the tax id on the invoices to come; null or '' removes it. Throws 400 for one that cannot be. */
export async function updateTaxId(ctx: CallerContext, given: string | null): Promise<void> {
  const wanted = given ? parseTaxId(given) : null
  if (given && !wanted) throw new AppError('invalid', UNREADABLE, { fields: { taxId: UNREADABLE } })
  const refusal = 'No se pudo guardar el NIF. Inténtalo de nuevo.'
  await talkToStripe(ctx, ctx.caller.userId, refusal, async (held) => {
    if (!wanted && !held.row.stripeCustomerId) return
    const customer = await ensureCustomer(ctx, held)
    const stripe = stripeOf(ctx.config)
    const { data: stored } = await stripe.customers.listTaxIds(customer, { limit: 100 })
    const known = stored.find(({ value }) => wanted?.some((form) => form.value === value))
    // The new one first: an invoice made in between shows two rather than none.
    const kept = known?.value ?? (wanted && (await storeTaxId(ctx, held, customer, wanted)))
    for (const { id, value } of stored)
      if (value !== kept) await stripe.customers.deleteTaxId(customer, id)
  })
}

/** In the first form that Stripe takes; answers what it keeps. Throws 400 when it takes none. */
async function storeTaxId(
  ctx: CallerContext,
  held: Held,
  customer: string,
  forms: readonly TaxId[],
): Promise<string> {
  for (const form of forms)
    try {
      const made = await changeAtStripe(ctx, held, ['tax id', form.type, form.value], (options) =>
        stripeOf(ctx.config).customers.createTaxId(customer, form, options),
      )
      return made.value
    } catch (error) {
      const refused = error instanceof Stripe.errors.StripeError && error.code === 'tax_id_invalid'
      if (!refused) throw error
    }
  throw new AppError('invalid', UNREADABLE, { fields: { taxId: UNREADABLE } })
}
