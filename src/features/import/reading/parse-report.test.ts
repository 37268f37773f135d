import { describe, expect, test } from 'vitest'
import { MAX_REPORT_BYTES } from './file-text.ts'
import { parseReport } from './parse-report.ts'
import { heldBytes } from './report-bytes.ts'
import { encode, type FileEncoding, random } from './report-samples.ts'
import type { ParsedReport } from './report-types.ts'

function read(text: string, encoding: FileEncoding = 'utf-8'): ParsedReport {
  const report = parseReport(heldBytes(encode(text, encoding)), 'informe.csv')
  if (!report.ok) throw new Error(`${report.code}: ${report.message}`)
  return report
}

function refuse(bytes: Uint8Array | string, fileName = 'informe.csv') {
  const report = parseReport(
    heldBytes(typeof bytes === 'string' ? encode(bytes, 'utf-8') : bytes),
    fileName,
  )
  if (report.ok) throw new Error('se esperaba un fallo')
  return report
}

const SPAIN = `Informe de palabras clave de búsqueda
1 de septiembre de 2026 - 30 de septiembre de 2026
Estado de la palabra clave;Palabra clave;Tipo de concordancia;Campaña;Grupo de anuncios;Estado;Nivel de calidad;Código de moneda;Coste;Impr.;CTR;Clics;CPC medio;Conversiones;Valor de conv.
Habilitada;[zapatos de piel];Concordancia exacta;Marca;Piel;Apta;8;EUR;8651,95;12.247;10,18%;1.247;6,94;31,50;1.234,56
Habilitada;"""botas mujer""";Concordancia de frase;Botas;Mujer;Limitada; --;EUR;100,05;900; --;30;3,33;0,00;0,00
En pausa;sandalias;Concordancia amplia;Botas;Verano;No apta;3;EUR;0,00;0; --;0; --;0,00;0,00
Total: Palabras clave; --; --; --; --; --; --; --;8752,00;13.147;9,71%;1.277;6,85;31,50;1.234,56
Total: Cuenta; --; --; --; --; --; --; --;9000,00;14.000;9,71%;1.300;6,85;32,50;1.300,00
`

const ENGLISH = `Search terms report
"October 1, 2026 - October 31, 2026"
Search term,Match type,Added/Excluded,Campaign,Ad group,Keyword,Currency code,Impr.,Clicks,Cost,Conversions
running shoes,Exact match (close variant),Added,Core,Shoes,[running shoe],USD,"1,247",80,"1,234.56",3.5
total gym: price,Broad match,None,Core,Gym,gym,USD,50,5,25.00,6
total,Phrase match,Excluded,Core,Gym,"""gym""",USD,10,1,5.00,0
Total: Search terms, --, --, --, --, --, --,"1,307",86,"1,264.58",9.50
Total: Other search terms, --, --, --, --, --, --,0,40,600.00,1.00
Total: Search, --, --, --, --, --, --,"4,000",200,"3,000.00",15.00
Total: Account, --, --, --, --, --, --,"90,000",900,"9,000.00",50.00
`

const LATAM = `Informe de campaña,
"1 sept 2026 - 30 sept 2026",
Estado de la campaña,Campaña,Presupuesto,Tipo de campaña,Código de moneda,Costo,Impr.,Clics,Prom. CPC,Conversiones
Habilitada,Búsqueda general,"1,500.00",Búsqueda,MXN,"12,345.67","45,000","1,500",8.23,21.00
Detenida,Máximo,--,Máximo rendimiento,MXN,--,0,0,--,0.00
Total: Campañas,--,"1,500.00",--,--,"12,345.67","45,000","1,500",8.23,21.00
Total: Búsqueda,--,--,--,--,"12,345.67","45,000","1,500",8.23,21.00
Total: Cuenta,--,--,--,--,"12,345.67","45,000","1,500",8.23,21.00
`

