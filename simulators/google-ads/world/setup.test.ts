import { describe, expect, test } from 'vitest'
import type { AccountSource, FieldRow } from '../account-source.ts'
import { executeQuery } from '../gaql/execute.ts'
import { parseQuery } from '../gaql/parse.ts'
import { readFacts as facts, NOW, total } from './read-facts.ts'
import { createWorld } from './world.ts'

const [SHOES, DENTAL, HOTEL, SOFTWARE] = ['4815162342', '3319027745', '5520418837', '6148830291']
const LIVE = [SHOES, DENTAL, HOTEL, SOFTWARE]
const world = createWorld({ seed: 7, epochDay: '2026-11-21' })
const account = (id: string | undefined) => world.account(id ?? '') as AccountSource
const rows = (id: string | undefined, resource: string) => [...account(id).entities(resource, NOW)]

describe.each(LIVE)('in account %s', (id) => {
  const of = (resource: string, segments: string[] = []) =>
    facts(account(id), resource, '2026-11-02', '2026-11-04', segments)
  const whole = total(of('campaign'))

  test('networks, places of people and landing pages by device add up to the campaigns', () => {
    expect(total(of('campaign', ['segments.ad_network_type']))).toEqual(whole)
    expect(total(of('user_location_view'))).toEqual(whole)
    expect(total(of('landing_page_view', ['segments.device']))).toEqual(total(of('ad_group')))
  })

  test('placements add up to the Display network, campaign by campaign', () => {
    const byNetwork = of('campaign', ['segments.ad_network_type'])
    const placements = of('detail_placement_view')
    const campaigns = new Set(byNetwork.map((row) => row.fields['campaign.id']))
    for (const campaign of campaigns) {
      const content = total(
        byNetwork,
        ({ fields }) =>
          fields['campaign.id'] === campaign && fields['segments.ad_network_type'] === 'CONTENT',
      )
      expect(total(placements, ({ fields }) => fields['campaign.id'] === campaign)).toEqual(content)
    }
    expect(total(placements).clicks).toBeGreaterThan(30)
  })

  test('conversions by action and by lag add up to those of the campaigns', () => {
    for (const segment of ['segments.conversion_action', 'segments.conversion_lag_bucket'])
      expect(total(of('campaign', [segment]))).toMatchObject({
        clicks: 0,
        conversions: whole.conversions,
        conversionsValue: whole.conversionsValue,
      })
  })
})

test('regions are told campaign by campaign', () => {
  const query = parseQuery(
    "SELECT campaign.id, metrics.clicks FROM geographic_view WHERE segments.date BETWEEN '2026-11-02' AND '2026-11-04'",
  )
  const answered = [...executeQuery(query, account(SHOES), NOW)].filter((row) => row !== null)
  expect(answered.length).toBeGreaterThan(5)
})

test('what is planted in the set-up stands in the rows', () => {
  const on = (id: string | undefined, field: string) =>
    rows(id, 'campaign').filter(
      (row) => row['campaign.advertising_channel_type'] === 'SEARCH' && row[field] === true,
    )
  const display = 'campaign.network_settings.target_content_network'
  expect(on(SHOES, display).map((row) => row['campaign.name'])).toEqual([
    'Búsqueda · Hombre y niños',
  ])
  expect(on(DENTAL, display)).toEqual([])
  expect(rows(SHOES, 'recommendation_subscription')).toHaveLength(2)
  const strengths = rows(HOTEL, 'asset_group').map((row) => row['asset_group.ad_strength'])
  expect(strengths).toEqual(['EXCELLENT', 'POOR'])
  const disapproved = rows(SHOES, 'ad_group_ad').filter(
    (row) => row['ad_group_ad.policy_summary.approval_status'] === 'DISAPPROVED',
  )
  expect(disapproved).toHaveLength(1)
  const shown = facts(account(SHOES), 'ad_group_ad', '2026-10-01', '2026-10-30').map(
    (row) => row.fields['ad_group_ad.ad.id'],
  )
  expect(shown).not.toContain(disapproved[0]?.['ad_group_ad.ad.id'])
})

test('an action that counts twice has the days of the one it copies', () => {
  const byAction = Map.groupBy(
    facts(account(HOTEL), 'customer', '2026-08-23', '2026-11-10', ['segments.conversion_action']),
    (row) => row.fields['segments.conversion_action_name'],
  )
  const [copied, copy] = ['Reserva confirmada', 'Reserva (GA4)'].map((name) =>
    total(byAction.get(name) ?? []),
  )
  const ratio = (copy?.conversions ?? 0) / (copied?.conversions ?? 1)
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1)
})

