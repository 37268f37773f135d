import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../account/context.ts'
import { analyseAccount } from '../analyse-account.ts'
import { type RuleName, ruleNamed } from '../rules/rules.ts'
import { sampleAccount, troubledAccount } from '../samples/sample-account.ts'
import { sampleFinding } from '../samples/sample-finding.ts'
import type { CommonDraws } from '../statistics/common-draws.ts'
import { drawNormal, type Uniforms } from '../statistics/random.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { sayIn } from '../words/say.ts'
import type { OwnedFinding } from './owned-finding.ts'
import { priorityOf, rank } from './ranking.ts'
import type { Claim } from './recommendation.ts'
import { byTurn } from './turn.ts'

const snapshot = sampleAccount()
const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))

type Over = Partial<Omit<OwnedFinding, 'rule'>> & { rule?: RuleName }

function finding(
  fingerprint: string,
  net: number,
  claims: Claim[],
  { rule = 'idle-keywords', ...over }: Over = {},
): OwnedFinding {
  return {
    ...sampleFinding(fingerprint, net),
    fingerprint,
    identity: [],
    rule: ruleNamed(rule)!,
    category: 'keywords',
    claims,
    drawMonthlyNet: (next) => net * (0.9 + 0.2 * next()),
    impact: (amount) => `${amount} al mes`,
    ...over,
  }
}

const claim = (key: string, costMicros: number) => ({ key, costMicros })
const ranked = (...findings: OwnedFinding[]) => rank(findings, snapshot, context).recommendations
const order = (...findings: OwnedFinding[]) => ranked(...findings).map((r) => r.fingerprint)

test('what mostly goes where a conversion is worth otherwise than supposed is not first', () => {
  const net = 40_000_000_000
  const priorityAt = (kept: number, isWorthSupposed = true) => {
    const drawMonthlyNet: OwnedFinding['drawMonthlyNet'] = (_next, _common, worth = 1) =>
      net * (1 - kept * (worth - 1))
    return ranked(finding('', net, [], { isWorthSupposed, drawMonthlyNet }))[0]!.priority
  }
  expect([0.1, 0.7, -1.5].map((kept) => priorityAt(kept))).toEqual(['high', 'medium', 'medium'])
  expect(priorityAt(0.7, false)).toBe('high')
})

test('priority needs both money and certainty', () => {
  expect(priorityOf(50, 0.9, 1000)).toBe('high')
  expect(priorityOf(50, 0.89, 1000)).toBe('medium')
  expect(priorityOf(49, 0.99, 1000)).toBe('medium')
  expect(priorityOf(10, 0.79, 1000)).toBe('low')
  expect(priorityOf(9, 0.99, 1000)).toBe('low')
  expect(priorityOf(9, 0.99, 0)).toBe('low')
})

test('measurement first, then the larger cautious effect, then the fingerprint', () => {
  const tracking = finding('t', 0, [], {
    category: 'measurement',
    drawMonthlyNet: null,
    fixedPriority: 'medium',
  })
  expect(order(finding('b', 10e6, []), finding('c', 20e6, []), tracking)).toEqual(['t', 'c', 'b'])
  const steady = () => 10e6
  const twins = ['b', 'a'].map((name) => finding(name, 0, [], { drawMonthlyNet: steady }))
  expect(order(...twins)).toEqual(['a', 'b'])
})

test('a claim already made is taken off; a finding that repeats another is dropped', () => {
  const first = finding('first', 9e6, [claim('x', 60), claim('y', 40)])
  const partly = finding('partly', 5e6, [claim('y', 40), claim('z', 60)])
  const repeated = finding('repeated', 4e6, [claim('x', 60), claim('y', 40)])
  const alone = ranked(partly)[0]!
  const [a, b, ...none] = ranked(repeated, partly, first)
  expect([a!.fingerprint, b!.fingerprint, none]).toEqual(['first', 'partly', []])
  expect(b!.expectedValueMicros / alone.expectedValueMicros).toBeCloseTo(0.6, 5)
  expect(b!.evidence.counterEvidence.join()).toContain('ya la cuenta otra recomendación')
})

