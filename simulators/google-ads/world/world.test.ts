import { describe, expect, test } from 'vitest'
import type { AccountSource, FactRow, Measures } from '../account-source.ts'
import { readFacts as facts, total } from './read-facts.ts'
import { createWorld } from './world.ts'

const SHOP = '4815162342'
const LIVE = ['4815162342', '3319027745', '5520418837', '6148830291']
const world = createWorld({ seed: 7 })
const shop = world.account(SHOP) as AccountSource

function plain(rows: readonly FactRow[]): string {
  const fields = (row: FactRow) =>
    [
      'campaign.id',
      'segments.date',
      'search_term_view.search_term',
      'ad_group_criterion.criterion_id',
    ].map((f) => String(row.fields[f]))
  return JSON.stringify(rows.map((row) => [fields(row), row.measures]))
}

describe('days', () => {
  test('the same seed gives the same days, another seed others', () => {
    const again = createWorld({ seed: 7 }).account(SHOP) as AccountSource
    const other = createWorld({ seed: 8 }).account(SHOP) as AccountSource
    const days = (account: AccountSource) =>
      plain(facts(account, 'keyword_view', '2026-10-01', '2026-10-02'))
    expect(days(again)).toBe(days(shop))
    expect(days(other)).not.toBe(days(shop))
  })

  test('a day alone equals the same day in a range, also years ago and after the clock moved on', () => {
    for (const day of ['2024-10-05', '2026-10-10']) {
      const alone = facts(
        createWorld({ seed: 7 }).account(SHOP) as AccountSource,
        'search_term_view',
        day,
        day,
      )
      const month = facts(shop, 'search_term_view', `${day.slice(0, 8)}01`, `${day.slice(0, 8)}20`)
      expect(alone.length).toBeGreaterThan(100)
      expect(plain(month.filter((row) => row.fields['segments.date'] === day))).toBe(plain(alone))
    }
    const later = new Date('2027-03-01T09:00:00Z')
    expect(
      total(facts(shop, 'customer', '2027-02-10', '2027-02-10', [], later)).clicks,
    ).toBeGreaterThan(300)
    expect(facts(shop, 'customer', '2027-02-10', '2027-02-10')).toEqual([])
  })

  test('today grows hour by hour into the whole day', () => {
    let before = 0
    for (const hour of ['03', '11', '19']) {
      const { clicks } = total(
        facts(
          shop,
          'customer',
          '2026-11-21',
          '2026-11-21',
          [],
          new Date(`2026-11-21T${hour}:10:00Z`),
        ),
      )
      expect(clicks).toBeGreaterThan(before)
      before = clicks
    }
    const whole = total(
      facts(shop, 'customer', '2026-11-21', '2026-11-21', [], new Date('2026-11-22T08:00:00Z')),
    )
    expect(whole.clicks).toBeGreaterThan(before)
  })

  test('conversions of a day are reported later and only grow', () => {
    const at = (now: string) =>
      total(facts(shop, 'customer', '2026-11-10', '2026-11-10', [], new Date(now))).conversions
    const reports = ['2026-11-11', '2026-11-13', '2026-11-16', '2026-11-24', '2026-12-20'].map(
      (day) => at(`${day}T08:00:00Z`),
    )
    expect([...reports].sort((a, b) => a - b)).toEqual(reports)
    expect(reports[0]).toBeLessThan(reports[3] as number)
    expect(reports[4]).toBe(reports[3])
  })
})

