import { expect, test } from 'vitest'
import type { AccountSource, FieldRow } from '../account-source.ts'
import { NOW } from './read-facts.ts'
import { createWorld } from './world.ts'

const SOFTWARE = '6148830291'
const AS = {
  validateOnly: false,
  now: NOW,
  clientType: 'GOOGLE_ADS_API',
  userEmail: 'marta.demo@gmail.test',
}

const fresh = () =>
  createWorld({ seed: 7, epochDay: '2026-11-21' }).account(SOFTWARE) as AccountSource
const rowsOf = (account: AccountSource, resource: string) => [...account.entities(resource, NOW)]
const strategyOf = (account: AccountSource) => rowsOf(account, 'bidding_strategy')[0] as FieldRow
const usersOf = (account: AccountSource) =>
  rowsOf(account, 'campaign').filter((row) => row['bidding_strategy.id'] !== undefined)

test('two campaigns bid with one strategy, whose target each of them shows', () => {
  const account = fresh()
  const strategy = strategyOf(account)
  const users = usersOf(account)
  expect(users.map((row) => row['campaign.status'])).toEqual(['ENABLED', 'ENABLED'])
  for (const row of users) {
    expect(row['campaign.target_cpa.target_cpa_micros']).toBeUndefined()
    for (const field of ['id', 'name', 'type', 'target_cpa.target_cpa_micros'])
      for (const from of ['bidding_strategy', 'accessible_bidding_strategy'])
        expect(row[`${from}.${field}`], field).toBe(strategy[`bidding_strategy.${field}`])
  }
})

test('its simulation is of both together, and rises with the target', () => {
  const account = fresh()
  const [row, ...others] = rowsOf(account, 'bidding_strategy_simulation') as FieldRow[]
  expect(others).toEqual([])
  const points = row!['bidding_strategy_simulation.target_cpa_point_list.points'] as {
    targetCpaMicros: string
    clicks: string
  }[]
  const target = strategyOf(account)['bidding_strategy.target_cpa.target_cpa_micros']
  expect(points.map((point) => BigInt(point.targetCpaMicros))).toContain(target)
  const clicks = points.map((point) => Number(point.clicks))
  expect(clicks).toEqual(clicks.toSorted((a, b) => a - b))
  const names = usersOf(account).map((one) => one['campaign.id'])
  const alone = rowsOf(account, 'campaign_simulation').filter(
    (one) => one['campaign_simulation.type'] === 'TARGET_CPA',
  )
  expect(alone.filter((one) => names.includes(one['campaign_simulation.campaign_id']))).toEqual([])
})

test('a target set at one of its campaigns takes that one out; the strategy is joined by its name', () => {
  const account = fresh()
  const [first] = usersOf(account)
  const resourceName = first!['campaign.resource_name']
  const strategy = strategyOf(account)['bidding_strategy.resource_name']
  const update = (updateMask: string, fields: object) =>
    account.mutate({ campaignOperation: { updateMask, update: { resourceName, ...fields } } }, AS)
  expect(
    update('targetCpa.targetCpaMicros', { targetCpa: { targetCpaMicros: '90000000' } }).ok,
  ).toBe(true)
  expect(usersOf(account)).toHaveLength(1)
  const refused = update('biddingStrategy', { biddingStrategy: `${strategy}9` })
  expect(refused.ok ? null : refused.failure.code).toEqual({ mutateError: 'RESOURCE_NOT_FOUND' })
  expect(update('biddingStrategy', { biddingStrategy: strategy }).ok).toBe(true)
  expect(usersOf(account)).toHaveLength(2)
})

test('its own target moves by one operation; wrong ones are refused', () => {
  const account = fresh()
  const { 'bidding_strategy.resource_name': resourceName } = strategyOf(account)
  const set = (micros: string, name: unknown = resourceName, field = 'targetCpa') =>
    account.mutate(
      {
        biddingStrategyOperation: {
          updateMask: `${field}.targetCpaMicros`,
          update: { resourceName: name, [field]: { targetCpaMicros: micros } },
        },
      },
      AS,
    )
  const codeOf = (outcome: ReturnType<typeof set>) => (outcome.ok ? 'ok' : outcome.failure.code)
  expect(codeOf(set('12345'))).toEqual({ biddingError: 'BID_TOO_MANY_FRACTIONAL_DIGITS' })
  expect(codeOf(set('90000000', `${resourceName}9`))).toEqual({
    mutateError: 'RESOURCE_NOT_FOUND',
  })
  expect(codeOf(set('90000000', resourceName, 'maximizeConversions'))).toEqual({
    fieldMaskError: 'FIELD_NOT_FOUND',
  })
  expect(codeOf(set('90000000'))).toBe('ok')
  for (const row of usersOf(account))
    expect(row['bidding_strategy.target_cpa.target_cpa_micros']).toBe(90_000_000n)
})
