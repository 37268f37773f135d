import type { CallerContext } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { parseTaxId } from '../rules/tax-id.ts'
import { ensureCustomer } from './customer.ts'
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
    const isStored = wanted && stored.some(({ value }) => value === wanted.value)
    // The new one first: an invoice made in between shows two rather than none.
    if (wanted && !isStored)
      await changeAtStripe(ctx, held, ['tax id', wanted.value], (options) =>
        stripe.customers.createTaxId(customer, wanted, options),
      )
    for (const { id, value } of stored)
      if (value !== wanted?.value) await stripe.customers.deleteTaxId(customer, id)
  })
}
