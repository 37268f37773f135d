import type { Stripe } from 'stripe'
import { euros, spanishDay } from '../billing/lines.ts'
import type { Form } from '../form.ts'
import type { Merchant } from '../merchant.ts'
import { cardFields } from './card-form.ts'
import { alertOf, html, type Markup, pageOf } from './layout.ts'

const STATUS: Record<string, string> = {
  open: 'Pendiente de pago',
  paid: 'Pagada',
  void: 'Anulada',
  draft: 'Borrador',
}

/** `hosted_invoice_url`: the invoice, its PDF, and what is needed to pay it. */
export function invoicePage(
  { store }: Merchant,
  invoice: Stripe.Invoice,
  storedCardId: string | null,
  refusal: string | null = null,
  typed: Form = {},
): string {
  const stored = storedCardId ? store.get('payment_method', storedCardId).card : undefined
  return pageOf(
    `Factura ${invoice.number}`,
    html`<h1>Factura ${invoice.number}</h1>
<p class="price">${euros(invoice.total)}</p>
<p><span class="badge">${STATUS[invoice.status ?? ''] ?? invoice.status}</span> <span class="soft">${spanishDay(invoice.created)} · ${invoice.customer_name ?? invoice.customer_email}</span></p>
<section><dl>${linesOf(invoice)}</dl></section>
<p><a href="/i/${invoice.id}/pdf">Descargar la factura en PDF</a></p>`,
    alertOf(refusal),
    invoice.status === 'open' ? payForms(invoice, stored, typed) : html``,
  )
}

function linesOf(invoice: Stripe.Invoice): Markup {
  const taxes = invoice.total_taxes ?? []
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return html`${invoice.lines.data.map((line) => html`<dt>${line.description}</dt><dd>${euros(line.amount)}</dd>`)}
${off > 0 ? html`<dt>Descuento</dt><dd>${euros(-off)}</dd>` : null}
${taxes.map((tax) => html`<dt>IVA${tax.tax_behavior === 'inclusive' ? ' (incluido)' : ''}</dt><dd>${euros(tax.amount)}</dd>`)}
${invoice.starting_balance ? html`<dt>Saldo anterior</dt><dd>${euros(invoice.starting_balance)}</dd>` : null}
<dt class="total">Importe a pagar</dt><dd class="total">${euros(invoice.amount_due)}</dd>`
}

function payForms(
  invoice: Stripe.Invoice,
  stored: Stripe.PaymentMethod.Card | undefined,
  typed: Form,
): Markup {
  const again = html`<form class="card" method="post">
<button class="main" type="submit" name="action" value="stored">Pagar con ${stored?.brand} ···· ${stored?.last4}</button></form>`
  return html`${stored ? again : null}
<form class="card" method="post"><strong>Pagar con otra tarjeta</strong>${cardFields(typed)}
<button class="main" type="submit" name="action" value="card">Pagar ${euros(invoice.amount_due)}</button></form>`
}
