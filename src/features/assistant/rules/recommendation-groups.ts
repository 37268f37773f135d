import type {
  CATEGORIES,
  Recommendation,
} from '#features/recommendations/contract/recommendations.ts'
import { plural } from '#shared/spanish-numbers.ts'

export type Group = { title: string; text: string; ids: string[] }
export type GroupTotal = { low: string; mid: string; high: string }

const TITLES: Record<(typeof CATEGORIES)[number], string> = {
  medicion: 'Medición de conversiones',
  pujas: 'Pujas',
  anuncios: 'Anuncios',
  keywords: 'Palabras clave y términos',
  landing_pages: 'Páginas de destino',
  segmentacion: 'Segmentación',
  presupuesto: 'Presupuesto',
}

/** In the order in which the categories first appear: most important first. */
export function byCategory(all: readonly Recommendation[]): Map<string, Recommendation[]> {
  return Map.groupBy(all, ({ categoria }) => TITLES[categoria])
}

/** What a group is about and what is at stake; `total` in the account's currency, nothing counted twice. */
export function groupText(group: readonly Recommendation[], total: GroupTotal | null): string {
  const count = plural(group.length, 'recomendación', 'recomendaciones')
  const urgent = group.filter(({ prioridad }) => prioridad === 'alta').length
  const stake = total
    ? `Previsto al mes si se aplican, sin contar nada dos veces: ${total.mid} (entre ${total.low} y ${total.high}).`
    : 'Sin previsión en dinero.'
  const [first] = group
  const example = first ? ` La primera: «${first.titulo}». ${first.whyNow}`.trimEnd() : ''
  return `${count}${urgent > 0 ? `, ${urgent} de prioridad alta` : ''}. ${stake}${example}`
}

/** All that the card of a recommendation shows in words. */
export function cardTexts({
  titulo,
  descripcion,
  impacto_estimado,
  whyNow,
  evidence,
}: Recommendation) {
  return [
    titulo,
    descripcion,
    impacto_estimado,
    whyNow,
    evidence.test.sentence,
    ...evidence.counterEvidence,
    evidence.change?.before ?? '',
    evidence.change?.after ?? '',
  ]
}
