import { foldText } from './fold-text.ts'
import type { ReportLanguage } from './report-types.ts'

/** `any`: the same word in Spanish and English; `es`: in all Spanish; `spain` and `latam`: only there. */
type Names = { any?: string[]; es?: string[]; spain?: string[]; latam?: string[]; en?: string[] }

/** Every header the reader knows, the preferred one first within a field. Compared folded. */
const HEADERS = {
  day: { es: ['Día', 'Fecha'], en: ['Day', 'Date'] },
  week: { es: ['Semana'], en: ['Week'] },
  month: { es: ['Mes'], en: ['Month'] },
  segment: {
    es: [
      'Trimestre',
      'Año',
      'Hora del día',
      'Día de la semana',
      'Mes del año',
      'Dispositivo',
      'Red',
    ],
    spain: ['Red (con partners de búsqueda)'],
    latam: ['Red (con socios de búsqueda)'],
    en: [
      'Quarter',
      'Year',
      'Hour of day',
      'Day of the week',
      'Month of the year',
      'Device',
      'Network',
      'Network (with search partners)',
    ],
  },
  account: {
    es: ['Cuenta', 'Nombre de la cuenta', 'Nombre de cuenta', 'Nombre del cliente'],
    en: ['Account', 'Account name', 'Customer name'],
  },
  accountId: {
    any: ['CID'],
    es: ['ID de cliente', 'ID de la cuenta', 'ID de cuenta', 'ID del cliente'],
    en: ['Customer ID', 'Account ID', 'External customer ID'],
  },
  campaignId: { es: ['ID de campaña', 'ID de la campaña'], en: ['Campaign ID'] },
  adGroupId: {
    es: ['ID del grupo de anuncios', 'ID de grupo de anuncios'],
    en: ['Ad group ID'],
  },
  campaign: {
    es: ['Campaña', 'Nombre de la campaña', 'Nombre de campaña'],
    en: ['Campaign', 'Campaign name'],
  },
  adGroup: {
    es: ['Grupo de anuncios', 'Nombre del grupo de anuncios', 'Grupo de anuncio'],
    en: ['Ad group', 'Ad group name', 'Adgroup'],
  },
  searchTerm: {
    es: ['Término de búsqueda', 'Términos de búsqueda', 'Consulta de búsqueda'],
    en: ['Search term', 'Search terms', 'Search query'],
  },
  keyword: {
    es: [
      'Palabra clave',
      'Palabra clave de la búsqueda',
      'Palabra clave de búsqueda',
      'Palabras clave',
      'Palabras clave de la búsqueda',
      'Palabras clave de búsqueda',
      'Texto de la palabra clave',
    ],
    en: ['Keyword', 'Search keyword', 'Keywords', 'Keyword text'],
  },
  matchType: {
    es: [
      'Tipo de concordancia',
      'Tipo de concordancia de los términos de búsqueda',
      'Tipo de concordancia del término de búsqueda',
      'Tipo de concordancia de la palabra clave',
      'Tipo de concordancia de palabra clave',
      'Tipo de concordancia de la palabra clave de la búsqueda',
      'Concordancia',
    ],
    latam: ['Tipo de coincidencia'],
    en: [
      'Match type',
      'Search terms match type',
      'Search term match type',
      'Keyword match type',
      'Search keyword match type',
    ],
  },
  campaignStatus: {
    es: ['Estado de la campaña', 'Estado de campaña'],
    en: ['Campaign status', 'Campaign state'],
  },
  adGroupStatus: {
    es: ['Estado del grupo de anuncios', 'Estado de grupo de anuncios'],
    en: ['Ad group status', 'Ad group state'],
  },
  keywordStatus: {
    es: [
      'Estado de la palabra clave',
      'Estado de palabra clave',
      'Estado de la palabra clave de la búsqueda',
      'Estado de palabra clave de la búsqueda',
    ],
    en: ['Keyword status', 'Search keyword status', 'Keyword state'],
  },
  status: { es: ['Estado'], en: ['Status', 'State'] },
  addedExcluded: {
    spain: ['Añadido/excluido', 'Añadida/excluida', 'Añadidos/excluidos'],
    latam: ['Agregado/excluido', 'Agregada/excluida', 'Agregados/excluidos', 'Agregó/excluyó'],
    en: ['Added/Excluded'],
  },
  qualityScore: {
    es: ['Nivel de calidad', 'Niv. de calidad', 'Puntuación de calidad'],
    en: ['Quality Score', 'Qual. score'],
  },
  budget: {
    es: ['Presupuesto', 'Presupuesto diario', 'Presupuesto medio diario'],
    latam: ['Presupuesto diario promedio'],
    en: ['Budget', 'Daily budget', 'Average daily budget', 'Avg. daily budget'],
  },
  budgetType: { es: ['Tipo de presupuesto'], en: ['Budget type'] },
  campaignType: {
    es: ['Tipo de campaña', 'Tipo de la campaña'],
    en: ['Campaign type', 'Advertising channel type'],
  },
  currencyCode: {
    es: ['Código de moneda', 'Código de la moneda', 'Código de divisa', 'Moneda', 'Divisa'],
    en: ['Currency code', 'Currency'],
  },
  impressions: { any: ['Impr.'], es: ['Impresiones'], en: ['Impressions'] },
  clicks: { es: ['Clics', 'Interacciones'], en: ['Clicks', 'Interactions'] },
  cost: {
    spain: ['Coste', 'Coste (moneda convertida)', 'Coste (divisa convertida)', 'Coste total'],
    latam: ['Costo', 'Costo (moneda convertida)', 'Costo total'],
    es: ['Gasto', 'Importe gastado', 'Inversión'],
    en: ['Cost', 'Cost (Converted currency)', 'Total cost', 'Spend', 'Amount spent'],
  },
  conversions: { any: ['Conv.'], es: ['Conversiones'], en: ['Conversions'] },
  value: {
    es: [
      'Valor de conv.',
      'Valor conv.',
      'Valor de conversión',
      'Valor de conversiones',
      'Valor de las conversiones',
      'Valor de la conversión',
      'Valor total de conv.',
      'Valor de conv. (moneda convertida)',
    ],
    en: [
      'Conv. value',
      'Conversion value',
      'Conversions value',
      'Total conv. value',
      'Conv. value (Converted currency)',
    ],
  },
  // Only as evidence of how the file writes decimals.
  rate: {
    any: ['CTR', 'ROAS', 'CPA', 'CPC', 'CPM'],
    spain: [
      'CPC medio',
      'Coste/conv.',
      'Coste medio',
      'CPM medio',
      'Tasa de interacción',
      'Tasa de conv.',
      'Valor conv./coste',
      'Valor de conv./coste',
      'Coste/todas las conv.',
    ],
    latam: [
      'Prom. CPC',
      'CPC prom.',
      'CPC promedio',
      'Costo/conv.',
      'Costo prom.',
      'Prom. costo',
      'Porcentaje de interacción',
      'Porcentaje de conv.',
      'Valor de conv./costo',
      'Costo/todas las conv.',
    ],
    es: [
      'Todas las conv.',
      'CPC máx.',
      'Valor/conv.',
      'Cuota de impr. de búsqueda',
      'Porcentaje de impr. de búsqueda',
      '% impr. perdidas de búsq. (presup.)',
      '% impr. perdidas de búsq. (ranking)',
      '% impr. (parte sup.)',
      '% de impr. (parte superior)',
      '% impr. (primera posición)',
      'Nivel de optimización',
    ],
    en: [
      'Avg. CPC',
      'Cost / conv.',
      'Avg. cost',
      'Avg. CPM',
      'Interaction rate',
      'Conv. rate',
      'Conv. value / cost',
      'All conv.',
      'Max. CPC',
      'Value / conv.',
      'Search impr. share',
      'Search lost IS (budget)',
      'Search lost IS (rank)',
      'Impr. (Top) %',
      'Impr. (Abs. Top) %',
      'Optimization score',
    ],
  },
} satisfies Record<string, Names>