test('the last conversion is known, and stops where the tag broke', () => {
  const last = (id: string | undefined) =>
    rows(id, 'conversion_action').map((row: FieldRow) =>
      String(row['metrics.conversion_last_conversion_date']),
    )
  expect(last(SHOES)).toEqual(['2026-11-21', '2026-11-21'])
  for (const day of last(SOFTWARE)) expect(day).toBe('2026-11-10')
})

test('simulated targets pass through what happened and rise with the bid', () => {
  const simulations = LIVE.flatMap((id) => rows(id, 'campaign_simulation'))
  const targets = simulations.filter((row) => row['campaign_simulation.type'] === 'TARGET_CPA')
  expect(targets.length).toBeGreaterThan(1)
  for (const row of targets) {
    const points = row['campaign_simulation.target_cpa_point_list.points'] as {
      targetCpaMicros: string
      clicks: string
      costMicros: string
    }[]
    const clicks = points.map((point) => Number(point.clicks))
    expect(clicks).toEqual(clicks.toSorted((a, b) => a - b))
    const cpcs = points.map((point) => Number(point.costMicros) / Number(point.clicks))
    expect(cpcs.at(-1)).toBeGreaterThan(cpcs[0] as number)
    const now =
      row['campaign.maximize_conversions.target_cpa_micros'] ??
      row['campaign.target_cpa.target_cpa_micros']
    expect(points.map((point) => BigInt(point.targetCpaMicros))).toContain(now)
  }
})

test('switches can be turned, and the rows say so at once', () => {
  const own = createWorld({ seed: 7, epochDay: '2026-11-21' }).account(SHOES ?? '') as AccountSource
  const campaign = () =>
    [...own.entities('campaign', NOW)].find(
      (row) => row['campaign.name'] === 'Búsqueda · Hombre y niños',
    ) as FieldRow
  const mutate = (operation: unknown) =>
    own.mutate(operation, {
      validateOnly: false,
      now: NOW,
      clientType: 'GOOGLE_ADS_API',
      userEmail: 'marta.demo@gmail.test',
    })
  const resourceName = campaign()['campaign.resource_name']
  const off = mutate({
    campaignOperation: {
      updateMask: 'networkSettings.targetContentNetwork,aiMaxSetting.enableAiMax',
      update: { resourceName, networkSettings: { targetContentNetwork: false } },
    },
  })
  expect(off).toMatchObject({ ok: true })
  expect(campaign()['campaign.network_settings.target_content_network']).toBe(false)
  const wrong = mutate({
    campaignOperation: {
      updateMask: 'geoTargetTypeSetting.positiveGeoTargetType',
      update: { resourceName, geoTargetTypeSetting: { positiveGeoTargetType: 'NEARBY' } },
    },
  })
  expect(wrong).toMatchObject({ ok: false })
  const subscription = () => [...own.entities('recommendation_subscription', NOW)][0] as FieldRow
  mutate({
    recommendationSubscriptionOperation: {
      updateMask: 'status',
      update: {
        resourceName: subscription()['recommendation_subscription.resource_name'],
        status: 'PAUSED',
      },
    },
  })
  expect(subscription()['recommendation_subscription.status']).toBe('PAUSED')
  const later = new Date('2026-11-25T09:00:00Z')
  const networks = (day: string) =>
    facts(own, 'campaign', day, day, ['segments.ad_network_type'], later)
      .filter((row) => row.fields['campaign.resource_name'] === resourceName)
      .map((row) => row.fields['segments.ad_network_type'])
  expect(networks('2026-11-20')).toContain('CONTENT')
  expect(networks('2026-11-23')).not.toContain('CONTENT')
})

test('simulated budgets bring nothing more than the searches there are', () => {
  const budgets = rows(SHOES, 'campaign_simulation').filter(
    (row) => row['campaign_simulation.type'] === 'BUDGET',
  )
  const clicksOf = (row: FieldRow) =>
    (row['campaign_simulation.budget_point_list.points'] as { clicks: string }[]).map((point) =>
      Number(point.clicks),
    )
  const growths = new Map(
    budgets.map((row) => {
      const clicks = clicksOf(row)
      return [row['campaign.name'], (clicks.at(-1) ?? 0) / (clicks[2] ?? 1)]
    }),
  )
  expect(growths.get('Búsqueda · Botines y cómodos')).toBeGreaterThan(1.5)
  expect(growths.get('Búsqueda · Mujer')).toBeCloseTo(1, 2)
})
