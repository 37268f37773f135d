import { type Form, parseForm, text } from '../form.ts'
import { type Exchange, readBody, redirect, sendHtml } from '../http.ts'
import type { Merchant } from '../merchant.ts'
import type { Challenge } from '../store.ts'
import { StripeFailure } from '../stripe-error.ts'
import { finishCheckout, showCheckout, submitCheckout } from './checkout-flow.ts'
import { payPresent, showInvoice, submitInvoice } from './invoice-flow.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { html, pageOf } from './layout.ts'
import { keepPortalCard, showPortal, submitPortal } from './portal-flow.ts'

/** The pages people see at Stripe. False when the address is none of theirs. */
export async function handlePages(exchange: Exchange, merchant: Merchant): Promise<boolean> {
  const [, page, id = ''] =
    /^\/(c\/pay|c\/3ds|p\/session|i)\/([^/]+)(?:\/pdf)?$/.exec(exchange.url.pathname) ?? []
  if (!page) return false
  const posted = exchange.request.method === 'POST'
  const typed = posted ? parseForm(await readBody(exchange.request)) : null
  try {
    await show(exchange, merchant, page, id, typed)
    return true
  } catch (error) {
    if (error instanceof StripeFailure && error.status === 404) return false
    throw error
  }
}

async function show(
  exchange: Exchange,
  merchant: Merchant,
  page: string,
  id: string,
  typed: Form | null,
): Promise<void> {
  const { store } = merchant
  if (page === 'c/pay') {
    const session = store.get('checkout.session', id)
    if (typed) submitCheckout(exchange, merchant, session, typed)
    else showCheckout(exchange, merchant, session)
  } else if (page === 'p/session') {
    const session = store.get('billing_portal.session', id)
    if (typed) submitPortal(exchange, merchant, session, typed)
    else showPortal(exchange, merchant, session)
  } else if (page === 'c/3ds') {
    const challenge = store.hidden.challenge[id]
    if (!challenge) throw new StripeFailure(404, { type: 'page', message: 'No such challenge' })
    if (!typed) sendHtml(exchange, 200, threeDSecurePage())
    else answerChallenge(exchange, merchant, id, text(typed, 'outcome') === 'complete')
  } else if (exchange.url.pathname.endsWith('/pdf')) {
    await sendPdf(exchange, merchant, id)
  } else {
    const invoice = store.get('invoice', id)
    if (typed) submitInvoice(exchange, merchant, invoice, typed)
    else showInvoice(exchange, merchant, invoice)
  }
}

function answerChallenge(
  exchange: Exchange,
  merchant: Merchant,
  id: string,
  passed: boolean,
): void {
  const { store } = merchant
  const challenge = store.hidden.challenge[id] as Challenge
  delete store.hidden.challenge[id]
  if (challenge.of === 'checkout') {
    const session = store.get('checkout.session', challenge.sessionId)
    if (passed) finishCheckout(exchange, merchant, session, challenge.buyer)
    else redirect(exchange, `/c/pay/${session.id}?not_authenticated`)
  } else if (challenge.of === 'portal') {
    const session = store.get('billing_portal.session', challenge.sessionId)
    if (passed) keepPortalCard(merchant, session, challenge.buyer)
    redirect(exchange, `/p/session/${session.id}${passed ? '' : '?not_authenticated'}`)
  } else {
    const invoice = store.get('invoice', challenge.invoiceId)
    if (passed) payPresent(merchant, invoice, challenge.paymentMethodId)
    redirect(exchange, `/i/${invoice.id}${passed ? '' : '?not_authenticated'}`)
  }
}

async function sendPdf({ response }: Exchange, { store }: Merchant, id: string): Promise<void> {
  const invoice = store.get('invoice', id)
  const pdf = await invoicePdf(invoice)
  response.writeHead(200, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="factura-${invoice.number}.pdf"`,
  })
  response.end(pdf)
}

/** The bank's page between a card and its payment. */
function threeDSecurePage(): string {
  return pageOf(
    'Autenticación 3D Secure',
    html`<form class="card" method="post">
<h1>Autenticación 3D Secure</h1>
<p class="soft">En un pago real, aquí su banco le pediría que confirmase que es usted.</p>
<button class="main" type="submit" name="outcome" value="complete">Completar autenticación</button>
<p><button type="submit" name="outcome" value="fail">Rechazar autenticación</button></p>
</form>`,
  )
}