export type Field = keyof typeof HEADERS

/** Reports of Google Ads that are recognised only to refuse them by their name. */
const UNSUPPORTED: { report: string; headers: string[] }[] = [
  {
    report: 'grupos de recursos',
    headers: ['Grupo de recursos', 'Asset group', 'Estado del grupo de recursos'],
  },
  {
    report: 'recursos (títulos, descripciones, enlaces)',
    headers: ['Recurso', 'Asset', 'Tipo de recurso', 'Asset type', 'Extensión'],
  },
  {
    report: 'palabras clave negativas',
    headers: ['Palabra clave negativa', 'Negative keyword', 'Palabras clave negativas'],
  },
  {
    report: 'páginas de destino',
    headers: ['Página de destino', 'Landing page', 'Página de destino ampliada'],
  },
  {
    report: 'audiencias',
    headers: [
      'Audiencia',
      'Audience',
      'Segmento de audiencia',
      'Audience segment',
      'Segmento de la audiencia',
      'Público',
      'Público objetivo',
    ],
  },
  {
    report: 'datos demográficos',
    headers: ['Edad', 'Age', 'Franja de edad', 'Rango de edad', 'Sexo', 'Género', 'Gender'],
  },
  {
    report: 'ubicaciones',
    headers: [
      'Ubicación',
      'Location',
      'País/territorio',
      'Country/Territory',
      'Ubicación orientada',
      'Targeted location',
      'Ciudad',
      'City',
    ],
  },
  { report: 'emplazamientos', headers: ['Emplazamiento', 'Placement', 'Tipo de emplazamiento'] },
  {
    report: 'productos',
    headers: ['ID de artículo', 'Item ID', 'Título del producto', 'Product title'],
  },
  {
    report: 'estadísticas de subasta',
    headers: ['Dominio visible', 'Display URL domain', 'Dominio de la URL visible'],
  },
  {
    report: 'categorías de términos de búsqueda',
    headers: ['Categoría de búsqueda', 'Search category', 'Categoría de términos de búsqueda'],
  },
  {
    report: 'historial de cambios',
    headers: ['Fecha y hora', 'Date & time', 'Cambios', 'Changes'],
  },
  {
    report: 'anuncios',
    headers: [
      'Anuncio',
      'Ad',
      'Título 1',
      'Headline 1',
      'Tipo de anuncio',
      'Ad type',
      'Estado del anuncio',
      'Ad status',
      'Ad state',
      'Calidad del anuncio',
      'Ad strength',
    ],
  },
]

