import { describe, expect, it } from 'vitest'
import { addDays, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { uniformsFrom } from '../statistics/random.ts'
import { type Cause, causesOf, type Part } from './causes.ts'
import { findAlerts } from './find-alerts.ts'
import { emptyDays, noSums, type Sums, type WatchedAccount } from './watched-account.ts'
import { METRIC_RULES, WATCHED_METRICS } from './watched-metric.ts'

const FIRST = '2026-03-02'
const LENGTH = 150

type Change = { campaign: number; device: string; from: number; rate?: number; cpc?: number }

/** Two campaigns on two devices, even weeks with a little noise; the second sells a third of the first. */
function accountWith(changes: readonly Change[], noise = 0.03): WatchedAccount {
  const uniform = uniformsFrom('account')
  const whole = emptyDays(LENGTH)
  const campaigns = [0, 1].map((campaign) => {
    const sums = emptyDays(LENGTH)
    const devices = ['MOBILE', 'DESKTOP'].map((device) => {
      const own = emptyDays(LENGTH)
      for (let at = 0; at < LENGTH; at++) {
        const change = changes.find(
          (one) => one.campaign === campaign && one.device === device && at >= one.from,
        )
        const luck = 1 + noise * (2 * uniform() - 1)
        const clicks = Math.round((campaign === 0 ? 600 : 200) * luck * (at % 7 > 4 ? 0.5 : 1))
        const day: Partial<Sums> = {
          impressions: clicks * 20,
          clicks,
          costMicros: Math.round(clicks * 0.8 * MICROS * (change?.cpc ?? 1)),
          conversionsMicros: Math.round(clicks * 0.05 * (change?.rate ?? 1)) * MICROS,
          searchImpressions: clicks * 20,
          eligible: clicks * 30,
          lostToRank: clicks * 10,
        }
        for (const [column, value] of Object.entries(day))
          for (const into of [own, sums, whole]) into[column as keyof Sums][at]! += value
      }
      return { device, sums: own }
    })
    return { id: String(campaign + 1), name: `Campaña ${campaign + 1}`, isOn: true, sums, devices }
  })
  const days = eachDay(FIRST, addDays(FIRST, LENGTH - 1))
  // Conversions are there at once.
  return { today: addDays(FIRST, LENGTH), days, sums: whole, campaigns, lagCurve: [1] }
}

const sum = (causes: readonly Cause[]) => causes.reduce((total, { amount }) => total + amount, 0)

describe('findAlerts', () => {
  it('is silent where nothing left its band', () => {
    expect(findAlerts(accountWith([]))).toEqual([])
  })

  it('is silent where days differ much, as they always did', () => {
    expect(findAlerts(accountWith([], 0.7))).toEqual([])
  })

  it('knows Holy Week, when a third less is sold: that is told at other times, and then if nothing is sold', () => {
    const until = (last: string, rate: number) => {
      const account = accountWith([0, 1].flatMap(fallen), 0.3)
      const days = account.days.map((_, at) => addDays(last, at + 1 - LENGTH))
      return findAlerts({ ...account, days, today: addDays(last, 1) }).map(({ metric }) => metric)

      function fallen(campaign: number) {
        return ['MOBILE', 'DESKTOP'].map((device) => ({ campaign, device, from: LENGTH - 4, rate }))
      }
    }
    // Easter Monday of 2026, four weeks later, and of 2027.
    expect(until('2026-04-06', 0.65)).toEqual([])
    expect(until('2026-05-04', 0.65)).toContain('conversions')
    expect(until('2027-03-29', 0.65)).toEqual([])
    expect(until('2026-04-06', 0.05)).toContain('conversions')
  })

  it('tells spend that stopped from its first day without any', () => {
    const stopped = (days: number) => {
      const account = accountWith([], 0.35)
      const cut = <Days extends object>(sums: Days): Days =>
        Object.fromEntries(
          Object.entries(sums).map(([column, values]: [string, number[]]) => [
            column,
            values.map((value, at) => (at >= LENGTH - days ? 0 : value)),
          ]),
        ) as Days
      const campaigns = account.campaigns.map((one) => ({
        ...one,
        sums: cut(one.sums),
        devices: one.devices.map(({ device, sums }) => ({ device, sums: cut(sums) })),
      }))
      const alerts = findAlerts({ ...account, sums: cut(account.sums), campaigns })
      return alerts.find(({ metric }) => metric === 'cost')?.from
    }
    for (const days of [3, 5, 8, 11, 13])
      expect(stopped(days), `${days} days`).toBe(addDays(FIRST, LENGTH - days))
  })

  it('is silent about an account of six weeks', () => {
    const account = accountWith([{ campaign: 0, device: 'MOBILE', from: 40, rate: 0.1 }])
    const young = emptyDays(0)
    for (const [column, values] of Object.entries(account.sums))
      young[column as keyof Sums] = values.slice(0, 42)
    const days = account.days.slice(0, 42)
    expect(
      findAlerts({ ...account, today: addDays(FIRST, 42), days, sums: young, campaigns: [] }),
    ).toEqual([])
  })

  it('names the day, the campaign, the cause and the device, and its causes add up', () => {
    const from = LENGTH - 5
    const [alert, ...others] = findAlerts(
      accountWith([{ campaign: 0, device: 'MOBILE', from, rate: 0.2 }]),
    )
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      metric: expect.stringMatching(/^(conversions|cpa)$/),
      campaignId: null,
    })
    expect(alert!.from).toBe(addDays(FIRST, from))
    expect(alert!.causes[0]).toMatchObject({ campaignId: '1', kind: 'rate', device: 'MOBILE' })
    const change = alert!.seen - alert!.expected
    expect(sum(alert!.causes)).toBeCloseTo(change, 0)
    expect(alert!.causes[0]!.amount / change).toBeGreaterThan(0.9)
    expect(alert!.trend.at(-1)).toMatchObject({ day: addDays(FIRST, LENGTH - 1) })
  })

  it('tells of a campaign that does not move the account much', () => {
    const from = LENGTH - 4
    const alerts = findAlerts(
      accountWith([
        { campaign: 1, device: 'MOBILE', from, cpc: 1.6 },
        { campaign: 1, device: 'DESKTOP', from, cpc: 1.6 },
      ]),
    )
    expect(alerts).toHaveLength(1)
    expect(alerts[0]).toMatchObject({ campaignId: '2', from: addDays(FIRST, from) })
    expect(alerts[0]!.causes[0]).toMatchObject({ kind: 'cpc' })
  })
})

