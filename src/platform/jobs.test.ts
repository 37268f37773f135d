import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { jobKind } from '#shared/job-kind.ts'
import { testContext } from '../../tests/database.ts'
import { systemClock } from './clock.ts'
import type { Context } from './context.ts'
import { jobs, rateWindows } from './db/schema/work.ts'
import { inTransaction } from './db/transaction.ts'
import { beyondLease, hasLostLease } from './db/under-lease.ts'
import { claim, forgetOldJobs, freeAbandonedJobs } from './job-queue.ts'
import {
  backOffMs,
  enqueue,
  enqueueAll,
  finishDueJobs,
  GiveUp,
  handle,
  RetryLater,
  runDueJobs,
  runNextJob,
} from './jobs.ts'

const t = testContext()
const greet = jobKind('greet', { payload: z.object({ name: z.string() }), maxAttempts: 3 })

let greeted: string[]
const greeter = handle(greet, async (_ctx, { name }) => void greeted.push(name))
const failing = (error: Error) =>
  handle(greet, async () => {
    throw error
  })

beforeEach(async () => {
  greeted = []
  await t.ctx.db.delete(jobs)
  await t.ctx.db.delete(rateWindows)
})

/** A minute passes without a sign of the worker that has the job, and another looks for one. */
async function takeOver() {
  t.clock.advance(120_000)
  await runNextJob(t.ctx, [greeter])
}

/** In a table that wants nothing else. */
async function keep(ctx: Context, key: string) {
  await ctx.db.insert(rateWindows).values({ key, calls: 1, endsAt: t.clock.now() })
}

async function kept() {
  const rows = await t.ctx.db.select().from(rateWindows).orderBy(rateWindows.key)
  return rows.map(({ key }) => key)
}

async function onlyJob() {
  const all = await t.ctx.db.select().from(jobs)
  expect(all).toHaveLength(1)
  return all[0]!
}

test('a job runs once, when it is due', async () => {
  await enqueue(
    t.ctx,
    greet,
    { name: 'Ana' },
    { runAt: new Date(t.clock.now().getTime() + 60_000) },
  )
  await runDueJobs(t.ctx, [greeter])
  expect(greeted).toEqual([])
  t.clock.advance(61_000)
  await runDueJobs(t.ctx, [greeter])
  await runDueJobs(t.ctx, [greeter])
  expect(greeted).toEqual(['Ana'])
})

test('one at a time is claimed, also where the database believes that there is but one', async () => {
  await t.ctx.db.delete(jobs)
  await enqueue(t.ctx, greet, { name: 'first' })
  await t.ctx.db.execute(sql`vacuum full jobs`)
  await t.ctx.db.execute(sql`vacuum analyze jobs`)
  for (const name of ['second', 'third']) await enqueue(t.ctx, greet, { name })
  await claim(t.ctx, { kinds: [greet.name], lowest: 'nightly' })
  const rows = await t.ctx.db.select({ status: jobs.status }).from(jobs)
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['running', 'waiting', 'waiting'])
})

test('long work that nobody waits for lets the others go first', async () => {
  const dig = jobKind('dig', { payload: z.object({}), maxAttempts: 3, lane: 'nightly' })
  const digger = handle(dig, async () => void greeted.push('(digging)'))
  await enqueue(t.ctx, dig, {}, { runAt: new Date(t.clock.now().getTime() - 60_000) })
  await enqueue(t.ctx, greet, { name: 'Ana' })
  await runDueJobs(t.ctx, [digger, greeter])
  expect(greeted).toEqual(['Ana', '(digging)'])
})

test('what is urgent goes before what was asked for, and that before the night', async () => {
  const kinds = (['nightly', 'asked', 'urgent'] as const).map((lane) =>
    jobKind(lane, { payload: z.object({}), maxAttempts: 3, lane }),
  )
  for (const kind of kinds) await enqueue(t.ctx, kind, {})
  const handlers = kinds.map((kind) => handle(kind, async () => void greeted.push(kind.name)))
  expect(await runNextJob(t.ctx, handlers, { lowest: 'urgent' })).toBe(true)
  expect(await runNextJob(t.ctx, handlers, { lowest: 'urgent' })).toBe(false)
  await runDueJobs(t.ctx, handlers)
  expect(greeted).toEqual(['urgent', 'asked', 'nightly'])
})

