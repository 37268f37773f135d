import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount } from '../analyse-account.ts'
import { campaign, keyword, sampleAccount, sums } from '../samples/sample-account.ts'
import { worthCaveat } from '../words/shared-texts.ts'
import { protectionOf } from './brand.ts'
import { measurementOf } from './measurement.ts'
import { mixedBrand } from './mixed-brand.ts'
import type { ConversionAction, WholeSnapshot } from './snapshot.ts'
import { targetsOf, timesWorth } from './targets.ts'

const base = sampleAccount()
const euros = (amount: number) => amount * MICROS
const inEuros = (found: { micros: number; origin: string } | null) =>
  found && [found.micros / MICROS, found.origin]
const targets = (over: Partial<WholeSnapshot>) => {
  const snapshot = sampleAccount(over)
  const brand = mixedBrand(snapshot, protectionOf(snapshot), () => false)
  return targetsOf(snapshot, measurementOf(snapshot), brand, () => false)
}
const target = (over: Partial<WholeSnapshot>) => inEuros(targets(over).targetOf('1'))

const CAMPAIGN = { conversionValues: { campaigns: [{ id: '1', micros: euros(300) }], actions: [] } }
const ASKED = { campaigns: [campaign({ targetCpaMicros: euros(26) })] }
const GOAL = { targetCpaMicros: euros(20) }

test('the word of its owner on a campaign comes first, then its own target, then what holds for all', () => {
  expect(target({ ...CAMPAIGN, ...ASKED, ...GOAL })).toEqual([300, 'value'])
  expect(target({ ...ASKED, ...GOAL })).toEqual([26, 'campaign'])
  expect(target(GOAL)).toEqual([20, 'goal'])
  expect(target({})?.[1]).toBe('average')
})

test('what its bidding is told is another matter than what its conversions are worth', () => {
  const { askedOf, saidOf } = targets({ ...CAMPAIGN, ...ASKED, ...GOAL })
  expect(inEuros(askedOf('1'))).toEqual([26, 'campaign'])
  expect(inEuros(saidOf('1'))).toEqual([300, 'value'])
  expect(inEuros(saidOf('2'))).toEqual([20, 'goal'])
})

test('a target that is missed by far is no reason to stop all that is paid for nonetheless', () => {
  const paying = (cost: number, conversions = 100) => ({
    campaigns: [
      campaign({
        targetCpaMicros: euros(10),
        sums: sums(2_000, conversions, (cost * conversions) / 2_000),
      }),
    ],
  })
  expect(target(paying(16))).toEqual([10, 'campaign'])
  // Who pays 33.4 for what he asks 10 for values it at 20 at least.
  expect(target(paying(33.4))?.[0]).toBeCloseTo(20, 0)
  expect(targets(paying(33.4)).targetOf('1')?.isMissed).toBe(true)
  expect(targets(paying(33.4)).askedOf('1')?.micros).toBe(euros(10))
  expect(target({ ...paying(33.4), targetCpaMicros: euros(12) })).toEqual([12, 'campaign'])
  expect(target(paying(33.4, 9))).toEqual([10, 'campaign'])
})

test('nor is one of return, but below its cost no sale is worth what it brings', () => {
  const asked = (targetRoas: number, value: number) => {
    const own = sums(2_000, 100, 1)
    const campaigns = [campaign({ targetRoas, sums: { ...own, valueMicros: euros(100 * value) } })]
    return target({ campaigns })?.[0]
  }
  // At 20 € a sale: reached, missed by far, and missed by what costs more than it brings.
  expect(asked(4, 70)).toBeCloseTo(17.5, 1)
  expect(asked(12, 80)).toBeCloseTo(12, 0)
  expect(asked(1, 8)).toBeCloseTo(8, 1)
  expect(asked(2, 8)).toBeCloseTo(8, 1)
})