describe('causesOf', () => {
  it('prefers no order: what doubles together adds as much', () => {
    const expected = { ...noSums(), impressions: 100, clicks: 10, costMicros: 40 }
    const seen = { ...noSums(), impressions: 200, clicks: 40, costMicros: 160 }
    const causes = causesOf('cost', [{ campaignId: '1', device: null, seen, expected }])
    expect(
      causes.map(({ kind, amount }) => [kind, Math.round(Math.abs(amount))]).toSorted(),
    ).toEqual([
      ['cpc', 0],
      ['ctr', 60],
      ['impressions', 60],
    ])
  })

  it.each(WATCHED_METRICS)('adds up to the change, whatever is empty: %s', (metric) => {
    const uniform = uniformsFrom(`causes ${metric}`)
    for (let round = 0; round < 200; round++) {
      const parts = Array.from({ length: 1 + Math.floor(5 * uniform()) }, (_, at): Part => {
        return {
          campaignId: String(at % 3),
          device: null,
          seen: drawn(uniform),
          expected: drawn(uniform),
        }
      })
      const [seen, expected] = [whole(parts, 'seen'), whole(parts, 'expected')]
      const [after, before] = [
        METRIC_RULES[metric].figureOf(seen),
        METRIC_RULES[metric].figureOf(expected),
      ]
      if (!after || !before) continue
      const causes = causesOf(metric, parts)
      const scale = Math.max(Math.abs(after), Math.abs(before))
      expect(Math.abs(sum(causes) - (after - before)) / scale).toBeLessThan(1e-9)
    }
  })
})

/** Any of the figures may be 0. */
function drawn(uniform: () => number): Sums {
  const some = (most: number) => (uniform() < 0.2 ? 0 : Math.floor(most * uniform()))
  const eligible = some(9_000)
  const searchImpressions = Math.floor(eligible * uniform())
  const clicks = some(500)
  return {
    impressions: clicks > 0 || uniform() < 0.5 ? clicks + some(9_000) : 0,
    clicks,
    costMicros: some(900) * MICROS,
    conversionsMicros: some(30) * MICROS,
    searchImpressions,
    eligible,
    lostToBudget: Math.floor((eligible - searchImpressions) * uniform()),
    lostToRank: 0,
  }
}

function whole(parts: readonly Part[], when: 'seen' | 'expected'): Sums {
  const total = noSums()
  for (const part of parts)
    for (const column of Object.keys(total) as (keyof Sums)[]) total[column] += part[when][column]
  return total
}
