import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { getResults } from '#features/recommendations/contract/results.ts'
import { users } from '#platform/db/schema/access.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { finishDueJobs, runDueJobs } from '#platform/jobs.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { LANES } from '#shared/job-kind.ts'
import { testApp } from '../../tests/harness.ts'
import { demoAheadJobs, enqueueDemoAhead } from './demo-ahead.ts'
import { enqueueSampleBooksAfterFirstDays } from './demo-books.ts'
import { jobHandlers } from './jobs.ts'

const t = testApp()
afterEach(() => t.ctx.db.delete(jobs))

const ahead = () => t.ctx.db.select().from(jobs).where(eq(jobs.kind, 'prepare-demo'))
const isMade = async () => (await t.ctx.db.$count(users, eq(users.isDemo, true))) > 0

test('what others wait for goes first, for five minutes at most', async () => {
  const { userId } = await t.signIn()
  await enqueueDemoAhead(t.ctx)
  // What a person asked for, and what follows from it.
  await enqueueSampleBooksAfterFirstDays(t.ctx, userId)
  for (let seconds = 0; seconds < 300; seconds += 5) {
    await runDueJobs(t.ctx, demoAheadJobs)
    expect(await isMade(), `after ${seconds} s`).toBe(false)
    t.clock.advance(5_000)
  }
  await runDueJobs(t.ctx, demoAheadJobs)
  expect(await isMade()).toBe(true)
  await t.ctx.db.delete(users).where(eq(users.isDemo, true))
})

test('made ahead, the first visitor finds all six months at once; another start changes nothing', async () => {
  // Two processes start.
  await enqueueDemoAhead(t.ctx)
  await enqueueDemoAhead(t.ctx)
  const nightly = LANES.indexOf('nightly')
  expect(await ahead()).toMatchObject([{ status: 'waiting', lane: nightly }])
  await finishDueJobs(t.ctx, jobHandlers)
  const done = await t.ctx.db.select().from(jobs)
  expect(done.filter(({ kind }) => kind === 'open-sample-books')).toHaveLength(1)
  expect(done.filter(({ lane }) => lane !== nightly)).toEqual([])

  const visit = await t.app.inject({ method: 'POST', url: '/api/demo/session' })
  const [cookie] = visit.cookies
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
  // Without one more job.
  expect(await t.ctx.db.$count(jobs)).toBe(done.length)
  const answer = await t.app.inject({ url: '/api/resultados?periodo=todo', headers })
  const { accounts } = answer.json() as ReplyOf<typeof getResults>
  expect(accounts).toMatchObject([{ accountName: 'Zócalo Libros de muestra' }])
  expect(accounts[0]!.running.length).toBeGreaterThan(10)
  const shown = (await t.app.inject({ url: '/api/google-accounts', headers })).json()
  expect(shown).toHaveLength(2)
  for (const { accountId } of shown) {
    const advice = await t.app.inject({ url: `/api/recomendaciones/${accountId}`, headers })
    expect(advice.json().length, accountId).toBeGreaterThan(2)
  }

  await enqueueDemoAhead(t.ctx)
  await finishDueJobs(t.ctx, jobHandlers)
  expect(await t.ctx.db.$count(jobs)).toBe(done.length)
})
