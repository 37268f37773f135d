import { foldText, isBlank } from './fold-text.ts'
import type { MatchType, ReportRow } from './report-types.ts'

/** Takes the match-type mark off a keyword: `[x]` exact, `"x"` phrase (however often quoted), `+x +y` broad. */
export function parseKeyword(cell: string): { text: string; mark?: MatchType } {
  // Excel users put an apostrophe before a cell that would look like a formula.
  const text = cell.trim().replace(/^'(?=[+=\-@["])/, '')
  const exact = /^\[(.+)\]$/su.exec(text)
  if (exact) return { text: exact[1]!.trim(), mark: 'EXACT' }
  const phrase = /^["“”]+([^"“”].*?)["“”]+$/su.exec(text)
  if (phrase) return { text: phrase[1]!.trim(), mark: 'PHRASE' }
  if (/^\+\S/.test(text)) return { text: text.replace(/(^|\s)\+(?=\S)/g, '$1'), mark: 'BROAD' }
  return { text }
}

/** 'Concordancia de frase (variante cercana)' → PHRASE, close variant. Undefined for `--` and other words. */
export function parseMatchType(cell: string | undefined): { type?: MatchType; close: boolean } {
  const words = foldText(cell ?? '')
  const close = /variante|variant/.test(words)
  if (/exact/.test(words)) return { type: 'EXACT', close }
  if (/frase|phrase/.test(words)) return { type: 'PHRASE', close }
  if (/amplia|broad/.test(words)) return { type: 'BROAD', close }
  return { close }
}

/** 'Apta' and 'Limitada' serve, so they are enabled; 'No apta' alone does not say why. */
export function parseStatus(cell: string | undefined): ReportRow['status'] {
  const words = foldText(cell ?? '')
  if (/eliminad|quitad|remov|deleted/.test(words)) return 'REMOVED'
  if (/pausa|paused|detenid/.test(words)) return 'PAUSED'
  if (/^(habilitad|activ|enabled|apt[ao]|eligible|limitad|limited)/.test(words)) return 'ENABLED'
  return undefined
}

export function parseAddedExcluded(cell: string | undefined): ReportRow['addedExcluded'] {
  const words = foldText(cell ?? '')
  const added = /anadid|agregad|added/.test(words)
  const excluded = /excluid|excluded/.test(words)
  if (added && excluded) return 'ADDED_EXCLUDED'
  if (added) return 'ADDED'
  if (excluded) return 'EXCLUDED'
  return /^(ningun|none|sin)/.test(words) ? 'NONE' : undefined
}

const CAMPAIGN_TYPES: [RegExp, string][] = [
  [/maximo rendimiento|performance max|rendimiento maximo|pmax/, 'PERFORMANCE_MAX'],
  [/generacion de demanda|demand gen/, 'DEMAND_GEN'],
  [/discovery/, 'DISCOVERY'],
  [/shopping/, 'SHOPPING'],
  [/display/, 'DISPLAY'],
  [/video|youtube/, 'VIDEO'],
  [/hotel/, 'HOTEL'],
  [/viaje|travel/, 'TRAVEL'],
  [/inteligente|smart/, 'SMART'],
  [/servicios locales|local services/, 'LOCAL_SERVICES'],
  [/local/, 'LOCAL'],
  [/aplicacion|\bapps?\b|multi ?channel/, 'MULTI_CHANNEL'],
  [/busqueda|search/, 'SEARCH'],
]

/** Google's name of the type in words of either language; UNKNOWN for words not in the table. */
export function parseCampaignType(cell: string | undefined): string | undefined {
  if (isBlank(cell)) return undefined
  const words = foldText(cell!)
  return CAMPAIGN_TYPES.find(([pattern]) => pattern.test(words))?.[1] ?? 'UNKNOWN'
}
