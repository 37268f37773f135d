import { describe, expect, it } from 'vitest'
import { addDays, type Day, eachDay, weekday } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { uniformsFrom } from '../statistics/random.ts'
import { paceOf } from './pace.ts'

describe('paceOf', () => {
  // 10 € on weekdays, 5 € at weekends; the 18th of May 2026 is a Monday.
  const days = eachDay('2026-03-02', '2026-05-17')
  const spend = days.map((_, at) => (at % 7 > 4 ? 5 : 10) * MICROS)

  it('goes on as the weeks before, and says on which day the budget is used up', () => {
    const pace = paceOf({ today: '2026-05-18', spend, todayMicros: 0, budgetMicros: 230 * MICROS })
    // May 2026 has 21 weekdays and 10 days at weekends.
    expect(pace.forecast!.midMicros).toBeCloseTo(260 * MICROS, -3)
    expect(pace.forecast!.lowMicros).toBeLessThan(pace.forecast!.midMicros)
    expect(pace.runsOut).toMatchObject({ day: '2026-05-27' })
    expect(pace.runsOut!.earliest! <= pace.runsOut!.day!).toBe(true)
    expect(pace.days).toHaveLength(31)
    expect(pace.days[16]).toMatchObject({ spentMicros: pace.spentMicros, midMicros: null })
    expect(pace.days[17]).toMatchObject({ day: '2026-05-18', spentMicros: null })
  })

  it('does not end below what is spent', () => {
    const pace = paceOf({
      today: '2026-05-18',
      spend,
      todayMicros: 90 * MICROS,
      budgetMicros: null,
    })
    expect(pace.days[17]!.midMicros! - pace.spentMicros).toBe(90 * MICROS)
  })

  // 100 € a day are 3,000 € a month; every day of one of these is as large as the last.
  const level = (today: Day, ...runs: [days: number, euros: number][]) => {
    const all = runs.flatMap(([days, euros]) => Array<number>(days).fill(euros * MICROS))
    return paceOf({ today, spend: all, todayMicros: 0, budgetMicros: 1_500 * MICROS })
  }
  const euros = ({ forecast }: ReturnType<typeof level>) =>
    forecast &&
    [forecast.lowMicros, forecast.midMicros, forecast.highMicros].map((one) => one / MICROS)

  it('of what began this month means only the days since, and says when there are too few', () => {
    expect(level('2026-11-03', [148, 0], [2, 100])).toMatchObject({
      forecast: null,
      runsOut: null,
      days: [],
    })
    for (const day of [4, 5, 8, 10, 15, 20, 25]) {
      const today = `2026-11-${String(day).padStart(2, '0')}` as Day
      for (const pace of [
        level(today, [150, 0], [day - 1, 100]),
        level(today, [120, 100], [21, 0], [day - 1, 100]),
        level(today, [day - 1, 100]),
      ]) {
        const [low, mid, high] = euros(pace)!
        expect(mid, today).toBeCloseTo(3_000, 6)
        expect(low, today).toBeLessThan(2_990)
        expect(high, today).toBeGreaterThan(3_010)
        expect(pace.runsOut?.day, today).toBe('2026-11-15')
      }
    }
  })

  it('goes on at the level to which a daily budget was changed', () => {
    for (const [before, since, days] of [
      [50, 100, 3],
      [50, 100, 7],
      [30, 120, 7],
      [120, 30, 7],
      [120, 30, 12],
    ] as const) {
      const pace = level('2026-11-10', [150 - days, before], [days, since])
      const came = pace.spentMicros / MICROS + 21 * since
      const [low, mid, high] = euros(pace)!
      expect(mid).toBeCloseTo(came, 6)
      expect([low! < 0.97 * came, high! > 1.03 * came]).toEqual([true, true])
    }
  })

  /** Of November on each of its days but the first two, with 150 days before them. */
  const novembers = (eurosOn: (day: Day) => number) => {
    const came = eachDay('2026-11-01', '2026-11-30').reduce((sum, day) => sum + eurosOn(day), 0)
    return eachDay('2026-11-03', '2026-11-30').map((today) => {
      const days = eachDay(addDays(today, -150), addDays(today, -1))
      const spend = days.map((day) => eurosOn(day) * MICROS)
      const told = euros(paceOf({ today, spend, todayMicros: 0, budgetMicros: null }))
      const [low, mid, high] = (told ?? [0, 0, 0]).map((one) => one / came) as [
        number,
        number,
        number,
      ]
      return { today, low, mid, high }
    })
  }

  it.each([
    ['Mondays', (day: Day) => weekday(day) === 0],
    ['weekends', (day: Day) => weekday(day) > 4],
  ])('knows an account that spends on %s alone, on whichever day it looks', (_, isOn) => {
    for (const { today, low, mid, high } of novembers((day) => (isOn(day) ? 100 : 0))) {
      expect(mid, today).toBeCloseTo(1, 6)
      expect([low > 0.7, low <= 1, high >= 1, high < 1.4], today).not.toContain(false)
    }
    // A week left out is no new beginning.
    const leftOut = eachDay('2026-10-19', '2026-10-25')
    for (const { today, mid } of novembers((day) =>
      isOn(day) && !leftOut.includes(day) ? 100 : 0,
    ))
      expect([mid > 0.8, mid < 1.1], today).toEqual([true, true])
    // Nor is a week of all days one of them.
    for (const { today, mid } of novembers((day) => (isOn(day) || day >= '2026-11-02' ? 100 : 0)))
      if (today > '2026-11-10') expect(mid, today).toBeCloseTo(1, 1)
  })

  it('takes no few strong days for a level where days always differed', () => {
    const uniform = uniformsFrom('strong days')
    const wild = Array.from({ length: 150 }, () => 100 * Math.exp(1.2 * (uniform() - 0.5)) * MICROS)
    const pace = paceOf({
      today: '2026-11-10',
      spend: [...wild.slice(0, -3), ...Array<number>(3).fill(150 * MICROS)],
      todayMicros: 0,
      budgetMicros: null,
    })
    const [, mid] = euros(pace)!
    expect(mid).toBeGreaterThan(2_700)
    expect(mid).toBeLessThan(3_700)
  })

  it('counts that it stopped before among what it may do', () => {
    const [low, , high] = euros(
      level('2026-11-10', [60, 100], [14, 0], [40, 100], [14, 0], [22, 100]),
    )!
    const [steadyLow, , steadyHigh] = euros(level('2026-11-10', [150, 100]))!
    expect(high! - low!).toBeGreaterThan(1.5 * (steadyHigh! - steadyLow!))
  })

  it('of an account sends on only what is still on, and tells a budget that is used up without a forecast', () => {
    const spend = Array<number>(150).fill(100 * MICROS)
    const asked = {
      today: '2026-11-21' as Day,
      spend,
      todayMicros: 0,
      budgetMicros: 2_500 * MICROS,
    }
    const going = spend.map(() => 40 * MICROS)
    expect(paceOf({ ...asked, going }).forecast?.midMicros).toBeCloseTo(2_400 * MICROS, -3)
    expect(paceOf({ ...asked, going: spend.map(() => 0) })).toMatchObject({
      forecast: { lowMicros: 2_000 * MICROS, highMicros: 2_000 * MICROS },
      runsOut: null,
    })
    const begun = {
      today: '2026-11-03' as Day,
      spend: [900 * MICROS, 700 * MICROS],
      todayMicros: 0,
    }
    expect(paceOf({ ...begun, budgetMicros: 1_500 * MICROS })).toMatchObject({
      forecast: null,
      runsOut: { earliest: '2026-11-02', day: '2026-11-02', latest: '2026-11-02' },
    })
  })
})
