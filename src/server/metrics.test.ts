import { expect, test } from 'vitest'
import { testApp } from '../../tests/harness.ts'

const open = testApp()
const guarded = testApp({ environment: { METRICS_TOKEN: 'una-clave-larga-de-metricas' } })

test('this machine reads the process, the requests by route, and the jobs', async () => {
  await open.app.inject('/api/account-metrics/123')
  const { statusCode, headers, body } = await open.app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/account-metrics/:customerId",status="401"} 1',
  )
  expect(body).toContain('# TYPE jobs gauge')
  expect(body, 'ids of customers').not.toContain('account-metrics/123')
})

test('to anybody else it does not exist, unless he brings the token', async () => {
  const from = (remoteAddress: string, authorization = '') =>
    ({ url: '/metrics', remoteAddress, headers: { authorization } }) as const
  expect((await open.app.inject(from('203.0.113.9'))).statusCode).toBe(404)
  expect((await guarded.app.inject(from('127.0.0.1'))).statusCode).toBe(404)
  expect((await guarded.app.inject(from('203.0.113.9', 'Bearer otra'))).statusCode).toBe(404)
  const known = from('203.0.113.9', 'Bearer una-clave-larga-de-metricas')
  expect((await guarded.app.inject(known)).statusCode).toBe(200)
})