test('the forecast is the 80 % interval of the simulated outcomes', () => {
  const one = ranked(finding('one', 10e6, []))[0]!
  const { monthlyLowMicros, monthlyMidMicros, monthlyHighMicros } = one.evidence.forecast!
  expect(monthlyLowMicros / 10e6).toBeCloseTo(0.92, 1)
  expect(monthlyMidMicros / 10e6).toBeCloseTo(1, 1)
  expect(monthlyHighMicros / 10e6).toBeCloseTo(1.08, 1)
  expect(one.expectedValueMicros / 10e6).toBeCloseTo(1, 2)
})

test('losses weigh by the chance of being wrong', () => {
  const coin = (next: () => number) => (next() < 0.9 ? 120 : -60) * 1e6
  const one = ranked(finding('coin', 0, [], { probability: 0.9, drawMonthlyNet: coin }))[0]!
  expect(one.expectedValueMicros).toBe(102e6)
})

test('of two findings that act on the same thing the better is kept, and what it pauses is not changed', () => {
  const acting = (name: string, net: number, ...acts: string[]) => finding(name, net, [], { acts })
  const lower = acting('lower', 20e6, 'keyword:1:bid')
  expect(order(acting('raise', 10e6, 'keyword:1:bid'), lower)).toEqual(['lower'])
  const pause = acting('pause', 30e6, 'keyword:1:status')
  expect(order(lower, pause, acting('other', 10e6, 'keyword:2:bid'))).toEqual(['pause', 'other'])
})

test('what better findings rule out is not even simulated, with the same outcome', () => {
  const simulated = new Set<string>()
  const most = 11e6
  const names = Array.from({ length: 20 }, (_, i) => `n${i}`)
  const all = (bounded: boolean) => {
    simulated.clear()
    const findings = names.map((name, i) => {
      const net = (most - i * 0.4e6) / 1.1
      const draw = (next: Uniforms) => {
        simulated.add(name)
        return net * (0.9 + 0.2 * next())
      }
      const limit = bounded ? { mostMonthlyNet: net * 1.1 } : {}
      const claims = [claim(`1/2/${i % 5}`, 50)]
      return finding(name, net, claims, { ...limit, drawMonthlyNet: draw })
    })
    const risky = finding('risky', 0, [claim('1/2/0', 50)], {
      rule: 'keyword-bids',
      mostMonthlyNet: 1e6,
      drawMonthlyNet: (next: Uniforms) => next() * 2e6 - 1e6,
    })
    return rank([...findings.reverse(), risky], snapshot, context)
  }
  const plain = all(false)
  expect(simulated.size).toBe(20)
  expect(all(true)).toEqual(plain)
  expect(plain.recommendations.map((r) => r.fingerprint)).toEqual(names.slice(0, 5))
  expect(simulated.size).toBeLessThan(12)
  expect(plain.leftOut.get('keyword-bids')).toBe('unsafe')
})

test('a card that changes nothing yields to what can be applied, however much it claims', () => {
  const advice = finding('advice', 90e6, [claim('1/2/3', 50), claim('1/2/4', 50)], {
    isAdvice: true,
  })
  const applied = finding('applied', 10e6, [claim('1/2/3', 50)])
  const also = finding('also', 9e6, [claim('1/2/4', 50)])
  expect(order(advice, applied, also).toSorted()).toEqual(['also', 'applied'])
})

