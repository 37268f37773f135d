import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { stripeCustomersOf } from '#account-data/erase-tenant.ts'
import type { CallerContext } from '#platform/context.ts'
import { billingAccounts, invoiceOutbox } from '#platform/db/schema/billing.ts'
import { isMissingAtStripe, stripeOf, toStripeAppError, withPatience } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { idOf, listCards } from '../actions/default-card.ts'
import {
  type Invoice,
  invoicePdfPath,
  type PaymentMethod,
  type TaxDetails,
} from '../contract/payments.ts'
import { SUBSCRIPTION_SETTINGS_PATH } from '../contract/subscription.ts'
import { type BillingRow, isFinal, isLive } from '../rules/access.ts'
import { expiryOf } from '../rules/cards.ts'

/** With the last call's own time it is less than a browser waits. */
const READING_MS = 12_000

type Known = BillingRow & { stripeCustomerId: string }

/** The default one first. Throws 503 when Stripe is away: a card is never shown from memory. */
export async function listPaymentMethods(ctx: CallerContext): Promise<PaymentMethod[]> {
  return await ask(ctx, [], 'No se pudieron leer los métodos de pago.', async (row) => {
    const cards = await listCards(ctx, row.stripeCustomerId)
    const now = ctx.clock.now()
    return cards
      .map((method) => ({
        id: method.id,
        type: method.card?.brand ?? 'card',
        last4: method.card?.last4 ?? '',
        expiryMonth: method.card?.exp_month ?? 0,
        expiryYear: method.card?.exp_year ?? 0,
        isDefault: method.id === row.cardId,
        expiry: expiryOf(method.card?.exp_month ?? 12, method.card?.exp_year ?? 9999, now),
        canDelete: cards.length > 1 || !isLive(row.status),
      }))
      .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
  })
}

export async function listInvoices(ctx: CallerContext): Promise<Invoice[]> {
  return await askOfAll(
    ctx,
    [],
    'No se pudo leer el historial de facturación.',
    async (ids, row) => {
      const { invoices, creditNotes } = stripeOf(ctx.config)
      const lists = ids.map(async (customer) => {
        const newest = { customer, limit: 100 }
        const [{ data }, notes] = await Promise.all([
          invoices.list(newest),
          creditNotes.list(newest),
        ])
        return data
          .filter(({ status }) => status !== 'draft')
          .map((one) => toInvoice(one, row, notes.data))
      })
      return (await Promise.all(lists)).flat().toSorted((a, b) => b.date.localeCompare(a.date))
    },
  )
}

function toInvoice(
  invoice: Stripe.Invoice,
  row: BillingRow | undefined,
  notes: readonly Stripe.CreditNote[],
): Invoice {
  const id = invoice.id ?? ''
  return {
    id,
    number: invoice.number,
    date: new Date(invoice.created * 1000).toISOString(),
    amount: invoice.total / 100,
    currency: invoice.currency.toUpperCase(),
    givenBack: invoice.post_payment_credit_notes_amount / 100,
    status: statusOf(invoice),
    creditNotes: notes
      .filter((note) => idOf(note.invoice) === id && note.status === 'issued')
      .map(toCreditNote)
      .toReversed(),
    pdfUrl: invoice.invoice_pdf ? invoicePdfPath(id) : null,
    payUrl: isOwed(invoice, row) ? (invoice.hosted_invoice_url ?? null) : null,
  }
}

function toCreditNote({ id, number, created, total }: Stripe.CreditNote) {
  const date = new Date(created * 1000).toISOString()
  return { id, number, date, amount: total / 100, pdfUrl: invoicePdfPath(id) }
}

/** Of a subscription that has ended nothing is owed: what it left open is voided at the next reading. */
function isOwed({ status, parent }: Stripe.Invoice, row: BillingRow | undefined): boolean {
  const subscription = idOf(parent?.subscription_details?.subscription)
  const isInForce = row && subscription === row.subscriptionId && !isFinal(row.status)
  return status === 'open' && (subscription === null || isInForce === true)
}

