import type { Tone } from '#kit/components/badge.tsx'
import { percent } from '#shared/spanish-numbers.ts'
import type { Recommendation } from '../contract/recommendations.ts'
import { KPI_WORDS } from '../contract/wire-words.ts'

export type Category = Recommendation['categoria']
export type Priority = Recommendation['prioridad']

export const CATEGORY_TEXTS: Record<Category, string> = {
  medicion: 'Medición',
  pujas: 'Pujas',
  anuncios: 'Anuncios',
  keywords: 'Palabras clave',
  landing_pages: 'Páginas de destino',
  segmentacion: 'Segmentación',
  presupuesto: 'Presupuesto',
}

export const PRIORITIES: Record<Priority, { text: string; tone: Tone }> = {
  alta: { text: 'Prioridad alta', tone: 'danger' },
  media: { text: 'Prioridad media', tone: 'warning' },
  baja: { text: 'Prioridad baja', tone: 'neutral' },
}

/** A probability as a whole percent; no model is worth saying 100 %. */
export function probabilityText(probability: number): string {
  return probability >= 0.995 ? `más del ${percent(0.99, 0)}` : percent(probability, 0)
}

/** What a forecast's amounts are, inside a line. */
export function impactKind({ kpi }: { kpi: string }): string {
  return kpi === KPI_WORDS.cost ? 'ahorro' : 'beneficio'
}
