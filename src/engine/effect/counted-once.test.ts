import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { accountTotal, actsOf, countedOnce } from './account-total.ts'
import { type Act, type CountedCard, othersWithin } from './counted-once.ts'

/** 100 a month, measured in the 28 days to 5 February. */
const card = (id: string, over: Partial<CountedCard> = {}): CountedCard => ({
  id,
  campaignIds: ['1'],
  appliedOn: '2026-01-01',
  measuredTo: '2026-02-05',
  estimate: 100,
  usual: 1000,
  spread: { allMicros: 100, controlMicros: 0, worthMicros: 0 },
  ...over,
})
const appliedOn = (day: string) => ({ appliedOn: day, measuredTo: addDays(day, 35) })
const within = (...cards: CountedCard[]) =>
  Object.fromEntries(
    Object.entries(countedOnce(cards).within).map(([id, { id: holder, left }]) => [
      id,
      { id: holder, left },
    ]),
  )
const totalOf = (...cards: CountedCard[]) => accountTotal(cards)!.estimate

test('a campaign counts once while it is measured, and again after', () => {
  const [first, second, later] = [
    card('a'),
    card('b', appliedOn('2026-01-07')),
    card('c', appliedOn('2026-03-01')),
  ]
  const { counted } = countedOnce([later, second, first])
  expect(counted.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(within(later, second, first)).toEqual({ b: { id: 'a', left: 0 } })
  expect(totalOf(later, second, first)).toBe(200)
})

test('a card of ten campaigns is in the figures of a card of one by that one alone', () => {
  const ids = Array.from({ length: 10 }, (_, i) => String(i + 1))
  const one = card('one', { estimate: 30 })
  const ten = card('ten', { campaignIds: ids, estimate: -1000, ...appliedOn('2026-01-05') })
  expect(totalOf(one, ten)).toBeCloseTo(30 - 900, 6)
  expect(within(one, ten)).toEqual({ ten: { id: 'one', left: expect.closeTo(0.9, 9) } })
  // By what each cost, where that is known.
  const shares = ids.map((id) => (id === '1' ? 0.55 : 0.05))
  expect(totalOf(one, { ...ten, campaignShares: shares })).toBeCloseTo(30 - 450, 6)
  // What is counted is as unsure as so much of it, and of so much money.
  const [, rest] = countedOnce([one, ten]).counted
  expect([rest!.usual, rest!.spread.allMicros]).toEqual([
    expect.closeTo(900, 6),
    expect.closeTo(90, 6),
  ])
})

test('a card is in the figures of an earlier one by the days of it that they hold', () => {
  const lost = { estimate: -800 }
  const ends = card('last day', { ...appliedOn('2026-02-05'), ...lost })
  expect(totalOf(card('a'), ends)).toBeCloseTo(100 - (800 * 27) / 28, 6)
  const half = card('half', { ...appliedOn('2026-01-23'), ...lost })
  expect(totalOf(card('a'), half)).toBeCloseTo(100 - 400, 6)
})

test('whatever the days between them, two cards of a campaign add up to what both do', () => {
  const does = { earlier: 100, later: 300 }
  for (let apart = 0; apart <= 60; apart++) {
    const inFirst = Math.min(28, Math.max(0, 36 - apart)) / 28
    const wasNotThere = Math.max(0, 28 - apart) / 28
    const [first, second] = [
      card('a', { estimate: does.earlier + inFirst * does.later }),
      card('b', {
        ...appliedOn(addDays('2026-01-01', apart)),
        estimate: does.later + wasNotThere * does.earlier,
      }),
    ]
    const off = totalOf(first, second) - does.earlier - does.later
    // What of the days before the second one the first was not in force in, of the part that is added.
    expect(off).toBeGreaterThanOrEqual(-1e-9)
    expect(off).toBeLessThan(does.earlier / 7)
  }
})

test('what is in the figures of several is counted once, in all of them together', () => {
  // Of the days of the first 'b' has half; of 'c' 3 of 28 are in the first, and all in what is counted of 'b'.
  const cards = [
    card('a', { estimate: 0 }),
    card('b', { ...appliedOn('2026-01-23'), estimate: 0 }),
    card('c', { ...appliedOn('2026-01-30'), estimate: 1 }),
  ]
  expect(totalOf(...cards)).toBeCloseTo(1 - 7 / 28 - 0.5, 6)
  // Splitting a card in two of one day leaves the sum as it is.
  const [a, b] = [card('a', { estimate: 600 }), card('b', { estimate: 600 })]
  expect(totalOf(a, b)).toBe(totalOf(a))
})

test('what halves or an experiment tell holds nothing else that was done in their campaigns', () => {
  const drawn = card('drawn', { campaignIds: ['1', '2'], isDrawn: true })
  const later = card('later', { campaignIds: ['2'], ...appliedOn('2026-01-20') })
  expect(within(drawn, later)).toEqual({})
  // What was done whole on the day holds of it what is in its campaigns.
  const sameDay = card('same day')
  expect(within(drawn, sameDay)).toEqual({ drawn: { id: 'same day', left: 0.5 } })
  const around = card('around', { campaignIds: ['1', '2', '3'] })
  expect(within(drawn, around)).toEqual({ drawn: { id: 'around', left: 0 } })
})

test('what one ad group shows holds nothing of another, nor of its campaign', () => {
  const of = (id: string, adGroupId: string | null, day = '2026-01-20') =>
    card(id, { adGroupId, ...appliedOn(day) })
  const late = of('c', '11', '2026-01-28')
  expect(within(of('a', '11'), of('b', '12'), late)).toEqual({ c: { id: 'a', left: 0 } })
  // Of one day the campaign's figures hold it, its id the smaller or not.
  expect(within(of('a', '11'), of('b', null))).toEqual({ a: { id: 'b', left: 0 } })
  expect(within(of('b', '11'), of('a', null))).toEqual({ b: { id: 'a', left: 0 } })
  // Of one that was there before, the less the more of the days before it was in force in.
  const leftOf = (day: string) => within(of('a', '11', day), of('b', null))
  expect(leftOf('2026-01-13')).toEqual({ a: { id: 'b', left: 0.25 } })
  expect(leftOf('2025-12-23')).toEqual({})
  expect(leftOf('2026-02-04')).toEqual({ a: { id: 'b', left: 0.25 } })
})

const act = (one: CountedCard, predicted: number | null, goneOn: string | null = null): Act => ({
  ...one,
  predicted,
  goneOn,
})
const [first, second, third] = [card('a', { estimate: -500 }), card('b'), card('c')]

test('what was taken back does not count in the figures of those it was measured with', () => {
  const back = [act(first, 300), act(second, 200, '2026-03-01')]
  const { counted, within } = countedOnce([first], back)
  expect(counted.map(({ estimate }) => estimate)).toEqual([expect.closeTo(-300, 6)])
  expect(within).toEqual({
    a: { left: expect.closeTo(0.6, 9), id: null, gone: ['b'], isForeseen: true },
  })
  // Of three of which one is taken back two thirds are left, whichever it is.
  const leftOf = (gone: string) => {
    const three = [first, second, third].map((one) => ({ ...one, estimate: -300 }))
    const acts = three.map((one) => act(one, 100, one.id === gone ? '2026-03-01' : null))
    return accountTotal(
      three.filter(({ id }) => id !== gone),
      acts,
    )!.estimate
  }
  for (const { id } of [first, second, third]) expect(leftOf(id)).toBeCloseTo(-200, 6)
})

test('of what was taken back its figures hold as much as days', () => {
  const leftWith = (over: Partial<Act>, predicted: number | null = 100) => {
    const other = { ...act(card('b'), predicted, '2026-04-01'), ...over }
    return countedOnce([first], [act(first, 100), other]).counted[0]!.estimate / -500
  }
  expect(leftWith({})).toBeCloseTo(0.5, 9)
  expect(leftWith({ appliedOn: '2026-01-23' })).toBeCloseTo(1 / 1.5, 9)
  // Before the first measured day, after the last, or in another campaign: nothing.
  expect(leftWith({ goneOn: '2026-01-09' })).toBe(1)
  expect(leftWith({ appliedOn: '2026-02-06' })).toBe(1)
  expect(leftWith({ campaignIds: ['2'] })).toBe(1)
  expect(leftWith({ campaignIds: ['1', '2'], predicted: 200 })).toBeCloseTo(0.5, 9)
  // Where nothing was foreseen of one, all are taken to be alike.
  expect(leftWith({}, null)).toBeCloseTo(0.5, 9)
})

test('one of which nothing was foreseen does what the others do in the mean', () => {
  const acts = [act(first, 500), act(second, 20, '2026-03-01'), act(third, null)]
  const { counted, within } = countedOnce([first], acts)
  expect(counted[0]!.estimate / -500).toBeCloseTo(1 - 20 / (500 + 20 + 260), 9)
  expect(within.a!.isForeseen).toBe(false)
})

test('what was taken back in part does not count by that part', () => {
  const leftWith = (gonePart: number, predicted: number | null) => {
    const gone = { ...second, applicationId: 'b', measured: null, predicted, gonePart }
    const acts = [act(first, 300), ...actsOf({ ...gone, goneOn: '2026-03-01', adGroupId: null })]
    return countedOnce([first], acts).counted[0]!.estimate / -500
  }
  expect(leftWith(1, 200)).toBeCloseTo(0.6, 9)
  expect(leftWith(0.1, 200)).toBeCloseTo(0.96, 9)
  expect(leftWith(0.1, null)).toBeCloseTo(0.95, 9)
})

test('what is gone since a card was applied weighs in what is learned of it', () => {
  const own = { ...card('a'), predicted: 100 }
  const other = (appliedOn: string, goneOn: string | null) =>
    othersWithin(own, [{ ...act(card('b', { appliedOn }), 100, goneOn) }])
  expect(other('2025-09-01', '2026-01-01')).toBeCloseTo(100, 9)
  expect(other('2025-09-01', '2026-03-01'), 'in force all the time').toBeCloseTo(0, 9)
  expect(other('2025-09-01', '2025-11-01'), 'gone long before').toBe(0)
})
