import { expect, test } from 'vitest'
import type { DataTable } from '../contract/data-table.ts'
import { weeklyText } from './weekly-text.ts'

const table = (rows: DataTable['rows']): DataTable => ({
  id: 't1',
  tool: 'account_metrics',
  title: '',
  asked: '',
  from: '2026-11-13',
  to: '2026-11-19',
  place: { anchor: null, campaignId: null, adGroupId: null },
  columns: [],
  rows,
})

const money = (value: number) => ({ value, unit: 'money' as const })

test('cards without an amount put no money at stake, instead of nought', () => {
  const card = { key: '1', label: 'Revisa los términos', cells: {} }
  const said = (mid: number) => {
    const count = { value: 3, unit: 'integer' as const }
    const cells = { count, counted: count, low: money(0), mid: money(mid), high: money(2 * mid) }
    return weeklyText(
      {
        metrics: table([]),
        movers: table([]),
        changes: table([]),
        recommendations: table([card]),
        stake: table([{ key: 'all', label: '', cells }]),
      },
      'EUR',
      { isHistoryKnown: false },
    )
  }
  expect(said(0)).toContain('Hay 3 recomendaciones pendientes, sin importe previsto. La primera')
  expect(said(7)).toMatch(/pendientes, con 7,00\s€ previstos al mes en juego/)
})

test('what fell to one conversion fell to one', () => {
  const cells = {
    spendBefore: money(5),
    spend: money(4),
    conversionsBefore: { value: 5, unit: 'quantity' as const },
    conversions: { value: 1, unit: 'quantity' as const },
  }
  const none = table([])
  const movers = table([{ key: '7', label: 'Botas', cells }])
  const text = weeklyText(
    { metrics: none, movers, changes: none, recommendations: none, stake: none },
    'EUR',
    { isHistoryKnown: false },
  )
  expect(text).toContain('de gasto y de 5 a 1 conversión.')
})
