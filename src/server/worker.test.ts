import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { jobs } from '#platform/db/schema/work.ts'
import { enqueue, handle } from '#platform/jobs.ts'
import { jobKind } from '#shared/job-kind.ts'
import { testContext } from '../../tests/database.ts'
import { startWorker } from './worker.ts'

const t = testContext()
const mail = jobKind('mail', { payload: z.object({}), maxAttempts: 3, lane: 'urgent' })
const night = jobKind('night', { payload: z.object({}), maxAttempts: 3, lane: 'nightly' })

beforeEach(async () => void (await t.ctx.db.delete(jobs)))

const statusOf = async (kind: string) =>
  (await t.ctx.db.select().from(jobs).where(eq(jobs.kind, kind))).map(({ status }) => status)

test('an idle worker hears of a mail at once, also while the night keeps all others busy', async () => {
  const sent = Promise.withResolvers<void>()
  const dawn = Promise.withResolvers<void>()
  const worker = startWorker(t.ctx, [
    handle(night, () => dawn.promise),
    handle(mail, async () => sent.resolve()),
  ])
  for (let i = 0; i < 10; i++) await enqueue(t.ctx, night, {})
  // One loop is for mail alone, one for what is asked for.
  const underWay = async () => (await statusOf('night')).filter((status) => status === 'running')
  while ((await underWay()).length < 2) await sleep(20)
  const asked = performance.now()
  await enqueue(t.ctx, mail, {})
  await sent.promise
  expect(performance.now() - asked).toBeLessThan(2_000)
  expect(await underWay()).toHaveLength(2)
  await t.ctx.db.delete(jobs).where(eq(jobs.status, 'waiting'))
  dawn.resolve()
  await worker.stop()
})

test('an idle worker wakes for a job that falls due', async () => {
  const sent = Promise.withResolvers<void>()
  const worker = startWorker(t.ctx, [handle(mail, async () => sent.resolve())])
  await sleep(200)
  const asked = performance.now()
  await enqueue(t.ctx, mail, {}, { runAt: new Date(t.clock.now().getTime() + 400) })
  await sent.promise
  expect(performance.now() - asked).toBeGreaterThan(300)
  expect(performance.now() - asked).toBeLessThan(3_000)
  await worker.stop()
})

test('a worker that is stopped hands back what does not end, and the try does not count', async () => {
  const begun = Promise.withResolvers<void>()
  const worker = startWorker(
    t.ctx,
    [
      handle(night, () => {
        begun.resolve()
        return new Promise(() => {})
      }),
    ],
    { finishWithinMs: 100 },
  )
  await enqueue(t.ctx, night, {})
  await begun.promise
  await worker.stop()
  const [job] = await t.ctx.db.select().from(jobs)
  expect(job).toMatchObject({ status: 'waiting', attempts: 0, leaseToken: null })
})
