import { once } from 'node:events'
import { connect } from 'node:tls'
import { desc, eq } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import Stripe from 'stripe'
import { STRIPE_WEBHOOK_PATH } from '#features/billing/contract/subscription.ts'
import { pricesThatDiffer } from '#features/billing/queries/prices-at-stripe.ts'
import type { Context } from '#platform/context.ts'
import { googleConnections } from '#platform/db/schema/access.ts'
import { googleAdsFor } from '#platform/google-ads/client.ts'
import { GrantRevoked, isVersionGone } from '#platform/google-ads/errors.ts'
import { stripeOf } from '#platform/stripe.ts'
import { bad, type Check, type Finding, good, notice } from './finding.ts'

const PATIENCE_MS = 10_000
const DAY_MS = 86_400_000
const EXPIRES_SOON_DAYS = 14
/** Ours, not one of an account. */
const NO_CUSTOMER = 0

export const vendorChecks: readonly Check[] = [
  { name: 'Dirección pública', look: lookAtOrigin },
  { name: 'Correo', look: lookAtMail },
  { name: 'Precios de Stripe', look: lookAtPrices },
  { name: 'Avisos de Stripe', look: lookAtWebhook },
  { name: 'Google Ads', look: lookAtGoogle },
]

async function lookAtOrigin({ config }: Context): Promise<Finding> {
  const origin = config.appOrigin && new URL(config.appOrigin)
  if (!origin)
    return notice('Falta APP_ORIGIN: los enlaces de los correos llevan la dirección local.')
  if (origin.protocol !== 'https:') return notice(`${origin.origin} va sin cifrar.`)
  const socket = connect({
    host: origin.hostname,
    port: Number(origin.port || 443),
    servername: origin.hostname,
    timeout: PATIENCE_MS,
  })
  try {
    const refused = await once(socket, 'secureConnect').then(() => null, codeOf)
    if (refused === 'ECONNREFUSED')
      return bad(
        `Nada atiende aún en ${origin.host}: falta poner en marcha el proxy y los procesos web.`,
      )
    if (refused) return bad(`No se llega a ${origin.host} (${refused}).`)
    const daysLeft = Math.floor(
      (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS,
    )
    const text = `El certificado de ${origin.hostname} vale ${daysLeft} días más.`
    return daysLeft < EXPIRES_SOON_DAYS ? notice(text) : good(text)
  } finally {
    socket.destroy()
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? 'sin código'

async function lookAtMail({ config }: Context): Promise<Finding> {
  if (!config.smtpUrl) return bad('Falta SMTP_URL: no sale ningún correo.')
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
  })
  try {
    await transport.verify()
    return good('El servidor de correo acepta la conexión y las credenciales.')
  } catch (error) {
    return bad(`El servidor de correo no acepta la conexión (${codeOf(error)}): revisa SMTP_URL.`)
  } finally {
    transport.close()
  }
}

async function lookAtPrices(ctx: Context): Promise<Finding> {
  const faults = await pricesThatDiffer(ctx).catch((error) => {
    const finding = noStripe(error)
    if (finding) return finding
    throw error
  })
  if (!Array.isArray(faults)) return faults
  return faults.length > 0
    ? bad(faults.join('; '))
    : good('Son los de los planes: importe, euros, cada mes o cada año y activos.')
}

async function lookAtWebhook({ config }: Context): Promise<Finding> {
  const url = `${config.appOrigin ?? ''}${STRIPE_WEBHOOK_PATH}`
  const endpoints = await stripeOf(config)
    .webhookEndpoints.list({ limit: 100 })
    .catch(
      (error) =>
        noStripe(error) ??
        notice('Stripe no dice qué avisos manda: la clave no tiene ese permiso.'),
    )
  if (!('data' in endpoints)) return endpoints
  const ours = endpoints.data.find((endpoint) => endpoint.url === url)
  if (!ours) return bad(`Stripe no manda avisos a ${url}: crea allí el punto de entrada.`)
  if (ours.status !== 'enabled') return bad(`Los avisos a ${url} están desactivados.`)
  const missing = unheardEvents(ours.enabled_events)
  return missing.length > 0
    ? bad(`A ${url} no llegan ${missing.join(', ')}: márcalos en Stripe (docs/stripe.md).`)
    : good(`Llegan a ${url}.`)
}

/** What keeps Stripe from telling anything at all. */
function noStripe(error: unknown): Finding | null {
  const { StripeConnectionError, StripeAuthenticationError } = Stripe.errors
  if (error instanceof StripeConnectionError) return bad('No se llega a Stripe.')
  if (error instanceof StripeAuthenticationError)
    return bad('Stripe no acepta la clave: revisa STRIPE_SECRET_KEY.')
  return null
}

/** Of the events without which a payment, or its end, is only found out about by the daily look. */
export function unheardEvents(enabled: readonly string[]): string[] {
  return enabled.includes('*') ? [] : NEEDED.filter((event) => !enabled.includes(event))
}

const NEEDED = [
  'checkout.session.completed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
]

/** With the newest grant, if there is one: one operation of the day's quota. */
async function lookAtGoogle(ctx: Context): Promise<Finding> {
  const [connection] = await ctx.db
    .select()
    .from(googleConnections)
    .where(eq(googleConnections.status, 'active'))
    .orderBy(desc(googleConnections.createdAt))
    .limit(1)
  if (!connection) return notice('Nadie ha conectado aún una cuenta: el acceso no se puede probar.')
  const ads = googleAdsFor(ctx, connection, {
    customerId: NO_CUSTOMER,
    loginCustomerId: null,
    priority: 'interactive',
  })
  try {
    const customers = await ads.accessibleCustomers()
    return good(`La API responde y ve ${customers.length} cuentas con el último permiso dado.`)
  } catch (error) {
    if (error instanceof GrantRevoked)
      return notice('El último permiso dado está retirado; otros pueden valer.')
    if (isVersionGone(error))
      return bad(
        `Google no conoce la versión ${ctx.config.googleAds.apiVersion} de su API, o la ha retirado: nada se lee. Instala una versión de Pujante hecha para otra (deploy/runbook.md).`,
      )
    throw error
  }
}
