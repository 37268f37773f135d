import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoiceOutbox } from '#platform/db/schema/billing.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { stripeOf } from '#platform/stripe.ts'
import { startTestApp, type TestApp } from '../../../tests/harness.ts'
import { deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import { addCard, passDays, subscribedPerson } from '../../../tests/subscribed-person.ts'
import { hashedText } from './rules/outbox-record.ts'

/** Stands for the certified provider: keeps what it is sent, and answers as it is told. */
let provider: Server
let taken: { key: string | undefined; auth: string | undefined; body: Record<string, unknown> }[] =
  []
let answers: number[] = []
let t: TestApp & { close: () => Promise<void> }

beforeAll(async () => {
  provider = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part
    })
    request.on('end', () => {
      const { authorization: auth, 'idempotency-key': key } = request.headers
      taken.push({ auth, key: key as string, body: JSON.parse(text) as Record<string, unknown> })
      response.statusCode = answers.shift() ?? 200
      response.end(JSON.stringify({ id: 'p-1', pdfUrl: 'https://proveedor.example/f.pdf' }))
    })
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const { port } = provider.address() as AddressInfo
  t = await startTestApp({
    environment: {
      INVOICE_SERIES: 'F2026',
      INVOICE_PROVIDER_URL: `http://127.0.0.1:${port}/facturas`,
      INVOICE_PROVIDER_KEY: 'clave-del-proveedor',
    },
    simulators: { stripe: { webhookRetryMs: 20 } },
  })
})
afterAll(async () => {
  provider.close()
  await t.close()
})
beforeEach(() => {
  taken = []
  answers = []
  deliverEvents(t)
})

const stripe = () => stripeOf(t.ctx.config)
const rows = (series: string) =>
  t.ctx.db
    .select()
    .from(invoiceOutbox)
    .where(eq(invoiceOutbox.series, series))
    .orderBy(asc(invoiceOutbox.number))

async function buys(buyer: Record<string, string>) {
  const person = await t.signIn({ isActive: false, plan: null })
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {
    plan: 'basic',
  })
  await payAtStripe((body as { url: string }).url, buyer)
  await t.simulators.stripe.settled()
  await t.runJobs()
  const outbox = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  return { person, mails: outbox }
}

