import Stripe from 'stripe'
import type { TestApp } from './harness.ts'

type Delivery = { body: string; headers: Record<string, string> }

/** Keeps every event back, as if Stripe's deliveries were slow; `deliver` brings them in order. */
export function holdEvents(t: TestApp) {
  const held: Delivery[] = []
  t.simulators.stripe.deliverTo(async (delivery) => {
    held.push(delivery)
    return 200
  })
  return {
    taken: async (): Promise<Stripe.Event[]> => {
      await t.simulators.stripe.settled()
      return held.splice(0).map(({ body }) => JSON.parse(body) as Stripe.Event)
    },
    deliver: async (): Promise<void> => {
      await t.simulators.stripe.settled()
      for (const { body, headers } of held.splice(0)) {
        const { statusCode } = await t.app.inject({
          method: 'POST',
          url: '/api/stripe/webhook',
          headers,
          payload: body,
        })
        if (statusCode !== 200) throw new Error(`the webhook answered ${statusCode}`)
      }
    },
  }
}

type Forgery = { secret?: string; ageSeconds?: number; unsigned?: boolean; tampered?: boolean }

/** Delivers an event signed anew, well or badly. */
export async function postEvent(t: TestApp, event: Stripe.Event, forgery: Forgery = {}) {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: forgery.secret ?? t.ctx.config.stripe.webhookSecret,
    timestamp: Math.floor(Date.now() / 1000) - (forgery.ageSeconds ?? 0),
  })
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: {
      'content-type': 'application/json',
      ...(!forgery.unsigned && { 'stripe-signature': signature }),
    },
    payload: forgery.tampered ? payload.replace('{', '{"x":1,') : payload,
  })
  return { status: answer.statusCode, body: answer.json() as unknown }
}

const MADRID = { line1: 'Calle Mayor 1', postal_code: '28013', city: 'Madrid', country: 'ES' }

/**
 * Types a card on Stripe's page (to pay or to store it) and confirms at the bank when that asks; answers where the
 * browser ends up. Throws when the page stays, with what it says.
 */
export async function payAtStripe(
  url: string,
  {
    number = '4242424242424242',
    expiry = '12/40',
    ...buyer
  }: { number?: string; expiry?: string } & Record<string, string> = {},
): Promise<string> {
  const typed = { ...MADRID, number, expiry, cvc: '123', name: 'Persona de Prueba', ...buyer }
  const next = await submit(url, typed)
  return next.includes('/c/3ds/')
    ? await submit(new URL(next, url).href, { outcome: 'complete' })
    : next
}

async function submit(url: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields)
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location) return location
  throw new Error(`Stripe's page stays (${answer.status}): ${(await answer.text()).slice(0, 2000)}`)
}

/** From now on Stripe's events arrive as they do in life. */
export function deliverEvents(t: TestApp): void {
  t.simulators.stripe.deliverTo(async ({ body, headers }) => {
    const { statusCode } = await t.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers,
      payload: body,
    })
    return statusCode
  })
}

/** On the invoice's page of Stripe, with the stored card, and at the bank. */
export async function confirmAtStripe(
  t: TestApp,
  url: string,
  outcome: 'complete' | 'fail' = 'complete',
): Promise<void> {
  const post = (to: string, fields: Record<string, string>) =>
    fetch(to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const first = await post(url, { action: 'stored' })
  const bank = new URL(first.headers.get('location') ?? '', url).href
  if (!bank.includes('/c/3ds/')) throw new Error(`the bank was not asked: ${bank}`)
  await post(bank, { outcome })
  await t.simulators.stripe.settled()
  await t.runJobs()
}
