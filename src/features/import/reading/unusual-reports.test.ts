import { describe, expect, test } from 'vitest'
import { parseReport } from './parse-report.ts'
import { heldBytes } from './report-bytes.ts'
import { encode, type FileEncoding } from './report-samples.ts'
import { MAX_REPORT_ROWS } from './table-cells.ts'

function read(lines: string[], encoding: FileEncoding = 'utf-8') {
  const report = parseReport(heldBytes(encode(`${lines.join('\n')}\n`, encoding)), 'informe.csv')
  if (!report.ok) throw new Error(`${report.code}: ${report.message}`)
  return report
}

test('an overall total is taken even where the daily totals do not add up to it', () => {
  const report = read([
    'Día,Término de búsqueda,Campaña,Impr.,Clics,Coste',
    '2026-09-01,a,Marca,10,2,"1,50"',
    '2026-09-01,Total: Cuenta,--,30,4,"4,00"',
    '2026-09-02,Total: Cuenta,--,40,5,"5,00"',
    '--,Total: Cuenta,--,80,10,"9,50"',
  ])
  expect(report.hidden).toMatchObject({ impressions: 70, clicks: 8, costMicros: 8_000_000 })
})

test('nothing hidden is ever negative, and other terms are hidden at the least', () => {
  const report = read([
    'Search term,Campaign,Impr.,Clicks,Cost',
    'a,Core,10,2,5.50',
    'Total: Other search terms,--,0,3,1.00',
    'Total: Search,--,9,4,5.00',
  ])
  expect(report.hidden).toMatchObject({ impressions: 0, clicks: 3, costMicros: 1_000_000 })
  expect(report.notes.join()).toContain('«Total: Search»')
})

test('rows that do not add up to their own total are called filtered or cut', () => {
  const report = read(['Campaign,Impr.,Clicks,Cost', 'a,10,2,5.50', 'Total: Campaigns,90,9,9.00'])
  expect(report.difference).toMatchObject({ rounding: false, metrics: { clicks: 7 } })
  expect(report.notes.join()).toContain('filtrado o cortado')
  expect(report.hidden).toBeNull()
})

test('marks give the match type of keywords, never of search terms', () => {
  const rows = ['"[zapatos]",A,1,1,"1,50"']
  expect(read(['Palabra clave,Campaña,Impr.,Clics,Coste', ...rows]).rows[0]?.matchType).toBe(
    'EXACT',
  )
  const term = read(['Palabra clave,Término de búsqueda,Impr.,Clics,Coste', ...rows])
  expect(term.rows[0]).toMatchObject({ keyword: 'zapatos', searchTerm: 'A' })
  expect(term.rows[0]?.matchType).toBeUndefined()
})

test('stray quotes inside a cell are kept', () => {
  const report = read([
    'Search term\tImpr.\tClicks\tCost',
    'tele 42" oled\t1\t1\t1.50',
    '"a" b\t1\t1\t1.50',
  ])
  expect(report.rows.map((row) => row.searchTerm)).toEqual(['tele 42" oled', '"a" b'])
})

test('days that do not exist are skipped by name', () => {
  const report = read([
    'Campaña,Día,Impr.,Clics,Coste',
    'A,2026-02-30,1,1,1',
    'A,28/02/2026,1,1,1',
    'A,"sáb, 1 ago 2026",1,1,1',
  ])
  expect(report.rows.map((row) => row.day)).toEqual(['2026-02-28', '2026-08-01'])
  expect(report.skipped[0]?.reason).toContain('2026-02-30')
  expect(report.period).toEqual({ from: '2026-02-28', to: '2026-08-01' })
})

test('of two columns for one field the plain one counts', () => {
  const report = read([
    'Campaña,Coste (moneda convertida),Coste,Clics,Interacciones,Impr.,Código de moneda',
    'A,"9,99","1,50",3,7,10,EUR',
  ])
  expect(report.rows[0]).toMatchObject({ costMicros: 1_500_000, clicks: 3 })
  expect(report.currencyCode).toBe('EUR')
})