describe('what is paid', () => {
  test('is kept, chained, sent once and mailed, and its PDF is the provider’s', async () => {
    const { person, mails } = await buys({ business_name: 'Librería Sol', tax_id: 'B12345674' })
    const [row] = (await rows('F2026')).slice(-1)
    expect(row).toMatchObject({
      recipient: { name: 'Librería Sol', taxId: 'B12345674' },
      baseCents: 744,
      percent: 21,
      quotaCents: 156,
      totalCents: 900,
      exemption: null,
      state: 'sent',
      providerId: 'p-1',
    })
    expect(row?.recipient.address).toBe('Calle Mayor 1, 28013 Madrid, ES')
    expect(taken).toMatchObject([
      {
        auth: 'Bearer clave-del-proveedor',
        body: { base: '7.44', percent: 21, quota: '1.56', total: '9.00', hash: row?.hash },
      },
    ])
    expect(mails.map(({ subject }) => subject)).toEqual(['Recibo de tu suscripción a Pujante'])
    expect(mails[0]?.text).toMatch(
      /hemos cobrado 9,00\s€.*Base imponible 7,44\s€, IVA 21 % 1,56\s€, total 9,00\s€\./s,
    )
    const [invoice] = (await person.get('/api/billing/invoices')).body as { pdfUrl: string }[]
    const { headers } = await person.get(invoice!.pdfUrl)
    expect(headers.location).toBe('https://proveedor.example/f.pdf')
  })

  test('from Canarias is made out without IVA already in the first invoice', async () => {
    await buys({ postal_code: '38001', city: 'Santa Cruz' })
    const [row] = (await rows('F2026')).slice(-1)
    expect(row).toMatchObject({ baseCents: 900, percent: 0, quotaCents: 0, totalCents: 900 })
    expect(row?.exemption).toMatch(/IGIC/)
  })

  test('by a business of another country of the Union has reverse charge already in the first invoice', async () => {
    await buys({ country: 'DE', tax_id: 'DE123456789' })
    const [row] = (await rows('F2026')).slice(-1)
    expect(row).toMatchObject({ baseCents: 900, percent: 0, quotaCents: 0, totalCents: 900 })
    expect(row?.exemption).toMatch(/Inversión del sujeto pasivo/)
    await buys({ country: 'DE', tax_id: 'DE123000000' })
    const [unknown] = (await rows('F2026')).slice(-1)
    expect(unknown).toMatchObject({ percent: 21, quotaCents: 156, exemption: null })
  })

  test('is numbered without gaps, each chained to the one before', async () => {
    await Promise.all([buys({}), buys({})])
    const all = await rows('F2026')
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1))
    for (const [index, row] of all.entries()) {
      expect(row.previousHash).toBe(all[index - 1]?.hash ?? null)
      expect(createHash('sha256').update(hashedText(row)).digest('hex')).toBe(row.hash)
    }
  })

  test('waits while the provider is away; what it refuses says why', async () => {
    answers = [503, 200]
    await buys({})
    const last = async () => (await rows('F2026')).at(-1)
    expect(await last()).toMatchObject({ state: 'pending' })
    t.clock.advance(3_600_000)
    await t.runJobs()
    expect(await last()).toMatchObject({ state: 'sent' })
    expect(new Set(taken.map(({ key }) => key)).size).toBe(1)
    answers = [422]
    await buys({})
    expect(await last()).toMatchObject({ state: 'refused', problem: expect.stringMatching(/^422/) })
    const [job] = await t.ctx.db.select().from(jobs).where(eq(jobs.status, 'failed'))
    const admin = await t.signIn({ role: 'admin' })
    expect((await admin.send('POST', `/api/admin/jobs/${job!.id}/retry`)).status).toBe(200)
    await t.runJobs()
    expect(await last(), 'mended, and asked for again').toMatchObject({ state: 'sent' })
  })

  test.each([401, 404, 408])(
    'is not refused by an answer of %i, and goes out later',
    async (answer) => {
      answers = [answer]
      await buys({})
      expect((await rows('F2026')).at(-1)).toMatchObject({ state: 'pending' })
      t.clock.advance(3_600_000)
      await t.runJobs()
      expect((await rows('F2026')).at(-1)).toMatchObject({ state: 'sent' })
    },
  )

  test('goes out also where nothing waits to send it, as with a provider that is set later', async () => {
    answers = [503]
    await buys({})
    await t.ctx.db.delete(jobs)
    await t.runJobs()
    expect((await rows('F2026')).at(-1)).toMatchObject({ state: 'sent' })
    expect(taken).toHaveLength(2)
  })

  test('is told once, also when the event was lost for a day', async () => {
    t.simulators.stripe.deliverTo(async () => 200)
    const { person, mails } = await buys({})
    await person.send('POST', '/api/auth/activate-subscription')
    expect(mails).toEqual([])
    for (let day = 0; day < 3; day++) await passDays(t, 1)
    const told = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
    expect(told.map(({ subject }) => subject)).toEqual(['Recibo de tu suscripción a Pujante'])
  })
})

describe('an upgrade shortly before the end of the period', () => {
  async function upgraded(hoursLeft: number) {
    const person = await subscribedPerson(t, { plan: 'basic' })
    const { items } = await stripe().subscriptions.retrieve(person.subscriptionId)
    const leftMs = items.data[0]!.current_period_end * 1000 - t.clock.now().getTime()
    await passDays(t, (leftMs / 3_600_000 - hoursLeft) / 24)
    const answer = await person.send('POST', '/api/billing/plan', { plan: 'premium' })
    expect(answer.status, answer.text).toBe(200)
    await t.simulators.stripe.settled()
    await t.runJobs()
    const [row] = (await rows('F2026')).slice(-1)
    const texts = t.simulators.smtp
      .outbox()
      .flatMap(({ to, subject, text }) =>
        to === person.email && subject.startsWith('Recibo') ? [text] : [],
      )
    return { person, row, texts }
  }

  test('has the rate of IVA, whatever its rounded cents come to', async () => {
    const { row, texts } = await upgraded(22)
    expect(row!.totalCents).toBeLessThan(100)
    expect(row!.percent).toBe(21)
    expect(texts[0]).toContain('IVA 21 %')
  })

  test('has an invoice also where it is charged with the next one, which says so', async () => {
    const { person, row, texts } = await upgraded(12)
    // A cent more on a slow machine: it is charged by the second.
    const rest = `0,${row?.totalCents}\\s€`
    expect([rest, texts]).toEqual([expect.stringMatching(/^0,3\d/), []])
    await passDays(t, 1)
    const [receipt] = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
    expect(receipt?.text).toMatch(
      new RegExp(
        `cobrado 29,3\\d\\s€.*total 29,00\\s€\\. Los otros ${rest} quedaban por cobrar`,
        's',
      ),
    )
    expect((await rows('F2026')).at(-1)?.totalCents).toBe(2900)
  })
})