test('what a nightly job leads to waits with the night, its mails do not', async () => {
  const night = jobKind('night', { payload: z.object({}), maxAttempts: 3, lane: 'nightly' })
  const mail = jobKind('mail', { payload: z.object({}), maxAttempts: 3, lane: 'urgent' })
  const dreamer = handle(night, async (ctx) => {
    await enqueue(ctx, greet, { name: 'Ana' })
    await enqueue(ctx, mail, {})
  })
  await enqueue(t.ctx, night, {})
  await runNextJob(t.ctx, [dreamer])
  const open = await t.ctx.db.select().from(jobs).where(eq(jobs.status, 'waiting'))
  expect(open.map(({ kind, lane }) => [kind, lane]).sort()).toEqual([
    ['greet', 2],
    ['mail', 0],
  ])
})

test('users take turns: one with many jobs does not make the others wait for all of them', async () => {
  const dig = jobKind('dig', { payload: z.object({ userId: z.string() }), maxAttempts: 3 })
  for (const userId of ['ana', 'ana', 'ana', 'eva', 'ana', 'leo', 'eva'])
    await enqueue(t.ctx, dig, { userId })
  await runDueJobs(t.ctx, [handle(dig, async (_ctx, { userId }) => void greeted.push(userId))])
  expect(greeted).toEqual(['ana', 'eva', 'leo', 'ana', 'eva', 'ana', 'ana'])
})

test('many at once take turns as well, and an open one of the same key stays', async () => {
  const dig = jobKind('dig', { payload: z.object({ userId: z.string() }), maxAttempts: 3 })
  const asked = (users: string) =>
    [...users].map((userId, i) => ({ payload: { userId }, uniqueKey: `${users}${i}`, userId }))
  await enqueueAll(t.ctx, dig, asked('aab'), 'nightly')
  await enqueueAll(t.ctx, dig, asked('aab'), 'nightly')
  await enqueueAll(t.ctx, dig, asked('bcc'), 'nightly')
  await runDueJobs(t.ctx, [handle(dig, async (_ctx, { userId }) => void greeted.push(userId))])
  const inTurn = [greeted.slice(0, 3), greeted.slice(3)].map((turn) => turn.sort().join(''))
  expect(inTurn).toEqual(['abc', 'abc'])
})

test('while a job of a user is under way, another worker takes that of another user', async () => {
  const dig = jobKind('dig', { payload: z.object({ userId: z.string() }), maxAttempts: 3 })
  for (const userId of ['ana', 'ana', 'eva']) await enqueue(t.ctx, dig, { userId })
  await t.ctx.db.update(jobs).set({ turn: 0 })
  const digger = handle(dig, async (ctx, { userId }) => {
    greeted.push(userId)
    if (greeted.length < 3) await runNextJob(ctx, [digger])
  })
  await runNextJob(t.ctx, [digger])
  expect(greeted).toEqual(['ana', 'eva', 'ana'])
})

test('two open jobs of one key are one, at the earlier time', async () => {
  await enqueue(
    t.ctx,
    greet,
    { name: 'Ana' },
    { uniqueKey: 'ana', runAt: new Date(t.clock.now().getTime() + 60_000) },
  )
  await enqueue(t.ctx, greet, { name: 'Ana' }, { uniqueKey: 'ana' })
  await runDueJobs(t.ctx, [greeter])
  expect(greeted).toEqual(['Ana'])
  await enqueue(t.ctx, greet, { name: 'otra vez' }, { uniqueKey: 'ana' })
  await runDueJobs(t.ctx, [greeter])
  expect(greeted).toEqual(['Ana', 'otra vez'])
})