describe('real shapes', () => {
  test('Spain, keywords, semicolons, in every encoding', () => {
    for (const encoding of [
      'utf-8',
      'utf-8-bom',
      'utf-16le',
      'utf-16be',
      'utf-16le-bare',
      'windows-1252',
    ] as const) {
      const report = read(SPAIN, encoding)
      expect(report).toMatchObject({
        kind: 'keywords',
        language: 'es-ES',
        title: 'Informe de palabras clave de búsqueda',
        period: { from: '2026-09-01', to: '2026-09-30' },
        currencyCode: 'EUR',
        rowsRead: 3,
        skipped: [],
        difference: null,
      })
      expect(report.rows[0]).toEqual({
        campaign: 'Marca',
        adGroup: 'Piel',
        keyword: 'zapatos de piel',
        matchType: 'EXACT',
        status: 'ENABLED',
        qualityScore: 8,
        currencyCode: 'EUR',
        impressions: 12_247,
        clicks: 1247,
        costMicros: 8_651_950_000,
        conversionsMicros: 31_500_000,
        valueMicros: 1_234_560_000,
      })
      expect(report.rows.map((row) => [row.keyword, row.matchType, row.status])).toEqual([
        ['zapatos de piel', 'EXACT', 'ENABLED'],
        ['botas mujer', 'PHRASE', 'ENABLED'],
        ['sandalias', 'BROAD', 'PAUSED'],
      ])
      expect(report.rows[1]?.qualityScore).toBeUndefined()
      expect(report.listed).toEqual(metricsOf(report.totals[0]!))
      expect(report.notes.join()).toContain('Decimales con coma')
    }
  })

  test('English search terms: hidden terms from the search total, odd terms kept', () => {
    const report = read(ENGLISH)
    expect(report.rows.map((row) => row.searchTerm)).toEqual([
      'running shoes',
      'total gym: price',
      'total',
    ])
    expect(report.rows[0]).toMatchObject({
      matchType: 'EXACT',
      closeVariant: true,
      keyword: 'running shoe',
      addedExcluded: 'ADDED',
    })
    expect(report.rows[1]).toMatchObject({ conversionsMicros: 6_000_000, addedExcluded: 'NONE' })
    expect(report.totals.map((total) => total.scope)).toEqual([
      'listed',
      'other',
      'search',
      'account',
    ])
    expect(report.hiddenFrom).toBe('Total: Search')
    expect(report.hidden).toEqual({
      impressions: 2693,
      clicks: 114,
      costMicros: 1_735_440_000,
      conversionsMicros: 5_500_000,
      valueMicros: 0,
    })
    // The file's own total is two cents above its rows.
    expect(report.difference).toMatchObject({ rounding: true, metrics: { costMicros: 20_000 } })
  })

  test('Latin America campaigns, and nothing hidden where the account equals the rows', () => {
    const report = read(LATAM)
    expect(report).toMatchObject({
      kind: 'campaigns',
      language: 'es-419',
      currencyCode: 'MXN',
      hidden: null,
    })
    expect(report.period).toEqual({ from: '2026-09-01', to: '2026-09-30' })
    expect(report.rows[0]).toMatchObject({ campaignType: 'SEARCH', budgetMicros: 1_500_000_000 })
    expect(report.rows[1]).toMatchObject({
      campaignType: 'PERFORMANCE_MAX',
      status: 'PAUSED',
      costMicros: 0,
    })
    expect(report.listed).toEqual(metricsOf(report.totals[0]!))
  })

  test('per-day totals, label in the second column, add up to the hidden part', () => {
    const report = read(
      [
        'Día\tTérmino de búsqueda\tCampaña\tImpr.\tClics\tCoste',
        '2026-09-01\tzapatos\tMarca\t10\t2\t1,50',
        '2026-09-02\tzapatos\tMarca\t10\t3\t2,50',
        '2026-09-01\tTotal: Cuenta\t --\t30\t4\t4,00',
        '2026-09-02\tTotal: Cuenta\t --\t40\t5\t5,00',
      ].join('\r\n'),
      'utf-16le',
    )
    expect(report).toMatchObject({
      step: 'day',
      period: { from: '2026-09-01', to: '2026-09-02' },
    })
    expect(report.rows.map((row) => row.day)).toEqual(['2026-09-01', '2026-09-02'])
    expect(report.hidden).toMatchObject({ impressions: 50, clicks: 4, costMicros: 5_000_000 })
    const withOverall = read(
      'Día,Término de búsqueda,Campaña,Impr.,Clics,Coste\n2026-09-01,a,Marca,10,2,"1,50"\n2026-09-01,Total: Cuenta,--,30,4,"4,00"\n2026-09-02,Total: Cuenta,--,40,5,"5,00"\n--,Total: Cuenta,--,70,9,"9,00"',
    )
    expect(withOverall.hidden).toMatchObject({ impressions: 60, clicks: 7, costMicros: 7_500_000 })
  })

  test.each(['\n', '\r\n', '\r'])('line ends %j, blank lines and sep= above the header', (end) => {
    const lines = [
      'sep=;',
      'Mi informe',
      '',
      '1/9/2026 - 30/9/2026',
      '',
      'Grupo de anuncios;Campaña;Clics;Impr.;Costo',
    ]
    const report = read([...lines, 'G;C;1;2;3,50', '', 'x;C;nada;2;3,50', ''].join(end))
    expect(report).toMatchObject({
      kind: 'ad_groups',
      title: 'Mi informe',
      period: { from: '2026-09-01' },
    })
    expect(report.rows).toHaveLength(1)
    expect(report.skipped[0]?.line).toBe(9)
  })

  test('a header in the first row, hostile cells, other campaigns of a manager', () => {
    const report = read(
      'Search term,Campaign,Clicks,Impressions,Cost\n"dos\nlíneas\ty ""comillas""",=1+1,1,2,€3.50\n👟 <b>x</b>,+A,1,2,€3.50\n,,,,\ntotal: recall,Cine,1,2,€1.00\n',
    )
    expect(report.rows.map((row) => row.searchTerm)).toEqual([
      'dos\nlíneas\ty "comillas"',
      '👟 <b>x</b>',
      'total: recall',
    ])
    expect(report).toMatchObject({
      currencyCode: 'EUR',
      period: null,
      title: null,
      totals: [],
      hidden: null,
    })
    expect(report.rows[0]).toMatchObject({ campaign: '=1+1', costMicros: 3_500_000 })
    expect(report.notes.join()).toContain('Conversiones')
    expect(report.notes.join()).toContain('no trae filas de total')
  })

  test('without identity columns only a capital letter makes a total', () => {
    const report = read(
      'Search term,Clicks,Impr.,Cost\ntotal,1,2,3.00\ntotal: recall,1,2,3.00\nTotal: Search,9,9,9.00',
    )
    expect(report.rows.map((row) => row.searchTerm)).toEqual(['total', 'total: recall'])
    expect(report.hidden).toMatchObject({ clicks: 7, impressions: 5, costMicros: 3_000_000 })
  })

  test('rows that cannot be read are named with their line', () => {
    const report = read(
      'Campaña,Impr.,Clics,Coste\nA,10,1,"1,50"\nB,10,muchos,"1,50"\n--,10,1,"1,50"\nC,10\nD,10,1.5,"1,50"\nE,1,1,"2,50"',
    )
    expect(report.rows.map((row) => row.campaign)).toEqual(['A', 'E'])
    expect(report.rowsRead).toBe(6)
    expect(report.skipped).toEqual([
      {
        line: 3,
        reason: '«muchos» en «Clics» no es un número válido.',
        text: 'B · 10 · muchos · 1,50',
      },
      { line: 4, reason: 'No dice la campaña.', text: '-- · 10 · 1 · 1,50' },
      { line: 5, reason: 'Tiene 2 celdas y la cabecera 4.', text: 'C · 10' },
      { line: 6, reason: '«1.5» en «Clics» no es un número válido.', text: 'D · 10 · 1.5 · 1,50' },
    ])
  })
})

