import { expect, test } from 'vitest'
import { experimentShop } from '../../../tests/experiment-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import { enqueue, runDueJobs } from '../../platform/jobs.ts'
import { daysInRange } from '../../shared/dates.ts'
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

test('made a campaign of its own in Google Ads: nothing was promoted', () => {
  const its = { endsOn: '2027-03-13' }
  const graduated = changeElsewhere(
    { status: 'GRADUATED', endsOn: '2027-03-13' },
    its,
    '2027-01-01',
  )
  expect(graduated).toMatchObject({ experimentState: 'ended' })
  expect(graduated!.experimentNote).toContain('campaña aparte')
})