test('what cannot be known is null, with a note', () => {
  const converted = read([
    'Campaña,Coste (moneda convertida),Interacciones,Impr.,Moneda',
    'A,"9,99",7,10,MXN',
  ])
  expect(converted).toMatchObject({ currencyCode: null, language: 'es-ES', period: null })
  expect(converted.notes.join()).toMatch(/moneda convertida.*interacciones/s)
  expect(read(['Campaña,Costo (ARS),Clics,Impr.', 'A,$9,1,1'])).toMatchObject({
    currencyCode: 'ARS',
  })
  expect(read(['Campaña,Costo,Clics,Impr.', 'A,$9,1,1'])).toMatchObject({
    currencyCode: null,
    sign: '$',
  })
  expect(read(['Campaña,Gasto,Clics,Impr.', 'A,9,1,1']).language).toBe('es')
})

test('weeks stay weeks; devices are summed and said so', () => {
  const report = read([
    'Cuenta,Semana,Dispositivo,Campaña,Coste,Clics,Impr.',
    'Uno,2026-09-07,Móvil,A,1,1,1',
    'Uno,2026-09-07,Tablet,A,1,1,1',
  ])
  expect(report).toMatchObject({ step: 'week', listed: { clicks: 2 } })
  expect(report.notes.join()).toContain('«Dispositivo»')
})

test('UTF-16 big-endian without a mark, control characters, too many rows', () => {
  const header = 'Campaign,Impr.,Clicks,Cost\n'
  const bare = encode(`${header}A,1,1,1\n`, 'utf-16be').subarray(2)
  expect(parseReport(heldBytes(bare), 'x.csv')).toMatchObject({ ok: true, listed: { clicks: 1 } })
  const noise = encode(`${header}\u0001\u0002\u0003,1,1,1\n`, 'utf-8')
  expect(parseReport(heldBytes(noise), 'x.csv')).toMatchObject({ ok: false, code: 'binary' })
  const many = encode(header + 'A,1,1,1\n'.repeat(MAX_REPORT_ROWS + 1), 'utf-8')
  expect(parseReport(heldBytes(many), 'x.csv')).toMatchObject({ ok: false, code: 'too_large' })
})

test('weeks and months are rows of their own, the first one cut by the period', () => {
  const weekly = read([
    'Informe de campaña',
    '1 de septiembre de 2026 - 30 de septiembre de 2026',
    'Semana;Campaña;Impr.;Clics;Coste',
    '2026-08-31;A;10;1;1,50',
    '2026-09-07;A;20;2;2,50',
  ])
  expect(weekly).toMatchObject({ step: 'week', period: { from: '2026-09-01', to: '2026-09-30' } })
  expect(weekly.rows.map(({ day, clicks }) => [day, clicks])).toEqual([
    ['2026-09-01', 1],
    ['2026-09-07', 2],
  ])
  const monthly = read(['Mes,Campaña,Impr.,Clics,Coste', 'sept 2026,A,1,1,1', '2026-10,A,1,1,1'])
  expect(monthly).toMatchObject({ step: 'month', period: { from: '2026-09-01', to: '2026-10-31' } })
})

test('days that both orders allow are those of the stated period, or of a Spanish spreadsheet, and a note says so', () => {
  const days = Array.from({ length: 10 }, (_, i) => `${String(i + 1).padStart(2, '0')}/10/2026`)
  const saved = (mark: string, ...head: string[]) =>
    read([
      ...head,
      ['Day', 'Campaign', 'Impr.', 'Clicks', 'Cost'].join(mark),
      ...days.map((day) => [day, 'A', '10', '1', '1'].join(mark)),
    ])
  const october = { from: '2026-10-01', to: '2026-10-10' }
  const stated = saved(',', 'Campaign report', '"October 1, 2026 - October 10, 2026"')
  expect(stated.period).toEqual(october)
  expect(stated.rows.at(0)?.day).toBe('2026-10-01')
  expect(stated.rows.at(-1)?.day).toBe('2026-10-10')
  expect(stated.notes.join()).toContain('«01/10/2026» puede leerse de dos maneras')
  const unstated = saved(';')
  expect(unstated.period).toEqual(october)
  expect(unstated.notes.join()).toContain('como día/mes')
  const following = saved(',')
  expect(following.period).toEqual(october)
  expect(following.notes.join()).toContain('como día/mes porque así los días se siguen')
})

