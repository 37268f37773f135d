import { expect, test } from 'vitest'
import { toldLater } from './told-later.ts'

test('the wording of a finding is worked out once, and only when it is read', () => {
  let times = 0
  const facts = {
    fingerprint: 'a',
    rule: 'wasted-ngrams' as const,
    categoria: 'keywords' as const,
    objeto: { tipo: 'campaign' as const, id: '1' },
    campaignId: '1',
    adGroupId: null,
    probability: 1,
    claims: [],
    drawMonthlyNet: null,
    kpi: 'coste' as const,
  }
  const test = { name: '', sentence: '', numbers: [] }
  const card = {
    figures: [],
    table: { columns: [], rows: [] },
    test,
    counterEvidence: [],
    change: null,
  }
  const finding = toldLater(facts, () => {
    times++
    return { titulo: 'Excluye', descripcion: 'Gasta.', whyNow: 'Sigue.', impact: () => '1 €', card }
  })
  expect(finding.probability).toBe(1)
  expect(times).toBe(0)
  expect([finding.titulo, finding.card, { ...finding }.descripcion]).toEqual([
    'Excluye',
    card,
    'Gasta.',
  ])
  expect(times).toBe(1)
})