const SETTLED = ['paid', 'open', 'void', 'uncollectible'] as const

/** Stripe calls an invoice paid also when a credit note has given all of it back. */
function statusOf(invoice: Stripe.Invoice): Invoice['status'] {
  const { status, amount_paid: paid, post_payment_credit_notes_amount: givenBack } = invoice
  if (status === 'paid' && givenBack > 0) return givenBack >= paid ? 'refunded' : 'partly_refunded'
  return SETTLED.find((known) => known === status) ?? 'draft'
}

/** Where the PDF is; Stripe's own address carries its key. Throws 404 for another's invoice or credit note. */
export async function invoicePdf(ctx: CallerContext, paperId: string): Promise<string> {
  const missing = new AppError('not_found', 'No existe esa factura.')
  const [own] = await ctx.db
    .select({ pdfUrl: invoiceOutbox.pdfUrl })
    .from(invoiceOutbox)
    .where(eq(invoiceOutbox.stripeId, paperId))
  return await askOfAll(ctx, null, 'No se pudo descargar la factura.', async (ids) => {
    try {
      const { customer, pdf } = await paperAtStripe(ctx, paperId)
      const isOwn = ids.includes(idOf(customer) ?? '')
      // Of the provider, where there is one: Stripe's is the receipt then.
      return isOwn ? (own?.pdfUrl ?? pdf) : null
    } catch (error) {
      if (isMissingAtStripe(error)) return null
      throw error
    }
  }).then((url) => {
    if (!url) throw missing
    return url
  })
}

async function paperAtStripe({ config }: CallerContext, id: string) {
  const { invoices, creditNotes } = stripeOf(config)
  if (id.startsWith('cn_')) return await creditNotes.retrieve(id)
  const { customer, invoice_pdf: pdf = null } = await invoices.retrieve(id)
  return { customer, pdf }
}

/** Throws 409 for who never came to pay. */
export async function portalUrl(ctx: CallerContext, origin: string): Promise<string> {
  const url = await ask(ctx, null, 'No se pudo acceder al portal de gestión.', async (row) => {
    const session = await stripeOf(ctx.config).billingPortal.sessions.create({
      customer: row.stripeCustomerId,
      return_url: origin + SUBSCRIPTION_SETTINGS_PATH,
      locale: 'es',
    })
    return session.url
  })
  if (!url) throw new AppError('conflict', 'Todavía no tienes ninguna suscripción que gestionar.')
  return url
}

export async function getTaxDetails(ctx: CallerContext): Promise<TaxDetails> {
  const { automaticTax } = ctx.config.stripe
  const taxId = await ask(ctx, null, 'No se pudo leer el NIF.', async (row) => {
    const { data } = await stripeOf(ctx.config).customers.listTaxIds(row.stripeCustomerId)
    return data[0]?.value ?? null
  })
  return { taxId, automaticTax }
}

/** Asks Stripe about the caller's customer; `none` for who has none. */
async function ask<T>(
  ctx: CallerContext,
  none: T,
  refusal: string,
  question: (row: Known) => Promise<T>,
): Promise<T> {
  const row = await rowOf(ctx)
  if (!row?.stripeCustomerId) return none
  try {
    const { stripeCustomerId } = row
    return await withPatience(READING_MS, () => question({ ...row, stripeCustomerId }))
  } catch (error) {
    throw toStripeAppError(error, refusal)
  }
}

/** The same about all customers that the caller is or was. */
async function askOfAll<T>(
  ctx: CallerContext,
  none: T,
  refusal: string,
  question: (ids: readonly string[], row: BillingRow | undefined) => Promise<T>,
): Promise<T> {
  const row = await rowOf(ctx)
  const ids = await stripeCustomersOf(ctx, ctx.caller.userId)
  if (ids.length === 0) return none
  try {
    return await withPatience(READING_MS, () => question(ids, row))
  } catch (error) {
    throw toStripeAppError(error, refusal)
  }
}

async function rowOf({ db, caller }: CallerContext): Promise<BillingRow | undefined> {
  const [row] = await db
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, caller.userId))
  return row
}