test('what others are asked for and reach is what a conversion is worth, here too', () => {
  const paying = (
    id: string,
    over: { targetCpaMicros?: number; targetRoas?: number },
    cost = 33.4,
  ) => {
    const own = { ...sums(2_000, 100, cost / 20), valueMicros: euros(100 * 60) }
    return campaign({ id, ...over, sums: own })
  }
  const missed = paying('1', { targetCpaMicros: euros(10) })
  const beside = (asked: number, cost: number, over = {}) =>
    target({
      campaigns: [missed, { ...paying('2', { targetCpaMicros: euros(asked) }, cost), ...over }],
    })?.[0]
  expect(beside(10, 11)).toBe(10)
  expect(beside(14, 15)).toBeCloseTo(14, 5)
  expect(beside(10, 30)).toBeCloseTo(20, 0)
  expect(beside(10, 11, { name: 'Marca' })).toBeCloseTo(20, 0)
  expect(beside(10, 11, { channelType: 'DISPLAY' })).toBeCloseTo(20, 0)
  // 60 € a sale for 33.4: a ROAS of 1.8 of 9 that are asked for, which the other has.
  const asked = (cost: number) =>
    target({
      campaigns: [paying('1', { targetRoas: 9 }), paying('2', { targetRoas: 9 }, cost)],
    })?.[0]
  expect(asked(6)).toBeCloseTo(60 / 9, 2)
  expect(asked(33)).toBeCloseTo(20, 0)
})

test('the brand makes no conversion look cheap, nor in a campaign that it is mixed into', () => {
  const named = keyword('calzados lumbre', sums(400, 300, 0.1))
  const whole = sums(9_000, 660, 0.5)
  const campaigns = [campaign({ sums: { ...whole, costMicros: whole.costMicros + euros(40) } })]
  const paid = target({ campaigns, keywords: [...base.keywords, named] })
  expect(paid![0]).toBeCloseTo(4_500 / 360, 0)
  // Of the whole campaign nothing is left to compare it with, of a part of it the rest.
  const { targetWithout } = targets({ campaigns, keywords: [...base.keywords, named] })
  expect(targetWithout('1', campaigns[0]!.sums)).toBeNull()
  // The part is taken to hold the brand as the whole does.
  const [paidOfPart, soldOfPart] = [500 * (4_500 / 4_540), 60 * (360 / 660)]
  expect(inEuros(targetWithout('1', sums(1_000, 60, 0.5)))![0]).toBeCloseTo(
    (4_500 - paidOfPart) / (360 - soldOfPart),
    0,
  )
})

test('what other kinds of conversions cost is no measure of a campaign that may bring none of them', () => {
  const campaigns = [
    campaign({ id: '1', sums: sums(6_000, 2_000, 2) }),
    campaign({ id: '2', name: 'Hipotecas', sums: sums(6_000, 200, 3) }),
  ]
  const days = eachDay(base.window.from, base.window.to)
  const conversionDays = days.flatMap((day) => [
    { ...counted('5', 2_000 / days.length), day },
    { ...counted('6', 200 / days.length), day },
  ])
  const of = (category: string) =>
    targets({
      campaigns,
      conversionActions: [
        { ...action('5'), category: 'SIGNUP' },
        { ...action('6'), category },
      ],
      inventory: { conversionDays },
    })
  const unlike = of('SUBMIT_LEAD_FORM')
  const part = { ...sums(3_000, 100, 3) }
  expect(inEuros(unlike.targetOf('2'))?.map(rounded)).toEqual([90, 'average'])
  expect(unlike.targetOf('2')?.isOwn).toBe('kind')
  expect(inEuros(unlike.targetWithout('2', part))?.map(rounded)).toEqual([90, 'rest'])
  expect(unlike.targetWithout('2', campaigns[1]!.sums)).toBeNull()
  expect(inEuros(unlike.targetOf('1'))?.map(rounded)).toEqual([6, 'average'])
  const alike = of('SIGNUP')
  expect(alike.targetOf('2')?.isOwn).toBe('dear')
  expect(inEuros(alike.targetWithout('2', campaigns[1]!.sums))?.map(rounded)).toEqual([6, 'rest'])
})

