import type { Category } from '#engine/findings/recommendation.ts'
import { plural } from '#shared/spanish-numbers.ts'
import type { PendingRecommendation } from '../queries/asking.ts'

export type Group = { title: string; text: string; ids: string[] }
export type GroupTotal = { low: string; mid: string; high: string }

const TITLES: Record<Category, string> = {
  measurement: 'Medición de conversiones',
  bids: 'Pujas',
  ads: 'Anuncios',
  keywords: 'Palabras clave y términos',
  'landing-pages': 'Páginas de destino',
  targeting: 'Segmentación',
  budget: 'Presupuesto',
}

/** In the order in which the categories first appear: most important first. */
export function byCategory(
  all: readonly PendingRecommendation[],
): Map<string, PendingRecommendation[]> {
  return Map.groupBy(all, ({ category }) => TITLES[category])
}

/** What a group is about and what is at stake; `total` in the account's currency, nothing counted twice. */
export function groupText(
  group: readonly PendingRecommendation[],
  total: GroupTotal | null,
): string {
  const count = plural(group.length, 'recomendación', 'recomendaciones')
  const urgent = group.filter(({ priority }) => priority === 'high').length
  const stake = total
    ? `Previsto al mes si se aplican, sin contar nada dos veces: ${total.mid} (entre ${total.low} y ${total.high}).`
    : 'Sin previsión en dinero.'
  const [first] = group
  const example = first ? ` La primera: «${first.title}». ${first.whyNow}`.trimEnd() : ''
  return `${count}${urgent > 0 ? `, ${urgent} de prioridad alta` : ''}. ${stake}${example}`
}

/** All that the card of a recommendation shows in words. */
export function cardTexts({
  title,
  description,
  estimatedImpact,
  whyNow,
  evidence,
}: PendingRecommendation) {
  return [
    title,
    description,
    estimatedImpact,
    whyNow,
    evidence.test.sentence,
    ...evidence.counterEvidence,
    evidence.change?.before ?? '',
    evidence.change?.after ?? '',
  ]
}