test('what no longer fits on the cards of its group is neither simulated nor claims anything', () => {
  const simulated = new Set<string>()
  const fits = THRESHOLDS.groupedMost.value
  const grouped = Array.from({ length: fits + 30 }, (_, i) => {
    const net = 90e6 - i * 1e6
    const draw = (next: Uniforms) => {
      simulated.add(`g${i}`)
      return net * (0.95 + 0.1 * next())
    }
    const texts = () => ({ title: '', description: '', whyNow: '', impact: () => '' }) as never
    const group = { identity: ['group'], texts }
    const claims = [claim(`1/2/${i}`, 50)]
    return finding(`g${i}`, net, claims, { group, mostMonthlyNet: net, drawMonthlyNet: draw })
  })
  const last = grouped.length - 1
  const other = finding('other', 1e6, [claim(`1/2/${last}`, 50)], { rule: 'keyword-bids' })
  const { recommendations } = rank([...grouped.toReversed(), other], snapshot, context)
  expect(simulated.has(`g${fits - 1}`)).toBe(true)
  expect(simulated.has(`g${last}`)).toBe(false)
  expect(recommendations.map(({ rule }) => rule)).toContain('keyword-bids')
})

test('what could well lose money, or hardly pays, is not advised', () => {
  const coin = (next: () => number) => (next() < 0.75 ? 120 : -60) * 1e6
  const risky = finding('coin', 0, [], { drawMonthlyNet: coin })
  const small = finding('small', 0.1e6, [], { rule: 'keyword-bids' })
  const { recommendations, leftOut } = rank([risky, small], snapshot, context)
  expect(recommendations).toEqual([])
  expect([...leftOut]).toEqual([
    ['idle-keywords', 'unsafe'],
    ['keyword-bids', 'small'],
  ])
})

test('the amount is said as the lists say it: whole, from end to end, also below zero', () => {
  const [sure] = ranked(finding('sure', 300.4e6, []))
  expect(sure!.estimatedImpact).toMatch(/^Ahorro de 2\d\d\u00a0€ a 3\d\d\u00a0€ al mes$/)

  const wide = (next: () => number) => (next() - 0.15) * 100e6
  const [one] = ranked(finding('wide', 0, [], { drawMonthlyNet: wide }))
  expect(one!.evidence.forecast!.monthlyLowMicros).toBeLessThan(0)
  expect(one!.estimatedImpact).toMatch(/^Entre perder \d+\u00a0€ y ahorrar \d+\u00a0€ al mes$/)

  const little = finding('little', 0.2e6, [], { hasOwnLeast: true, kpi: 'conversions' })
  expect(ranked(little)[0]!.estimatedImpact).toBe('Beneficio de menos de 1\u00a0€ al mes')
})

const grouped = (name: string, net: number, over: Over = {}) =>
  finding(name, net, [], {
    ...over,
    group: {
      identity: ['group', '1'],
      texts: (parts) => ({
        ...finding('', 0, []).card,
        title: parts.map(({ title }) => title).join(' + '),
        description: '',
        whyNow: '',
        before: '',
        after: '',
      }),
    },
  })

test('findings decided together are one, the same one whatever it contains', () => {
  const [both, ...none] = ranked(grouped('a', 10e6), grouped('b', 20e6))
  expect([both!.title, none]).toEqual(['b + a', []])
  expect(both!.evidence.forecast!.monthlyMidMicros / 1e6).toBeCloseTo(30, 0)
  const [alone] = ranked(grouped('b', 20e6))
  expect([alone!.title, alone!.fingerprint]).toEqual(['b', both!.fingerprint])
})

test('what another finding does better drops out of a group, and only that', () => {
  const small = grouped('a', 10e6, { acts: ['keyword:1:bid'] })
  const pause = finding('pause', 15e6, [], { acts: ['keyword:1:status'] })
  const titles = ranked(small, grouped('b', 20e6), pause).map(({ title }) => title)
  expect(titles).toEqual(['b', 'pause'])
})

