import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import { analyseAccount } from '../analyse-account.ts'
import { campaign, keyword, sampleAccount, sums } from '../samples/sample-account.ts'

const found = (snapshot: AccountSnapshot, rule: string) =>
  analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)
const reason = (snapshot: AccountSnapshot, rule: string) =>
  analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason
const base = sampleAccount()

test('a keyword without conversions is paused when the evidence is enough, and only if active', () => {
  const account = (over = {}) =>
    sampleAccount({
      keywords: [...base.keywords, keyword('tacones boda', sums(420, 0), over)],
    })
  const [one] = found(account(), 'idle-keywords')
  expect(one!.evidence.change!.operations[0]).toEqual({
    adGroupCriterionOperation: {
      updateMask: 'status',
      update: {
        resourceName: 'customers/{customerId}/adGroupCriteria/11~tacones boda',
        status: 'PAUSED',
      },
    },
  })
  expect([one!.objectType, one!.objectId, one!.campaignId]).toEqual(['adgroup', '11', '1'])
  expect(found(account({ status: 'PAUSED' }), 'idle-keywords')).toEqual([])
  expect(found(account({ sums: sums(420, 16) }), 'idle-keywords')).toEqual([])
  expect(reason(account({ sums: sums(60, 0) }), 'idle-keywords')).toMatch(
    /Hacen falta unos \d+ clics/,
  )
})

test('a budget is raised by one safe step where the last conversion is still cheap', () => {
  const rule = 'limited-budgets'
  const account = (conversions: number, over = {}) =>
    sampleAccount({
      targetCpaMicros: 9 * MICROS,
      campaigns: [
        campaign({ name: 'Marca', budgetShared: true }),
        campaign({
          id: '2',
          biddingStrategyType: 'TARGET_SPEND',
          sums: sums(4_000, conversions),
          impressionShare: { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 },
          ...over,
        }),
      ],
    })
  const [one] = found(account(400), rule)
  expect(one!.evidence.change!.operations[0]).toEqual({
    campaignBudgetOperation: {
      updateMask: 'amountMicros',
      update: {
        resourceName: 'customers/{customerId}/campaignBudgets/91',
        amountMicros: String(60 * MICROS),
      },
    },
  })
  expect(one!.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
  expect(found(account(500), rule)[0]!.probability).toBeGreaterThanOrEqual(one!.probability)
  expect(found(account(200), rule)).toEqual([])
  expect(reason(account(200), rule)).toContain('costaría unos 12,35')
  expect(found(account(400, { status: 'PAUSED' }), rule)).toEqual([])
  expect(reason(account(400, { budgetShared: true }), rule)).toContain('lo comparten')
})

test('sure cases do not carry a doubtful budget along', () => {
  const limited = (id: string, conversions: number) =>
    campaign({
      id,
      biddingStrategyType: 'TARGET_SPEND',
      sums: sums(4_000, conversions),
      impressionShare: { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 },
    })
  const sure = Array.from({ length: 9 }, (_, i) => limited(`sure${i}`, 440))
  const account = sampleAccount({
    targetCpaMicros: 9 * MICROS,
    campaigns: [...sure, limited('doubtful', 285)],
  })
  const ids = found(account, 'limited-budgets').map(({ objectId }) => objectId)
  expect(ids).toHaveLength(9)
  expect(ids).not.toContain('doubtful')
})

test('a competitor keyword is never paused', () => {
  const rivalWord = keyword('otra zapatería', sums(700, 0), { campaignId: '2' })
  const account = (name: string) =>
    sampleAccount({
      campaigns: [campaign(), campaign({ id: '2', name })],
      keywords: [...base.keywords, rivalWord],
    })
  expect(found(account('Competencia_ES'), 'idle-keywords')).toEqual([])
  expect(found(account('Otras'), 'idle-keywords')).toHaveLength(1)
})
