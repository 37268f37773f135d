import { describe, expect, test } from 'vitest'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { differenceOf, type Known, returnedAtOf } from './rules/difference.ts'
import { measuredWorse } from './rules/measured-worse.ts'
import { changesOf } from './rules/moved-pages.ts'
import { strengthOf } from './rules/strength.ts'

// Which recommendations come, stay, go and come back.
const NOW = new Date('2026-11-20T10:00:00Z')

function analysed(more: { value?: number; cost?: number; probability?: number } = {}): Analysed {
  const { value = 10, cost = 100, probability = 0.95 } = more
  return {
    fingerprint: 'f',
    expectedValueMicros: value,
    probability,
    evidence: { figures: [{ key: 'cost', label: 'Coste', unit: 'money', value: cost }] },
  } as unknown as Analysed
}

function known(more: Partial<Known>): Known {
  const past = { dismissedEvidence: null, settledUntil: null, worse: null, changes: [] }
  const times = { createdAt: NOW, updatedAt: NOW, returnedAt: null }
  return { id: 'a', fingerprint: 'f', status: 'pending', ...times, ...past, ...more }
}

const returns = (row: Known, one: Analysed) => differenceOf([row], [one], NOW).renewed.length === 1

test('new ones are added, pending ones renewed or gone', () => {
  expect(differenceOf([], [analysed()], NOW).added).toHaveLength(1)
  expect(returns(known({}), analysed())).toBe(true)
  expect(returns(known({ status: 'closed' }), analysed())).toBe(true)
  expect(differenceOf([known({})], [], NOW).vanished).toEqual([{ id: 'a' }])
  for (const status of ['applying', 'applied', 'dismissed', 'closed'] as const)
    expect(differenceOf([known({ status })], [], NOW).vanished).toEqual([])
})

test('what was decided, or gone for a week, comes back; what is pending or was barely gone does not', () => {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
  const at = (more: Partial<Known>) => returnedAtOf(known({ updatedAt: daysAgo(30), ...more }), NOW)
  expect(at({})).toBeNull()
  expect(at({ returnedAt: daysAgo(9) })).toEqual(daysAgo(9))
  expect(at({ status: 'closed', updatedAt: daysAgo(3) })).toBeNull()
  for (const status of ['closed', 'applied', 'dismissed'] as const)
    expect(at({ status, returnedAt: daysAgo(40) })).toEqual(NOW)
})

test.each([
  ['as strong as then', {}, false],
  ['half as much again at stake', { value: 15 }, true],
  ['not quite half as much again', { value: 14, cost: 149 }, false],
  ['half as much again spent', { cost: 150 }, true],
  ['more money, but less certain', { value: 30, cost: 300, probability: 0.94 }, false],
])('dismissed, and now %s: %j', (_name, now, comesBack) => {
  const row = known({ status: 'dismissed', dismissedEvidence: strengthOf(analysed()) })
  expect(returns(row, analysed(now))).toBe(comesBack)
})

test('one dismissed for nothing at stake comes back as soon as something is', () => {
  const then = strengthOf(analysed({ value: 0, cost: 0 }))
  const row = known({ status: 'dismissed', dismissedEvidence: then })
  expect(returns(row, analysed({ value: 0, cost: 0 }))).toBe(false)
  expect(returns(row, analysed({ value: 1, cost: 0 }))).toBe(true)
})

test('an applied one that shows up again is news only after it was measured', () => {
  const later = new Date(NOW.getTime() + 1)
  expect(returns(known({ status: 'applied', settledUntil: later }), analysed())).toBe(false)
  expect(returns(known({ status: 'applied', settledUntil: NOW }), analysed())).toBe(true)
  expect(returns(known({ status: 'applied' }), analysed())).toBe(false)
  expect(returns(known({ status: 'applying', settledUntil: NOW }), analysed())).toBe(false)
})

