import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GoogleAdsSimulator } from '../server.ts'
import {
  type ApiClient,
  apiClient,
  codeOf,
  oauthClient,
  signIn,
  startTiny,
} from '../test-client.ts'
import { AGENCY, ANA, SHOP } from '../tiny-world.ts'

let simulator: GoogleAdsSimulator
let ana: ApiClient

beforeEach(async () => {
  simulator = await startTiny()
  const tokens = await signIn(oauthClient(simulator.baseUrl), ANA)
  ana = apiClient(simulator.baseUrl, tokens.access_token!)
})
afterEach(() => simulator.close())

const budget = (id: number, amountMicros: string) => ({
  updateMask: 'amountMicros',
  update: { resourceName: `customers/${SHOP}/campaignBudgets/${id}`, amountMicros },
})
const wrapped = (id: number, amountMicros: string) => ({
  campaignBudgetOperation: budget(id, amountMicros),
})
const mutate = (body: object) => ana(`v25/customers/${SHOP}/googleAds:mutate`, body)

async function budgets(): Promise<unknown> {
  const { json } = await ana(`v25/customers/${SHOP}/googleAds:search`, {
    query: 'SELECT campaign_budget.amount_micros FROM campaign ORDER BY campaign.id',
  })
  return json.results!.map((row) => row.campaignBudget!.amountMicros)
}

async function listNames(): Promise<unknown> {
  const { json } = await ana(`v25/customers/${SHOP}/googleAds:search`, {
    query: 'SELECT shared_set.name FROM shared_set',
  })
  return (json.results ?? []).map((row) => row.sharedSet!.name)
}

describe('googleAds:mutate', () => {
  it('changes, and can answer with the whole resource', async () => {
    const { status, json, requestId } = await mutate({
      mutateOperations: [wrapped(11, '25000000')],
      responseContentType: 'MUTABLE_RESOURCE',
    })
    const resourceName = `customers/${SHOP}/campaignBudgets/11`
    expect(status).toBe(200)
    expect(requestId).toBeTruthy()
    expect(json).toEqual({
      mutateOperationResponses: [
        {
          campaignBudgetResult: {
            resourceName,
            campaignBudget: { resourceName, amountMicros: '25000000' },
          },
        },
      ],
    })
    expect(await budgets()).toEqual(['25000000', '20000000'])
  })

  it('does all or nothing, and points at the operation that failed', async () => {
    const answer = await mutate({ mutateOperations: [wrapped(11, '25000000'), wrapped(12, '1')] })
    expect(answer.status).toBe(400)
    expect(answer.json.error!.details![0]!.errors![0]).toEqual({
      errorCode: { campaignBudgetError: 'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT' },
      message: 'Refused.',
      trigger: { stringValue: 'x' },
      location: {
        fieldPathElements: [
          { fieldName: 'mutate_operations', index: 1 },
          { fieldName: 'campaign_budget_operation' },
          { fieldName: 'update' },
          { fieldName: 'amount_micros' },
        ],
      },
    })
    expect(await budgets()).toEqual(['20000000', '20000000'])
  })

  it('with partialFailure keeps what worked', async () => {
    const { status, json } = await mutate({
      mutateOperations: [wrapped(11, '1'), wrapped(12, '30000000')],
      partialFailure: true,
    })
    expect(status).toBe(200)
    expect(json.mutateOperationResponses).toEqual([
      {},
      { campaignBudgetResult: { resourceName: `customers/${SHOP}/campaignBudgets/12` } },
    ])
    expect(json.partialFailureError).toMatchObject({
      code: 3,
      details: [{ errors: [{ location: { fieldPathElements: [{ index: 0 }, {}, {}, {}] } }] }],
    })
    expect(await budgets()).toEqual(['20000000', '30000000'])
  })

  it('with validateOnly answers {} or the error, and changes nothing', async () => {
    const good = await mutate({ mutateOperations: [wrapped(11, '25000000')], validateOnly: true })
    expect([good.status, good.json]).toEqual([200, {}])
    const bad = await mutate({ mutateOperations: [wrapped(11, '1')], validateOnly: true })
    expect([bad.status, codeOf(bad)]).toEqual([400, 'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT'])
    expect(await budgets()).toEqual(['20000000', '20000000'])
  })

  it('links creates through temporary names, also when only validating', async () => {
    const mutateOperations = [
      {
        sharedSetOperation: {
          create: { resourceName: `customers/${SHOP}/sharedSets/-1`, name: 'Gratis' },
        },
      },
      { sharedCriterionOperation: { create: { sharedSet: `customers/${SHOP}/sharedSets/-1` } } },
    ]
    expect((await mutate({ mutateOperations, validateOnly: true })).json).toEqual({})
    expect(await listNames()).toEqual([])
    const { json } = await mutate({ mutateOperations })
    expect(json.mutateOperationResponses).toEqual([
      { sharedSetResult: { resourceName: `customers/${SHOP}/sharedSets/1` } },
      { sharedCriterionResult: { resourceName: `customers/${SHOP}/sharedCriteria/1~9` } },
    ])
    expect(await listNames()).toEqual(['Gratis'])
  })

  it.each([
    [{ mutateOperations: [] }, 'REQUIRED_FIELD_MISSING'],
    [{ mutateOperations: [{}] }, 'OPERATION_REQUIRED'],
    [{ mutateOperations: Array(10_001).fill({ adOperation: {} }) }, 'TOO_MANY_MUTATE_OPERATIONS'],
  ])('refuses %#', async (body, code) => {
    expect(codeOf(await mutate(body))).toBe(code)
  })

  it('refuses managers', async () => {
    const answer = await ana(`v25/customers/${AGENCY}/googleAds:mutate`, {
      mutateOperations: [wrapped(11, '25000000')],
    })
    expect(codeOf(answer)).toBe('CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT')
  })
})

it('takes bare operations at the resource’s own address', async () => {
  const path = `v25/customers/${SHOP}/campaignBudgets:mutate`
  const { json } = await ana(path, { operations: [budget(11, '25000000')] })
  expect(json).toEqual({ results: [{ resourceName: `customers/${SHOP}/campaignBudgets/11` }] })
  const bad = await ana(path, { operations: [budget(11, '1')] })
  expect(bad.json.error!.details![0]!.errors![0]!.location).toEqual({
    fieldPathElements: [
      { fieldName: 'operations', index: 0 },
      { fieldName: 'update' },
      { fieldName: 'amount_micros' },
    ],
  })
})