describe('total rows of another width', () => {
  const header = [
    'Estado de la palabra clave;Palabra clave;Campaña;Grupo de anuncios;Estado;Impr.;Clics;Coste;Conversiones;Valor de conv.',
    'Habilitada;zapatos;A;G;Apta;100;10;5,50;1,00;20,00',
    'Habilitada;botas;A;G;Apta;50;5;2,50;0,00;0,00',
  ]
  test.each([
    ['its last cells left out', 'Total: Cuenta; --; --; --; --;400;40;20,00'],
    ['its names drawn together', 'Total: Cuenta; --;400;40;20,00;4,00;80,00'],
  ])('%s: read by the columns that make it a total of the rows', (_name, total) => {
    const report = read([...header, total])
    expect(report.fileTotal).toMatchObject({
      impressions: 400,
      clicks: 40,
      costMicros: 20_000_000,
    })
    expect(report.rows).toHaveLength(2)
  })
  test('where neither fits, the file is read and the row is named, not used', () => {
    const report = read([...header, 'Total: Cuenta;7;3'])
    expect(report).toMatchObject({ fileTotal: null, totals: [], unaligned: ['Total: Cuenta'] })
    expect(report.notes.join()).toContain('tiene menos celdas que la cabecera')
  })
})

test('a figure without a column, or with an empty one, is unknown; a column of zeros is known', () => {
  const known = (...lines: string[]) => read(lines).known
  expect(known('Campaña,Impr.', 'A,10')).toEqual(['impressions'])
  expect(known('Campaña,Impr.,Clics,Coste,Conversiones', 'A,10,1,1,0')).toContain(
    'conversionsMicros',
  )
  expect(known('Campaña,Impr.,Clics,Coste,Conversiones', 'A,10,1,1,--')).not.toContain(
    'conversionsMicros',
  )
})

test('only searches are hidden by Google: Performance Max has no ad groups to list', () => {
  const groups = read([
    'Grupo de anuncios,Campaña,Impr.,Clics,Coste',
    'G,A,10,1,1.50',
    'Total: Cuenta,--,90,9,9.50',
  ])
  expect(groups.hiddenBy).toBe('elsewhere')
  const terms = read([
    'Término de búsqueda,Campaña,Impr.,Clics,Coste',
    'g,A,10,1,1.50',
    'Total: Búsqueda,--,90,9,9.50',
  ])
  expect(terms.hiddenBy).toBe('google')
})

test('a total row does not make a figure known that no row has', () => {
  const { known } = read([
    'Campaña,Impr.,Clics,Coste,Conversiones',
    'A, --, --, --,1',
    'Total: Cuenta,100,10,"50,00",1',
  ])
  expect(known).toEqual(['conversionsMicros'])
})

test('a budget that is not of a day leaves the daily one unknown, and a note says so', () => {
  const report = (header: string, type: string) =>
    read([`Campaña;Presupuesto;${header};Impr.;Clics;Coste`, `A;3.000,00;${type};100;10;95,50`])
  for (const [header, type] of [
    ['Tipo de presupuesto', 'Total de la campaña'],
    ['Budget type', 'Campaign total'],
    ['Tipo de presupuesto', 'Mensual'],
    ['Budget type', 'Monthly'],
  ] as const) {
    const { rows, notes } = report(header, type)
    expect(rows[0]?.budgetMicros).toBe(0)
    expect(notes).toContain(
      '1 fila trae un presupuesto que no es diario: su presupuesto diario no se conoce.',
    )
  }
  for (const type of ['Diario', 'Promedio diario', 'Average daily', '', ' --', 'Estándar'])
    expect(report('Tipo de presupuesto', type).rows[0]?.budgetMicros).toBe(3_000_000_000)
})

