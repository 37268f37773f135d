import { AsyncLocalStorage } from 'node:async_hooks'
import Stripe from 'stripe'
import { AppError } from '#shared/app-error.ts'
import type { Config } from './config.ts'
import { vendorSeconds } from './figures.ts'

const PATIENCE_MS = 10_000
const RETRIES = 2
const RETRY_AFTER_SECONDS = 30

const clients = new WeakMap<Config['stripe'], Stripe>()
/** The millisecond of `performance.now()` after which nothing is asked any more. */
const patience = new AsyncLocalStorage<number>()

/**
 * Calls to Stripe begin within `ms`, those of a caller who waits for less within that; one that would begin later fails like one
 * without an answer. What has begun keeps its own time, so that a charge is not cut short.
 */
export async function withPatience<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const until = Math.min(patience.getStore() ?? Number.POSITIVE_INFINITY, performance.now() + ms)
  return await patience.run(until, work)
}

/** Throws what a call without an answer throws, where a call that began now would be too late. */
export function requirePatience(): void {
  if (isTooLate()) throw new Stripe.errors.StripeConnectionError({ message: TOO_LATE } as never)
}

const TOO_LATE = 'the time for calls to Stripe is used up'

function isTooLate(): boolean {
  return performance.now() > (patience.getStore() ?? Number.POSITIVE_INFINITY)
}

/** The official client, one per configuration; against `apiBase` where one is set (a simulator). */
export function stripeOf(config: Pick<Config, 'stripe'>): Stripe {
  const known = clients.get(config.stripe)
  if (known) return known
  const made = new Stripe(config.stripe.secretKey, {
    timeout: PATIENCE_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: patientClient(),
    ...(config.stripe.apiBase && hostOf(config.stripe.apiBase)),
  })
  clients.set(config.stripe, made)
  return made
}

function patientClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  const ask = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    if (isTooLate()) throw Object.assign(new Error(TOO_LATE), { code: 'ETIMEDOUT' })
    const observe = vendorSeconds.startTimer({ vendor: 'stripe', status: 'none' })
    const answer = await ask(...request).catch((error: unknown) => {
      observe()
      throw error
    })
    const readBody = answer.toJSON.bind(answer)
    answer.toJSON = () => observed(readBody, observe, String(answer.getStatusCode()))
    return answer
  }
  return client
}

/** An answer that breaks off in the middle is none. */
async function observed(
  read: () => Promise<unknown>,
  observe: (labels?: { status: string }) => void,
  status: string,
): Promise<unknown> {
  try {
    const body = await read()
    observe({ status })
    return body
  } catch (error) {
    observe()
    throw error
  }
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