test('what all parts assume alike does not average out', () => {
  const uplift = (_: Uniforms, common: CommonDraws) => common.uniform() * 20e6
  const parts = ['a', 'b', 'c', 'd'].map((name) => grouped(name, 0, { drawMonthlyNet: uplift }))
  const [one] = ranked(...parts)
  expect(one!.evidence.forecast!.monthlyHighMicros / 1e6).toBeCloseTo(72, -1)
  expect(one!.evidence.forecast!.monthlyLowMicros / 1e6).toBeLessThan(15)
})

test('an elasticity that all parts share widens their sum as much as each of them', () => {
  const spread = (draw: Over) => {
    const parts = ['a', 'b', 'c', 'd'].map((name) => grouped(name, 0, draw))
    const { monthlyHighMicros, monthlyLowMicros } = ranked(...parts)[0]!.evidence.forecast!
    return (monthlyHighMicros - monthlyLowMicros) / 1e6
  }
  const net = (deviation: number) => 100e6 + 10e6 * deviation
  // Four of sd 10: 2.563 · 40 together, 2.563 · 20 each by itself.
  expect(spread({ drawMonthlyNet: (_, common) => net(common.normal()) })).toBeCloseTo(102.5, -1)
  expect(spread({ drawMonthlyNet: (next) => net(drawNormal(next)) })).toBeCloseTo(51.3, -1)
})

test('a trifle of measurement does not go before the money', () => {
  const trifle = finding('t', 0, [], {
    category: 'measurement',
    drawMonthlyNet: null,
    fixedPriority: 'low',
  })
  expect(order(trifle, finding('big', 500e6, []))).toEqual(['big', 't'])
})

test('an amount that is supposed throughout is never of high priority', () => {
  const all = ranked(
    finding('supposed', 900e6, [], { rule: 'converting-terms' }),
    finding('known', 800e6, []),
  )
  expect(all.map(({ priority }) => priority)).toEqual(['high', 'medium'])
})

test('a rule whose forecasts came true by half promises half, says so, and still ranks', () => {
  const account = troubledAccount()
  const rule = 'wasted-search-terms'
  const of = (calibration?: Record<string, number>) =>
    analyseAccount({ ...account, ...(calibration && { calibration }) }).recommendations.find(
      (one) => one.rule === rule,
    )!
  const [before, after] = [of(), of({ [rule]: 0.5 })]
  expect(after.evidence.forecast!.monthlyMidMicros).toBeCloseTo(
    before.evidence.forecast!.monthlyMidMicros / 2,
    -1,
  )
  expect(after.evidence.counterEvidence.join(' ')).toContain('corregida (un 50')
  expect(of({ [rule]: 1 })).toEqual(before)
})

const setting = (rule: RuleName, name: string = rule, over: Over = {}) =>
  finding(name, 0, [], { rule, drawMonthlyNet: null, fixedPriority: 'low', ...over })
const money = (count: number) =>
  Array.from({ length: count }, (_, i) => finding(`money ${i}`, (50 + i) * 1e6, []))

test('settings fill the page up, the most urgent first; the rest waits', () => {
  const settings = [
    setting('hidden-search-terms'),
    setting('silent-keywords'),
    ...Array.from({ length: 5 }, (_, i) => setting('ad-strength', `ad ${i}`)),
    setting('blocking-negatives'),
  ]
  const { recommendations, waiting } = rank([...settings, ...money(18)], snapshot, context)
  expect(recommendations).toHaveLength(25)
  expect(recommendations.slice(18).map(({ rule }) => rule)).toEqual([
    'blocking-negatives',
    ...Array.from({ length: 5 }, () => 'ad-strength'),
    'silent-keywords',
  ])
  expect(waiting.map(({ rule }) => rule)).toEqual(['hidden-search-terms'])
  const busy = rank([...settings, ...money(40)], snapshot, context)
  expect(busy.recommendations).toHaveLength(45)
})

test('neither money nor what is urgent ever waits', () => {
  const urgent = setting('disapproved-ads', 'urgent', { fixedPriority: 'medium' })
  const all = order(...money(40), urgent)
  expect(all).toHaveLength(41)
})