test.each(['Cuenta', 'ID de cliente', 'ID de cuenta', 'Account ID', 'Customer ID', 'CID'])(
  'rows of several accounts by «%s» are refused, those of one are read',
  (header) => {
    const text = (other: string) =>
      [
        `${header};Campaña;Estado;Impr.;Clics;Coste`,
        '111-111-1111;Marca;Apta;1.000;100;100,50',
        `${other};Marca;En pausa;500;50;50,00`,
        'Otros términos de búsqueda; --; --;10;1;1,00',
        'Total: Cuenta; --; --;1.500;150;150,50',
      ].join('\n')
    const parsed = (other: string) => parseReport(heldBytes(encode(text(other), 'utf-8')), 'x.csv')
    expect(parsed('222-222-2222')).toMatchObject({
      ok: false,
      code: 'mixed_accounts',
      message:
        'El informe mezcla filas de 2 cuentas (111-111-1111, 222-222-2222) y sus campañas no se pueden juntar en una. Descarga un informe por cuenta.',
    })
    expect(parsed('111-111-1111')).toMatchObject({ ok: true, listed: { clicks: 150 } })
  },
)

test('a report divided by conversion action is refused: its rows have neither clicks nor cost', () => {
  for (const header of ['Acción de conversión', 'Conversion action', 'Categoría de conversión']) {
    const lines = [`Campaña,${header},Impr.,Clics,Coste,Conversiones`, 'A,Compra, --, --, --,1']
    const refused = parseReport(heldBytes(encode(lines.join('\n'), 'utf-8')), 'x.csv')
    expect(refused).toMatchObject({ ok: false, code: 'unsupported_report' })
    expect(refused.ok ? '' : refused.message).toContain(`dividido por «${header}»`)
  }
})

test('a report divided by type of click is refused: it counts an impression under each', () => {
  for (const header of ['Tipo de clic', 'Click type']) {
    const lines = [
      `Campaña,${header},Impr.,Clics,Coste,Conversiones`,
      'A,Título,100,9,9,1',
      'A,Enlace de sitio,100,1,1,0',
    ]
    const refused = parseReport(heldBytes(encode(lines.join('\n'), 'utf-8')), 'x.csv')
    expect(refused).toMatchObject({ ok: false, code: 'unsupported_report' })
    expect(refused.ok ? '' : refused.message).toContain('Descárgalo sin dividir por tipo de clic')
  }
})

test('days outside the period that the file states are refused, and a period still to come', () => {
  const refused = (period: string, ...days: string[]) => {
    const rows = days.map((day) => `${day},Core,10,1,1.00,0`)
    const lines = [
      'Campaigns 2026-01-01 - 2026-01-31',
      `"${period}"`,
      'Day,Campaign,Impr.,Clicks,Cost,Conversions',
    ]
    const bytes = heldBytes(encode([...lines, ...rows].join('\n'), 'utf-8'))
    const report = parseReport(bytes, 'x.csv', { currencyCode: 'USD', today: '2026-11-30' })
    return report.ok ? null : report
  }
  const october = 'October 1, 2026 - October 31, 2026'
  expect(refused(october, '2026-10-01', '2026-10-31')).toBeNull()
  const early = refused(october, '2025-10-01', '2026-10-02')!
  expect(early.code).toBe('wrong_period')
  expect(early.message).toContain('una de sus filas es del 1 oct 2025')
  expect(refused(october, '2026-11-01', '2026-11-02')!.message).toContain('2 de sus filas')
  expect(refused('November 1, 2026 - November 30, 2026', '2026-11-05', '2026-12-05')).not.toBeNull()
  expect(refused('December 1, 2026 - December 1, 2026', '2026-12-01'), 'in Sydney').toBeNull()
  expect(refused('November 1, 2026 - December 31, 2026', '2026-12-05')).not.toBeNull()
  expect(refused('October 1, 2027 - October 31, 2027', '2027-10-02')!.message).toContain(
    'aún no ha llegado',
  )
})
