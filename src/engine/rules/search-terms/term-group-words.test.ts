import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { sampleAccount } from '../../samples/sample-account.ts'
import { sayIn } from '../../words/say.ts'
import { wastedNgramGroupTexts, wastedTermGroupTexts } from './term-group-words.ts'
import { STOPPED } from './wasted-ngrams-words.ts'

const context = contextOf(sampleAccount(), sayIn('EUR', spanishNumbers))

function part(label: string, conversions: number): Finding {
  const figures = [
    { key: 'cost', label: 'Coste', unit: 'money' as const, value: 50e6 },
    { key: 'conversions', label: 'Conversiones', unit: 'quantity' as const, value: conversions },
  ]
  const test = { name: '', sentence: '', numbers: [] }
  const table = { columns: [], rows: [] }
  return {
    identity: [label],
    object: { type: 'campaign', id: '1' },
    campaignId: '1',
    adGroupId: null,
    title: '',
    description: '',
    whyNow: '',
    probability: 0.9,
    card: { figures, table, test, counterEvidence: [], change: null },
    claims: [],
    group: { identity: [], label, texts: () => wastedTermGroupTexts(context, []) },
    drawMonthlyNet: null,
    kpi: 'cost',
    impact: () => '',
  }
}

const plain = (text: string) => text.replace(/\u00a0/g, ' ')
const titleOf = (...conversions: number[]) =>
  plain(
    wastedTermGroupTexts(
      context,
      conversions.map((count, i) => part(`t${i}`, count)),
    ).title,
  )

test('one conversion is one', () => {
  expect(titleOf(1, 0)).toBe('Excluye 2 búsquedas de «Zapatos»: 100,00 € para 1 conversión')
  expect(titleOf(1, 1)).toMatch(/para 2 conversiones$/)
  expect(titleOf(0, 0)).toMatch(/sin ninguna conversión$/)
})

test('that searches stop is said once for all words', () => {
  const { doubts } = wastedNgramGroupTexts(context, [part('gratis', 0), part('curso', 0)], false)
  const all = ['Otra duda.', `${STOPPED} con «gratis».`, `${STOPPED} con «curso».`]
  expect(doubts!(all)).toEqual(['Otra duda.', expect.stringContaining('con estas palabras')])
})
