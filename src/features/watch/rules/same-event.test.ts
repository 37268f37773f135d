import { expect, test } from 'vitest'
import { uniformsFrom } from '#engine/statistics/random.ts'
import type { Alert } from '#engine/watch/alert.ts'
import { findAlerts } from '#engine/watch/find-alerts.ts'
import { COLUMNS, type DaySums, emptyDays, type Sums } from '#engine/watch/watched-account.ts'
import { addDays, type Day, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { matchEvents } from './same-event.ts'

const FIRST = '2026-03-15'
const LENGTH = 140
const BEGINS = LENGTH - 12

/** What a campaign sells a click and how much it is shown, of what is usual. */
type Trouble = (campaign: number) => { rate: number; volume: number }
type Kept = Parameters<typeof matchEvents>[1][number]

/** How often an account's one trouble is told as a new one, over the mornings of twelve days. */
function timesTold(seed: string, trouble: Trouble): number {
  const { days, sums, campaigns } = accountWith(seed, trouble)
  const kept: Kept[] = []
  let told = 0
  for (let known = BEGINS + 1; known <= LENGTH; known++) {
    const found = findAlerts({
      today: addDays(FIRST, known),
      days: days.slice(0, known),
      sums: upTo(sums, known),
      campaigns: campaigns.map((own, i) => ({
        ...{ id: String(i + 1), name: `Campaña ${i + 1}`, isOn: true, devices: [] },
        sums: upTo(own, known),
      })),
      lagCurve: [1],
    }).map(eventOf)
    for (const [at, { id, of }] of matchEvents(found, kept.toReversed()).entries()) {
      const before = kept.find((one) => one.id === id)
      if (before) Object.assign(before, found[at])
      else kept.push({ ...found[at]!, id: String(kept.length), endedAt: null })
      if (!id && !of) told++
    }
  }
  return told
}

function eventOf(body: Alert) {
  const campaignId = body.campaignId === null ? null : Number(body.campaignId)
  const { metric, seen, expected, from: startsOn, to: endsOn } = body
  return { metric, campaignId, rises: seen > expected, startsOn, endsOn, body }
}

function upTo(sums: DaySums, known: number): DaySums {
  const cut = emptyDays(known)
  for (const column of COLUMNS) cut[column] = sums[column].slice(0, known)
  return cut
}

/** Two campaigns whose days differ by chance, together and each by itself. */
function accountWith(seed: string, trouble: Trouble) {
  const uniform = uniformsFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const sums = emptyDays(LENGTH)
  const campaigns = [emptyDays(LENGTH), emptyDays(LENGTH)]
  for (let at = 0; at < LENGTH; at++) {
    const shock = Math.exp(0.12 * normal()) * (at % 7 > 4 ? 0.6 : 1)
    for (const [i, own] of campaigns.entries()) {
      const { rate, volume } = at < BEGINS ? { rate: 1, volume: 1 } : trouble(i)
      const usual = [500, 200][i]! * shock * Math.exp(0.08 * normal())
      const clicks = Math.round(usual * volume)
      const sold = clicks * 0.05 * rate
      const day: Partial<Sums> = {
        impressions: clicks * 20,
        clicks,
        costMicros: Math.round(clicks * 0.8 * MICROS * Math.exp(0.05 * normal())),
        conversionsMicros: Math.max(0, Math.round(sold + Math.sqrt(sold) * normal())) * MICROS,
        searchImpressions: clicks * 20,
        eligible: clicks * 34,
        lostToRank: clicks * 14,
      }
      for (const [column, value] of Object.entries(day))
        for (const into of [own, sums]) into[column as keyof Sums][at]! += value
    }
  }
  return { days: eachDay(FIRST, addDays(FIRST, LENGTH - 1)), sums, campaigns }
}

test('one trouble that goes on is told once, though another figure or place leads from day to day', () => {
  const halved: Trouble = () => ({ rate: 0.5, volume: 1 })
  const stopped: Trouble = (campaign) => ({ rate: 1, volume: campaign === 1 ? 0 : 1 })
  const times = ['a', 'b'].flatMap((seed) => [timesTold(seed, halved), timesTold(seed, stopped)])
  expect(times).toEqual([1, 1, 1, 1])
})

/** Of the days from and to, by what the figure was of what was expected. */
function odd(metric: Alert['metric'], campaignId: number | null, ratio: number, days: [Day, Day]) {
  const [startsOn, endsOn] = days
  const causes = [{ campaignId: '1', kind: 'rate', device: null, amount: 100 * (ratio - 1) }]
  const body = { metric, seen: 100 * ratio, expected: 100, causes, besides: [] }
  return { metric, campaignId, rises: ratio > 1, startsOn, endsOn, body }
}

test('another trouble is new, and so is the same one after days within its band', () => {
  const known = {
    ...odd('conversions', null, 0.5, ['2026-11-02', '2026-11-05']),
    id: 'known',
    endedAt: null,
  }
  const match = (one: Omit<Kept, 'id' | 'endedAt'>) => matchEvents([one], [known])[0]
  const isNew = { id: null, of: null }
  expect(match(odd('cpa', null, 2, ['2026-11-05', '2026-11-14']))).toEqual({
    id: 'known',
    of: null,
  })
  expect(match(odd('cpa', 1, 2, ['2026-11-04', '2026-11-06']))).toEqual({ id: 'known', of: null })
  expect(match(odd('cpa', null, 0.5, ['2026-11-02', '2026-11-06']))).toEqual(isNew)
  expect(match(odd('cost', null, 2, ['2026-11-02', '2026-11-06']))).toEqual(isNew)
  expect(match(odd('conversions', 2, 0.5, ['2026-11-02', '2026-11-06']))).toEqual(isNew)
  expect(match(odd('cpa', null, 2, ['2026-11-12', '2026-11-14']))).toEqual(isNew)
})

test('where one is told in two places, the second is as old and as seen as the first', () => {
  const days: [Day, Day] = ['2026-11-02', '2026-11-05']
  const known = { ...odd('conversions', null, 0.5, days), id: 'known', endedAt: null }
  const found = [odd('cpa', 1, 2, days), odd('conversions', null, 0.5, days)]
  expect(matchEvents(found, [known])).toEqual([
    { id: null, of: 'known' },
    { id: 'known', of: null },
  ])
})

test('another trouble of a campaign is new, though what befell the account is mostly its', () => {
  const days: [Day, Day] = ['2026-11-02', '2026-11-05']
  const known = { ...odd('conversions', null, 0.5, days), id: 'known', endedAt: null }
  const isNew = { id: null, of: null }
  expect(matchEvents([odd('cost', 1, 3, days)], [known])).toEqual([isNew])
  const causes = [15, 12, 12, 11].map((amount, i) => ({
    ...{ campaignId: String(i + 1), kind: 'rate', device: null, amount: -amount },
  }))
  const scattered = { ...known, body: { ...known.body, causes } }
  expect(matchEvents([odd('conversions', 1, 0.5, days)], [scattered]), 'not mostly').toEqual([
    isNew,
  ])
})

test('what has ended does not go on as another figure, which is as old and as seen all the same', () => {
  const days: [Day, Day] = ['2026-11-02', '2026-11-05']
  const known = { ...odd('conversions', 1, 0.5, days), id: 'known', endedAt: new Date() }
  expect(matchEvents([odd('cpa', 1, 2, days)], [known])).toEqual([{ id: null, of: 'known' }])
  expect(matchEvents([odd('conversions', 1, 0.5, days)], [known])).toEqual([
    { id: 'known', of: null },
  ])
})
