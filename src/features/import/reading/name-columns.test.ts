import { describe, expect, test } from 'vitest'
import { parseReport } from './parse-report.ts'
import { heldBytes } from './report-bytes.ts'
import { encode } from './report-samples.ts'

describe('columns with unknown names', () => {
  const ROWS = ['Zapatos;1.000;90;80,50;12', 'Botas;2.000;70;40,00;3']
  const asked = (header: string) => {
    const report = parseReport(heldBytes(encode([header, ...ROWS].join('\n'), 'utf-8')), 'x.csv')
    return report.ok ? null : report.ask
  }
  test('are asked with the first rows and a guess for each', () => {
    expect(asked('Kampagne;Einblendungen;Klicks;Kosten;Sonstiges')).toEqual({
      headers: ['Kampagne', 'Einblendungen', 'Klicks', 'Kosten', 'Sonstiges'],
      rows: ROWS.map((row) => row.split(';')),
      guesses: ['campaign', 'impressions', 'clicks', 'cost', null],
    })
    expect(asked('Campaña;Impr.;Clics;Coste (EUR);Leads')?.guesses.at(-1)).toBe('conversions')
    expect(asked('Campaña;Impr.;Clics;Coste (EUR);Conversiones')).toBeNull()
  })
  test('are asked with five rows at most, and no totals among them', () => {
    const many = Array.from({ length: 7 }, (_, i) => `Zapatos ${i};1.000;90;80,50;12`)
    const text = [
      'Kampagne;Einblendungen;Klicks;Kosten;Sonstiges',
      'Total;7.000;630;563,50;84',
      ...many,
    ]
    const report = parseReport(heldBytes(encode(text.join('\n'), 'utf-8')), 'x.csv')
    expect(report.ok ? null : report.ask?.rows.map(([name]) => name)).toEqual([
      'Zapatos 0',
      'Zapatos 1',
      'Zapatos 2',
      'Zapatos 3',
      'Zapatos 4',
    ])
  })
  test('are named in a note where nothing that is needed can be among them', () => {
    const report = parseReport(
      heldBytes(encode(['Campaña;Impr.;Clics;Coste (EUR);Color', ...ROWS].join('\n'), 'utf-8')),
      'x.csv',
    )
    expect(report.ok && report.notes.join()).toContain('Columnas que no se usan: «Color».')
  })
  test('leave what is known but never named where it was', () => {
    const text = [
      'Término de búsqueda;Cuenta;Añadido/excluido;Nivel de calidad;Impr.;Clics;Coste (EUR);Leads',
      'botas;Uno;Excluido;7;1.000;90;80,50;12',
      'zapatos;Uno;Ninguno;6;2.000;70;40,00;3',
    ].join('\n')
    const bytes = () => heldBytes(encode(text, 'utf-8'))
    const first = parseReport(bytes(), 'x.csv')
    const columns = first.ok ? [] : first.ask!.guesses
    const report = parseReport(bytes(), 'x.csv', { columns })
    expect(report).toMatchObject({
      ok: true,
      rows: [
        { addedExcluded: 'EXCLUDED', qualityScore: 7 },
        { addedExcluded: 'NONE', qualityScore: 6 },
      ],
    })
    const mixed = heldBytes(encode(text.replace('zapatos;Uno', 'zapatos;Dos'), 'utf-8'))
    expect(parseReport(mixed, 'x.csv', { columns })).toMatchObject({ code: 'mixed_accounts' })
    const named = parseReport(bytes(), 'x.csv', { columns: columns.with(3, 'budget') })
    const [row] = named.ok ? named.rows : []
    expect([row?.budgetMicros, row?.qualityScore]).toEqual([7_000_000, undefined])
  })
  test('are what they were named, and nothing twice', () => {
    const bytes = heldBytes(encode(['A;B;C;D;E', ...ROWS].join('\n'), 'utf-8'))
    const columns = ['campaign', 'impressions', 'clicks', 'cost', 'conversions'] as const
    const report = parseReport(bytes, 'x.csv', { columns: [...columns] })
    expect(report).toMatchObject({
      ok: true,
      kind: 'campaigns',
      listed: { clicks: 160, costMicros: 120_500_000, conversionsMicros: 15_000_000 },
    })
    const twice = parseReport(bytes, 'x.csv', { columns: ['campaign', 'clicks', 'clicks'] })
    expect(twice.ok ? '' : twice.message).toContain('mismo significado')
  })
})
