import type { ShareSums } from '#account-data/sums.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { shareEdge } from '#shared/share-edges.ts'
import type { Cell } from '../contract/data-table.ts'

const BOUGHT = '(?:conversion|adquisicion|venta|lead|compra|pedido|cliente)'
const COST = '(?:costes?|gastos?|precio|inversion)'
/** 'Me ha costado', 'me sale', 'pago'. */
const PAID =
  '(?:cuesta|costado|costo|costaba|sale|salido|salio|pago|pagado|pague|pagamos|gasto|gastado|gaste)(?: (?:conseguir|captar|obtener))?'

/** What may be asked about; the more telling words first, since each takes its words out of the question. */
export const MEASURES = [
  {
    key: 'cpa',
    label: 'CPA',
    unit: 'money',
    words: new RegExp(
      `\\bcpas?\\b|\\bcpl\\b|\\b${COST} (?:medio )?(?:por|de|por cada|de cada) (?:una? |la )?${BOUGHT}\\b|\\b${PAID} (?:de media )?(?:(?:por )?(?:cada|una?|la)|por)(?: nuev[oa])? ${BOUGHT}\\b`,
    ),
  },
  {
    key: 'cpc',
    label: 'CPC medio',
    unit: 'money',
    words: new RegExp(
      `\\bcpcs?(?: medio)?\\b|\\b${COST} (?:medio )?(?:por|de|por cada|de cada) (?:un |el )?clic\\b|\\b(?:${PAID}|esta) (?:de media )?(?:(?:por )?(?:cada|un|el)|por) clic\\b|\\bclics? mas (?:car|barat)os?\\b`,
    ),
  },
  {
    key: 'conversionRate',
    label: 'Tasa de conversión',
    unit: 'percent',
    words:
      /\b(?:tasa|porcentaje|ratio) de conversion(?:es)?\b|\bcvr\b|\b(?:conversiones|ventas) por (?:cada )?(?:clic|visita)\b/,
  },
  {
    key: 'valuePerConversion',
    label: 'Valor por conversión',
    unit: 'money',
    words: new RegExp(
      `\\bticket medio\\b|\\b(?:valor|ingresos?|facturacion) (?:medi[oa] )?(?:por|por cada|de cada) ${BOUGHT}\\b|\\b(?:valor|ingreso) (?:de conversion )?medio(?: (?:de|del|por)(?: la| las| cada)? (?:${BOUGHT}|conversiones|ventas|compras|pedidos))?\\b|\\bvale (?:de media )?(?:cada|una?|la) ${BOUGHT}\\b`,
    ),
  },
  {
    key: 'roas',
    label: 'ROAS',
    unit: 'quantity',
    words:
      /\broas\b|\bretorno(?: de la inversion(?: publicitaria)?)?\b|\brentabilidad\b|\brentables?\b/,
  },
  {
    key: 'lostBudget',
    label: 'Impresiones perdidas por presupuesto',
    unit: 'percent',
    words:
      /\b(?:(?:cuota|porcentaje|impresiones) (?:de impresiones )?)?perd\w+ por (?:falta de |el )?presupuesto\b/,
  },
  {
    key: 'lostRank',
    label: 'Impresiones perdidas por ranking',
    unit: 'percent',
    words:
      /\b(?:(?:cuota|porcentaje|impresiones) (?:de impresiones )?)?perd\w+ por (?:el )?(?:ranking|posicion)\b/,
  },
  {
    key: 'impressionShare',
    label: 'Cuota de impresiones',
    unit: 'percent',
    words: /\b(?:cuota|porcentaje) de impresion(?:es)?\b/,
  },
  {
    key: 'value',
    label: 'Valor de conversión',
    unit: 'money',
    words: /\bvalor(?: de (?:las |la )?conversion(?:es)?)?\b|\bingres\w+\b|\bfactur\w+\b/,
  },
  {
    key: 'spend',
    label: 'Gasto',
    unit: 'money',
    words:
      /\bgast\w+\b|\bcuesta\w*\b|\bcostado\b|\bcosto\b|\binver\w+\b|\binviert\w+\b|\bdinero\b|\bcostes?\b/,
  },
  {
    key: 'conversions',
    label: 'Conversiones',
    unit: 'quantity',
    words:
      /\bconver(?:siones|sion|t\w+)\b|\bconvier\w+\b|\bventas?\b|\bvend\w+\b|\bleads?\b|\bcompras\b|\bpedidos?\b/,
  },
  { key: 'ctr', label: 'CTR', unit: 'percent', words: /\bctr\b|\b(?:tasa|porcentaje) de clics?\b/ },
  {
    key: 'clicks',
    label: 'Clics',
    unit: 'integer',
    words: /\bclics?\b|\bclicks?\b|\bvisitas?\b|\btrafico\b/,
  },
  { key: 'impressions', label: 'Impresiones', unit: 'integer', words: /\bimpresion(?:es)?\b/ },
] as const satisfies readonly { key: string; label: string; unit: Cell['unit']; words: RegExp }[]
export type MeasureKey = (typeof MEASURES)[number]['key']

export type MeasuredSums = Metrics & Partial<ShareSums>

export const NO_SUMS: MeasuredSums = {
  impressions: 0,
  clicks: 0,
  costMicros: 0,
  conversionsMicros: 0,
  valueMicros: 0,
}

/** A rate without a divisor is null, never 0; shares are null at levels that have none. */
export function measureValue(key: MeasureKey, sums: MeasuredSums): number | null {
  const cost = sums.costMicros / MICROS
  const conversions = sums.conversionsMicros / MICROS
  const value = sums.valueMicros / MICROS
  const eligible = sums.eligible ?? 0
  switch (key) {
    case 'spend':
      return cost
    case 'conversions':
      return conversions
    case 'value':
      return value
    case 'clicks':
      return sums.clicks
    case 'impressions':
      return sums.impressions
    case 'cpa':
      return over(cost, conversions)
    case 'cpc':
      return over(cost, sums.clicks)
    case 'roas':
      return over(value, cost)
    case 'valuePerConversion':
      return over(value, conversions)
    case 'ctr':
      return over(100 * sums.clicks, sums.impressions)
    case 'conversionRate':
      return over(100 * conversions, sums.clicks)
    case 'impressionShare':
      return over(100 * (sums.searchImpressions ?? 0), eligible)
    case 'lostBudget':
      return over(100 * (sums.lostToBudget ?? 0), eligible)
    case 'lostRank':
      return over(100 * (sums.lostToRank ?? 0), eligible)
  }
}

export function measureCells(keys: readonly MeasureKey[], sums: MeasuredSums) {
  return Object.fromEntries(keys.map((key): [string, Cell] => [key, measureCell(key, sums)]))
}

export function measureCell(key: MeasureKey, sums: MeasuredSums): Cell {
  const value = measureValue(key, sums)
  const edge =
    value !== null && isShare(key)
      ? shareEdge(value / 100, key === 'impressionShare' ? 'had' : 'lost')
      : null
  return { value, unit: measureOf(key).unit, ...(edge && { edge }) }
}

export function measureOf(key: MeasureKey) {
  return MEASURES.find((one) => one.key === key) ?? MEASURES[0]
}

/** Of one of so many, in the mean. */
export function meanSums(sums: MeasuredSums, of: number): MeasuredSums {
  return {
    ...sums,
    ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / of])),
  }
}

export const isShare = (key: MeasureKey) =>
  key === 'impressionShare' || key === 'lostBudget' || key === 'lostRank'
export const isLessBetter = (key: MeasureKey) =>
  key === 'cpa' || key === 'cpc' || key === 'lostBudget' || key === 'lostRank'

function over(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}
