import type { Tone } from '#kit/components/badge.tsx'
import { STATUS } from '#shared/change-states.ts'
import { CATEGORIES, type Recommendation } from '../contract/recommendations.ts'

export type Category = Recommendation['categoria']
export type Priority = Recommendation['prioridad']

/** Of both lists. */
export const PAGE_SIZE = 5

export const CATEGORY_TEXTS: Record<Category, string> = {
  medicion: 'Medición',
  pujas: 'Pujas',
  anuncios: 'Anuncios',
  keywords: 'Palabras clave',
  landing_pages: 'Páginas de destino',
  segmentacion: 'Segmentación',
  presupuesto: 'Presupuesto',
}

export const PRIORITIES: Record<Priority, { text: string; tone: Tone; rank: number }> = {
  alta: { text: 'Prioridad alta', tone: 'danger', rank: 3 },
  media: { text: 'Prioridad media', tone: 'warning', rank: 2 },
  baja: { text: 'Prioridad baja', tone: 'neutral', rank: 1 },
}

export type RecommendationFilter = {
  category: Category | null
  priority: Priority | null
  /** The campaign that the page is looking into; null at the campaigns level. */
  campaignId: string | null
  /** The ad group that the page is looking into; null above the ads level. */
  adGroupId?: string | null
}

/**
 * What the filters leave, highest priority first; of one priority the measurement before all that follows from it, then
 * the money as the server ordered it, then settings in the order in which they are seen to.
 */
export function shownRecommendations(
  all: readonly Recommendation[],
  { category, priority, campaignId, adGroupId = null }: RecommendationFilter,
): Recommendation[] {
  return all
    .filter((one) => category === null || one.categoria === category)
    .filter((one) => priority === null || one.prioridad === priority)
    .filter((one) => isAbout(one, campaignId, adGroupId))
    .sort(
      (a, b) =>
        PRIORITIES[b.prioridad].rank - PRIORITIES[a.prioridad].rank || turnOf(a) - turnOf(b),
    )
}

/** The list as it is once these have been applied, until the server's own is read. */
export function withApplied<One extends { id: string; estado: Recommendation['estado'] }>(
  all: readonly One[],
  ids: readonly string[],
): One[] {
  return all.map((one) => (ids.includes(one.id) ? { ...one, estado: STATUS.applied } : one))
}

function turnOf({ categoria, prioridad, evidence, rulePlace }: Recommendation): number {
  if (categoria === 'medicion' && prioridad !== 'baja') return -1
  return evidence.forecast ? 0 : 1 + rulePlace
}

/** The categories and priorities that occur: a filter that empties the list is of no use. */
export function filterChoices(all: readonly Recommendation[]) {
  return {
    categories: CATEGORIES.filter((category) => all.some((one) => one.categoria === category)),
    priorities: (['alta', 'media', 'baja'] as const).filter((priority) =>
      all.some((one) => one.prioridad === priority),
    ),
  }
}

function isAbout(
  one: Recommendation,
  campaignId: string | null,
  adGroupId: string | null,
): boolean {
  if (adGroupId !== null) return one.tipo_objeto === 'adgroup' && one.objeto_id === adGroupId
  if (campaignId === null) return true
  if (one.evidence.campaignIds?.includes(campaignId)) return true
  return one.tipo_objeto === 'campaign' && one.objeto_id === campaignId
}
