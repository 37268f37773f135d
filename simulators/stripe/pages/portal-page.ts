import type { Stripe } from 'stripe'
import { euros, nameOf, spanishDay } from '../billing/lines.ts'
import { firstEntry } from '../billing/subscriptions.ts'
import type { Form } from '../form.ts'
import type { Merchant } from '../merchant.ts'
import { cardsOf } from '../resources/payment-methods.ts'
import { cardFields } from './card-form.ts'
import { alertOf, html, type Markup, pageOf } from './layout.ts'

const STATUS: Record<string, string> = {
  active: 'Activa',
  trialing: 'En prueba',
  past_due: 'Pago pendiente',
  unpaid: 'Impagada',
  open: 'Pendiente',
  paid: 'Pagada',
  void: 'Anulada',
  draft: 'Borrador',
}

/** The customer's own view of their subscription, cards and invoices. */
export function portalPage(
  merchant: Merchant,
  session: Stripe.BillingPortal.Session,
  refusal: string | null = null,
  typed: Form = {},
): string {
  const { store } = merchant
  const customer = store.get('customer', session.customer)
  const running = store
    .all('subscription')
    .filter((one) => one.customer === customer.id && !one.ended_at)
  const cards = cardsOf(merchant, customer.id)
  const onlyCards = session.flow?.type === 'payment_method_update'
  const invoices = store.all('invoice').filter((invoice) => invoice.customer === customer.id)
  return pageOf(
    'Portal de facturación',
    html`<h1>Facturación de ${customer.name ?? customer.email}</h1>
${session.return_url ? html`<p><a href="${session.return_url}">Volver a Pujante</a></p>` : null}
${alertOf(refusal)}`,
    ...(onlyCards ? [] : running.map((one) => subscriptionSection(merchant, one))),
    html`<h2>Métodos de pago</h2><section>${cards.length === 0 ? html`<p class="soft">No hay tarjetas.</p>` : cards.map((card) => cardRow(card, customer))}</section>
<form class="card" method="post"><strong>Añadir una tarjeta</strong>${cardFields(typed)}
<button class="main" type="submit" name="action" value="add_card">Añadir tarjeta</button></form>`,
    onlyCards ? html`` : html`<h2>Facturas</h2><section>${invoices.map(invoiceRow)}</section>`,
  )
}

function subscriptionSection(merchant: Merchant, subscription: Stripe.Subscription): Markup {
  const { price, current_period_end: end } = firstEntry(subscription)
  const ends = subscription.cancel_at !== null
  return html`<h2>Suscripción</h2><section>
<p><strong>${nameOf(merchant, price)}</strong> <span class="badge">${STATUS[subscription.status] ?? subscription.status}</span></p>
<p class="soft">${euros(price.unit_amount ?? 0)} al mes. ${ends ? 'Termina' : 'Se renueva'} el ${spanishDay(end)}.</p>
<form method="post"><input type="hidden" name="subscription" value="${subscription.id}">
<button type="submit" name="action" value="${ends ? 'resume' : 'cancel'}">${ends ? 'Reanudar la suscripción' : 'Cancelar la suscripción'}</button></form>
</section>`
}

function cardRow(card: Stripe.PaymentMethod, customer: Stripe.Customer): Markup {
  const isDefault = customer.invoice_settings.default_payment_method === card.id
  const { brand, last4, exp_month: month, exp_year: year } = card.card ?? {}
  return html`<div class="row"><span>${brand} ···· ${last4} <span class="soft">caduca ${month}/${year}</span> ${isDefault ? html`<span class="badge">Predeterminada</span>` : null}</span>
<form method="post"><input type="hidden" name="card" value="${card.id}">
${isDefault ? null : html`<button type="submit" name="action" value="default">Usar por defecto</button>`}
<button type="submit" name="action" value="remove">Eliminar</button></form></div>`
}

function invoiceRow(invoice: Stripe.Invoice): Markup {
  const { number, total, status, created, hosted_invoice_url: url } = invoice
  return html`<div class="row"><span>${spanishDay(created)} · ${euros(total)} <span class="badge">${STATUS[status ?? ''] ?? status}</span></span>
${url ? html`<a href="${url}">${number}</a>` : null}</div>`
}