test('nor is what an installation costs, where the actions are not known', () => {
  const campaigns = (channelType: string) => [
    campaign({ id: '1', channelType, sums: sums(40_000, 6_000, 0.2) }),
    campaign({ id: '2', name: 'Taxi', sums: sums(4_000, 300, 1.4) }),
  ]
  const of = (channelType: string) => targets({ campaigns: campaigns(channelType) })
  const whole = campaigns('SEARCH')[1]!.sums
  expect(of('MULTI_CHANNEL').targetWithout('2', whole)).toBeNull()
  expect(of('MULTI_CHANNEL').targetOf('1')?.isOwn).toBe('kind')
  expect(inEuros(of('SEARCH').targetWithout('2', whole))?.map(rounded)).toEqual([1, 'rest'])
})

test('nor is what a cheaper conversion costs on Display, where nobody asked for anything', () => {
  const of = (channelType: string, conversions: number) =>
    targets({
      campaigns: [
        campaign({ id: '1', channelType, sums: sums(20_000, conversions, 0.15) }),
        campaign({ id: '2', name: 'Pisos', sums: sums(4_000, 240, 2.4) }),
      ],
    })
  const whole = sums(4_000, 240, 2.4)
  expect(of('SEARCH', 1_000).targetOf('2')?.isOwn).toBe('dear')
  expect(inEuros(of('DISPLAY', 1_000).targetOf('2'))?.map(rounded)).toEqual([40, 'average'])
  expect(of('DISPLAY', 1_000).targetOf('2')?.isOfSearches).toBe(true)
  expect(of('DISPLAY', 1_000).targetWithout('2', whole)).toBeNull()
  expect(inEuros(of('DISPLAY', 1_000).targetOf('1'))?.map(rounded)).toEqual([10, 'average'])
  // What is dearer there leaves the mean as it is: its owner pays it.
  expect(of('DISPLAY', 30).targetOf('2')?.isOfSearches).toBeUndefined()
})

const rounded = (one: string | number) => (typeof one === 'number' ? Math.round(one) : one)

const action = (id: string): ConversionAction => ({
  id,
  name: id,
  status: 'ENABLED',
  category: 'SUBMIT_LEAD_FORM',
  primaryForGoal: true,
})
const counted = (actionId: string, conversions: number) => ({
  actionId,
  day: base.window.from,
  conversionsMicros: conversions * MICROS,
  valueMicros: 0,
})
const kinds = (said: Record<string, number>, conversionDays?: ReturnType<typeof counted>[]) => ({
  conversionActions: [action('5'), action('6')],
  ...(conversionDays && { inventory: { conversionDays } }),
  conversionValues: {
    campaigns: [],
    actions: Object.entries(said).map(([id, amount]) => ({ id, micros: euros(amount) })),
  },
})
const MIX = [counted('5', 30), counted('6', 90)]

test('of kinds of conversions it is their mean, by how many there are of each', () => {
  expect(target(kinds({ 5: 400, 6: 20 }, MIX))).toEqual([115, 'actions'])
  expect(target({ ...kinds({ 5: 400, 6: 20 }, MIX), ...GOAL })?.[1]).toBe('actions')
  expect(target({ ...kinds({ 5: 400, 6: 20 }, MIX), ...ASKED })?.[1]).toBe('campaign')
})

test('it is not known where one of them is not said, or how many there are of each', () => {
  expect(target(kinds({ 5: 400 }, MIX))?.[1]).toBe('average')
  expect(target(kinds({ 6: 20 }, [counted('5', 3), counted('6', 90)]))).toEqual([20, 'actions'])
  expect(target(kinds({ 5: 400, 6: 20 }))?.[1]).toBe('average')
  expect(target(kinds({ 5: 40, 6: 40 }))).toEqual([40, 'actions'])
})

test('without a part of it, the average is that of the rest; what was said stays', () => {
  const other = campaign({ id: '2', sums: sums(3_000, 10) })
  const { targetOf, targetWithout } = targets({ campaigns: [campaign(), other] })
  expect(inEuros(targetWithout('2', other.sums))).toEqual([
    expect.closeTo(12.5 * measurementOf(base).knownShare, 1),
    'rest',
  ])
  expect(targetOf('2')!.micros).toBeGreaterThan(targetWithout('2', other.sums)!.micros)
  expect(inEuros(targets(GOAL).targetWithout('1', other.sums))).toEqual([20, 'goal'])
})

