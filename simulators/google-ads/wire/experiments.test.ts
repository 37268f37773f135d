import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GoogleAdsSimulator, startGoogleAdsSimulator } from '../server.ts'
import {
  type Answer,
  type ApiClient,
  apiClient,
  codeOf,
  type Json,
  oauthClient,
  signIn,
} from '../test-client.ts'
import { createWorld } from '../world/world.ts'

const SHOP = '4815162342'
const C = `customers/${SHOP}`
/** Maximises conversions at a target of 21 €, on a budget of its own. */
const BASE = '20585000271'
/** On a shared budget. */
const SHARED = '20585000987'
const SHOPPING = '20585001274'
const TODAY = '2026-11-21'

let simulator: GoogleAdsSimulator
let ana: ApiClient
let now: Date

beforeEach(async () => {
  now = new Date(`${TODAY}T10:00:00Z`)
  simulator = await startGoogleAdsSimulator({
    world: createWorld({ seed: 7 }),
    clock: { now: () => now },
  })
  const tokens = await signIn(oauthClient(simulator.baseUrl), 'marta.demo@gmail.test')
  ana = apiClient(simulator.baseUrl, tokens.access_token!)
})
afterEach(() => simulator.close())

const post = (path: string, body: object = {}) => ana(`v25/${C}/${path}`, body)
const read = (path: string) => ana(`v25/${path}`)
const search = async (query: string) =>
  ((await post('googleAds:search', { query })).json.results ?? []) as Json

const EXPERIMENT = {
  name: 'CPA 15',
  suffix: '[prueba]',
  type: 'SEARCH_CUSTOM',
  status: 'SETUP',
  startDate: '2026-11-22',
  endDate: '2027-02-20',
  goals: [{ metric: 'CONVERSIONS', direction: 'INCREASE' }],
  syncEnabled: true,
}
const create = (more: object = {}, options: object = {}) =>
  post('experiments:mutate', { operations: [{ create: { ...EXPERIMENT, ...more } }], ...options })
const nameOf = ({ json }: Answer) => String(json.results?.[0]?.resourceName)

function createArms(
  experiment: string,
  more: { campaign?: string; split?: [number, number] } = {},
) {
  const { campaign = BASE, split = [50, 50] } = more
  const control = { name: 'control', control: true, campaigns: [`${C}/campaigns/${campaign}`] }
  const prueba = { name: 'prueba', control: false }
  return post('experimentArms:mutate', {
    operations: [control, prueba].map((arm, i) => ({
      create: { ...arm, experiment, trafficSplit: String(split[i]) },
    })),
    responseContentType: 'MUTABLE_RESOURCE',
  })
}

/** Up to the point at which its campaign is being made. */
async function schedule(
  more: object = {},
): Promise<{ experiment: string; draft: string; operation: string }> {
  const experiment = nameOf(await create(more))
  const arms = await createArms(experiment)
  const draft = String(arms.json.results?.[1]?.experimentArm?.inDesignCampaigns?.[0])
  const update = { resourceName: draft, maximizeConversions: { targetCpaMicros: '15000000' } }
  await post('googleAds:mutate', {
    mutateOperations: [
      { campaignOperation: { updateMask: 'maximizeConversions.targetCpaMicros', update } },
    ],
  })
  const { json } = await post(`experiments/${experiment.split('/')[3]}:scheduleExperiment`)
  return { experiment, draft, operation: String(json.name) }
}

async function run(more: object = {}): Promise<{ experiment: string; draft: string }> {
  const made = await schedule(more)
  now = new Date(now.getTime() + 120_000)
  return made
}

const statusOf = async (experiment: string) =>
  (
    await search(
      `SELECT experiment.status FROM experiment WHERE experiment.resource_name = '${experiment}'`,
    )
  )[0]?.experiment?.status
const idOf = (name: string) => name.split('/')[3]
const campaignsOf = (more = '') =>
  search(
    `SELECT campaign.id, campaign.name, campaign.experiment_type, campaign.base_campaign FROM campaign WHERE campaign.base_campaign = '${C}/campaigns/${BASE}' ${more}`,
  )

