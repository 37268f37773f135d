import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setSyncState } from '#features/sync/actions/sync-state.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { DENIED } from '#platform/google-ads/access-refusals.ts'
import { countOperations } from '#platform/google-ads/usage.ts'
import { enqueue, handle, runDueJobs } from '#platform/jobs.ts'
import { jobKind } from '#shared/job-kind.ts'
import { connectAccount } from '../../tests/connected-account.ts'
import { openTestContext } from '../../tests/database.ts'
import { copyEmptyDatabase } from '../../tests/empty-database.ts'
import { type Person, testApp } from '../../tests/harness.ts'
import { buildApp } from './app.ts'
import { noteCopy } from './backup/copy.ts'

const open = testApp()
const guarded = testApp({ environment: { METRICS_TOKEN: 'una-clave-larga-de-metricas' } })

async function figure(name: string): Promise<number> {
  const { body } = await open.app.inject('/metrics')
  const line = body.split('\n').find((line) => line.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}

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

test('a job that fails and is tried again has an age, though it is not due', async () => {
  const { ctx } = open
  const urgent = jobKind('urgent-thing', {
    payload: z.object({}),
    maxAttempts: 3,
    lane: 'urgent',
  })
  await enqueue(ctx, urgent, {})
  const fails = handle(urgent, async () => {
    throw new Error('away')
  })
  await runDueJobs(ctx, [fails])
  open.clock.advance(20_000)
  expect(await figure('job_retry_age_seconds{lane="urgent"}')).toBeGreaterThanOrEqual(20)
  expect(await figure('job_retry_age_seconds{lane="nightly"}')).toBe(0)
})

const HOUR_MS = 3_600_000

test('the age of syncs is of accounts that are read, one that never was among them', async () => {
  const { ctx, clock } = open
  const [payer, lapsed] = [await open.signIn(), await open.signIn({ isActive: false })]
  const old = { createdAt: new Date(clock.now().getTime() - 40 * HOUR_MS) }
  const connect = async ({ userId }: Person, customerId: number, more: object = old) =>
    await connectAccount(open, {
      ...{ userId, customerId, googleCustomerId: String(customerId), name: 'Tienda' },
      ...more,
    })
  await connect(payer, 801, { lastSyncedAt: clock.now() })
  await connect(lapsed, 802)
  await connect(payer, 803)
  const problem = `${DENIED} La cuenta está cancelada.`
  await setSyncState(ctx, 803, { status: 'failed', problem })
  expect(await figure('sync_age_seconds')).toBeLessThan(60)
  await connect(payer, 804)
  expect((await figure('sync_age_seconds')) * 1000).toBeGreaterThanOrEqual(40 * HOUR_MS)
})

test('consents are counted by whether Google takes them, and none is a zero', async () => {
  expect(await figure('google_connections{status="needs_reauth"}')).toBe(0)
  expect(await figure('google_connections{status="active"}')).toBeGreaterThanOrEqual(0)
})

test('a change that can still be looked up is open, one that is on its way back too', async () => {
  const { ctx, clock } = open
  const { userId } = await open.signIn()
  const named = (customerId: number) => ({
    ...{ userId, customerId, googleCustomerId: String(customerId), name: 'Tienda' },
  })
  await connectAccount(open, named(811))
  await connectAccount(open, { ...named(812), connected: false })
  const change = (customerId: number, outcome: 'done' | 'sent', undoSentAt: Date | null) => ({
    ...{ customerId, outcome, undoSentAt, userId, id: randomUUID(), at: clock.now() },
    ...{ kind: 'recommendation', summary: 'Pausar' },
  })
  const changes = [change(811, 'done', null), change(812, 'sent', null)]
  await ctx.db.insert(accountChanges).values([...changes, change(812, 'done', clock.now())])
  expect(await figure('changes_open')).toBe(0)
  await ctx.db
    .insert(accountChanges)
    .values([change(811, 'sent', null), change(811, 'done', clock.now())])
  expect(await figure('changes_open')).toBe(2)
})

test('how long somebody follows a sync is no time of a request', async () => {
  const person = await open.signIn()
  const { userId } = person
  await connectAccount(open, { userId, customerId: 821, googleCustomerId: '8210000000', name: 'x' })
  await setSyncState(open.ctx, 821, { status: 'idle' })
  const path = '/api/google-accounts/8210000000/sync'
  const { headers } = await open.app.inject({ url: path, headers: { cookie: person.cookie } })
  expect(headers['content-type']).toContain('text/event-stream')
  const { body } = await open.app.inject('/metrics')
  expect(body).toContain('http_request_duration_seconds_count')
  expect(body).not.toMatch(/http_request_duration_seconds_count.*\/sync"/)
})

test('every alarm and every panel names figures that there are', async () => {
  const { body } = await open.app.inject('/metrics')
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['prometheus/alerts.yaml', 'grafana/pujante.json']) {
    const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
    const named = [
      ...text.matchAll(
        /\b((?:http|job|jobs|scheduler|google|sync|changes|vendor|nodejs|process|database|copy)_\w+)/g,
      ),
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

test('how old the last copy is, and nothing where none was ever made', async () => {
  const { ctx, clock } = open
  expect(await figure('copy_age_seconds')).toBeNaN()
  await noteCopy(ctx.db, new Date(clock.now().getTime() - 30 * HOUR_MS))
  await noteCopy(ctx.db, new Date(clock.now().getTime() - 2 * HOUR_MS))
  expect(Math.round((await figure('copy_age_seconds')) / 3600)).toBe(2)
})

test('where the database is away all else is told, and that it is', async () => {
  expect(await figure('database_up')).toBe(1)
  // The embedded one on either engine: it can be taken away from under its own program.
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'metrics-'))
  await copyEmptyDatabase(DATA_DIR)
  const { ctx, close } = await openTestContext({ DATABASE_URL: '', DATA_DIR })
  const app = await buildApp(ctx)
  await ctx.storage.close()
  await app.inject('/api/auth/status')
  const { statusCode, body } = await app.inject('/metrics')
  await app.close()
  await close()
  rmSync(DATA_DIR, { recursive: true })
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^database_up 0$/m)
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(body).toMatch(/^http_request_duration_seconds_count\{.*status="503"\} 1$/m)
  // No zero for what is not known.
  expect(body).not.toMatch(/^(changes_open|sync_age_seconds|job_queue_age_seconds)\b/m)
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