test('a job enqueued in a transaction that fails was never there', async () => {
  await inTransaction(t.ctx, async (ctx) => {
    await enqueue(ctx, greet, { name: 'Ana' })
    throw new Error('roll back')
  }).catch(() => {})
  expect(await t.ctx.db.select().from(jobs)).toEqual([])
})

test('a failure waits and tries again, and gives up after its last attempt', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  await runDueJobs(t.ctx, [failing(new Error('Google no responde'))])
  expect(await onlyJob()).toMatchObject({
    status: 'waiting',
    attempts: 1,
    lastProblem: 'Google no responde',
  })
  t.clock.advance(3_600_000)
  await runDueJobs(t.ctx, [failing(new Error('otra vez'))])
  t.clock.advance(3_600_000)
  await runDueJobs(t.ctx, [failing(new Error('tampoco'))])
  expect(await onlyJob()).toMatchObject({ status: 'failed', attempts: 3, lastProblem: 'tampoco' })
})

test("a vendor's hint decides when to try again", async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  const before = t.clock.now().getTime()
  await runDueJobs(t.ctx, [failing(new RetryLater('cuota', 90_000))])
  const waitMs = (await onlyJob()).runAt.getTime() - before
  expect(waitMs).toBeGreaterThanOrEqual(90_000)
  expect(waitMs).toBeLessThan(95_000)
})

test('all that is due is done only when what another worker has in hand is done too', async () => {
  const release = Promise.withResolvers<void>()
  const slow = handle(greet, async (ctx, { name }) => {
    if (name === 'Eva') await release.promise
    greeted.push(name)
    if (name === 'Eva') await enqueue(ctx, greet, { name: 'después' })
  })
  await enqueue(t.ctx, greet, { name: 'Eva' })
  const other = runNextJob(t.ctx, [slow])
  while ((await onlyJob()).status !== 'running') await new Promise((done) => setTimeout(done, 5))
  await enqueue(t.ctx, greet, { name: 'Ana' })
  let isFinished = false
  // What it looks at was enqueued after it read its clock: here by far, elsewhere by a millisecond.
  const clock = systemClock(t.clock.now().getTime() - Date.now() - 500)
  const finishing = finishDueJobs({ ...t.ctx, clock }, [slow]).then(() => {
    isFinished = true
  })
  while (!greeted.includes('Ana')) await new Promise((done) => setTimeout(done, 5))
  await new Promise((done) => setTimeout(done, 200))
  expect(isFinished).toBe(false)
  release.resolve()
  await finishing
  expect(greeted).toEqual(['Ana', 'Eva', 'después'])
  await other
})

test('what cannot be mended is not tried again', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  await runDueJobs(t.ctx, [failing(new GiveUp('permiso retirado'))])
  expect(await onlyJob()).toMatchObject({ status: 'failed', attempts: 1 })
})

test('a payload of another shape fails without reaching the handler', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  await t.ctx.db.update(jobs).set({ payload: { name: 7 } })
  await runDueJobs(t.ctx, [greeter])
  expect(greeted).toEqual([])
  expect((await onlyJob()).attempts).toBe(1)
})

test('the job of a killed worker is taken over when its lease has passed, and its late end changes nothing', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  const slow = handle(greet, async (_ctx, _payload, job) => {
    await takeOver()
    await job.keepLease()
  })
  await runNextJob(t.ctx, [slow])
  expect(greeted).toEqual(['Ana'])
  expect(await onlyJob()).toMatchObject({ status: 'done', attempts: 2, lastProblem: null })
})

