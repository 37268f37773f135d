import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { passTime, reportAdvice, reportShop } from '../../../tests/report-shop.ts'
import { adAccounts, users } from '../../platform/db/schema/access.ts'
import { recommendations } from '../../platform/db/schema/recommendations.ts'
import { syncStates } from '../../platform/db/schema/work.ts'
import { OutboundRefused, outboundProblem } from '../../platform/outbound-address.ts'
import { postJson } from '../../platform/outbound-post.ts'

const it = testApp()

/** A channel's end of the line: keeps what it is told, and answers as the test wants. */
let channel: Server
let url = ''
let received: { text: string; blocks: unknown[] }[] = []
let answers: { status: number; headers?: Record<string, string> }[] = []

beforeAll(async () => {
  channel = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { status, headers } = answers.shift() ?? { status: 200 }
    if (status === 200) received.push(JSON.parse(body))
    response.writeHead(status, headers).end('ok')
  })
  channel.listen(0, '127.0.0.1')
  await once(channel, 'listening')
  url = `http://127.0.0.1:${(channel.address() as AddressInfo).port}/services/T0/B0/secreto`
})
afterAll(() => channel.close())
beforeEach(() => {
  received = []
  answers = []
})

const ALL = ['recomendaciones', 'medicion', 'resultados', 'sincronizacion']

async function owner(topics = ALL) {
  const person = await it.signIn({ plan: 'premium' })
  const shop = await reportShop(it, person, 'Zapatería <Ñandú>')
  const made = await person.send('POST', '/api/integrations/webhooks', { url, topics })
  expect(made.status, made.text).toBe(200)
  const { id } = made.body as { id: string }
  const list = async () =>
    ((await person.get('/api/integrations/webhooks')).body as { webhooks: unknown[] }).webhooks
  return { person, shop, id, list }
}

test('the test button delivers and the list shows it, never the address', async () => {
  const { person, id, list } = await owner()
  const answer = await person.send('POST', `/api/integrations/webhooks/${id}/test`)
  expect(answer.body).toMatchObject({ ok: true })
  expect(received).toMatchObject([
    { text: expect.stringMatching(/Prueba de Pujante/), blocks: [{ type: 'section' }] },
  ])
  expect(await list()).toMatchObject([{ last: { state: 'sent', problem: null } }])
  expect(JSON.stringify(await list())).not.toContain('secreto')
  answers = [{ status: 404 }]
  const gone = await person.send('POST', `/api/integrations/webhooks/${id}/test`)
  expect(gone.body).toMatchObject({ ok: false, message: expect.stringMatching(/código 404/) })
  expect(await list()).toMatchObject([{ last: { state: 'failed' } }])
})

test('news are told once, grouped by account and topic', async () => {
  const { person, shop, id } = await owner()
  await reportAdvice(it, shop.customerId, { title: 'Sube el presupuesto' })
  await reportAdvice(it, shop.customerId, { title: 'Excluye «gratis» & <!channel>' })
  await reportAdvice(it, shop.customerId, { title: 'De prioridad media', priority: 'medium' })
  await reportAdvice(it, shop.customerId, {
    title: 'Conversiones por duplicado',
    category: 'measurement',
  })
  await reportAdvice(it, shop.customerId, { title: 'Aplicada ya', measured: true })
  await it.ctx.db
    .update(adAccounts)
    // As a lost grant leaves it.
    .set({ source: 'google', connected: false })
    .where(eq(adAccounts.customerId, shop.customerId))
  await it.ctx.db.insert(syncStates).values({
    customerId: shop.customerId,
    status: 'needs_reauth',
    rowsWritten: 0,
    recentReady: 0,
    nextTryAt: new Date('2030-01-01'),
    updatedAt: it.clock.now(),
  })
  await it.runJobs()
  await it.runJobs()
  const texts = received.map(({ text }) => text).sort()
  expect(texts.length).toBe(4)
  const [recommended, sync, tracking, verdict] = [
    /2 recomendaciones nuevas/,
    /permiso/,
    /medición/,
    /1 resultado/,
  ].map((pattern) => texts.find((text) => pattern.test(text)) ?? '')
  expect(recommended).toContain('Zapatería &lt;Ñandú&gt;')
  expect(recommended).toContain('• Excluye «gratis» &amp; &lt;!channel&gt;')
  expect(recommended).not.toContain('media')
  expect(sync).toContain('vuelve a conectar')
  expect(tracking).toContain('Conversiones por duplicado')
  expect(verdict).toMatch(
    /Aplicada ya: mejorado\. Coste por conversión: −20,0\s% \(entre −30,0\s% y −10,0\s%\); 45,00\s€ netos al mes\./,
  )
  expect((await person.send('DELETE', `/api/integrations/webhooks/${id}`)).status).toBe(200)
})