test('a dear service is left alone, and its card says by whose word the money counts', () => {
  const account = (said?: number) =>
    sampleAccount({
      keywords: [...base.keywords, keyword('implantes', sums(1_200, 6))],
      ...(said && {
        conversionValues: { campaigns: [{ id: '1', micros: euros(said) }], actions: [] },
      }),
    })
  const cards = (said?: number) =>
    analyseAccount(account(said)).recommendations.filter(({ rule }) => rule === 'dear-keywords')
  expect(cards()).toHaveLength(1)
  expect(cards(400)).toEqual([])
  const [one] = cards(20)
  expect(one!.description).toContain('lo que dijiste que vale aquí una conversión')
  expect(one!.evidence.counterEvidence).toContain(
    'Se cuenta con lo que dijiste que vale aquí una conversión.',
  )
})

/** Two campaigns whose conversions bring so much each, euros, as Google registers. */
const valued = (first: number, second: number, over: Partial<WholeSnapshot> = {}) => {
  const worth = (conversions: number, each: number) => {
    return { ...sums(3_000, conversions), valueMicros: euros(conversions * each) }
  }
  const campaigns = [
    campaign({ sums: worth(200, first) }),
    campaign({ id: '2', sums: worth(200, second) }),
  ]
  const accountDays = base.accountDays.map((day, i) => {
    return { ...day, valueMicros: day.conversionsMicros * (first + second + (i % 3)) * 0.5 }
  })
  return targets({ campaigns, accountDays, ...over })
}

test('where nothing is said a conversion is worth what Google registers, campaign by campaign', () => {
  const { targetOf } = valued(20, 80)
  const [dear, cheap] = ['2', '1'].map((id) => targetOf(id)!)
  expect(dear!.origin).toBe('reported')
  expect(dear!.micros / cheap!.micros).toBeGreaterThan(3.5)
  expect(cheap!.micros / MICROS).toBeGreaterThan(19)
  expect(cheap!.micros / MICROS).toBeLessThan(23)
  expect(dear!.doubt).toBeGreaterThan(0)
})

test('values that are a trifle of what is spent are scores: they tell kinds apart, and not what one may cost', () => {
  const { targetOf } = valued(0.3, 0.9)
  const [better, worse] = ['2', '1'].map((id) => targetOf(id)!)
  expect([better!.origin, worse!.origin]).toEqual(['average', 'average'])
  expect(better!.micros / worse!.micros).toBeGreaterThan(2)
  expect(worse!.micros).toBeGreaterThan(MICROS)
  expect(valued(1.5, 3).targetOf('1')!.origin).toBe('reported')
})

test('so are values of contacts alone that are less than what is spent', () => {
  const actions = (category: string) => ({
    conversionActions: [{ ...base.conversionActions![0]!, category }],
  })
  expect(valued(5, 9, actions('CONTACT')).targetOf('1')!.origin).toBe('average')
  expect(valued(20, 30, actions('CONTACT')).targetOf('1')!.origin).toBe('reported')
  expect(valued(5, 9, actions('PURCHASE')).targetOf('1')!.origin).toBe('reported')
})

test('sales that bring about 1 each on the whole are no conversions without an amount', () => {
  const worth = (each: number) => {
    const campaigns = [campaign({ sums: { ...sums(3_000, 400), valueMicros: euros(400 * each) } })]
    const accountDays = base.accountDays.map((day, i) => {
      return { ...day, valueMicros: day.conversionsMicros * (i % 2 === 0 ? 0.7 : 1.3) }
    })
    return targets({ campaigns, accountDays }).targetOf('1')!
  }
  expect(worth(1.0004).origin).toBe('reported')
  expect(worth(1.0004).micros / MICROS).toBeCloseTo(1, 2)
  // Exactly 1 is what Google puts where nothing was sent.
  expect(worth(1).origin).toBe('average')
})

test('of many orders a day, how far days lie apart says little of one order', () => {
  const doubtOf = (orders: number) => {
    const accountDays = base.accountDays.map((day, i) => {
      const value = orders * 20 * (i % 2 === 0 ? 0.9 : 1.1)
      return { ...day, conversionsMicros: orders * MICROS, valueMicros: euros(value) }
    })
    return valued(20, 20.5, { accountDays }).targetOf('1')!.doubt!
  }
  // A tenth up and down: of 2,500 orders a day one would have to lie five times its mean apart, of 100 once.
  expect(doubtOf(2_500) / doubtOf(100)).toBeLessThan(5)
  expect(doubtOf(2_500) / doubtOf(100)).toBeGreaterThan(1)
})