describe('totals', () => {
  test.each(LIVE)('of account %s agree over all levels', (id) => {
    const account = world.account(id) as AccountSource
    const of = (resource: string, segments: string[] = []) =>
      facts(account, resource, '2026-11-02', '2026-11-04', segments)
    const whole = total(of('customer'))
    expect(whole.clicks).toBeGreaterThan(300)
    for (const segments of [
      [],
      ['segments.device'],
      ['segments.hour'],
      ['segments.device', 'segments.hour', 'segments.ad_network_type'],
    ])
      expect(total(of('campaign', segments))).toEqual(whole)
    expect(total(of('customer', ['segments.device']))).toEqual(whole)
    expect(total(of('geographic_view'))).toEqual(whole)
    const groups = total(of('ad_group'))
    const inGroups = (row: FactRow) =>
      row.fields['campaign.advertising_channel_type'] !== 'PERFORMANCE_MAX'
    expect(groups).toEqual(total(of('campaign'), inGroups))
    for (const resource of ['ad_group_ad', 'age_range_view', 'gender_view', 'landing_page_view'])
      expect(total(of(resource))).toEqual(groups)
    const searches = (row: FactRow) => row.fields['campaign.advertising_channel_type'] === 'SEARCH'
    expect(total(of('keyword_view'))).toEqual(total(of('ad_group'), searches))
  })

  test('impressions and losses add up to the eligible searches', () => {
    for (const { measures: m } of facts(shop, 'campaign', '2026-11-02', '2026-11-02', [
      'segments.device',
    ])) {
      const parts = m.impressions + m.lostToBudgetImpressions + m.lostToRankImpressions
      if (m.eligibleImpressions > 0) expect(parts).toBe(m.eligibleImpressions)
      expect(m.clicks).toBeLessThanOrEqual(m.impressions)
      expect(m.absoluteTopImpressions).toBeLessThanOrEqual(m.topImpressions)
      expect(m.topImpressions).toBeLessThanOrEqual(m.impressions)
    }
  })

  test.each(LIVE)('search terms of account %s hide about half of clicks and cost', (id) => {
    const account = world.account(id) as AccountSource
    const of = (resource: string) =>
      total(
        facts(account, resource, '2026-09-01', '2026-10-30'),
        (row) => row.fields['campaign.advertising_channel_type'] === 'SEARCH',
      )
    const [shown, all] = [of('search_term_view'), of('keyword_view')]
    for (const metric of ['clicks', 'costMicros'] satisfies (keyof Measures)[]) {
      const hidden = 1 - shown[metric] / all[metric]
      expect(hidden).toBeGreaterThan(0.4)
      expect(hidden).toBeLessThan(0.6)
    }
  })
})

test('walking the accounts shows who has what', () => {
  const names = (ids: readonly string[]) => ids.map((id) => world.account(id)?.descriptiveName)
  const [marta, pablo] = world.users
  expect(names(marta?.customerIds ?? [])).toEqual(['Zapatería Alameda', 'Agencia Brújula'])
  expect(names(world.account('7203941186')?.childIds ?? [])).toEqual([
    'Clínica Dental Sonrisa',
    'Hotel Mirador del Cabo',
    'Nubia Software',
  ])
  expect(pablo?.customerIds.map((id) => world.account(id)?.status)).toEqual([
    'ENABLED',
    'ENABLED',
    'CANCELED',
  ])
  expect(world.account('0000000000')).toBeUndefined()
})

test('a 90-day read of every level stays fast', () => {
  const account = createWorld({ seed: 7 }).account(SHOP) as AccountSource
  facts(account, 'customer', '2026-08-01', '2026-08-01')
  // Processor time of this process: other work on the machine does not count.
  const start = process.cpuUsage()
  const levels = [
    'customer',
    'campaign',
    'ad_group',
    'ad_group_ad',
    'keyword_view',
    'search_term_view',
  ]
  for (const from of ['2026-08-01', '2026-09-01', '2026-10-01'])
    for (const level of levels) facts(account, level, from, `${from.slice(0, 8)}30`)
  const perDay = process.cpuUsage(start).user / 1000 / 90
  process.stdout.write(`google-ads world: ${perDay.toFixed(1)} ms per account-day, six levels\n`)
  // 8–10 ms on an idle core; the bound allows for a slow machine.
  expect(perDay).toBeLessThan(60)
})
