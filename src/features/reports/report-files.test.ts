import { crc32, deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { pdfPages, reportAdvice, reportShop } from '../../../tests/report-shop.ts'
import { unzip } from '../../../tests/unzip.ts'
import { users } from '../../platform/db/schema/access.ts'

const it = testApp()

async function owner(plan: 'basic' | 'premium' = 'basic') {
  const person = await it.signIn({ plan })
  const shop = await reportShop(it, person, 'Zapatería Ñandú')
  const file = async (ending: 'pdf' | 'xlsx', query = '') => {
    const url = `/api/reports/file.${ending}?cuentas=${shop.accountId}${query}`
    return await it.app.inject({ url, headers: { cookie: person.cookie } })
  }
  return { person, shop, file }
}

test('the PDF says what the dashboard says, in Spanish, with comparison and pages', async () => {
  const { person, shop, file } = await owner()
  await reportAdvice(it, shop.customerId, { title: 'Sube el presupuesto de «Marca»' })
  await reportAdvice(it, shop.customerId, { title: 'Excluye «gratis»', measured: true })
  const answer = await file('pdf', '&periodo=last_30_days')
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toMatch(
    /^inline; filename="informe-zapateria-nandu/,
  )
  const pages = await pdfPages(answer.rawPayload)
  const text = pages.join('\n').replaceAll('\u00a0', ' ')
  const metrics = await person.get(
    `/api/account-metrics/${shop.accountId}?from=2026-10-21&to=2026-11-19`,
  )
  expect(metrics.body).toMatchObject({ spend: 450, conversions: 45 })
  for (const part of [
    'Zapatería Ñandú',
    '21 oct 2026 – 19 nov 2026, comparado con 21 sept 2026 – 20 oct 2026',
    '450,00 €',
    '0 %',
    'Evolución',
    'Zapatos de piel',
    '300,00 €',
    'Excluye «gratis»',
    'Mejorado',
    'Coste por conversión: −20,0 %',
    'Sube el presupuesto de «Marca»',
    `Página 1 de ${pages.length}`,
    'Pujante · Informe del 20 nov 2026',
  ])
    expect(text).toContain(part)
  // Wherever its line breaks.
  expect(text.replaceAll('\n', ' ')).toMatch(/Efecto al +mes: +45,00 €/)
})

test('a period before all history is not compared, and the reader is told', async () => {
  const { file } = await owner()
  const answer = await file('pdf', '&periodo=last_month&comparar=year')
  const text = (await pdfPages(answer.rawPayload)).join('\n')
  expect(text).toContain('Sin comparación: el histórico de la cuenta no llega')
  expect(text).not.toContain('comparado con')
})

test('the workbook holds numbers as numbers and formulas as texts', async () => {
  const { file } = await owner()
  const answer = await file('xlsx', '&periodo=last_week')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="informe-.*\.xlsx"$/)
  const parts = unzip(answer.rawPayload)
  const sheet = parts.get('xl/worksheets/sheet2.xml') ?? ''
  const strings = parts.get('xl/sharedStrings.xml') ?? ''
  expect(sheet).not.toContain('<f>')
  expect(strings + sheet).toContain('=HYPERLINK(')
  expect(sheet).toMatch(/<v>70<\/v>/)
  expect(parts.get('xl/workbook.xml')).toMatch(/Resumen.*Campañas.*Días.*Recomendaciones/s)
})

test('strangers, nonsense and visitors get no report', async () => {
  const { file } = await owner()
  const stranger = await owner()
  const others = await it.app.inject({
    url: `/api/reports/file.pdf?cuentas=${stranger.shop.accountId}`,
    headers: { cookie: (await owner()).person.cookie },
  })
  expect(others.statusCode).toBe(404)
  expect((await file('pdf', '&periodo=siempre')).json()).toMatchObject({
    code: 'invalid',
    message: 'Elige un periodo.',
  })
  expect((await file('pdf', ',x')).statusCode).toBe(400)
  expect((await it.app.inject('/api/reports/file.pdf?cuentas=1')).statusCode).toBe(401)
})

test('a report carries the brand as long as the plan has one', async () => {
  const { person, file } = await owner('premium')
  const stored = await person.send('PUT', '/api/reports/branding/logo', { base64: PNG })
  expect(stored.status, stored.text).toBe(200)
  await person.send('PUT', '/api/reports/branding', { name: 'Agencia Ánfora', color: '#FFEE00' })
  const branded = await file('pdf')
  expect((await pdfPages(branded.rawPayload)).join('\n')).toContain('Agencia Ánfora · Informe')
  expect(branded.rawPayload.includes('/Subtype /Image')).toBe(true)
  const { logoUrl } = (await person.get('/api/reports/branding')).body as { logoUrl: string }
  const logo = await person.get(logoUrl)
  expect(logo.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  })

  await it.ctx.db.update(users).set({ plan: 'basic' }).where(eq(users.id, person.userId))
  expect((await pdfPages((await file('pdf')).rawPayload)).join('\n')).toContain('Pujante · Informe')
  const refused = await person.send('PUT', '/api/reports/branding', { name: 'X', color: '#000000' })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    code: 'plan_required',
    message: expect.stringMatching(/del plan Premium.*Suscripción/),
  })
})

test.each([
  [
    'an SVG with a script',
    Buffer.from('<svg onload="alert(1)"/>').toString('base64'),
    /PNG o JPEG/,
  ],
  ['a GIF', Buffer.from('GIF89a......').toString('base64'), /PNG o JPEG/],
  ['half a PNG', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', /dañada/],
  ['a PNG whose pixels are a bomb', () => bomb(), /dañada/],
  ['a PNG of 30000 pixels', () => png(30_000, 1), /2000 × 2000/],
  ['a JPEG without an end', Buffer.from('ffd8ffe000104a46', 'hex').toString('base64'), /dañada/],
  ['no base64', '¡hola!', /no ha llegado bien/],
])('%s is refused as a logo', async (_name, given, reason) => {
  const { person } = await owner('premium')
  const base64 = typeof given === 'string' ? given : given()
  const answer = await person.send('PUT', '/api/reports/branding/logo', { base64 })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ message: expect.stringMatching(reason) })
  expect((await person.get('/api/reports/branding')).body).toMatchObject({ logoUrl: null })
})

test('a logo above 512 KB is refused', async () => {
  const { person } = await owner('premium')
  const base64 = Buffer.alloc(513 * 1024).toString('base64')
  const answer = await person.send('PUT', '/api/reports/branding/logo', { base64 })
  expect(answer.status).toBe(413)
  const enormous = Buffer.alloc(2_000_000).toString('base64')
  const far = await person.send('PUT', '/api/reports/branding/logo', { base64: enormous })
  expect(far.status).toBe(413)
})

const PNG = png(40, 20)

function png(width: number, height: number, pixels = Buffer.alloc((width * 4 + 1) * height, 128)) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  for (let row = 0; row < height; row++) pixels[row * (width * 4 + 1)] = 0
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]).toString('base64')
}

function bomb(): string {
  return png(2, 2, Buffer.alloc(50_000_000))
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