test('beside campaigns with a target ROAS one without is worth what theirs leaves, and its card says so', () => {
  const campaigns = [
    campaign({ sums: { ...sums(3_000, 200), valueMicros: euros(200 * 20) } }),
    campaign({
      id: '2',
      targetRoas: 2,
      sums: { ...sums(3_000, 200), valueMicros: euros(200 * 20.5) },
    }),
  ]
  const target = valued(20, 20.5, { campaigns }).targetOf('1')!
  expect(target.origin).toBe('otherRoas')
  expect(target.micros / MICROS).toBeCloseTo(10, 0)
  const [caveat] = worthCaveat(target)
  expect(caveat).toContain('dividido entre el ROAS más bajo')
})

test('a smaller margin leaves more to save of what is stopped, and less to win of what is added', () => {
  const target = { micros: MICROS, origin: 'reported' } as const
  expect(worthCaveat(target, { saves: true })[0]).toMatch(/sobra más\.$/)
  expect(worthCaveat(target)[0]).toMatch(/se gana menos\.$/)
})

test('a goal for all is as much more where conversions bring more; what is said of a campaign stays', () => {
  const goal = valued(20, 80, GOAL).targetOf
  expect(goal('2')!.micros / goal('1')!.micros).toBeGreaterThan(3.5)
  expect(goal('2')!.origin).toBe('goal')
  expect(goal('2')!.micros / goal('2')!.worthTimes!).toBeCloseTo(20e6)
  expect(inEuros(valued(20, 80, CAMPAIGN).targetOf('1'))).toEqual([300, 'value'])
  expect(inEuros(valued(20, 20, GOAL).targetOf('1'))).toEqual([20, 'goal'])
})

test('a part of a campaign counts as its own conversions bring, the fewer the closer to the campaign', () => {
  const { targetOf, targetOfPart } = valued(40, 41)
  const part = (conversions: number, each: number) => {
    const own = { ...sums(500, conversions), valueMicros: euros(conversions * each) }
    return targetOfPart({ campaignId: '1', adGroupId: '11' }, own)!.micros
  }
  const usual = targetOf('1')!.micros
  expect(part(200, 80) / usual).toBeGreaterThan(1.5)
  expect(part(2, 80) / usual).toBeLessThan(1.15)
  expect(part(0, 0) / usual).toBeCloseTo(1, 1)
})

test('what the last conversion costs follows Google’s curve where there is one', () => {
  const beyond = (...at: number[]) => {
    const points = at.map((clicks, i) => ({
      value: euros(20 + 5 * i),
      clicks,
      costMicros: euros(100 * 1.2 ** i),
      conversionsMicros: euros(4 * 1.18 ** i),
      valueMicros: 0,
    }))
    const window = { from: base.window.from, to: base.window.to }
    const simulations = [{ campaignId: '1', type: 'TARGET_CPA' as const, ...window, points }]
    const own = { campaigns: [campaign({ targetCpaMicros: euros(25) })] }
    return targets({ ...own, inventory: { simulations } }).targetOf('1')!.limit!.again!.beyond
  }
  // Hardly more than the mean one, by the curve.
  expect(beyond(50, 55, 60).median).toBeLessThan(0.7 * beyond().median)
})

test('of conversions that bring twice as much the last may cost twice as much', () => {
  const again = {
    averageMicros: 8,
    beyond: { median: 0.5, spread: 0.3 },
    isHeld: true,
    slack: 0,
    worth: { least: 10, most: 12 },
  }
  const target = { micros: 10, origin: 'campaign' as const, limit: { micros: 11, again } }
  expect(timesWorth(target, 2)).toEqual({
    micros: 20,
    origin: 'campaign',
    limit: { micros: 22, again: { ...again, averageMicros: 16, worth: { least: 20, most: 24 } } },
  })
  expect(timesWorth({ micros: 10, origin: 'goal' }, 2)).toEqual({ micros: 20, origin: 'goal' })
})
