import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { stripeOf, withPatience } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents } from '../../../tests/pay-at-stripe.ts'
import { subscribedPerson } from '../../../tests/subscribed-person.ts'
import { withBillingLock } from './actions/lock.ts'
import type { Subscription } from './contract/subscription.ts'

/** Between the product and Stripe stands a line that can fail where a test wants it to. */
type Line = 'open' | 'cut after a change' | 'loses the answer of a change'
let line: Line = 'open'
let changed = false
/** The start of the paths that are posted to for a change. */
let changes = ''
const asked: string[] = []
let server: Server

const t = testApp()

beforeAll(async () => {
  const { hostname, port } = new URL(t.ctx.config.stripe.apiBase ?? '')
  server = createServer((from, to) => {
    const isChange = from.method === 'POST' && from.url?.startsWith(changes)
    asked.push(`${from.method} ${from.url}`)
    if (line === 'cut after a change' && changed) return void to.destroy()
    const options = { host: hostname, port, path: from.url, method: from.method }
    const on = request({ ...options, headers: from.headers }, (answer: IncomingMessage) => {
      if (isChange) changed = true
      if (isChange && line === 'loses the answer of a change') return void to.destroy()
      to.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(to)
    })
    from.pipe(on)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port: own } = server.address() as AddressInfo
  // The client is made for a configuration when it is first asked for.
  t.ctx.config.stripe = { ...t.ctx.config.stripe, apiBase: `http://127.0.0.1:${own}` }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  line = 'open'
  changed = false
  changes = '/v1/subscriptions/'
  return deliverEvents(t)
})

test('the line falls still once the change is taken: it is done, and a job reads the rest', async () => {
  const person = await subscribedPerson(t, { plan: 'premium' })
  changed = false
  line = 'cut after a change'
  const answer = await person.send('POST', '/api/billing/plan', { plan: 'enterprise' })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({
    message: expect.stringContaining('Stripe tarda en contestar: aquí se verá en unos minutos.'),
  })
  line = 'open'
  await t.runJobs()
  expect(await person.access()).toMatchObject({ plan: 'enterprise' })

  line = 'cut after a change'
  changed = false
  const canceled = await person.send('POST', '/api/billing/cancel', {})
  expect(canceled.status, canceled.text).toBe(200)
  line = 'open'
  await t.runJobs()
  const { body } = await person.get('/api/billing/subscription')
  expect((body as Subscription).cancelAtPeriodEnd).toBe(true)
})

test('a charge whose answer is lost is neither done nor refused, until a job has looked', async () => {
  const person = await subscribedPerson(t, { plan: 'premium' })
  line = 'loses the answer of a change'
  const answer = await person.send('POST', '/api/billing/plan', { plan: 'enterprise' })
  expect(answer.status, answer.text).toBe(502)
  expect(answer.body).toMatchObject({
    code: 'outcome_unknown',
    message: expect.stringContaining('todavía no sabemos si se ha hecho'),
  })
  line = 'open'
  await t.runJobs()
  expect(await person.access()).toMatchObject({ plan: 'enterprise' })
})

test.each(['/v1/customers', '/v1/checkout/sessions'])(
  'the lost answer of %s charges nothing: it is asked again',
  async (path) => {
    const buyer = await t.signIn({ isActive: false, plan: null })
    const buy = () => buyer.send('POST', '/api/stripe/create-checkout-session', {})
    changes = path
    line = 'loses the answer of a change'
    const lost = await buy()
    expect([lost.status, lost.body]).toMatchObject([
      503,
      { code: 'unavailable', message: expect.stringContaining('vuelve a intentarlo') },
    ])
    line = 'open'
    const again = await buy()
    expect(again.status, again.text).toBe(200)
    const { customers } = stripeOf(t.ctx.config)
    const { data } = await customers.list({ email: buyer.email })
    expect(data).toHaveLength(1)
  },
)

test('what is read before a charge is read once, and at the same time', async () => {
  const person = await subscribedPerson(t, { plan: 'premium' })
  asked.length = 0
  await person.send('POST', '/api/billing/plan', { plan: 'enterprise' })
  const before = asked.slice(0, asked.indexOf(`POST /v1/subscriptions/${person.subscriptionId}`))
  expect(before).toHaveLength(3)
})

test('the lease is renewed while its holder works, however long that takes', async () => {
  const { userId } = await subscribedPerson(t)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await withBillingLock(t.ctx, userId, async () => {
      const mine = eq(billingAccounts.userId, userId)
      for (let minute = 0; minute < 5; minute++) {
        t.clock.advance(60_000)
        const minuteBegan = t.clock.now().getTime()
        await vi.advanceTimersByTimeAsync(60_000)
        const isRenewed = async () => {
          const [row] = await t.ctx.db.select().from(billingAccounts).where(mine)
          expect(row!.lockedUntil!.getTime()).toBeGreaterThan(minuteBegan + 60_000)
        }
        // Of renewals of several minutes, sent at once, an older one could be the last to arrive.
        await vi.waitFor(isRenewed, { timeout: 200_000 })
      }
    })
  } finally {
    vi.useRealTimers()
  }
})

test('past its time nothing is asked of Stripe any more', async () => {
  const { customers } = stripeOf(t.ctx.config)
  await withPatience(50, async () => {
    await new Promise((later) => setTimeout(later, 80))
    asked.length = 0
    await expect(customers.list()).rejects.toThrow(/timeout|connection/)
    expect(asked).toEqual([])
  })
})
