import { CATEGORIES, type Recommendation } from '../contract/recommendations.ts'
import { PRIORITY_WORDS, STATUS_WORDS } from '../contract/wire-words.ts'
import type { Category, Priority } from './recommendation-words.ts'

/** Of both lists. */
export const PAGE_SIZE = 5

export type RecommendationFilter = {
  category: Category | null
  priority: Priority | null
  /** The campaign that the page is looking into; null at the campaigns level. */
  campaignId: string | null
  /** The ad group that the page is looking into; null above the ads level. */
  adGroupId?: string | null
}

/** What the filters leave, in the order they came in. */
export function shownRecommendations(
  all: readonly Recommendation[],
  { category, priority, campaignId, adGroupId = null }: RecommendationFilter,
): Recommendation[] {
  return all
    .filter((one) => category === null || one.categoria === category)
    .filter((one) => priority === null || one.prioridad === priority)
    .filter((one) => isAbout(one, campaignId, adGroupId))
}

/** The list as it is once these have been applied, until the server's own is read. */
export function withApplied<One extends { id: string; estado: Recommendation['estado'] }>(
  all: readonly One[],
  ids: readonly string[],
): One[] {
  return all.map((one) => (ids.includes(one.id) ? { ...one, estado: STATUS_WORDS.applied } : one))
}

/** The categories and priorities that occur, for a filter that empties the list is of no use; and those that are chosen. */
export function filterChoices(
  all: readonly Recommendation[],
  chosen: Pick<RecommendationFilter, 'category' | 'priority'>,
) {
  return {
    categories: CATEGORIES.filter(
      (category) => category === chosen.category || all.some((one) => one.categoria === category),
    ),
    priorities: Object.values(PRIORITY_WORDS).filter(
      (priority) => priority === chosen.priority || all.some((one) => one.prioridad === priority),
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