const FIELD_BY_HEADER = new Map<string, { field: Field; rank: number; dialect: keyof Names }>()
for (const [field, names] of Object.entries(HEADERS) as [Field, Names][]) {
  for (const [dialect, headers] of Object.entries(names) as [keyof Names, string[]][]) {
    headers.forEach((header, rank) => {
      FIELD_BY_HEADER.set(foldText(header), { field, rank, dialect })
    })
  }
}

const REPORT_BY_HEADER = new Map(
  UNSUPPORTED.flatMap(({ report, headers }) => headers.map((h) => [foldText(h), report] as const)),
)

/** Column of each field; of two columns for one field the preferred header wins. */
export type Columns = Partial<Record<Exclude<Field, 'rate' | 'segment'>, number>>

export type HeaderReading = {
  columns: Columns
  /** Columns of rates: evidence for decimals only. */
  rates: number[]
  segments: string[]
  /** How many cells are known headers. */
  known: number
  language: ReportLanguage
  /** Code in a header such as `Coste (EUR)`. */
  currencyCode: string | null
  converted: boolean
}

export function readHeader(cells: string[]): HeaderReading {
  const votes: Record<keyof Names, number> = { any: 0, es: 0, spain: 0, latam: 0, en: 0 }
  const ranks: Partial<Record<Field, number>> = {}
  const reading = { columns: {} as Columns, rates: [] as number[], segments: [] as string[] }
  let known = 0
  let currencyCode: string | null = null
  cells.forEach((cell, index) => {
    const code = /\(([A-Z]{3})\)\s*$/.exec(cell)
    const match = FIELD_BY_HEADER.get(foldText(code ? cell.slice(0, code.index) : cell))
    if (!match) return
    known += 1
    votes[match.dialect] += 1
    if (code?.[1] && match.field === 'cost') currencyCode = code[1]
    if (match.field === 'rate') reading.rates.push(index)
    else if (match.field === 'segment') reading.segments.push(cell.trim())
    else if (match.rank < (ranks[match.field] ?? Number.POSITIVE_INFINITY)) {
      ranks[match.field] = match.rank
      reading.columns[match.field] = index
    }
  })
  const costHeader = foldText(cells[reading.columns.cost ?? -1] ?? '')
  const converted = /convertida|converted/.test(costHeader)
  return { ...reading, known, language: languageOf(votes), currencyCode, converted }
}

/** Read, or known to be of no use here. */
export function isKnownHeader(cell: string): boolean {
  const folded = foldText(cell.replace(/\(([A-Z]{3})\)\s*$/, ''))
  return FIELD_BY_HEADER.has(folded) || REPORT_BY_HEADER.has(folded)
}

export function isClickType(cell: string): boolean {
  return /^(tipo de clic|click type)$/.test(foldText(cell))
}

/** What Google gives conversions by, and neither clicks nor cost. */
export function isConversionSplit(cell: string): boolean {
  return CONVERSION_SPLIT.test(foldText(cell))
}

const CONVERSION_SPLIT =
  /^((nombre de la )?accion de conversion|(categoria|fuente) de conversion|conversion (action( name)?|category|source))$/

/** The Spanish name of a report we do not read, by its headers; null if none is known. */
export function unsupportedReport(cells: string[]): string | null {
  const reports = cells.map((cell) => REPORT_BY_HEADER.get(foldText(cell)))
  return UNSUPPORTED.find(({ report }) => reports.includes(report))?.report ?? null
}

function languageOf(votes: Record<keyof Names, number>): ReportLanguage {
  if (votes.en > votes.es + votes.spain + votes.latam) return 'en'
  if (votes.spain === votes.latam) return 'es'
  return votes.spain > votes.latam ? 'es-ES' : 'es-419'
}
