import type { Recommendation } from '../../contract/recommendations.ts'
import { lostDays } from './day-picture.ts'
import { figureOf, numberOf, type Picture } from './picture.ts'
import {
  ads,
  bars,
  type Draw,
  figures,
  pairs,
  pile,
  prices,
  rates,
  steps,
  wholes,
} from './row-pictures.ts'

/** What shows a card's claim; null where its facts are settings, which a table says better, or are not there. */
export function pictureOf({ rule, evidence }: Recommendation): Picture | null {
  for (const draw of PICTURES[rule] ?? []) {
    const picture = draw(evidence)
    if (picture) return picture
  }
  return null
}

const ALLOWED = { target: 'Puede costar' }

const lostShares = wholes(
  {
    title: 'De cada cien veces que podía salir',
    parts: ['Sale', 'Se pierden por presupuesto', 'Se pierden por ranking'],
    unit: 'percent',
  },
  (row, card) => {
    const toBudget = numberOf(row, 'lostToBudget') ?? figureOf(card, 'lost')
    const shown = figureOf(card, 'share')
    const toRank = numberOf(row, 'lostToRank') ?? (shown === null ? 0 : 1 - shown - (toBudget ?? 0))
    return toBudget === null ? [null] : [1 - toBudget - toRank, toBudget, Math.max(0, toRank)]
  },
)

const firstPlaces = wholes(
  {
    title: 'De cada cien búsquedas de tu marca en las que podía salir',
    parts: ['Es el primer anuncio', 'No lo es, o no sale'],
    unit: 'percent',
  },
  (row) => {
    const first = numberOf(row, 'first')
    return first === null ? [null] : [first, 1 - first]
  },
)

/**
 * By rule, the pictures that can show its claim, of which the first is drawn whose facts the card has. None: what was
 * found is a setting or a text, and nothing of it is more or less.
 */
export const PICTURES: Readonly<Record<string, readonly Draw[]>> = {
  'wasted-search-terms': [pile, prices(ALLOWED)],
  'wasted-ngrams': [pile, prices(ALLOWED)],
  'idle-keywords': [pile, prices(ALLOWED)],
  'wasted-placements': [pile, prices(ALLOWED)],
  'negative-lists': [pile],
  'dear-keywords': [prices(ALLOWED)],
  'duplicate-keywords': [prices()],
  'duplicate-search-terms': [prices()],
  'broad-without-smart-bidding': [prices({ exactCpa: 'Las exactas' })],
  'match-type-mix': [prices()],
  'brand-split': [prices(ALLOWED)],
  'fallen-ad-groups': [rates],
  'bid-targets': [prices({ target: 'Objetivo' }), bars('daily', 'Conversiones al día')],
  'budget-shift': [prices()],
  'smart-bidding': [bars('conversions', 'Conversiones de las que aprendería')],
  'value-bidding': [bars('brought', 'Lo que trae una conversión de cada grupo')],
  'campaigns-without-return': [
    pairs(
      { first: 'conversions', second: 'expected' },
      {
        title: 'Lo que trajo y lo que ese gasto debía traer',
        first: 'Conversiones',
        second: 'Esperadas',
      },
    ),
  ],
  'low-roas': [
    pairs(
      { first: 'cost', second: 'value' },
      {
        title: 'Lo que costó y lo que valen sus conversiones',
        first: 'Coste',
        second: 'Valor',
      },
    ),
  ],
  'keyword-bids': [
    steps({
      from: 'bid',
      to: 'newBid',
      title: 'La puja de cada palabra, y lo que le cuesta vender',
    }),
  ],
  'converting-terms': [bars('conversions', 'Conversiones que ya ha traído cada búsqueda')],
  'limited-budgets': [lostShares],
  'lost-to-rank': [
    wholes(
      {
        title: 'De cada cien veces que podía salir',
        parts: ['Sale', 'Se pierden por ranking'],
        unit: 'percent',
      },
      (row) => {
        const lost = numberOf(row, 'lost')
        return lost === null ? [null] : [1 - lost, lost]
      },
    ),
  ],
  'brand-mix': [lostShares, firstPlaces, bars('cost', 'Gasto en palabras de tu marca')],
  'goal-reach': [
    figures('Tu máximo, y lo que cuesta una conversión en la campaña más barata', [
      'goal',
      'cheapest',
    ]),
  ],
  'thin-budgets': [
    figures('Los clics de un día que paga, y los que hacen falta', ['clicks', 'enough']),
    prices(),
  ],
  'hidden-search-terms': [
    wholes(
      {
        title: 'El gasto de cada campaña: lo que Google enseña y lo que oculta',
        parts: ['Se ve qué se buscó', 'Oculto'],
        unit: 'money',
      },
      (row) => {
        const [cost, share] = [numberOf(row, 'cost'), numberOf(row, 'share')]
        return cost === null || share === null ? [null] : [cost * share, cost * (1 - share)]
      },
    ),
  ],
  'silent-keywords': [
    wholes(
      {
        title: 'Palabras clave activas de cada campaña',
        parts: ['Salen', 'Sin impresiones'],
        unit: 'integer',
      },
      (row) => {
        const [silent, live] = [numberOf(row, 'count'), numberOf(row, 'live')]
        return silent === null || live === null ? [null] : [live - silent, silent]
      },
    ),
  ],
  'low-quality-score': [bars('score', 'Nivel de calidad, de 1 a 10')],
  'quality-components': [bars('score', 'Nivel de calidad, de 1 a 10')],
  'term-breadth': [figures('Todo el gasto, y el que no trajo nada', ['cost', 'barren'])],
  'device-performance': [rates],
  'hour-performance': [rates],
  'location-targeting': [rates],
  'search-partners': [rates],
  'audience-setup': [rates],
  'landing-pages': [rates],
  'losing-ads': [ads],
  'conversion-tracking': [
    lostDays,
    figures('Lo que se contó y lo que debía llegar', ['seen', 'expected']),
  ],
  'duplicate-conversions': [
    figures('Dos acciones que cuentan casi lo mismo', ['first', 'second']),
    bars('conversions', 'Conversiones de cada acción'),
  ],
  'missing-conversion-values': [
    wholes(
      {
        title: 'Conversiones de cada acción',
        parts: ['Con su importe', 'Sin importe propio'],
        unit: 'quantity',
      },
      (row) => {
        const [all, empty] = [numberOf(row, 'conversions'), numberOf(row, 'empty')]
        return all === null || empty === null ? [null] : [all - empty, empty]
      },
    ),
  ],
  'ad-strength': [],
  'automatic-changes': [],
  'blocking-negatives': [],
  'conversion-counting': [],
  'dead-landing-pages': [],
  'call-ads': [],
  'disapproved-ads': [],
  'homepage-landing': [],
  'message-match': [],
  'missing-assets': [],
  'performance-max-setup': [],
  'strategy-status': [],
  'too-many-changes': [],
  'tracking-settings': [],
  'unreviewed-automation': [],
}
