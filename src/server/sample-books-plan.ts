import type { PlannedCampaign, PlannedKeyword } from './demo-shop-plan.ts'

/** The invented bookshop whose changes of six months are behind /demo: many shelves alike, so that one can be told from the rest. */

type Shelf = {
  name: string
  /** Clicks per day of its good searches. */
  clicks: number
  cpc: number
  /** Fraction of its clicks that buy. */
  buys: number
  /** Searches that never buy, and clicks per day of each. */
  wasted?: { texts: string[]; clicks: number }
  lostToRank?: number
  lostToBudget?: number
}

const PLAIN = [
  'astronomía',
  'botánica',
  'danza',
  'ajedrez',
  'novela negra',
  'cómic',
  'poesía',
  'historia',
  'cocina',
  'viajes',
  'arte',
  'ciencia',
]
const PLAIN_MORE = ['jardinería', 'filosofía', 'música', 'teatro']

const SHELVES: readonly Shelf[] = [
  ...[...PLAIN, ...PLAIN_MORE].map((name, i) => ({
    name,
    clicks: 400 + 4 * i,
    cpc: 0.22 + i / 250,
    // One in eight is too dear.
    buys: i % 8 === 5 ? 0.03 : 0.055 + ((i * 5) % 12) / 1_000,
  })),
  {
    name: 'manga',
    clicks: 300,
    cpc: 0.3,
    buys: 0.05,
    wasted: {
      clicks: 22,
      texts: [
        'dibujar manga fácil',
        'leer manga online',
        'páginas manga sin registro',
        'fondos pantalla manga',
        'ver anime subtitulado',
        'disfraces manga caseros',
        'nombres personajes anime',
      ],
    },
  },
  {
    name: 'oposiciones',
    clicks: 80,
    cpc: 0.32,
    buys: 0.055,
    wasted: {
      clicks: 10,
      texts: [
        'fechas examen justicia',
        'sueldo auxiliar administrativo',
        'convocatoria celador plazas',
        'test policía gratis',
        'temario pdf descargar',
      ],
    },
  },
  { name: 'infantil', clicks: 1_900, cpc: 0.22, buys: 0.055, lostToBudget: 0.4 },
  { name: 'idiomas', clicks: 380, cpc: 0.19, buys: 0.06, lostToRank: 0.4 },
]

export const SAMPLE_BOOKS: PlannedCampaign[] = SHELVES.map((shelf) => ({
  name: `Libros · ${shelf.name}`,
  budgetEuros: Math.round(shelf.clicks * shelf.cpc * (shelf.lostToBudget ? 1 : 3)),
  lostToBudget: shelf.lostToBudget ?? 0,
  lostToRank: shelf.lostToRank ?? 0.15,
  groups: [
    {
      name: shelf.name,
      headlines: [`Libros de ${shelf.name}`, 'Envío en 24 horas', 'Librería desde 1978'],
      // Sales are counted without their value: the owner says what one leaves.
      basket: 0,
      keywords: [good(shelf), ...wasted(shelf)],
    },
  ],
}))

function good({ name, clicks, cpc, buys }: Shelf): PlannedKeyword {
  const shares = {
    [`libros de ${name}`]: 0.5,
    [`comprar libros ${name}`]: 0.3,
    [`libros ${name} novedades`]: 0.2,
  }
  return {
    text: `libros de ${name}`,
    match: 'PHRASE',
    cpc,
    quality: 7,
    terms: Object.entries(shares).map(([text, share]) => ({
      text,
      clicksPerDay: clicks * share,
      buys,
    })),
  }
}

function wasted({ name, cpc, buys, wasted }: Shelf): PlannedKeyword[] {
  if (!wasted) return []
  const terms = wasted.texts.map((text) => ({ text, clicksPerDay: wasted.clicks, buys: 0 }))
  // One that buys a little keeps the keyword from being idle.
  const also = { text: `tienda ${name}`, clicksPerDay: 10, buys }
  return [{ text: name, match: 'BROAD', cpc, quality: 5, terms: [also, ...terms] }]
}
