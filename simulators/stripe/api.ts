import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expanded } from './expand.ts'
import { faultFailure } from './faults.ts'
import { type Form, parseForm, texts } from './form.ts'
import { type Exchange, readBody, sendJson } from './http.ts'
import type { Merchant } from './merchant.ts'
import { refuseImpossible } from './refusals.ts'
import { BILLING_ROUTES } from './resources/billing-routes.ts'
import { COUPON_ROUTES } from './resources/coupons.ts'
import { CREDIT_NOTE_ROUTES } from './resources/credit-notes.ts'
import { CUSTOMER_ROUTES } from './resources/customer-routes.ts'
import { PROMOTION_CODE_ROUTES } from './resources/promotion-codes.ts'
import { SUBSCRIPTION_ROUTES } from './resources/subscription-routes.ts'
import { TAX_RATE_ROUTES } from './resources/tax-rates.ts'
import type { Route } from './route.ts'
import { KEY_SECONDS } from './store.ts'
import { invalidKey, invalidRequest, StripeFailure } from './stripe-error.ts'

type Answer = { status: number; body: string }
type Timing = { timeoutMs: number; stopping: AbortController }

const ROUTES = [
  ...CUSTOMER_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...BILLING_ROUTES,
  ...CREDIT_NOTE_ROUTES,
  ...TAX_RATE_ROUTES,
  ...COUPON_ROUTES,
  ...PROMOTION_CODE_ROUTES,
].map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}$`),
}))

/** One call of `/v1/…`: key, faults, idempotency, the route, its expansions. */
export async function handleApi(
  exchange: Exchange,
  merchant: Merchant,
  timing: Timing,
): Promise<void> {
  const { request, url, requestId } = exchange
  const body = await readBody(request)
  const fault = merchant.faults.strike(['429', '500', 'timeout'], url.pathname)
  const key = request.headers['idempotency-key']
  const keyed = request.method === 'POST' && typeof key === 'string' ? key : undefined
  const headers: Record<string, string> = keyed ? { 'idempotency-key': keyed } : {}
  let answer: Answer
  try {
    checkKey(request.headers.authorization)
    const failure = fault && faultFailure(fault)
    if (failure) throw failure
    const fingerprint = createHash('sha256').update(`${url.pathname}?${body}`).digest('hex')
    const replayed = keyed && earlierAnswer(merchant, keyed, fingerprint)
    if (replayed) headers['idempotent-replayed'] = 'true'
    answer = replayed || attempt(exchange, merchant, body)
    if (keyed) remember(merchant, keyed, fingerprint, answer)
  } catch (error) {
    answer = failureAnswer(error, requestId)
  }
  // The work is done, only its answer does not arrive: what idempotency keys are for.
  if (fault === 'timeout') await hold(exchange, timing)
  sendJson(exchange, answer.status, answer.body, headers)
}

function checkKey(authorization: string | undefined): void {
  const [, bearer] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
  const [, basic] = /^Basic (.+)$/i.exec(authorization ?? '') ?? []
  const key =
    bearer ??
    Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':')[0]
  if (!key?.startsWith('sk_')) throw invalidKey()
}

/** Card errors are answers too, and are replayed like them; other failures are not kept. */
function attempt({ request, url, requestId }: Exchange, merchant: Merchant, body: string): Answer {
  try {
    const form = parseForm(request.method === 'POST' ? body : url.search.slice(1))
    const answer = run(request.method ?? 'GET', url.pathname, form, merchant)
    return { status: 200, body: JSON.stringify(answer, null, 2) }
  } catch (error) {
    if (error instanceof StripeFailure && error.status === 402)
      return failureAnswer(error, requestId)
    throw error
  }
}

function run(method: string, path: string, form: Form, merchant: Merchant): object {
  for (const route of ROUTES) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (!match) continue
    refuseUnknown(route, form)
    merchant.traffic?.request(method, path, form)
    refuseImpossible(method, path, form)
    const ids = match.slice(1).map(decodeURIComponent)
    const answer = route.answer({ merchant, ids, form, path })
    const whole = expanded(merchant, answer, texts(form, 'expand'))
    merchant.traffic?.answer(whole)
    return whole
  }
  throw new StripeFailure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The simulator does not know it.`,
  })
}

function refuseUnknown({ params }: Route, form: Form): void {
  const known = new Set([...params.split(' '), 'expand'])
  const unknown = Object.keys(form).find((name) => !known.has(name))
  if (unknown)
    throw invalidRequest(
      `Received unknown parameter: ${unknown} (or one that the simulator does not know)`,
      unknown,
      'parameter_unknown',
    )
}

function earlierAnswer(
  { store, now }: Merchant,
  key: string,
  fingerprint: string,
): Answer | undefined {
  const earlier = store.hidden.answered[key]
  if (!earlier || earlier.at <= now() - KEY_SECONDS) return undefined
  if (earlier.fingerprint === fingerprint) return { status: earlier.status, body: earlier.body }
  throw new StripeFailure(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function remember(
  { store, now }: Merchant,
  key: string,
  fingerprint: string,
  answer: Answer,
): void {
  const earlier = store.hidden.answered[key]
  if (earlier && earlier.at > now() - KEY_SECONDS) return
  store.hidden.answered[key] = { fingerprint, ...answer, at: now() }
}

function failureAnswer(error: unknown, requestId: string): Answer {
  const known =
    error instanceof StripeFailure
      ? error
      : new StripeFailure(500, {
          type: 'api_error',
          message: `The simulator failed: ${error instanceof Error ? error.stack : String(error)}`,
        })
  const body = { error: { ...known.error, request_log_url: `simulador://${requestId}` } }
  return { status: known.status, body: JSON.stringify(body, null, 2) }
}

async function hold({ response }: Exchange, { timeoutMs, stopping }: Timing): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const signal = AbortSignal.any([stopping.signal, gone.signal])
  await sleep(timeoutMs, undefined, { signal }).catch(() => undefined)
}
