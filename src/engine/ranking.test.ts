import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from './context.ts'
import { priorityOf, rank } from './ranking.ts'
import type { Claim, Finding } from './recommendation.ts'
import { analyseAccount } from './run-engine.ts'
import { sampleAccount, troubledAccount } from './sample-account.ts'
import { sayIn } from './wording/say.ts'

const snapshot = sampleAccount()
const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))

function finding(fingerprint: string, net: number, claims: Claim[], over = {}): Finding {
  return {
    fingerprint,
    rule: 'idle-keywords',
    categoria: 'keywords',
    objeto: { tipo: 'campaign', id: '1' },
    campaignId: '1',
    adGroupId: null,
    titulo: fingerprint,
    descripcion: '',
    whyNow: '',
    probability: 1,
    claims,
    drawMonthlyNet: (next) => net * (0.9 + 0.2 * next()),
    kpi: 'coste',
    impact: ({ low, high }) => `${low} ${high}`,
    card: {
      figures: [],
      table: { columns: [], rows: [] },
      test: { name: '', sentence: '', numbers: [] },
      counterEvidence: [],
      change: null,
    },
    ...over,
  }
}

const claim = (key: string, costMicros: number) => ({ key, costMicros })
const order = (...findings: Finding[]) =>
  rank(findings, snapshot, context).map((r) => r.fingerprint)

test('priority needs both money and certainty', () => {
  expect(priorityOf(50, 0.9, 1000)).toBe('alta')
  expect(priorityOf(50, 0.89, 1000)).toBe('media')
  expect(priorityOf(49, 0.99, 1000)).toBe('media')
  expect(priorityOf(10, 0.79, 1000)).toBe('baja')
  expect(priorityOf(9, 0.99, 1000)).toBe('baja')
  expect(priorityOf(9, 0.99, 0)).toBe('baja')
})

test('measurement first, then the larger cautious effect, then the fingerprint', () => {
  const tracking = finding('t', 0, [], {
    categoria: 'medicion',
    drawMonthlyNet: null,
    fixedPriority: 'media',
  })
  expect(order(finding('b', 1e6, []), finding('c', 2e6, []), tracking)).toEqual(['t', 'c', 'b'])
  const steady = () => 1e6
  const twins = ['b', 'a'].map((name) => finding(name, 0, [], { drawMonthlyNet: steady }))
  expect(order(...twins)).toEqual(['a', 'b'])
})

test('a claim already made is taken off; a finding that repeats another is dropped', () => {
  const first = finding('first', 9e6, [claim('x', 60), claim('y', 40)])
  const partly = finding('partly', 5e6, [claim('y', 40), claim('z', 60)])
  const repeated = finding('repeated', 4e6, [claim('x', 60), claim('y', 40)])
  const alone = rank([partly], snapshot, context)[0]!
  const [a, b, ...none] = rank([repeated, partly, first], snapshot, context)
  expect([a!.fingerprint, b!.fingerprint, none]).toEqual(['first', 'partly', []])
  expect(b!.expectedValueMicros / alone.expectedValueMicros).toBeCloseTo(0.6, 5)
  expect(b!.evidence.counterEvidence.join()).toContain('ya la cuenta otra recomendación')
})

test('the forecast is the 80 % interval of the simulated outcomes', () => {
  const one = rank([finding('one', 1e6, [])], snapshot, context)[0]!
  const { monthlyLowMicros, monthlyMidMicros, monthlyHighMicros } = one.evidence.forecast!
  expect(monthlyLowMicros / 1e6).toBeCloseTo(0.92, 1)
  expect(monthlyMidMicros / 1e6).toBeCloseTo(1, 1)
  expect(monthlyHighMicros / 1e6).toBeCloseTo(1.08, 1)
  expect(one.expectedValueMicros / 1e6).toBeCloseTo(1, 2)
})

test('losses weigh by the chance of being wrong', () => {
  const coin = (next: () => number) => (next() < 0.5 ? 120 : -60) * 1e6
  const one = rank(
    [finding('coin', 0, [], { probability: 0.9, drawMonthlyNet: coin })],
    snapshot,
    context,
  )[0]!
  expect(one.expectedValueMicros).toBe(102e6)
})

test('of two findings that act on the same thing the better is kept, and what it pauses is not changed', () => {
  const acting = (name: string, net: number, ...acts: string[]) => finding(name, net, [], { acts })
  const lower = acting('lower', 2e6, 'keyword:1:bid')
  expect(order(acting('raise', 1e6, 'keyword:1:bid'), lower)).toEqual(['lower'])
  const pause = acting('pause', 3e6, 'keyword:1:status')
  expect(order(lower, pause, acting('other', 1e6, 'keyword:2:bid'))).toEqual(['pause', 'other'])
})

test('a trifle of measurement does not go before the money', () => {
  const trifle = finding('t', 0, [], {
    categoria: 'medicion',
    drawMonthlyNet: null,
    fixedPriority: 'baja',
  })
  expect(order(trifle, finding('big', 500e6, []))).toEqual(['big', 't'])
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