describe('what is given back', () => {
  test('is a corrective invoice in a series of its own, and mailed', async () => {
    const { person } = await buys({ tax_id: 'B12345674' })
    const { data } = await stripe().customers.list({ email: person.email })
    const [invoice] = (await stripe().invoices.list({ customer: data[0]!.id })).data
    await stripe().creditNotes.create({
      invoice: invoice!.id!,
      amount: 900,
      refund_amount: 900,
      reason: 'order_change',
      memo: 'Factura rectificativa: no se usó.',
    })
    await t.simulators.stripe.settled()
    await t.runJobs()
    const [row] = (await rows('F2026R')).slice(-1)
    expect(row).toMatchObject({
      number: 1,
      corrects: invoice!.id,
      reason: 'Factura rectificativa: no se usó.',
      baseCents: -744,
      quotaCents: -156,
      totalCents: -900,
      recipient: { taxId: 'B12345674' },
    })
    const [corrected] = (await rows('F2026')).filter(({ stripeId }) => stripeId === invoice!.id)
    expect(taken.at(-1)?.body.corrects, 'by the number that its customer has').toEqual({
      series: 'F2026',
      number: String(corrected!.number),
      issuedAt: corrected!.issuedAt.toISOString(),
    })
    const told = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
    expect(told.map(({ subject }) => subject)).toContain('Te hemos devuelto un pago')
    const types = t.simulators.stripe.events().map(({ type }) => type)
    expect(types.filter((type) => type === 'charge.refunded')).toHaveLength(1)
  })

  test('is no longer listed as paid: part of it first, then all', async () => {
    const { person } = await buys({})
    const { data } = await stripe().customers.list({ email: person.email })
    const [invoice] = (await stripe().invoices.list({ customer: data[0]!.id })).data
    const giveBack = async (cents: number) => {
      const amounts = { amount: cents, refund_amount: cents }
      await stripe().creditNotes.create({ invoice: invoice!.id!, ...amounts })
      await t.simulators.stripe.settled()
      await t.runJobs()
      return (await person.get('/api/billing/invoices')).body
    }
    expect(await giveBack(250)).toMatchObject([
      { amount: 9, givenBack: 2.5, status: 'partly_refunded' },
    ])
    expect(await giveBack(650)).toMatchObject([{ amount: 9, givenBack: 9, status: 'refunded' }])
  })
})

test('each change of the subscription is mailed once', async () => {
  const person = await subscribedPerson(t, { plan: 'basic' })
  const steps: [string, string, object][] = [
    ['POST', '/api/billing/plan', { plan: 'premium' }],
    ['POST', '/api/billing/plan', { plan: 'basic' }],
    ['DELETE', '/api/billing/plan/pending', {}],
    ['POST', '/api/billing/cancel', {}],
    ['POST', '/api/billing/resume', {}],
  ]
  for (const [method, path, body] of steps) {
    const answer = await person.send(method as 'POST', path, body)
    expect(answer.status, answer.text).toBe(200)
    await t.simulators.stripe.settled()
    await t.runJobs()
  }
  expect(person.mails()).toEqual([
    'Tu plan de Pujante es ahora Premium',
    'Recibo de tu suscripción a Pujante',
    'Tu plan de Pujante pasará a Básico',
    'Tu suscripción a Pujante está cancelada',
    'Tu suscripción a Pujante sigue activa',
  ])
  await addCard(t, person, 'pm_card_chargeCustomerFail', true)
  await passDays(t, 21)
  await addCard(t, person, 'pm_card_visa', true)
  await person.send('POST', '/api/billing/pay')
  await t.simulators.stripe.settled()
  await t.runJobs()
  expect(person.mails().slice(-2).toSorted()).toEqual([
    'Recibo de tu suscripción a Pujante',
    'Tu pago a Pujante ha llegado',
  ])
})