describe('decimals are decided on evidence', () => {
  const table = (header: string, ...rows: string[]) => `${header}\n${rows.join('\n')}\n`
  test.each([
    [
      'counts settle it',
      table('Campaña\tImpr.\tClics\tCoste', 'A\t1.247\t1\t122.231'),
      122_231,
      'recuentos',
    ],
    [
      'rates settle it',
      table('Campaign\tImpr.\tClicks\tCost\tCTR', 'A\t100\t1\t1,234\t1,25%'),
      1.234,
      'importes',
    ],
    ['Spain', table('Campaña\tImpr.\tClics\tCoste', 'A\t100\t1\t1.234'), 1234, 'de España'],
    ['English', table('Campaign\tImpr.\tClicks\tCost', 'A\t100\t1\t1,234'), 1234, 'en inglés'],
    [
      'English, dot',
      table('Campaign\tImpr.\tClicks\tCost', 'A\t100\t1\t1.234'),
      1.234,
      'en inglés',
    ],
    ['semicolons', table('Campaña;Impr.;Clics;Costo', 'A;100;1;1.234'), 1234, 'punto y coma'],
    [
      'pesos without decimals',
      table('Campaña\tCódigo de moneda\tImpr.\tClics\tCosto', 'A\tCLP\t100\t1\t122.231'),
      122_231,
      'CLP',
    ],
    [
      'pesos against English rates',
      table('Campaign\tCurrency code\tImpr.\tClicks\tCost\tCTR', 'A\tCLP\t10\t1\t122.231\t1.25%'),
      122_231,
      'importes',
    ],
    [
      'Latin America, several',
      table('Campaña\tImpr.\tClics\tCosto', 'A\t10\t1\t122.231', 'B\t9\t1\t9.120'),
      122_231,
      'uno o dos decimales',
    ],
    [
      'mixed',
      table('Campaña\tImpr.\tClics\tCoste', 'A\t10\t1\t122.23', 'B\t9\t1\t9,10', 'C\t9\t1\t9,20'),
      122.23,
      'mezcla',
    ],
    [
      'hard spaces',
      table('Campaña\tImpr.\tClics\tCoste', 'A\t1\u202f247\t1\t1\u00a0234,50\u00a0€'),
      1234.5,
      'importes',
    ],
    [
      'code before',
      table('Campaña\tImpr.\tClics\tCosto', 'A\t1\t1\tMXN\u00a01,200.50'),
      1200.5,
      'importes',
    ],
  ])('%s', (_name, text, cost, ground) => {
    const report = read(text)
    expect(report.rows[0]?.costMicros).toBe(Math.round(cost * 1_000_000))
    expect(report.notes.join()).toContain(ground)
  })
})