describe('once the first of several cards of a group is applied', () => {
  const later = new Date(NOW.getTime() + 1)
  const bid = (keyword: number, micros = 400_000) => ({
    adGroupCriterionOperation: {
      updateMask: 'cpcBidMicros',
      update: {
        resourceName: `customers/1/adGroupCriteria/11~${keyword}`,
        cpcBidMicros: `${micros}`,
      },
    },
  })
  const page = (fingerprint: string, ...operations: object[]): Analysed => {
    const one = analysed()
    const evidence = { ...one.evidence, change: { operations, before: '', after: '' } }
    return { ...one, rule: 'keyword-bids', fingerprint, evidence } as Analysed
  }
  const first = known({ id: '1', fingerprint: 'p1', status: 'applied', settledUntil: later })
  const waiting = (id: string, ...operations: object[]) =>
    known({ id, fingerprint: `p${id}`, changes: changesOf(operations) })

  test('what the next ones hold moves up a place, and each stays what it was', () => {
    // As the database gives it back.
    const { update, updateMask } = bid(51).adGroupCriterionOperation
    const stored = { adGroupCriterionOperation: { update, updateMask } }
    const rows = [first, waiting('2', stored), waiting('3', bid(101), bid(102))]
    const found = [page('p1', bid(51), bid(52, 410_000), bid(101)), page('p2', bid(102))]
    const { renewed, added, vanished } = differenceOf(rows, found, NOW)
    expect(renewed.map(({ known, analysed }) => [known.id, analysed.fingerprint])).toEqual([
      ['2', 'p2'],
      ['3', 'p3'],
    ])
    expect([added, vanished]).toEqual([[], []])
  })

  test('what is left of it alone waits until it is measured, and while a half waits nothing moves', () => {
    const rows = [first, waiting('2', bid(51))]
    expect(differenceOf(rows, [page('p1', bid(7))], NOW)).toMatchObject({
      added: [],
      renewed: [],
      vanished: [{ id: '2' }],
    })
    const halved = known({ id: '1', fingerprint: 'p1', status: 'applied' })
    const found = [page('p1', bid(7), bid(51)), page('p2', bid(52))]
    const { renewed } = differenceOf([halved, rows[1]!], found, NOW)
    expect(renewed.map(({ analysed }) => analysed)).toEqual([found[1]])
  })
})

test('a change that was measured and lost does not come back until there is far more to gain, another one does', () => {
  const raise = (micros: number, more = {}): Analysed => {
    const update = { resourceName: 'customers/1/campaignBudgets/9', amountMicros: String(micros) }
    const change = {
      operations: [{ campaignBudgetOperation: { update, updateMask: 'amountMicros' } }],
      before: '',
      after: '',
    }
    const one = analysed(more)
    return {
      ...one,
      title: 'Sube',
      evidence: { ...one.evidence, change },
    } as Analysed
  }
  const worse = measuredWorse(raise(387_600_000))
  for (const status of ['pending', 'closed', 'applied'] as const) {
    const row = known({ status, worse, settledUntil: NOW })
    expect(returns(row, raise(387_600_000))).toBe(false)
    expect(returns(row, raise(380_000_000)), 'about the same').toBe(false)
    expect(returns(row, raise(300_000_000)), 'another amount').toBe(true)
    expect(returns(row, raise(387_600_000, { value: 15 })), 'far more to gain').toBe(true)
    const { triedAlready } = differenceOf([row], [raise(387_600_000)], NOW)
    expect(triedAlready.map(({ known }) => known.id)).toEqual(['a'])
  }
  // Without operations the title says what it is.
  const byHand = (title: string) => ({ ...analysed(), title })
  const lost = known({ worse: measuredWorse(byHand('Sube de 1 a 2')) })
  expect(returns(lost, byHand('Sube de 1 a 2'))).toBe(false)
  expect(returns(lost, byHand('Sube de 2 a 3'))).toBe(true)
})

const setting = (fingerprint: string) =>
  ({ ...analysed(), fingerprint, priority: 'low' }) as unknown as Analysed
const settings = (count: number) => Array.from({ length: count }, (_, i) => setting(`s${i}`))
const decisions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...setting(`d${i}`), priority: 'high' }) as Analysed)

test('what was put away or applied leaves its place to the settings that wait', () => {
  const all = [...decisions(20), ...settings(9)]
  const first = differenceOf([], all, NOW)
  expect([first.added.length, first.waiting.length]).toEqual([25, 4])
  const away = [...all.slice(0, 2), all[20]!].map(({ fingerprint }, i) =>
    known({ id: fingerprint, fingerprint, status: i === 0 ? 'applied' : 'dismissed' }),
  )
  const strong = away.map((row) => ({ ...row, dismissedEvidence: strengthOf(analysed()) }))
  const { added, waiting } = differenceOf(strong, all, NOW)
  expect(added).toHaveLength(25)
  expect(waiting.map((one) => one.analysed.fingerprint)).toEqual(['s8'])
})

test('a setting that is shown gives way to several more decisions, not to one', () => {
  const shown = settings(9).map(({ fingerprint }) => known({ id: fingerprint, fingerprint }))
  const waitingBeside = (count: number, rows = shown) =>
    differenceOf(rows, [...decisions(count), ...settings(9)], NOW).waiting.length
  expect([16, 17, 19, 20].map((count) => waitingBeside(count))).toEqual([0, 0, 0, 0])
  expect(waitingBeside(30)).toBe(0)
  expect(waitingBeside(17, [])).toBe(1)
  const more = [...decisions(30), ...settings(12)]
  const many = settings(12).map(({ fingerprint }) => known({ id: fingerprint, fingerprint }))
  const { renewed, waiting, vanished } = differenceOf(many, more, NOW)
  expect([renewed.length, waiting.length, vanished.length]).toEqual([9, 3, 0])
})
