import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { countOperations } from '#platform/google-ads/usage.ts'
import { enqueue, handle, runDueJobs } from '#platform/jobs.ts'
import { jobKind } from '#shared/job-kind.ts'
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

test('queues by lane, quota, and how long jobs and vendors take', async () => {
  const { ctx } = open
  const slow = jobKind('slow-thing', { payload: z.object({}), maxAttempts: 1, lane: 'nightly' })
  await enqueue(ctx, slow, {}, { runAt: new Date(ctx.clock.now().getTime() - 90_000) })
  await countOperations(ctx, { customerId: 1, operations: 7, priority: 'interactive' })
  const figure = async (name: string) => {
    const { body } = await open.app.inject('/metrics')
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  }
  expect(await figure('job_queue_waiting{lane="nightly"}')).toBe(1)
  expect(await figure('job_queue_age_seconds{lane="nightly"}')).toBeGreaterThanOrEqual(90)
  expect(await figure('job_queue_age_seconds{lane="urgent"}')).toBe(0)
  expect(await figure('google_operations_today')).toBe(7)
  expect(await figure('google_operations_limit')).toBe(15_000)
  await runDueJobs(ctx, [handle(slow, async () => {})])
  const done = 'job_duration_seconds_count{kind="slow-thing",lane="nightly",outcome="done"}'
  expect(await figure(done)).toBe(1)
  expect(await figure('job_queue_waiting{lane="nightly"}')).toBe(0)
})

test('every alarm and every panel names figures that there are', async () => {
  const { body } = await open.app.inject('/metrics')
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['prometheus/alerts.yaml', 'grafana/pujante.json']) {
    const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
    const named = [
      ...text.matchAll(/\b((?:http|job|jobs|google|sync|changes|vendor|nodejs|process)_\w+)/g),
    ]
    expect(named.length).toBeGreaterThan(8)
    for (const [, name = ''] of named)
      expect([file, name, known.has(name.replace(/_(bucket|count|sum)$/, ''))]).toEqual([
        file,
        name,
        true,
      ])
  }
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
