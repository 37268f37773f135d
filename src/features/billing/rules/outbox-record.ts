import type Stripe from 'stripe'
import type { InvoiceRecipient, invoiceOutbox } from '#platform/db/schema/billing.ts'
import { money } from '#shared/spanish-numbers.ts'
import { amountsOf, discountCents, type InvoiceAmounts } from './invoice-amounts.ts'
import { splitTotal, taxTreatmentOf } from './tax-treatment.ts'

export type OutboxRow = typeof invoiceOutbox.$inferSelect

/** What an invoice of ours says, apart from its place in the series. */
export type InvoiceText = Pick<
  OutboxRow,
  | 'stripeId'
  | 'stripeNumber'
  | 'corrects'
  | 'reason'
  | 'recipient'
  | 'description'
  | 'baseCents'
  | 'percent'
  | 'quotaCents'
  | 'totalCents'
  | 'exemption'
>

const MICROS_PER_CENT = 10_000

/** `hasEuropeanNumber`: that of another country of the Union, known to VIES by now. */
type Rule = {
  automaticTax: boolean
  pricesIncludeTax: boolean
  rate: number
  hasEuropeanNumber: boolean
}

/** `invoice`: of a credit note the one it corrects. */
export function invoiceText(
  paper: Stripe.Invoice | Stripe.CreditNote,
  invoice: Stripe.Invoice | null,
  rule: Rule,
): InvoiceText {
  const isNote = paper.object === 'credit_note'
  const { exemption, ...amounts } = taxedAmounts(paper, invoice, rule)
  const sign = isNote ? -1 : 1
  return {
    stripeId: paper.id ?? '',
    stripeNumber: paper.number ?? '',
    corrects: isNote ? (invoice?.id ?? null) : null,
    reason: isNote ? (paper.memo ?? paper.reason) : null,
    recipient: recipientOf(invoice),
    description: invoice ? descriptionOf(invoice) : '',
    baseCents: sign * amounts.baseCents,
    percent: amounts.percent,
    quotaCents: sign * amounts.quotaCents,
    totalCents: sign * amounts.totalCents,
    exemption,
  }
}

/**
 * As Stripe has them. Except where the first invoice was written before the place was known: with IVA within the price
 * what was paid stays the same, and outside of the IVA all of it is base.
 */
function taxedAmounts(
  paper: Stripe.Invoice | Stripe.CreditNote,
  invoice: Stripe.Invoice | null,
  { automaticTax, pricesIncludeTax, rate, ...known }: Rule,
): InvoiceAmounts & { exemption: string | null } {
  const charged = amountsOf(paper, rate)
  const { country = null, postal_code: postalCode = null } = invoice?.customer_address ?? {}
  const hasEuropeanNumber = known.hasEuropeanNumber || charged.quotaCents === 0
  const { percent, sentence } = taxTreatmentOf({ country, postalCode, hasEuropeanNumber })
  if (percent > 0 || charged.quotaCents === 0 || automaticTax || !pricesIncludeTax)
    return { ...charged, exemption: charged.quotaCents === 0 ? sentence : null }
  const { totalCents } = charged
  return { ...splitTotal(totalCents, percent), percent, totalCents, exemption: sentence }
}

/** A discount that is not within the price stands on the invoice: RD 1619/2012, art. 6.1.f. */
function descriptionOf(invoice: Stripe.Invoice): string {
  const off = discountCents(invoice)
  const lines = invoice.lines.data.map(({ description }) => description)
  const text = `descuento de ${money(off * MICROS_PER_CENT, 'EUR')}`
  return [...lines, ...(off > 0 ? [text] : [])].join('; ')
}

function recipientOf(invoice: Stripe.Invoice | null): InvoiceRecipient {
  const { line1, line2, postal_code: postcode, city, country } = invoice?.customer_address ?? {}
  const address = [line1, line2, [postcode, city].filter(Boolean).join(' '), country]
  return {
    name: invoice?.customer_name ?? null,
    taxId: invoice?.customer_tax_ids?.[0]?.value ?? null,
    address: address.filter(Boolean).join(', ') || null,
  }
}

/** The fields that a later change must not pass unseen, in one order. */
export function hashedText(
  text: InvoiceText & Pick<OutboxRow, 'series' | 'number' | 'issuedAt' | 'previousHash'>,
): string {
  const { recipient } = text
  return JSON.stringify([
    ...[text.previousHash, text.series, text.number, text.issuedAt.toISOString()],
    ...[text.stripeId, text.corrects, text.reason],
    ...[recipient.name, recipient.taxId, recipient.address, text.description],
    ...[text.baseCents, text.percent, text.quotaCents, text.totalCents, text.exemption],
  ])
}
