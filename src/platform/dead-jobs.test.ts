import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { jobKind } from '#shared/job-kind.ts'
import { testContext } from '../../tests/database.ts'
import { jobs } from './db/schema/work.ts'
import { claim, DIED, freeAbandonedJobs } from './job-queue.ts'
import { enqueue, handle, runDueJobs } from './jobs.ts'

const t = testContext()
const greet = jobKind('greet', { payload: z.object({ name: z.string() }), maxAttempts: 3 })
let greeted: string[]

beforeEach(async () => {
  greeted = []
  await t.ctx.db.delete(jobs)
})

const take = () => claim(t.ctx, { kinds: [greet.name], lowest: 'nightly' })

async function job() {
  const [only] = await t.ctx.db.select().from(jobs)
  return only!
}

test('a job under which the process dies each time waits in between, is told of and given up', async () => {
  const died: string[] = []
  const deadly = handle(
    greet,
    async () => void greeted.push('ran'),
    async (_ctx, { name }) => void died.push(name),
  )
  await enqueue(t.ctx, greet, { name: 'Ana' })
  const waits: number[] = []
  for (const attempt of [1, 2, 3]) {
    expect((await take())?.attempts).toBe(attempt)
    t.clock.advance(61_000)
    await freeAbandonedJobs(t.ctx)
    const { runAt } = await job()
    const waitMs = Math.max(0, runAt.getTime() - t.clock.now().getTime())
    waits.push(waitMs)
    if (waitMs > 0) expect(await take()).toBeNull()
    t.clock.advance(waitMs)
  }
  expect(waits.map((ms) => Math.round(ms / 1_000))).toEqual([0, 30, 60])
  expect(await job()).toMatchObject({ status: 'waiting', lastProblem: DIED })
  await runDueJobs(t.ctx, [deadly])
  expect([greeted, died]).toEqual([[], ['Ana']])
  expect(await job()).toMatchObject({ status: 'failed', lastProblem: DIED })
})

test('a lease that ends counts as such a death, too', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  await take()
  t.clock.advance(61_000)
  expect((await take())?.attempts).toBe(2)
  t.clock.advance(61_000)
  expect(await take()).toBeNull()
  t.clock.advance(30_000)
  expect((await take())?.attempts).toBe(3)
})

test('a job whose worker has died is begun again before those that came after it, however many wait', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  const dead = await take()
  await enqueue(t.ctx, greet, { name: 'Bea' })
  await enqueue(t.ctx, greet, { name: 'Carla' })
  t.clock.advance(61_000)
  expect((await take())?.id).toBe(dead!.id)
})
