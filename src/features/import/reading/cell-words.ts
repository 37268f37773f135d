import { foldText, isBlank } from './fold-text.ts'
import type { MatchType, ReportRow, RowStatus } from './report-types.ts'

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

/** What a cell of a status column says, and of which: 'Campaña en pausa' in a row of a keyword is its campaign's. */
export type StatusCell = { of: 'own' | 'campaign' | 'adGroup'; status: RowStatus }

/**
 * 'Apta' and 'Limitada' serve, so they are enabled. Words that name no such state ('No disponible', 'No apta',
 * 'Finalizada') are UNSPECIFIED: not known to serve. Undefined for an empty cell.
 */
export function parseStatus(cell: string | undefined): StatusCell | undefined {
  if (isBlank(cell)) return undefined
  const words = foldText(cell!)
  const of = /^(la )?(campana|campaign)\b/.test(words)
    ? 'campaign'
    : /^(el )?(grupo de anuncios|grupo|ad group|adgroup)\b/.test(words)
      ? 'adGroup'
      : 'own'
  return {
    of,
    status: stateIn(
      words.replace(/^(la |el )?(campana|campaign|grupo de anuncios|grupo|ad group|adgroup) /, ''),
    ),
  }
}

function stateIn(words: string): RowStatus {
  if (/eliminad|quitad|retirad|remov|deleted/.test(words)) return 'REMOVED'
  if (/pausa|paused|detenid|suspend/.test(words)) return 'PAUSED'
  if (SERVES.test(words)) return 'ENABLED'
  return 'UNSPECIFIED'
}

/** Google's words for what can serve, if with limits. */
const SERVES =
  /^(habilitad|activ|enabled|apt[ao]|eligible|limitad|limited|por debajo de la (oferta|puja)|below first page|(se muestra )?rara vez|rarely shown)/

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

/** Google's name of the type in words of either language; undefined for words not in the table. */
export function parseCampaignType(cell: string | undefined): string | undefined {
  if (isBlank(cell)) return undefined
  const words = foldText(cell!)
  return CAMPAIGN_TYPES.find(([pattern]) => pattern.test(words))?.[1]
}