test('what a worker has in hand when another has its job is not written, in a transaction or without one', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  const slow = handle(greet, async (ctx) => {
    await keep(ctx, 'before')
    await inTransaction(ctx, (ctx) => keep(ctx, 'before, in a transaction'))
    await takeOver()
    const writes = [
      keep,
      (ctx: Context, key: string) => inTransaction(ctx, (ctx) => keep(ctx, key)),
    ]
    for (const write of writes)
      expect(hasLostLease(await write(ctx, 'after').catch((error) => error))).toBe(true)
    await keep(beyondLease(ctx), 'beyond')
  })
  await runNextJob(t.ctx, [slow])
  expect(greeted).toEqual(['Ana'])
  expect(await kept()).toEqual(['before', 'before, in a transaction', 'beyond'])
  expect(await onlyJob()).toMatchObject({ status: 'done', attempts: 2 })
})

test('a job that was cancelled writes no more', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  const cancelled = handle(greet, async (ctx) => {
    await t.ctx.db.update(jobs).set({ status: 'cancelled', leaseToken: null })
    await inTransaction(ctx, (ctx) => keep(ctx, 'after'))
  })
  await runNextJob(t.ctx, [cancelled])
  expect(await kept()).toEqual([])
  expect((await onlyJob()).status).toBe('cancelled')
})

// The embedded database has one transaction open at a time: there nothing comes between.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a job that is taken over in the middle of a transaction does not commit it',
  async () => {
    await enqueue(t.ctx, greet, { name: 'Ana' })
    const slow = handle(greet, async (ctx) => {
      await inTransaction(ctx, async (ctx) => {
        await keep(ctx, 'after')
        await takeOver()
      })
    })
    await runNextJob(t.ctx, [slow])
    expect(greeted).toEqual(['Ana'])
    expect(await kept()).toEqual([])
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'a job whose worker has asked whether it may commit is not taken over before it has',
  async () => {
    await enqueue(t.ctx, greet, { name: 'Ana' })
    const slow = handle(greet, async (ctx) => {
      await inTransaction(ctx, async (ctx) => {
        await ctx.db.select().from(jobs).for('key share')
        await takeOver()
        expect(greeted).toEqual([])
        await keep(ctx, 'in time')
      })
    })
    await runNextJob(t.ctx, [slow])
    expect(await kept()).toEqual(['in time'])
  },
)

test('a lone process frees what its predecessor was killed with', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  await t.ctx.db
    .update(jobs)
    .set({ status: 'running', leaseUntil: new Date(t.clock.now().getTime() + 60_000) })
  await freeAbandonedJobs(t.ctx)
  await runDueJobs(t.ctx, [greeter])
  expect(greeted).toEqual(['Ana'])
})

test('waits double from 5 s, are spread by chance and end at an hour', () => {
  expect(backOffMs(1, 1)).toBe(5_000)
  expect(backOffMs(1, 0)).toBe(2_500)
  expect(backOffMs(3, 1)).toBe(20_000)
  expect(backOffMs(30, 1)).toBe(3_600_000)
})

test('finished jobs keep their record', async () => {
  await enqueue(t.ctx, greet, { name: 'Ana' })
  await runDueJobs(t.ctx, [greeter])
  const [done] = await t.ctx.db.select().from(jobs).where(eq(jobs.status, 'done'))
  expect(done?.finishedAt).not.toBeNull()
})

test('what was done a week ago, or failed a month ago, is forgotten; what waits is not', async () => {
  const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * 86_400_000)
  const rows = [
    ['done', 8],
    ['done', 6],
    ['failed', 31],
    ['failed', 8],
    ['cancelled', 31],
    ['waiting', 60],
  ] as const
  await t.ctx.db.delete(jobs)
  await t.ctx.db.insert(jobs).values(
    rows.map(([status, days]) => ({
      id: randomUUID(),
      kind: `${status} ${days}`,
      payload: {},
      status,
      runAt: daysAgo(days),
      attempts: 1,
      maxAttempts: 1,
      createdAt: daysAgo(days),
    })),
  )
  await forgetOldJobs(t.ctx)
  const kept = await t.ctx.db.select({ kind: jobs.kind }).from(jobs).orderBy(jobs.kind)
  expect(kept.map(({ kind }) => kind)).toEqual(['done 6', 'failed 8', 'waiting 60'])
})
