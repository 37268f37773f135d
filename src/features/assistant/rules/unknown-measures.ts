import type { FileFacts, FileLevel } from '#shared/file-facts.ts'
import { MADE_OF } from '#shared/metrics.ts'
import { type MeasureKey, measureOf } from './measures.ts'

/** Of an account made of files: what none of them tells is in no answer. */

export function isMeasureKnown(key: string, facts: FileFacts | null, level: FileLevel): boolean {
  if (!facts) return true
  const known = facts[level]?.columns ?? []
  return (MADE_OF[key] ?? []).every((figure) => known.includes(figure))
}

/** Null where all that was asked is known, or nothing was named. */
export function unknownText(
  measures: readonly MeasureKey[],
  facts: FileFacts | null,
  level: FileLevel,
): string | null {
  if (facts && !facts[level]) return `Los informes de esta cuenta no traen ${LEVELS[level]}.`
  const unknown = measures.filter((key) => !isMeasureKnown(key, facts, level))
  if (unknown.length === 0) return null
  const names = unknown.map((key) => `«${measureOf(key).label}»`).join(' ni ')
  return `Los informes de esta cuenta no traen lo que hace falta para ${names}.`
}

const LEVELS: Record<FileLevel, string> = {
  account: 'cifras de la cuenta',
  campaign: 'cifras por campaña',
  ad_group: 'cifras por grupo de anuncios',
  keyword: 'cifras por palabra clave',
  search_term: 'cifras por término de búsqueda',
}