test('of measurement the worse comes first, and a trifle of it after the money of its level', () => {
  const measured = (name: string, fixedPriority: 'high' | 'medium' | 'low') =>
    setting('tracking-settings', name, { category: 'measurement', fixedPriority })
  const some = [measured('a', 'medium'), measured('b', 'high'), measured('0', 'low')]
  expect(order(...some, finding('money', 1e6, []))).toEqual(['b', 'a', 'money', '0'])
})

test('priority before all; of one priority measurement, then money, then settings by urgency', () => {
  const measured = (fixedPriority: 'high' | 'medium') =>
    setting('tracking-settings', `measured ${fixedPriority}`, {
      category: 'measurement',
      fixedPriority,
    })
  const [large, small] = [finding('large', 400e6, []), finding('small', 20e6, [])]
  const others = [
    setting('hidden-search-terms', 'hidden', { fixedPriority: 'high' }),
    setting('blocking-negatives', 'blocked', { fixedPriority: 'high' }),
  ]
  const cards = ranked(small, ...others, large, measured('medium'), measured('high'))
  expect(cards.map(({ fingerprint, priority }) => [fingerprint, priority])).toEqual([
    ['measured high', 'high'],
    ['large', 'high'],
    ['blocked', 'high'],
    ['hidden', 'high'],
    ['measured medium', 'medium'],
    ['small', 'medium'],
  ])
})

test('turns compare across accounts: a tag that is dead in a small one before the money of a large one', () => {
  const dead = setting('conversion-tracking', 'dead', {
    category: 'measurement',
    fixedPriority: 'high',
  })
  const [tag] = ranked(dead)
  const rich = finding('rich', 9_000e6, [])
  const [shift] = ranked(rich)
  expect(shift!.priority).toBe('high')
  expect(shift!.stakeMicros).toBeGreaterThan(tag!.stakeMicros)
  expect([shift!, tag!].sort(byTurn).map(({ fingerprint }) => fingerprint)).toEqual([
    'dead',
    'rich',
  ])
  expect(tag!.stakeMicros).toBe(Math.round(context.sums.costMicros! * context.monthFactor))
})

test('what is only supposed comes after what is known', () => {
  const supposed = finding('supposed', 40e6, [], { rule: 'converting-terms' })
  const known = finding('known', 20e6, [])
  expect(order(supposed, known)).toEqual(['known', 'supposed'])
})

const pausing = (campaigns: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const change = { operations: [{ x: { i } }], before: '', after: '' }
    const card = { ...finding('', 0, []).card, change }
    const campaignId = String(i % campaigns)
    const one = grouped(`k${i}`, (200 + i) * 1e6, { campaignId, card })
    return { ...one, group: { ...one.group!, identity: ['group'] } }
  })

test('a card is never longer than can be read; what is left over of several campaigns goes on another', () => {
  const lengths = (...findings: OwnedFinding[]) =>
    ranked(...findings).map(({ evidence }) => evidence.change!.operations.length)
  expect(lengths(...pausing(2, 70))).toEqual([50, 20])
  expect(lengths(...pausing(2, 170))).toEqual([50, 50])
  expect(lengths(...pausing(1, 70))).toEqual([50])
})

test('the cards of a group are the same ones whatever they contain', () => {
  const few = order(...pausing(2, 60))
  expect(new Set(few).size).toBe(2)
  expect(order(...pausing(2, 90))).toEqual(few)
  expect(order(...pausing(2, 5))).toEqual(few.slice(0, 1))
})

test('a saving above what is spent says why', () => {
  const doubts = (spent: number) =>
    ranked(finding('a', 50_000_000, [claim('5/1', spent)], { kpi: 'cost' }))[0]!.evidence
      .counterEvidence
  expect(doubts(90_000_000).join()).toContain('pasa de lo que se deja de gastar')
  expect(doubts(300_000_000)).toEqual([])
})
