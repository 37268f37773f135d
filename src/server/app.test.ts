import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '../../tests/harness.ts'

const t = testApp()

test('a large answer travels compressed and reads the same', async () => {
  const plain = await t.app.inject('/api/openapi.json')
  const small = await t.app.inject({
    url: '/api/openapi.json',
    headers: { 'accept-encoding': 'br' },
  })
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(JSON.parse(brotliDecompressSync(small.rawPayload).toString())).toEqual(plain.json())
})

test('an address longer than the router takes is not found, in Spanish', async () => {
  const reply = await t.app.inject(`/api/billing/invoices/${'x'.repeat(400)}/pdf`)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ code: 'not_found', error: 'No existe lo que buscas.' })
})

test('a failure in an odd path is still our own JSON', async () => {
  for (const url of ['/api/%', '/api/account-metrics/%E0%A4%A', '/api/../etc/passwd', '/%00']) {
    const reply = await t.app.inject(url)
    expect(reply.statusCode, url).toBeLessThan(500)
    expect(reply.json(), url).toMatchObject({ code: expect.any(String), error: expect.any(String) })
  }
})
