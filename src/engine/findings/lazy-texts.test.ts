import { expect, test } from 'vitest'
import { withLazyTexts } from './lazy-texts.ts'

test('the wording of a finding is worked out once, and only when it is read', () => {
  let times = 0
  const facts = {
    identity: ['a'],
    object: { type: 'campaign' as const, id: '1' },
    campaignId: '1',
    adGroupId: null,
    probability: 1,
    claims: [],
    drawMonthlyNet: null,
    kpi: 'cost' as const,
  }
  const test = { name: '', sentence: '', numbers: [] }
  const card = {
    figures: [],
    table: { columns: [], rows: [] },
    test,
    counterEvidence: [],
    change: null,
  }
  const finding = withLazyTexts(facts, () => {
    times++
    return { title: 'Excluye', description: 'Gasta.', whyNow: 'Sigue.', impact: () => '1 €', card }
  })
  expect(finding.probability).toBe(1)
  expect(times).toBe(0)
  expect([finding.title, finding.card, { ...finding }.description]).toEqual([
    'Excluye',
    card,
    'Gasta.',
  ])
  expect(times).toBe(1)
})
