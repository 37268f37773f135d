import { describe, expect, test } from 'vitest'
import { heldCurve } from '#engine/account/held-curve.ts'
import { analysisWindow } from '#engine/account/window.ts'
import { GoogleAdsError, GrantRevoked, OperationsSpent } from '#platform/google-ads/errors.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { collectGarbage } from '#platform/spare-memory.ts'
import { addDays } from '#shared/dates.ts'
import { dayGroups } from './rules/day-groups.ts'
import { campaignRow } from './rules/entity-rows.ts'
import { addUpMonths, type FactRow, sumsOfRow } from './rules/fact-row.ts'
import { FACT_SOURCES, termIdOf } from './rules/fact-sources.ts'
import { inDayOrder } from './rules/in-day-order.ts'
import { judgeFailure } from './rules/sync-failures.ts'
import {
  clipToNewest,
  lateWindows,
  leavesGap,
  nextBackfillWindow,
  recentWindows,
} from './rules/windows.ts'

const fact = (day: string, id: number, clicks = 1): FactRow => ({ day, keys: [id], sums: [clicks] })

async function groupsOf(batches: FactRow[][], groupRows: number) {
  async function* stream() {
    yield* batches
  }
  const range = { from: '2026-11-01', to: '2026-11-10' }
  const groups = []
  for await (const group of dayGroups(stream(), range, groupRows)) groups.push(group)
  return groups
}

describe('day groups', () => {
  test('cover the whole range and end at the end of a day', async () => {
    const groups = await groupsOf(
      [
        [fact('2026-11-02', 2), fact('2026-11-02', 1), fact('2026-11-03', 1)],
        [fact('2026-11-03', 2), fact('2026-11-07', 1)],
      ],
      2,
    )
    expect(groups.map(({ from, to, rows }) => [from, to, rows.map((r) => r.keys[0])])).toEqual([
      ['2026-11-01', '2026-11-02', [1, 2]],
      ['2026-11-03', '2026-11-03', [1, 2]],
      ['2026-11-04', '2026-11-10', [1]],
    ])
  })

  test('add up rows that Google splits finer', async () => {
    const [group] = await groupsOf([[fact('2026-11-02', 1, 3)], [fact('2026-11-02', 1, 4)]], 10)
    expect(group?.rows).toEqual([fact('2026-11-02', 1, 7)])
  })

  test('of an empty answer still cover the range: what was stored is gone', async () => {
    expect(await groupsOf([], 10)).toEqual([{ from: '2026-11-01', to: '2026-11-10', rows: [] }])
  })

  test('refuse an answer whose days are out of order', async () => {
    await expect(groupsOf([[fact('2026-11-03', 1), fact('2026-11-02', 1)]], 1)).rejects.toThrow()
  })
})

test('sums of months are of one entity each, in order', () => {
  // [1, 0] and [0, 31] have one print.
  const row = (day: string, keys: number[], clicks: number) => ({ day, keys, sums: [clicks, 1] })
  const days = [
    row('2026-10-31', [1, 0], 1),
    row('2026-11-01', [0, 31], 2),
    row('2026-11-01', [1, 0], 4),
    row('2026-11-02', [0, 31], 8),
    row('2026-11-02', [1, 0], 16),
  ]
  expect(addUpMonths(days)).toEqual([
    { day: '2026-10-01', keys: [1, 0], sums: [1, 1] },
    { day: '2026-11-01', keys: [0, 31], sums: [10, 2] },
    { day: '2026-11-01', keys: [1, 0], sums: [20, 2] },
  ])
  expect(days[1]?.sums).toEqual([2, 1])
})

