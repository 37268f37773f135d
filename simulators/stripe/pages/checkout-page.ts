import type { Stripe } from 'stripe'
import { euros, isYearly, nameOf, spanishDay } from '../billing/lines.ts'
import { type Form, text } from '../form.ts'
import type { Merchant } from '../merchant.ts'
import { checkoutLineItems, orderFor } from '../resources/checkout-sessions.ts'
import { cardFields, TEST_CARDS_HINT } from './card-form.ts'
import { codeField, discountText } from './checkout-code.ts'
import { alertOf, html, type Markup, pageOf } from './layout.ts'

const COUNTRIES = {
  ES: 'España',
  PT: 'Portugal',
  FR: 'Francia',
  DE: 'Alemania',
  IT: 'Italia',
  GB: 'Reino Unido',
  US: 'Estados Unidos',
}

/** An open session's form; `typed` comes back after a refusal. */
export function checkoutPage(
  merchant: Merchant,
  session: Stripe.Checkout.Session,
  refusal: string | null = null,
  typed: Form = {},
): string {
  const setup = session.mode === 'setup'
  const order = orderFor(merchant, session.id)
  const button = order.trialDays > 0 ? 'Iniciar periodo de prueba' : 'Suscribirse'
  const email = html`
<label for="email">Correo electrónico</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${text(typed, 'email') ?? session.customer_email}">`
  return pageOf(
    setup ? 'Añadir una tarjeta' : 'Pagar la suscripción',
    setup ? html`<h1>Añadir una tarjeta</h1>` : summary(merchant, session),
    html`
<form class="card" method="post">
${alertOf(refusal)}
${session.customer ? null : email}
${codeField(merchant, order, typed)}
${cardFields(typed)}
${order.automaticTax || order.asksAddress ? addressFields(typed, order.asksAddress) : null}
${order.collectsTaxId ? taxIdField(typed) : null}
<button class="main" type="submit">${setup ? 'Guardar tarjeta' : button}</button>
</form>
${session.cancel_url ? html`<p><a href="${session.cancel_url}">Cancelar y volver</a></p>` : null}`,
    TEST_CARDS_HINT,
  )
}

/** What is seen of a session that is no longer open. */
export function closedCheckoutPage(session: Stripe.Checkout.Session, returnUrl: string): string {
  const paid = session.status === 'complete'
  return pageOf(
    paid ? 'Pago completado' : 'Sesión caducada',
    html`<section><h1>${paid ? 'Este pago ya está completado' : 'Esta sesión de pago ha caducado'}</h1>
<p class="soft">${paid ? 'No se ha cobrado nada más.' : 'Vuelva al sitio para empezar de nuevo.'}</p>
${returnUrl ? html`<p><a href="${returnUrl}">Volver</a></p>` : null}</section>`,
  )
}

function summary(merchant: Merchant, session: Stripe.Checkout.Session): Markup {
  const order = orderFor(merchant, session.id)
  const [line] = checkoutLineItems(merchant, session.id).data
  const price = line?.price
  if (!price) return html``
  const tax = session.total_details?.amount_tax ?? 0
  const off = session.total_details?.amount_discount ?? 0
  const inclusive = (session.amount_total ?? 0) + off === (session.amount_subtotal ?? 0)
  const trialEnd = merchant.now() + order.trialDays * 86_400
  return html`
<h1>Suscripción a ${nameOf(merchant, price)}</h1>
<p class="price">${euros(price.unit_amount ?? 0)} <span class="soft">al ${isYearly(price) ? 'año' : 'mes'}</span></p>
${order.trialDays > 0 ? html`<p class="soft">${order.trialDays} días de prueba, hasta el ${spanishDay(trialEnd)}.</p>` : null}
<section><dl>
<dt>${nameOf(merchant, price)}</dt><dd>${euros(session.amount_subtotal ?? 0)}</dd>
${order.promised ? html`<dt>${discountText(merchant, order.promised)}</dt><dd>${euros(-off)}</dd>` : null}
${session.total_details?.amount_tax || order.automaticTax ? html`<dt>IVA${inclusive ? ' (incluido)' : ''}</dt><dd>${euros(tax)}</dd>` : null}
<dt class="total">Total a pagar hoy</dt><dd class="total">${euros(session.amount_total ?? 0)}</dd>
</dl></section>`
}

function addressFields(typed: Form, whole: boolean): Markup {
  const chosen = text(typed, 'country') ?? 'ES'
  const options = Object.entries(COUNTRIES).map(
    ([code, name]) =>
      html`<option value="${code}"${chosen === code ? html` selected` : null}>${name}</option>`,
  )
  const street = html`<label for="line1">Dirección</label>
<input id="line1" name="line1" autocomplete="address-line1" required value="${text(typed, 'line1')}" maxlength="150">
<label for="city">Localidad</label>
<input id="city" name="city" autocomplete="address-level2" required value="${text(typed, 'city')}" maxlength="100">`
  return html`${whole ? street : null}<div class="pair">
<div><label for="country">País</label><select id="country" name="country" autocomplete="country">${options}</select></div>
<div><label for="postal_code">Código postal</label>
<input id="postal_code" name="postal_code" autocomplete="postal-code" value="${text(typed, 'postal_code')}" maxlength="12"></div>
</div>`
}

function taxIdField(typed: Form): Markup {
  return html`
<label for="business_name">Nombre de la empresa (opcional)</label>
<input id="business_name" name="business_name" autocomplete="organization" value="${text(typed, 'business_name')}" maxlength="150">
<label for="tax_id">NIF o NIF-IVA (opcional)</label>
<input id="tax_id" name="tax_id" placeholder="B12345678" value="${text(typed, 'tax_id')}" maxlength="20">`
}
