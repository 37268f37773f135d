/**
 * Headers of Google Ads' own downloads with a row of each, as its screens write them in Spain, Latin America and
 * English; for tests of the import.
 */

export type Dialect = 'spain' | 'latam' | 'english'

/** A header by dialect and the cells of two rows below it, in numbers of Spain; '' stands for ` --`. */
type SetColumn = Record<Dialect, string> & { cells: readonly [Cell, Cell] }
type Cell = string | number | Record<Dialect, string>

export type HeaderSet = {
  kind: 'campaigns' | 'ad_groups' | 'keywords' | 'search_terms'
  title: Record<Dialect, string>
  columns: readonly SetColumn[]
  totals: readonly Record<Dialect, string>[]
  /** Which of the first columns holds the label of the totals. */
  labelAt: 0 | 1 | 2
}

const same = (text: string): Record<Dialect, string> => ({
  spain: text,
  latam: text,
  english: text,
})
const named = (spain: string, latam: string, english: string) => ({ spain, latam, english })
const column = (names: Record<Dialect, string>, a: Cell, b: Cell): SetColumn => ({
  ...names,
  cells: [a, b],
})

const CAMPAIGN = column(named('Campaña', 'Campaña', 'Campaign'), 'Marca', 'Genérica, España')
const AD_GROUP = column(
  named('Grupo de anuncios', 'Grupo de anuncios', 'Ad group'),
  'Piel',
  'Mujer',
)
const CURRENCY = column(
  named('Código de moneda', 'Código de moneda', 'Currency code'),
  named('EUR', 'MXN', 'USD'),
  named('EUR', 'MXN', 'USD'),
)
const STATE = column(
  named('Estado', 'Estado', 'Status'),
  named('Apta', 'Apta', 'Eligible'),
  named('Limitada', 'Limitada', 'Eligible (limited)'),
)
const MATCH = (names: Record<Dialect, string>) =>
  column(
    names,
    named('Concordancia exacta', 'Concordancia exacta', 'Exact match'),
    named(
      'Concordancia de frase (variante cercana)',
      'Concordancia de frase (variante cercana)',
      'Phrase match (close variant)',
    ),
  )

const FIGURES: SetColumn[] = [
  column(named('Coste', 'Costo', 'Cost'), 8651.95, 100.05),
  column(same('Impr.'), 12_247, 900),
  column(same('CTR'), named('10,18%', '10.18%', '10.18%'), ''),
  column(named('Clics', 'Clics', 'Clicks'), 1247, 30),
  column(
    named('CPC medio', 'Prom. CPC', 'Avg. CPC'),
    named('6,94', '6.94', '6.94'),
    named('3,33', '3.33', '3.33'),
  ),
  column(
    named('Tasa de interacción', 'Porcentaje de interacción', 'Interaction rate'),
    named('10,18%', '10.18%', '10.18%'),
    '',
  ),
  column(named('Conversiones', 'Conversiones', 'Conversions'), 31.5, 0),
  column(
    named('Coste/conv.', 'Costo/conv.', 'Cost / conv.'),
    named('274,67', '274.67', '274.67'),
    '',
  ),
  column(named('Valor de conv.', 'Valor de conv.', 'Conv. value'), 1234.56, 0),
]

const SHARES: SetColumn[] = [
  column(
    named('Cuota de impr. de búsqueda', 'Porcentaje de impr. de búsqueda', 'Search impr. share'),
    '< 10%',
    '> 90%',
  ),
  column(
    named(
      '% impr. perdidas de búsq. (presup.)',
      '% impr. perdidas de búsq. (presup.)',
      'Search lost IS (budget)',
    ),
    '',
    '< 10%',
  ),
]

const ACCOUNT = named('Total: Cuenta', 'Total: Cuenta', 'Total: Account')