describe('sums of a row', () => {
  const metrics = { impressions: '100', clicks: '7', costMicros: '5100000', conversions: 0.1 + 0.2 }

  test('are integers: conversions in micros, rounded', () => {
    expect(sumsOfRow('account', { metrics })).toEqual([100, 7, 5_100_000, 300_000, 0])
  })

  test('carry impression share as impressions', () => {
    const shares = { searchImpressionShare: 0.25, searchRankLostImpressionShare: 0.5 }
    expect(
      sumsOfRow('campaign', {
        metrics: {
          ...metrics,
          ...shares,
          allConversions: 0.5,
          searchBudgetLostImpressionShare: 0.2,
        },
      }),
    ).toEqual([100, 7, 5_100_000, 300_000, 0, 400, 80, 200, 500_000])
    // Keywords have no share lost to budget: what remains of the whole.
    expect(sumsOfRow('keyword', { metrics: { ...metrics, ...shares } })?.slice(5)).toEqual([
      400, 100, 200,
    ])
    expect(sumsOfRow('campaign', { metrics })?.slice(5)).toEqual([0, 0, 0, 0])
  })

  test.each([null, 'null', 'NaN', Number.NaN, ''])('take %s for nothing', (odd) => {
    const row = {
      metrics: {
        clicks: '3',
        impressions: odd,
        costMicros: odd,
        conversions: odd,
        conversionsValue: odd,
      },
    } as unknown as AdsRow
    expect(sumsOfRow('account', row)).toEqual([0, 3, 0, 0, 0])
    const shares = { searchImpressionShare: odd, searchBudgetLostImpressionShare: odd }
    const campaign = {
      metrics: { clicks: '3', ...shares, allConversions: odd },
    } as unknown as AdsRow
    expect(sumsOfRow('campaign', campaign)).toEqual([0, 3, 0, 0, 0, 0, 0, 0, 0])
  })

  test('take no more room than their numbers', () => {
    const shares = { searchImpressionShare: 0.25, searchRankLostImpressionShare: 0.5 }
    const row = { metrics: { ...metrics, costMicros: '5100000000', ...shares } }
    const used = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const before = used()
    const held = Array.from({ length: 50_000 }, () => sumsOfRow('keyword', row))
    const bytes = (used() - before) / held.length
    // Eight numbers, the list of them and its place; one that was put together had room for 25.
    expect(bytes).toBeLessThan(160)
  })

  test('of a row without traffic are not stored', () => {
    expect(sumsOfRow('campaign', { metrics: { impressions: '0' } })).toBeNull()
    expect(sumsOfRow('campaign', {})).toBeNull()
  })
})