describe('the way of an experiment', () => {
  test('drafted, scheduled, polled, ended', async () => {
    const { experiment, draft, operation } = await schedule()
    expect(await campaignsOf()).toHaveLength(1)
    expect(await campaignsOf('PARAMETERS include_drafts=true')).toMatchObject([
      { campaign: { id: BASE, experimentType: 'BASE' } },
      { campaign: { id: idOf(draft), experimentType: 'DRAFT' } },
    ])
    expect(await statusOf(experiment)).toBe('INITIATED')
    expect((await read(operation)).json).toMatchObject({ name: operation, done: false })
    expect((await read(operation)).json).toMatchObject({ done: true, response: {} })
    expect(await statusOf(experiment)).toBe('ENABLED')
    expect(await campaignsOf()).toMatchObject([
      { campaign: { id: BASE } },
      { campaign: { id: idOf(draft), experimentType: 'EXPERIMENT' } },
    ])
    expect((await post(`experiments/${idOf(experiment)}:endExperiment`)).json).toEqual({})
    expect(await statusOf(experiment)).toBe('HALTED')
    expect(codeOf(await post(`experiments/${idOf(experiment)}:endExperiment`))).toBe(
      'STATUS_TRANSITION_INVALID',
    )
  })

  test('promoted, the base campaign has what was tried', async () => {
    const { experiment } = await run()
    const path = `experiments/${idOf(experiment)}:promoteExperiment`
    expect(codeOf(await post(path))).toBe('EXPERIMENT_NOT_YET_STARTED')
    now = new Date('2026-12-21T10:00:00Z')
    const { json } = await post(path)
    expect(json).toMatchObject({ done: false })
    await read(String(json.name))
    expect((await read(String(json.name))).json).toMatchObject({ done: true })
    const [row] = await search(
      `SELECT campaign.maximize_conversions.target_cpa_micros FROM campaign WHERE campaign.id = ${BASE}`,
    )
    expect(row?.campaign?.maximizeConversions).toEqual({ targetCpaMicros: '15000000' })
    expect(await statusOf(experiment)).toBe('PROMOTED')
  })

  test('what is changed of its campaign stands in the history', async () => {
    const history = () =>
      search(
        "SELECT change_event.campaign, change_event.changed_fields, campaign.id, campaign.experiment_type, campaign.base_campaign FROM change_event WHERE change_event.client_type = 'GOOGLE_ADS_API' AND change_event.change_date_time >= '2026-11-20' AND change_event.change_date_time <= '2026-11-22' LIMIT 10",
      )
    const { draft } = await schedule()
    const own = {
      changeEvent: { campaign: draft },
      campaign: {
        id: idOf(draft),
        experimentType: 'EXPERIMENT',
        baseCampaign: `${C}/campaigns/${BASE}`,
      },
    }
    expect(await history()).toMatchObject([own])
    now = new Date(now.getTime() + 120_000)
    expect(await history()).toMatchObject([own])
  })

  test('what fails while it is made is listed', async () => {
    const [taken] = await search(
      `SELECT campaign.resource_name FROM campaign WHERE campaign.id = ${SHARED}`,
    )
    const [base] = await search(`SELECT campaign.name FROM campaign WHERE campaign.id = ${BASE}`)
    const update = {
      resourceName: taken?.campaign?.resourceName,
      name: `${base?.campaign?.name} [prueba]`,
    }
    await post('googleAds:mutate', {
      mutateOperations: [{ campaignOperation: { updateMask: 'name', update } }],
    })
    const { experiment, operation } = await schedule()
    await read(operation)
    expect((await read(operation)).json).toMatchObject({ done: true, error: { code: 3 } })
    expect(await statusOf(experiment)).toBe('SETUP')
    const { json } = await read(`${experiment}:listExperimentAsyncErrors?pageSize=1000`)
    expect(json.errors?.[0]?.details?.[0]?.errors?.[0]?.errorCode).toEqual({
      experimentError: 'DUPLICATE_EXPERIMENT_CAMPAIGN_NAME',
    })
  })

  test('a rehearsal and a removal leave nothing', async () => {
    expect((await create({}, { validateOnly: true })).json).toEqual({})
    expect(await search('SELECT experiment.name FROM experiment')).toHaveLength(0)
    const experiment = nameOf(await create())
    expect(codeOf(await create())).toBe('DUPLICATE_EXPERIMENT_NAME')
    await post('experiments:mutate', { operations: [{ remove: experiment }] })
    expect(await statusOf(experiment)).toBe('REMOVED')
    expect((await create()).status).toBe(200)
  })
})

describe('refusals', () => {
  test.each([
    ['CANNOT_SET_START_DATE_IN_PAST', { startDate: '2026-11-20' }],
    ['END_DATE_BEFORE_START_DATE', { endDate: '2026-11-21' }],
    ['START_DATE_TOO_FAR_IN_FUTURE', { startDate: '2027-11-30', endDate: '2027-12-30' }],
    ['INVALID_DURATION_FOR_AN_EXPERIMENT', { endDate: undefined }],
    ['ENUM_VALUE_NOT_PERMITTED', { type: 'YOUTUBE_CUSTOM' }],
  ])('%s', async (code, more) => {
    expect(codeOf(await create(more))).toBe(code)
  })

  test.each([
    ['CANNOT_ADD_CAMPAIGN_WITH_SHARED_BUDGET', { campaign: SHARED }],
    ['INVALID_CAMPAIGN_CHANNEL_TYPE', { campaign: SHOPPING }],
    [
      'SUM_TRIAL_ARM_TRAFFIC_UNEQUALS_TO_TRIAL_TRAFFIC_SPLIT_DENOMINATOR',
      { split: [50, 40] as [number, number] },
    ],
  ])('%s', async (code, more) => {
    expect(codeOf(await createArms(nameOf(await create()), more))).toBe(code)
  })

  test('two experiments of one campaign at the same time, and one without a draft', async () => {
    await run()
    const second = nameOf(await create({ name: 'Otro' }))
    expect(codeOf(await createArms(second))).toBe('OVERLAPPING_MEMBERS_AND_DATE_RANGE')
    expect(codeOf(await post(`experiments/${idOf(second)}:scheduleExperiment`))).toBe(
      'IN_DESIGN_CAMPAIGNS_NOT_SET',
    )
  })
})