test('a sync that fails is told after an hour of it, or where it is not tried again for as long; a disconnected account never', async () => {
  const { shop } = await owner(['sincronizacion'])
  const now = it.clock.now()
  const ofShop = eq(adAccounts.customerId, shop.customerId)
  const failed = async (
    minutes: number,
    { status = 'failed' as 'failed' | 'needs_reauth', sinceMinutes = 0 } = {},
  ) => {
    const set = {
      status,
      failingSince: new Date(now.getTime() - sinceMinutes * 60_000),
      rowsWritten: 0,
      recentReady: 0,
      updatedAt: now,
      nextTryAt: new Date(now.getTime() + minutes * 60_000),
    }
    await it.ctx.db
      .insert(syncStates)
      .values({ customerId: shop.customerId, ...set })
      .onConflictDoUpdate({ target: syncStates.customerId, set })
    await it.runJobs()
  }
  await failed(2)
  await failed(60, { sinceMinutes: 50 })
  expect(received).toEqual([])
  await it.ctx.db.update(adAccounts).set({ connected: false, disconnectedAt: now }).where(ofShop)
  await failed(6 * 60, { status: 'needs_reauth' })
  expect(received).toEqual([])
  await it.ctx.db.update(adAccounts).set({ connected: true, disconnectedAt: null }).where(ofShop)
  await failed(6 * 60)
  expect(received).toMatchObject([{ text: expect.stringMatching(/No se pudo leer Google Ads/) }])
})

test('a sync that has failed for more than an hour is told, soon as it may be tried again', async () => {
  const { shop } = await owner(['sincronizacion'])
  const now = it.clock.now()
  await it.ctx.db
    .update(adAccounts)
    .set({ connected: true, source: 'google' })
    .where(eq(adAccounts.customerId, shop.customerId))
  await it.ctx.db.insert(syncStates).values({
    customerId: shop.customerId,
    status: 'failed',
    rowsWritten: 0,
    recentReady: 0,
    updatedAt: now,
    nextTryAt: new Date(now.getTime() + 15 * 60_000),
    failingSince: new Date(now.getTime() - 70 * 60_000),
  })
  await it.runJobs()
  expect(received).toMatchObject([{ text: expect.stringMatching(/No se pudo leer Google Ads/) }])
})

test('a new recommendation, to the letter', async () => {
  const { shop } = await owner(['recomendaciones'])
  await reportAdvice(it, shop.customerId, { title: 'Sube el presupuesto' })
  await it.runJobs()
  const heading = 'Zapatería &lt;Ñandú&gt;: 1 recomendación nueva de prioridad alta'
  const line = '• Sube el presupuesto (Unos 120 € al mes)'
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  expect(received).toEqual([
    {
      text: `${heading}\n${line}`,
      blocks: [
        section(`*${heading}*`),
        section(line),
        section(expect.stringMatching(/^<http.*\|Abrir la cuenta en Pujante>$/)),
      ],
    },
  ])
})

test('what was put off is told when it is back', async () => {
  const { shop } = await owner(['recomendaciones'])
  const until = new Date(it.clock.now().getTime() + 7 * 86_400_000)
  const id = await reportAdvice(it, shop.customerId, { title: 'Sube el presupuesto' })
  await it.ctx.db
    .update(recommendations)
    .set({ snoozedUntil: until })
    .where(eq(recommendations.id, id))
  await it.runJobs()
  expect(received).toEqual([])
  await passTime(it, 8)
  expect(received).toMatchObject([{ text: expect.stringMatching(/Sube el presupuesto/) }])
})

test('a problem that comes back is told again, each time once', async () => {
  const { shop } = await owner(['recomendaciones'])
  const id = await reportAdvice(it, shop.customerId, { title: 'Sube el presupuesto' })
  const own = eq(recommendations.id, id)
  await passTime(it, 1)
  expect(received).toHaveLength(1)
  for (let times = 2; times <= 3; times++) {
    await it.ctx.db.update(recommendations).set({ status: 'closed' }).where(own)
    await passTime(it, 10)
    const returnedAt = it.clock.now()
    await it.ctx.db.update(recommendations).set({ status: 'pending', returnedAt }).where(own)
    await passTime(it, 1)
    await passTime(it, 1)
    expect(received).toHaveLength(times)
  }
})