describe('faults', () => {
  const HEADER = 'Campaña,Impr.,Clics,Coste'
  test.each([
    ['empty', '', 'vacío'],
    ['empty', ' \n\n', 'vacío'],
    ['wrong_file', '<!DOCTYPE html><html>', 'HTML'],
    ['wrong_file', '%PDF-1.7 …', 'PDF'],
    ['wrong_file', '{"a": 1}', 'JSON'],
    ['no_rows', HEADER, 'ninguna fila'],
    ['no_rows', `${HEADER}\nTotal: Cuenta,1,1,1`, 'filas de total'],
    ['no_rows', `${HEADER}\nA,x,1,1`, '«x» en «Impr.»'],
    ['missing_columns', 'Campaña,CTR\nA,2', '«Impr.», «Clics», «Coste»'],
    ['missing_columns', 'Impr.,Clics,Coste\n1,2,3', 'Campaña'],
    ['unknown_columns', 'nombre,edad media\nAna,3', '«nombre», «edad media»'],
    ['unknown_columns', 'una carta sin columnas', 'una carta'],
    ['unsupported_report', 'Anuncio,Campaña,Impr.,Clics,Coste\nx,A,1,1,1', 'anuncios'],
    ['unsupported_report', 'Date & time,User,Changes\n1,2,3', 'historial de cambios'],
    ['unsupported_report', 'Fecha,Coste,Clics\n2026-09-01,1,1', 'serie temporal'],
    ['truncated', `${HEADER}\nA,1,1,"1,50"\nB,1`, 'línea 3'],
    ['truncated', `${HEADER}\nA,1,1,"1,50"\n"B,1`, 'comillas'],
    ['mixed_currencies', 'Campaña,Moneda,Impr.,Clics,Coste\nA,EUR,1,1,1\nB,USD,1,1,1', 'EUR, USD'],
  ])('%s: %s', (code, text, part) => {
    const found = refuse(text)
    expect(found.code).toBe(code)
    expect(found.message).toContain(part)
  })

  test('files of other kinds, too large, cut inside a character', () => {
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, ...encode('xl/workbook.xml', 'utf-8')])
    expect(refuse(zip, 'informe.xlsx').message).toContain('ninguna hoja')
    expect(refuse(zip.slice(0, 4), 'fotos.zip').message).toContain('comprimido (.zip)')
    expect(refuse(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])).message).toContain('imagen')
    expect(refuse(new Uint8Array([1, 2, 0, 4, 5, 0, 0, 0, 9])).code).toBe('binary')
    expect(refuse(new Uint8Array(MAX_REPORT_BYTES + 1)).code).toBe('too_large')
    expect(refuse(encode(SPAIN, 'utf-16le').subarray(0, 501)).code).toBe('truncated')
    const utf8 = encode(`${HEADER}\nAlmería,1,1,"1,50"\nCádiz`, 'utf-8')
    expect(refuse(utf8.subarray(0, utf8.length - 4)).code).toBe('truncated')
  })

  test('a cut inside the last cell shows by how the column ends', () => {
    const rows = ['A,1,1,1.50', 'B,1,1,12.75', 'C,1,1,3.00'].join('\n')
    for (const tail of ['1', '12.', '12.7', '']) {
      expect(refuse(`${HEADER}\n${rows}\nD,1,1,${tail}`).message).toContain('línea 5')
    }
    for (const tail of ['12.75', '--', '12\n']) {
      expect(read(`${HEADER}\n${rows}\nD,1,1,${tail}`).rows).toHaveLength(4)
    }
  })

  test('names in the last column do not look cut', () => {
    const report = read(
      'Impr.,Clics,Coste,Campaña\n1,1,1,Marca\n1,1,1,Marca\n1,1,1,Marca\n1,1,1,Otra',
    )
    expect(report.rows).toHaveLength(4)
  })

  test('a real file cut anywhere is refused, or read only up to whole cells', () => {
    const bytes = encode(SPAIN, 'utf-8')
    const whole = read(SPAIN).rows.length
    for (let size = 1; size < bytes.length; size += 1) {
      const report = parseReport(heldBytes(bytes.subarray(0, size)), 'x.csv')
      if (report.ok) expect(report.rows.length).toBeLessThanOrEqual(whole)
    }
  })
})

test('random bytes and random damage never throw', () => {
  const next = random(7)
  const sources = [
    encode(SPAIN, 'utf-16le'),
    encode(ENGLISH, 'utf-8'),
    encode(LATAM, 'windows-1252'),
  ]
  for (let round = 0; round < 400; round += 1) {
    const source = sources[round % 4]
    const bytes = source ? source.slice() : new Uint8Array(Math.floor(next() * 600))
    const hits = source ? 1 + Math.floor(next() * 12) : bytes.length
    for (let i = 0; i < hits; i += 1) {
      bytes[source ? Math.floor(next() * bytes.length) : i] = Math.floor(next() * 256)
    }
    const report = parseReport(heldBytes(bytes), 'x.csv')
    if (!report.ok) expect(report.message.length).toBeGreaterThan(20)
    else expect(Object.values(report.listed).every(Number.isSafeInteger)).toBe(true)
  }
})

function metricsOf(total: ParsedReport['totals'][number]) {
  const { impressions, clicks, costMicros, conversionsMicros, valueMicros } = total
  return { impressions, clicks, costMicros, conversionsMicros, valueMicros }
}
