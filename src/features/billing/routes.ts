import type { FastifyInstance } from 'fastify'
import type { CallerContext } from '#platform/context.ts'
import { contextOf, type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { planText } from '#shared/plan-text.ts'
import { activateSubscription } from './actions/activate.ts'
import { cancelSubscription, resumeSubscription } from './actions/cancel.ts'
import { createCheckoutSession } from './actions/checkout.ts'
import { retryPayment, type Settlement } from './actions/debt.ts'
import * as cardActions from './actions/payment-methods.ts'
import { dropPendingPlan } from './actions/pending-plan.ts'
import { changePlan, previewPlan } from './actions/plan.ts'
import { updateTaxId } from './actions/tax-id.ts'
import { takeEvent } from './actions/webhook.ts'
import * as payments from './contract/payments.ts'
import * as contract from './contract/subscription.ts'
import * as paymentQueries from './queries/payments.ts'
import { getSubscription } from './queries/subscription.ts'

const QUARTER_MS = 15 * 60_000

type Limit = (ctx: CallerContext) => Promise<unknown>

export async function mountBilling(mount: Mount): Promise<void> {
  const perUser = limitRate({ name: 'billing', max: 60, perMs: QUARTER_MS })
  const limit: Limit = (ctx) => perUser.count(ctx, ctx.caller.userId)
  mountSubscription(mount, limit)
  mountChanges(mount, limit)
  mountPaymentMethods(mount, limit)
  mountInvoices(mount, limit)
  await mount.app.register((scope) => mountWebhook(mount, scope))
}

function mountSubscription(mount: Mount, limit: Limit): void {
  serve(mount, contract.getSubscription, (ctx) => getSubscription(ctx))
  serve(mount, contract.createCheckoutSession, async (ctx, offer, { origin }) => {
    await limit(ctx)
    return await createCheckoutSession(ctx, { ...offer, origin })
  })
  serve(mount, contract.activateSubscription, async (ctx) => {
    await limit(ctx)
    return await activateSubscription(ctx)
  })
}

function mountChanges(mount: Mount, limit: Limit): void {
  const changed = async (ctx: CallerContext, message: string, isRead = true) => ({
    message: isRead ? message : `${message} ${SEEN_LATER}`,
    subscription: await getSubscription(ctx),
  })
  serve(mount, contract.previewPlan, async (ctx, wanted) => {
    await limit(ctx)
    return await previewPlan(ctx, wanted)
  })
  serve(mount, contract.changePlan, async (ctx, input) => {
    await limit(ctx)
    const { outcome, isRead } = await changePlan(ctx, input)
    const text = PLAN_OUTCOMES[outcome](planText(input.plan, input.interval ?? null))
    return await changed(ctx, text, isRead)
  })
  serve(mount, contract.dropPendingPlan, async (ctx) => {
    await limit(ctx)
    return await changed(ctx, 'Conservas tu plan actual.', await dropPendingPlan(ctx))
  })
  serve(mount, contract.cancelSubscription, async (ctx, input) => {
    await limit(ctx)
    const isRead = await cancelSubscription(ctx, input)
    return await changed(ctx, `Solicitud de cancelación enviada${isRead ? '' : '.'}`, isRead)
  })
  serve(mount, contract.resumeSubscription, async (ctx) => {
    await limit(ctx)
    return await changed(ctx, 'Tu suscripción sigue activa.', await resumeSubscription(ctx))
  })
  serve(mount, contract.retryPayment, async (ctx) => {
    await limit(ctx)
    await retryPayment(ctx)
    return await changed(ctx, 'Pago realizado.')
  })
}

const SEEN_LATER = 'Stripe tarda en contestar: aquí se verá en unos minutos.'

const PLAN_OUTCOMES: Record<
  Awaited<ReturnType<typeof changePlan>>['outcome'],
  (name: string) => string
> = {
  upgraded: (name) => `Tu plan es ahora ${name}.`,
  to_confirm: (name) => `Falta confirmar el pago: tu plan pasará a ${name} en cuanto lo confirmes.`,
  scheduled: (name) => `Tu plan pasará a ${name} al terminar el período actual.`,
}

function mountPaymentMethods(mount: Mount, limit: Limit): void {
  serve(mount, payments.listPaymentMethods, (ctx) => paymentQueries.listPaymentMethods(ctx))
  serve(mount, payments.addPaymentMethod, async (ctx, _input, { origin }) => {
    await limit(ctx)
    return await cardActions.addPaymentMethod(ctx, origin)
  })
  serve(mount, payments.setDefaultPaymentMethod, async (ctx, { paymentMethodId }) => {
    await limit(ctx)
    const settled = await cardActions.setDefaultPaymentMethod(ctx, paymentMethodId)
    const paymentMethods = await paymentQueries.listPaymentMethods(ctx)
    const payUrl = settled.outcome === 'open' ? settled.payUrl : null
    return { message: defaultMessage(settled), paymentMethods, payUrl }
  })
  serve(mount, payments.deletePaymentMethod, async (ctx, { paymentMethodId }) => {
    await limit(ctx)
    await cardActions.deletePaymentMethod(ctx, paymentMethodId)
    const paymentMethods = await paymentQueries.listPaymentMethods(ctx)
    return { message: 'Método de pago eliminado.', paymentMethods }
  })
}

function defaultMessage(settled: Settlement): string {
  const changed = 'Método de pago predeterminado actualizado'
  if (settled.outcome === 'open')
    return `${changed}, pero lo pendiente sigue sin pagar. ${settled.reason}`
  return settled.outcome === 'paid' ? `${changed}, y lo pendiente está pagado.` : `${changed}.`
}

function mountInvoices(mount: Mount, limit: Limit): void {
  serve(mount, payments.listInvoices, (ctx) => paymentQueries.listInvoices(ctx))
  serve(mount, payments.openPortal, async (ctx, _input, { origin }) => {
    await limit(ctx)
    return { url: await paymentQueries.portalUrl(ctx, origin) }
  })
  serve(mount, payments.getTaxDetails, (ctx) => paymentQueries.getTaxDetails(ctx))
  serve(mount, payments.updateTaxDetails, async (ctx, { taxId }) => {
    await limit(ctx)
    await updateTaxId(ctx, taxId)
    const taxDetails = await paymentQueries.getTaxDetails(ctx)
    const message = taxDetails.taxId
      ? 'NIF guardado: saldrá en tus próximas facturas.'
      : 'NIF eliminado.'
    return { message, taxDetails }
  })
  // A page the browser opens itself, so no endpoint.
  mount.app.get(payments.INVOICE_PDF_PATH, async (request, reply) => {
    const origin = mount.originOf(request)
    const ctx = await contextOf(
      mount,
      { request, reply, origin },
      { access: 'user', permission: 'money' },
    )
    const { invoiceId } = request.params as { invoiceId: string }
    // `contextOf` has just refused a missing caller.
    return reply.redirect(await paymentQueries.invoicePdf(ctx as CallerContext, invoiceId))
  })
}

/** The signature covers the bytes as sent, so this route alone receives them unread. */
async function mountWebhook({ ctx }: Mount, scope: FastifyInstance): Promise<void> {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  scope.post(contract.STRIPE_WEBHOOK_PATH, async (request) => {
    const signature = request.headers['stripe-signature']
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await takeEvent(ctx, { body, signature: String(signature ?? '') })
    return { received: true }
  })
}
