import { once } from 'node:events'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { users } from '#platform/db/schema/access.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { enqueue, GiveUp, handle, runNextJob } from '#platform/jobs.ts'
import { jobKind } from '#shared/job-kind.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import type { AdminJob } from './contract/jobs.ts'

const t = testApp()
const dig = jobKind('dig', { payload: z.object({ userId: z.string() }), maxAttempts: 2 })
let admin: Person
let person: Person

beforeEach(async () => {
  await t.ctx.db.delete(jobs)
  admin = await t.signIn({ role: 'admin' })
  person = await t.signIn()
  return async () => {
    await t.ctx.db.delete(users).where(eq(users.id, admin.userId))
  }
})

type Count = { lane: string; state: string; count: number; retrying: number }
type Listed = { counts: Count[]; jobs: AdminJob[] }
const listed = async (query = '') => (await admin.get(`/api/admin/jobs${query}`)).body as Listed
const only = async () => (await listed()).jobs[0]!
const ask = async (uniqueKey?: string) =>
  await enqueue(t.ctx, dig, { userId: person.userId }, uniqueKey ? { uniqueKey } : {})
const run = (work: () => Promise<void>) => runNextJob(t.ctx, [handle(dig, work)])
const breakDown = () => run(() => Promise.reject(new GiveUp('the shovel broke')))

test('tasks are listed by lane and state, with whose they are and why they failed', async () => {
  await ask()
  await breakDown()
  await enqueue(t.ctx, dig, { userId: person.userId }, { lane: 'nightly' })
  const { counts, jobs: all } = await listed()
  expect(counts).toEqual([
    { lane: 'asked', state: 'failed', count: 1, retrying: 0 },
    { lane: 'nightly', state: 'waiting', count: 1, retrying: 0 },
  ])
  expect(all).toHaveLength(2)
  const { jobs: failed } = await listed('?state=failed')
  expect(failed).toMatchObject([
    { kind: 'dig', lane: 'asked', problem: 'the shovel broke', attempts: 1, maxAttempts: 2 },
  ])
  expect(failed[0]?.userEmail).toMatch(/@/)
  expect((await listed('?lane=nightly')).jobs.map(({ state }) => state)).toEqual(['waiting'])
})

test('those that failed at their last try and wait for the next are counted, until they are done', async () => {
  await ask()
  await enqueue(t.ctx, dig, { userId: admin.userId }, { lane: 'nightly' })
  await run(() => Promise.reject(new Error('rain')))
  expect((await listed()).counts).toEqual([
    { lane: 'asked', state: 'waiting', count: 1, retrying: 1 },
    { lane: 'nightly', state: 'waiting', count: 1, retrying: 0 },
  ])
  t.clock.advance(60_000)
  await run(async () => {})
  expect((await listed()).counts[0]).toMatchObject({ lane: 'asked', state: 'done', retrying: 0 })
})

test('a task that failed is done after all once it is retried, and that is written down', async () => {
  await ask()
  await breakDown()
  const { id } = await only()
  expect((await admin.send('POST', `/api/admin/jobs/${id}/retry`)).status).toBe(200)
  expect(await only()).toMatchObject({ state: 'waiting', attempts: 0, finishedAt: null })
  let dug = 0
  await run(async () => void dug++)
  expect([dug, (await only()).state]).toEqual([1, 'done'])
  expect((await admin.send('POST', `/api/admin/jobs/${id}/retry`)).status).toBe(409)
  const log = (await admin.get('/api/admin/audit-log')).body as { action: string }[]
  expect(log[0]).toMatchObject({ action: 'retry_job', details: 'Tarea: dig' })
})

test('a cancelled task is not begun, and may be retried', async () => {
  await ask()
  const { id } = await only()
  expect((await admin.send('DELETE', `/api/admin/jobs/${id}`)).status).toBe(200)
  expect(await run(() => Promise.reject(new Error('begun')))).toBe(false)
  expect((await only()).state).toBe('cancelled')
  expect((await admin.send('DELETE', `/api/admin/jobs/${id}`)).status).toBe(409)
  expect((await admin.send('POST', `/api/admin/jobs/${id}/retry`)).status).toBe(200)
  expect((await only()).state).toBe('waiting')
})

test('one that runs ends at its next safe point and stays cancelled', async () => {
  await ask()
  let reached = ''
  await runNextJob(t.ctx, [
    handle(dig, async (_ctx, _payload, job) => {
      await admin.send('DELETE', `/api/admin/jobs/${(await only()).id}`)
      reached = 'cancelled'
      await job.keepLease()
      reached = 'beyond'
    }),
  ])
  expect([reached, (await only()).state]).toEqual(['cancelled', 'cancelled'])
})

test('one that has no safe point learns at once that it was cancelled', async () => {
  await ask()
  await runNextJob(t.ctx, [
    handle(dig, async ({ stopping }) => {
      const told = once(stopping, 'abort')
      await admin.send('DELETE', `/api/admin/jobs/${(await only()).id}`)
      await told
      throw new Error('stopped in the middle')
    }),
  ])
  expect(await only()).toMatchObject({ state: 'cancelled', problem: null })
  // Not so that a lease is looked at in its turn, twenty seconds later.
})

test('no second one of a key is opened', async () => {
  await ask('hole')
  await breakDown()
  const { id } = await only()
  await ask('hole')
  const again = await admin.send('POST', `/api/admin/jobs/${id}/retry`)
  expect(again).toMatchObject({
    status: 409,
    body: { message: 'Ya hay otra tarea igual pendiente.' },
  })
})

test('no other person sees them', async () => {
  expect((await person.get('/api/admin/jobs')).status).toBe(403)
})
