import { describe, expect, test } from 'vitest'
import { experimentShop } from '../../../tests/experiment-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import { rateWindows } from '../../platform/db/schema/work.ts'
import { enqueue, runDueJobs } from '../../platform/jobs.ts'
import { type Day, daysInRange } from '../../shared/dates.ts'
import { noticeExperiments } from './actions/measure-experiment.ts'
import { analyseAccount } from './contract/recommendations.ts'
import { recommendationJobs } from './jobs.ts'
import { changeElsewhere } from './rules/experiment-elsewhere.ts'

// What others do in Google Ads with an experiment that was made here.
const it = testApp()
const { recommend, tryIt, ads, experiments, application, resultRow, advance, untilLook, today } =
  experimentShop(it)

test('ended by others in Google Ads: noticed after the next sync, weeks before it would be judged', async () => {
  await tryIt(await recommend())
  await advance(3)
  const analyse = async () => {
    await enqueue(it.ctx, analyseAccount, { customerId: CUSTOMER })
    await runDueJobs(it.ctx, recommendationJobs)
  }
  await analyse()
  expect(await application()).toMatchObject({ experimentState: 'running' })
  const [live] = await experiments()
  await (await ads()).actOnExperiment('endExperiment', live!.resourceName)
  await analyse()
  expect(await application()).toMatchObject({ experimentState: 'ended', measured: null })
  expect((await resultRow()).experiment!.note).toContain('Se terminó en Google Ads')
})

test('ended by others once it is judged: nothing is left to decide, and nothing counts', async () => {
  await tryIt(await recommend())
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  const [live] = await experiments()
  if (live) await (await ads()).actOnExperiment('endExperiment', live.resourceName)
  await advance(1)
  await noticeExperiments(it.ctx, CUSTOMER)
  const row = await resultRow()
  expect(row.experiment).toMatchObject({ state: 'ended', canPromote: false, canEnd: false })
  expect(row.experiment!.note).toContain('Se terminó en Google Ads')
})

test('after the last look it can be decided for days; its last day passes, and that is what is said', async () => {
  await tryIt(await recommend())
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  await advance(7)
  await noticeExperiments(it.ctx, CUSTOMER)
  const { endsOn, ...open } = (await resultRow()).experiment!
  expect(open).toMatchObject({ state: 'running', canPromote: true })
  expect(endsOn > today()).toBe(true)
  await advance(daysInRange(today(), endsOn))
  await noticeExperiments(it.ctx, CUSTOMER)
  expect((await resultRow()).experiment).toMatchObject({
    state: 'ended',
    note: 'Llegó a su último día sin que se decidiera.',
  })
})

test('removed by others in Google Ads before there are figures of it: it is gone, and not before', async () => {
  await tryIt(await recommend())
  await noticeExperiments(it.ctx, CUSTOMER)
  expect(await application()).toMatchObject({ experimentState: 'running' })
  const [live] = await experiments()
  await (await ads()).mutateExperiment({ remove: live!.resourceName })
  await noticeExperiments(it.ctx, CUSTOMER)
  expect(await application()).toMatchObject({ experimentState: 'ended', measureAfter: null })
  expect((await resultRow()).experiment).toMatchObject({
    canPromote: false,
    canEnd: false,
    note: 'El experimento ya no está en Google Ads.',
  })
})

test('a job that looks at it leaves the last operations of the day to people', async () => {
  await tryIt(await recommend())
  const [live] = await experiments()
  await (await ads()).mutateExperiment({ remove: live!.resourceName })
  const spent = Math.ceil(it.ctx.config.googleAds.dailyOperations * 0.95)
  const endsAt = new Date(it.clock.now().getTime() + 3_600_000)
  await it.ctx.db.insert(rateWindows).values({ key: 'google-operations x', calls: spent, endsAt })
  it.clock.advance(3_000)
  await noticeExperiments({ ...it.ctx, jobLane: 'nightly' }, CUSTOMER)
  expect(await application()).toMatchObject({ experimentState: 'running' })
  await noticeExperiments(it.ctx, CUSTOMER)
  expect(await application()).toMatchObject({ experimentState: 'ended' })
  await it.ctx.db.delete(rateWindows)
  it.clock.advance(3_000)
})

describe('what became of it in Google Ads', () => {
  const its = { startsOn: '2026-11-21', endsOn: '2027-03-13' }
  const became = (
    live: { status: string; endsOn?: string },
    days = { today: '2026-12-10', lastDay: '2026-12-26' },
  ) => changeElsewhere({ endsOn: its.endsOn, ...live }, its, days)

  test('made a campaign of its own: nothing was promoted', () => {
    const graduated = became({ status: 'GRADUATED' })
    expect(graduated).toMatchObject({ experimentState: 'ended' })
    expect(graduated!.experimentNote).toContain('campaña aparte')
  })

  test('halted is over, whatever last day it keeps; one that can still be judged is', () => {
    const [ended, over] = ['Se terminó en Google Ads.', 'Llegó a su último día']
    expect(became({ status: 'HALTED' })!.experimentNote).toBe(ended)
    expect(became({ status: 'HALTED', endsOn: '2026-12-09' })!.experimentNote).toBe(ended)
    const read = { today: '2027-01-02', lastDay: '2026-12-26' }
    expect(became({ status: 'HALTED', endsOn: '2026-12-30' }, read)).toBeNull()
    const past = { today: '2027-03-14', lastDay: '2027-03-14' }
    expect(became({ status: 'HALTED' }, past)!.experimentNote).toContain(over)
  })

  test('not prepared by its first day, it never will be', () => {
    expect(became({ status: 'SETUP' }, { today: '2026-11-20', lastDay: '2026-12-26' })).toBeNull()
    expect(became({ status: 'SETUP' })!.experimentNote).toContain('no llegó a empezar')
  })
})

test('one of which Google never gave a figure is over some months after its end', () => {
  const experiment = { startsOn: '2026-01-11', endsOn: '2026-04-30' } as const
  const live = { status: 'HALTED', endsOn: experiment.endsOn }
  const on = (today: Day) => changeElsewhere(live, experiment, { today, lastDay: '2026-02-08' })
  expect(on('2026-07-29')).toBeNull()
  expect(on('2026-07-30')).toMatchObject({ experimentState: 'ended' })
})