test('what is not asked for is not told, and nothing without the plan', async () => {
  const { person, shop } = await owner(['resultados'])
  await reportAdvice(it, shop.customerId, { title: 'Sube el presupuesto' })
  await it.runJobs()
  expect(received).toEqual([])
  await it.ctx.db.update(users).set({ plan: 'basic' }).where(eq(users.id, person.userId))
  await reportAdvice(it, shop.customerId, { title: 'Medida', measured: true })
  await it.runJobs()
  expect(received).toEqual([])
  expect((await person.get('/api/integrations/webhooks')).body).toMatchObject({ available: false })
  const refused = await person.send('POST', '/api/integrations/webhooks', { url, topics: ALL })
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'plan_required' }])
})

test('a receiver that is down for hours is told once it is back', async () => {
  const { shop, list } = await owner(['recomendaciones'])
  answers = Array.from({ length: 100 }, () => ({ status: 503 }))
  await reportAdvice(it, shop.customerId, { title: 'Sube el presupuesto' })
  await it.runJobs()
  for (let hours = 0; hours < 10; hours++) await passTime(it, 1 / 24)
  expect(received).toEqual([])
  expect(await list()).toMatchObject([
    { last: { state: 'waiting', problem: expect.stringMatching(/503/) } },
  ])
  answers = []
  for (let hours = 0; hours < 2; hours++) await passTime(it, 1 / 24)
  expect(received).toHaveLength(1)
  expect(await list()).toMatchObject([{ last: { state: 'sent' } }])
})

test('after about a day the failure is shown; a redirect is not followed', async () => {
  const { shop, list } = await owner(['recomendaciones'])
  answers = Array.from({ length: 100 }, () => ({ status: 500 }))
  await reportAdvice(it, shop.customerId, { title: 'Sube el presupuesto' })
  await it.runJobs()
  expect(await list()).toMatchObject([
    { last: { state: 'waiting', problem: expect.stringMatching(/500/) } },
  ])
  for (let tries = 0; tries < 40; tries++) await passTime(it, 1 / 24)
  expect(answers).toHaveLength(60)
  expect(received).toEqual([])
  expect(await list()).toMatchObject([
    { last: { state: 'failed', problem: expect.stringMatching(/500/) } },
  ])

  answers = [{ status: 302, headers: { location: url } }]
  await reportAdvice(it, shop.customerId, { title: 'Otra' })
  await it.runJobs()
  expect(received).toEqual([])
  expect(await list()).toMatchObject([
    { last: { state: 'failed', problem: expect.stringMatching(/Redirige/) } },
  ])
})

test.each([
  'http://hooks.slack.com/x',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://10.1.2.3/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[fd00::1]/x',
  'https://printer.local/x',
  'https://ana:clave@hooks.slack.com/x',
  'ftp://hooks.slack.com/x',
])('%s is refused where no simulator plays a vendor', (address) => {
  expect(outboundProblem(new URL(address), false)).toMatch(/https:\/\/|privada|usuario/)
})

test('public addresses pass; a public name that resolves to this machine does not', async () => {
  expect(outboundProblem(new URL('https://hooks.slack.com/services/x'), false)).toBeNull()
  expect(outboundProblem(new URL('https://8.8.8.8/x'), false)).toBeNull()
  expect(outboundProblem(new URL('https://[2606:4700::1111]/x'), false)).toBeNull()
  const sent = (...addresses: string[]) =>
    postJson(
      'https://hooks.cliente.test/x',
      {},
      {
        allowPrivate: false,
        timeoutMs: 3_000,
        resolve: (_name, _options, found) =>
          found(
            null,
            addresses.map((address) => ({ address, family: 4 })),
          ),
      },
    )
  await expect(sent('127.0.0.1')).rejects.toThrow(OutboundRefused)
  await expect(sent('8.8.8.8', '10.0.0.1')).rejects.toThrow(OutboundRefused)
})

test('a bad address is refused by the form, a strange webhook is not found', async () => {
  const { person, id } = await owner()
  const bad = await person.send('POST', '/api/integrations/webhooks', { url: 'slack', topics: ALL })
  expect(bad.body).toMatchObject({ message: 'Esa dirección no parece válida.' })
  const none = await person.send('POST', '/api/integrations/webhooks', { url, topics: [] })
  expect(none.body).toMatchObject({ message: 'Elige al menos un aviso.' })
  const stranger = await it.signIn({ plan: 'premium' })
  expect((await stranger.send('POST', `/api/integrations/webhooks/${id}/test`)).status).toBe(404)
  expect((await stranger.send('DELETE', `/api/integrations/webhooks/${id}`)).status).toBe(404)
})