describe('what it shows', () => {
  const RANGE = "segments.date BETWEEN '2026-11-22' AND '2027-01-10'"
  const METRICS = 'metrics.clicks, metrics.cost_micros, metrics.conversions'
  const sumOf = (rows: Json, name: 'clicks' | 'costMicros' | 'conversions') =>
    rows.reduce((sum, row) => sum + Number(row.metrics?.[name] ?? 0), 0)

  test('what was removed before it began takes none of the searches of the next one', async () => {
    const before = await run()
    await post('experiments:mutate', { operations: [{ remove: before.experiment }] })
    const { experiment } = await run({ name: 'CPA 15, otra vez', suffix: '[otra]' })
    now = new Date('2027-01-20T10:00:00Z')
    const [half] = await search(
      `SELECT metrics.clicks, metrics.control_clicks FROM experiment WHERE experiment.resource_name = '${experiment}' AND ${RANGE} ORDER BY segments.date DESC LIMIT 1`,
    )
    const [treated, other] = [Number(half?.metrics?.clicks), Number(half?.metrics?.controlClicks)]
    expect(treated / other).toBeGreaterThan(0.6)
    expect(treated / other).toBeLessThan(1.1)
  })

  test('the halves together are the campaign, and the account is what its campaigns are', async () => {
    const of = (from: string, more = '') =>
      search(`SELECT ${METRICS} FROM ${from} WHERE ${RANGE} ${more}`)
    const { draft } = await run()
    now = new Date('2027-01-20T10:00:00Z')
    const [campaigns, account] = [await of('campaign'), await of('customer')]
    expect(sumOf(campaigns, 'costMicros')).toBe(sumOf(account, 'costMicros'))
    expect(sumOf(campaigns, 'conversions')).toBeCloseTo(sumOf(account, 'conversions'), 3)
    const half = (id: string | undefined) => of('campaign', `AND campaign.id = ${id}`)
    const [control, treatment] = [await half(BASE), await half(idOf(draft))]
    // A target lower by 29 %: fewer clicks, each cheaper.
    const ratio = sumOf(treatment, 'costMicros') / sumOf(control, 'costMicros')
    expect(ratio).toBeGreaterThan(0.65)
    expect(ratio).toBeLessThan(0.85)
    const terms = await of('search_term_view', `AND campaign.id = ${idOf(draft)}`)
    expect(sumOf(terms, 'clicks')).toBeGreaterThan(sumOf(treatment, 'clicks') / 2)
    const groups = await of('ad_group', `AND campaign.id = ${idOf(draft)}`)
    expect(sumOf(groups, 'clicks')).toBe(sumOf(treatment, 'clicks'))
  })

  test('its own rows compare both halves, under names as irregular as Google’s', async () => {
    const { experiment, draft } = await run()
    now = new Date('2027-01-20T10:00:00Z')
    const [row] = await search(
      `SELECT experiment.name, ${METRICS}, metrics.control_clicks, metrics.control_cost_micros, metrics.control_conversions, metrics.cost_micros_change_point_estimate, metrics.cost_micros_margin_of_error, metrics.cost_micros_p_value, metrics.conversions_absolute_change_point_estimate, metrics.conversions_absolute_change_p_value FROM experiment WHERE ${RANGE} AND experiment.resource_name = '${experiment}'`,
    )
    const { metrics } = row as unknown as { metrics: Record<string, number> }
    const [campaign] = await search(
      `SELECT ${METRICS} FROM campaign WHERE ${RANGE} AND campaign.id = ${idOf(draft)}`,
    )
    expect(metrics).toMatchObject(campaign?.metrics as object)
    const ratio = Number(metrics.costMicros) / Number(metrics.controlCostMicros)
    expect(metrics.costMicrosChangePointEstimate).toBeCloseTo(ratio - 1, 6)
    expect(metrics.costMicrosPValue).toBeLessThan(0.01)
    expect(metrics.conversionsAbsoluteChangePointEstimate).toBeCloseTo(
      Number(metrics.conversions) - Number(metrics.controlConversions),
      3,
    )
  })
})