describe('windows', () => {
  const today = '2026-11-20'

  test('of a first run: the newest 30 days', () => {
    expect(recentWindows(today, null, 400)).toEqual([{ from: '2026-10-22', to: today }])
  })

  test('reach back to the last run after a pause', () => {
    expect(recentWindows(today, '2026-11-19', 400)).toHaveLength(1)
    expect(recentWindows(today, '2026-09-15', 400)).toEqual([
      { from: '2026-10-22', to: today },
      { from: '2026-09-22', to: '2026-10-21' },
      { from: '2026-08-23', to: '2026-09-21' },
      { from: '2026-08-18', to: '2026-08-22' },
    ])
    expect(recentWindows(today, '2020-01-01', 400).at(-1)?.from).toBe('2025-10-17')
  })

  test('read again after a pause what was younger than 29 days before it', () => {
    // Of 31 October, the last run, 3 October was 28 days old and had conversions to come.
    expect(recentWindows('2026-11-30', '2026-10-31', 400)).toEqual([
      { from: '2026-11-01', to: '2026-11-30' },
      { from: '2026-10-03', to: '2026-10-31' },
    ])
    expect(recentWindows('2026-11-30', '2026-11-29', 400)).toHaveLength(1)
    // A few days more are no window of their own.
    expect(recentWindows('2026-11-30', '2026-11-27', 400)).toEqual([
      { from: '2026-10-30', to: '2026-11-30' },
    ])
    expect(recentWindows('2026-11-30', '2026-11-19', 400)).toHaveLength(1)
    expect(recentWindows('2026-11-30', '2026-11-18', 400)).toHaveLength(2)
  })

  test('of a short history may leave days between unread', () => {
    const gapAfter = (lastSyncedDay: string | null) =>
      leavesGap(recentWindows(today, lastSyncedDay, 184), lastSyncedDay)
    // The history of 184 days begins on 21 May.
    expect([gapAfter('2026-05-19'), gapAfter('2026-05-20'), gapAfter(null)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('of late conversions: once a week what was not 90 days old the last time', () => {
    expect(lateWindows(today, '2026-11-14', '2025-01-01')).toEqual([])
    expect(lateWindows(today, '2026-11-13', '2025-01-01')).toEqual([
      { from: '2026-08-17', to: '2026-09-18' },
      { from: '2026-09-19', to: '2026-10-21' },
    ])
    // After a pause nothing is left out, and what was not read yet is the history's.
    expect(lateWindows(today, '2026-10-01', '2025-01-01')[0]?.from).toBe('2026-07-05')
    expect(lateWindows(today, '2026-11-13', '2026-10-01')).toEqual([
      { from: '2026-10-01', to: '2026-10-21' },
    ])
    expect(lateWindows(today, '2026-11-13', '2026-10-22')).toEqual([])
  })

  test('of the backfill end at 400 days', () => {
    let from = '2026-10-22'
    let windows = 0
    for (
      let next = nextBackfillWindow(today, from, 400);
      next;
      next = nextBackfillWindow(today, from, 400)
    ) {
      expect(next.to < from).toBe(true)
      from = next.from
      windows++
    }
    expect([from, windows]).toEqual(['2025-10-17', 13])
  })

  test('are clipped for splits that are kept 90 days', () => {
    const window = { from: '2026-08-10', to: '2026-09-08' }
    expect(clipToNewest(window, today, 90)).toEqual({ from: '2026-08-23', to: '2026-09-08' })
    expect(clipToNewest({ from: '2026-01-01', to: '2026-01-30' }, today, 90)).toBeNull()
  })
})

test('answers in the order of days are one in that order, whichever ends first', async () => {
  async function* answer(...batches: string[]) {
    for (const batch of batches) {
      const rows = batch.split(' ').filter((row) => row !== '')
      yield rows.map((row) => ({ day: `2026-11-0${row[0]}`, keys: [Number(row[2])], sums: [] }))
    }
  }
  const told = async (...answers: ReturnType<typeof answer>[]) => {
    const all: [string, number][] = []
    for await (const batch of inDayOrder(answers))
      for (const { day, keys } of batch) all.push([day.slice(-1), keys[0]!])
    return all.map(([day, key]) => `${day}:${key}`).join(' ')
  }
  const long = () => answer('1:1', '', '1:2 4:1', '5:1 6:1')
  const short = () => answer('2:9 2:8 4:9', '4:8')
  expect(await told(long())).toBe('1:1 1:2 4:1 5:1 6:1')
  expect(await told(short(), long())).toBe('1:1 1:2 2:9 2:8 4:9 4:8 4:1 5:1 6:1')
  expect(await told(long(), short())).toBe('1:1 1:2 2:9 2:8 4:9 4:1 4:8 5:1 6:1')
  expect(await told(long(), answer())).toBe('1:1 1:2 4:1 5:1 6:1')
  expect(await told(answer(), answer(''))).toBe('')
})

test('hours and places are read of all days that an analysis may look at', () => {
  const slowest = [...Array.from({ length: 89 }, () => 0.5), 1]
  const { from } = analysisWindow('2026-11-20', heldCurve(slowest, 6))
  const days = FACT_SOURCES.flatMap((source) => source.days ?? [])
  expect(days.map((many) => addDays('2026-11-20', 1 - many) <= from)).toEqual([true, true])
})

test('a term id is the same 53 bits for the same text', () => {
  expect(termIdOf('zapatos niña')).toBe(termIdOf('zapatos niña'))
  expect(termIdOf('zapatos niña')).not.toBe(termIdOf('zapatos nina'))
  expect(Number.isSafeInteger(termIdOf('a'))).toBe(true)
})

test('rows become keys in the order of the level', () => {
  const row = {
    campaign: { id: '1' },
    adGroup: { id: '22' },
    searchTermView: { searchTerm: 'botas' },
    segments: {
      keyword: { adGroupCriterion: 'customers/1/adGroupCriteria/22~333' },
      device: 'MOBILE',
    },
  }
  const keysOf = (level: string) => FACT_SOURCES.find((s) => s.level === level)?.keysOf(row)
  expect(keysOf('search_term')).toEqual([1, 22, 333, termIdOf('botas')])
  expect(keysOf('device')).toEqual([1, 1])
  expect(keysOf('region')).toEqual([1, 0])
})

test('failures: what waits, what needs the user, what is hopeless', () => {
  const now = new Date('2026-11-20T22:00:00Z')
  const failure = (code: string) =>
    new GoogleAdsError('x', {
      httpStatus: 400,
      details: [{ message: 'x', errorCode: { e: code } }],
    })
  expect(judgeFailure(new GrantRevoked(), now).kind).toBe('needs_reauth')
  expect(judgeFailure(failure('USER_PERMISSION_DENIED'), now).kind).toBe('hopeless')
  expect(judgeFailure(failure('RESOURCE_EXHAUSTED'), now)).toMatchObject({
    kind: 'retry',
    afterMs: 2 * 3_600_000,
  })
  const details = { rateScope: 'DEVELOPER', rateName: 'x', retryDelay: '18000s' }
  const hinted = new GoogleAdsError('x', {
    httpStatus: 429,
    details: [
      {
        message: 'x',
        errorCode: { quotaError: 'RESOURCE_EXHAUSTED' },
        details: { quotaErrorDetails: details },
      },
    ],
  })
  expect(judgeFailure(hinted, now)).toMatchObject({ kind: 'retry', afterMs: 5 * 3_600_000 })
  expect(judgeFailure(new OperationsSpent(2 * 3_600_000), now)).toMatchObject({
    afterMs: 2 * 3_600_000,
  })
  expect(judgeFailure(failure('TWO_STEP_VERIFICATION_NOT_ENROLLED'), now)).toMatchObject({
    kind: 'hopeless',
    problem: expect.stringContaining('verificación en dos pasos'),
  })
  expect(judgeFailure(failure('CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION'), now).problem).toMatch(
    /autorizado a Pujante/,
  )
  for (const [code, problem] of [
    ['CUSTOMER_NOT_ENABLED', /suspendida/],
    ['ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT', /suspendida/],
    ['INCOMPLETE_SIGNUP', /deniega.*terminar el alta/],
    ['ADVANCED_PROTECTION_NOT_ENROLLED', /deniega.*Protección Avanzada/],
    ['MISSING_TOS', /tenemos que arreglar nosotros/],
    ['DEVELOPER_TOKEN_INVALID', /tenemos que arreglar nosotros/],
  ] as const)
    expect(judgeFailure(failure(code), now).problem, code).toMatch(problem)
  // For us to mend: it stays in the alarm of accounts that are not read.
  expect(judgeFailure(failure('PROJECT_DISABLED'), now).kind).toBe('retry')
  expect(judgeFailure(new Error('bug'), now)).not.toHaveProperty('afterMs')
})

test('a campaign that Google puts beside another for an experiment says which', () => {
  const campaign = { id: '12', baseCampaign: 'customers/1/campaigns/11' }
  const kept = (experimentType: string) =>
    campaignRow({ campaign: { ...campaign, experimentType } })
  expect(kept('EXPERIMENT')).toMatchObject({ experiment_type: 'EXPERIMENT', base_campaign_id: 11 })
  // Of one that stands for itself Google names itself.
  expect(kept('BASE')).toMatchObject({ experiment_type: 'BASE', base_campaign_id: null })
})