export const HEADER_SETS: readonly HeaderSet[] = [
  {
    kind: 'search_terms',
    title: named(
      'Informe de términos de búsqueda',
      'Informe de términos de búsqueda',
      'Search terms report',
    ),
    labelAt: 0,
    columns: [
      column(
        named('Término de búsqueda', 'Término de búsqueda', 'Search term'),
        'total gym',
        '"línea",\n=1+1 👟 <b>',
      ),
      MATCH(named('Tipo de concordancia', 'Tipo de concordancia', 'Match type')),
      column(
        named('Añadido/excluido', 'Agregado/excluido', 'Added/Excluded'),
        named('Añadido', 'Agregado', 'Added'),
        named('Ninguno', 'Ninguno', 'None'),
      ),
      CAMPAIGN,
      AD_GROUP,
      column(named('Palabra clave', 'Palabra clave', 'Keyword'), '[zapatos]', '"""botas mujer"""'),
      CURRENCY,
      ...FIGURES,
    ],
    totals: [
      named('Total: Términos de búsqueda', 'Total: Términos de búsqueda', 'Total: Search terms'),
      named(
        'Total: Otros términos de búsqueda',
        'Total: Otros términos de búsqueda',
        'Total: Other search terms',
      ),
      named('Total: Búsqueda', 'Total: Búsqueda', 'Total: Search'),
      ACCOUNT,
    ],
  },
  {
    kind: 'keywords',
    title: named(
      'Informe de palabras clave de búsqueda',
      'Informe de palabras clave de la búsqueda',
      'Search keyword report',
    ),
    labelAt: 1,
    columns: [
      column(
        named('Estado de la palabra clave', 'Estado de la palabra clave', 'Keyword status'),
        named('Habilitada', 'Habilitado', 'Enabled'),
        named('En pausa', 'Detenida', 'Paused'),
      ),
      column(
        named('Palabra clave', 'Palabra clave', 'Keyword'),
        '[zapatos de piel]',
        '"""botas"""',
      ),
      MATCH(named('Tipo de concordancia', 'Tipo de concordancia', 'Match type')),
      CAMPAIGN,
      AD_GROUP,
      STATE,
      column(named('Nivel de calidad', 'Nivel de calidad', 'Quality Score'), '8', ''),
      CURRENCY,
      ...FIGURES,
      ...SHARES,
    ],
    totals: [named('Total: Palabras clave', 'Total: Palabras clave', 'Total: Keywords'), ACCOUNT],
  },
  {
    kind: 'ad_groups',
    title: named('Informe de grupo de anuncios', 'Informe de grupo de anuncios', 'Ad group report'),
    labelAt: 2,
    columns: [
      column(
        named('Estado del grupo de anuncios', 'Estado del grupo de anuncios', 'Ad group status'),
        named('Habilitado', 'Habilitado', 'Enabled'),
        named('En pausa', 'Detenido', 'Paused'),
      ),
      AD_GROUP,
      CAMPAIGN,
      STATE,
      CURRENCY,
      ...FIGURES,
    ],
    totals: [ACCOUNT],
  },
  {
    kind: 'campaigns',
    title: named('Informe de campaña', 'Informe de campaña', 'Campaign report'),
    labelAt: 0,
    columns: [
      column(
        named('Estado de la campaña', 'Estado de la campaña', 'Campaign status'),
        named('Habilitada', 'Habilitado', 'Enabled'),
        named('En pausa', 'Detenida', 'Paused'),
      ),
      CAMPAIGN,
      column(
        named('Presupuesto', 'Presupuesto', 'Budget'),
        named('45,00/día', '45.00/día', '45.00/day'),
        '',
      ),
      column(
        named('Tipo de campaña', 'Tipo de campaña', 'Campaign type'),
        named('Búsqueda', 'Búsqueda', 'Search'),
        named('Máximo rendimiento', 'Máximo rendimiento', 'Performance Max'),
      ),
      STATE,
      CURRENCY,
      ...FIGURES,
      ...SHARES,
    ],
    totals: [named('Total: Campañas', 'Total: Campañas', 'Total: Campaigns'), ACCOUNT],
  },
]

const PERIODS: Record<Dialect, string> = {
  spain: '1 de septiembre de 2026 - 30 de septiembre de 2026',
  latam: '1 sept 2026 - 30 sept 2026',
  english: 'September 1, 2026 - September 30, 2026',
}

/** A download of a set; counts are grouped, costs are not, as Google does in one and the same file. */
export function headerSetText(
  set: HeaderSet,
  dialect: Dialect,
  delimiter: ',' | ';' | '\t',
): string {
  const rows = [0, 1].map((row) => set.columns.map(({ cells }) => cellText(cells[row]!, dialect)))
  const figures = (factor: number) =>
    set.columns.map(({ cells }) => {
      const [a, b] = cells
      const isSum = typeof a === 'number' && typeof b === 'number'
      return isSum ? cellText((a + b) * factor, dialect) : ' --'
    })
  const totals = set.totals.map((label) => {
    const isOther = /Otros|Other/.test(label.spain)
    const isWhole = /Cuenta|Búsqueda$/.test(label.spain)
    const cells = figures(isOther ? 0 : isWhole ? 2 : 1)
    cells[set.labelAt] = label[dialect]
    return cells
  })
  const header = set.columns.map((names) => names[dialect])
  const lines = [[set.title[dialect]], [PERIODS[dialect]], header, ...rows, ...totals]
  return `${lines.map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter)).join('\r\n')}\r\n`
}

function cellText(cell: Cell, dialect: Dialect): string {
  if (typeof cell === 'object') return cell[dialect]
  if (typeof cell === 'string') return cell || ' --'
  const [whole = '', decimals = ''] = String(Math.round(cell * 100) / 100).split('.')
  const isCount = decimals === '' && cell > 100
  const [group, mark] = dialect === 'spain' ? ['.', ','] : [',', '.']
  if (isCount) return whole.replace(/\B(?=(\d{3})+$)/g, group!)
  return `${whole}${mark}${decimals.padEnd(2, '0')}`
}

function quoted(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
}
