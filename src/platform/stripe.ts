import Stripe from 'stripe'
import { AppError } from '#shared/app-error.ts'
import type { Config } from './config.ts'

const PATIENCE_MS = 10_000
const RETRIES = 2
const RETRY_AFTER_SECONDS = 30

const clients = new WeakMap<Config['stripe'], Stripe>()

/** The official client, one per configuration; against `apiBase` where one is set (a simulator). */
export function stripeOf(config: Pick<Config, 'stripe'>): Stripe {
  const known = clients.get(config.stripe)
  if (known) return known
  const made = new Stripe(config.stripe.secretKey, {
    timeout: PATIENCE_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(config.stripe.apiBase && hostOf(config.stripe.apiBase)),
  })
  clients.set(config.stripe, made)
  return made
}

function hostOf(base: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(base)
  const secure = protocol === 'https:'
  return {
    host: hostname,
    port: port || (secure ? '443' : '80'),
    protocol: secure ? 'https' : 'http',
  }
}

/** Stripe could not be asked, or did not say what became of the request: nothing is known, so nothing changes here. */
export function isStripeAway(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500)
  )
}

/** True when Stripe knows no object of that id. */
export function isMissingAtStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}

/** 503 in words for the user when Stripe is away, 409 with `refusal` when it refuses; anything else as it came. */
export function toStripeAppError(error: unknown, refusal: string): unknown {
  if (isStripeAway(error))
    return new AppError(
      'unavailable',
      'Stripe no responde en este momento. No se ha perdido nada: vuelve a intentarlo dentro de un rato.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
    )
  if (error instanceof Stripe.errors.StripeCardError)
    return new AppError('conflict', cardRefusal(error), { cause: error })
  // A wrong key or a wrong price is ours to repair: the log has the cause, the user what did not happen.
  if (error instanceof Stripe.errors.StripeError)
    return new AppError('vendor_failed', refusal, { cause: error })
  return error
}

/** Why the bank refused, in words for the card's owner. */
export function cardRefusal({
  code,
  decline_code: decline,
}: {
  code?: string | undefined
  decline_code?: string | undefined
}): string {
  if (code === 'authentication_required' || code?.endsWith('_payment_intent_requires_action'))
    return 'Tu banco pide confirmar el pago. Confírmalo en «Gestionar facturación» y vuelve a intentarlo.'
  if (code === 'expired_card') return 'La tarjeta ha caducado. Añade otra y vuelve a intentarlo.'
  if (decline === 'insufficient_funds')
    return 'La tarjeta no tiene saldo suficiente. Usa otra y vuelve a intentarlo.'
  return 'Tu banco ha rechazado el pago. Prueba con otra tarjeta o habla con tu banco.'
}
