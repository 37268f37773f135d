import type { Metrics } from '#shared/metrics.ts'
import type { FactLevel } from '../account/coverage.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import type { Say } from './say.ts'

/** Why a rule says nothing of what was not read, or not yet. */

const COLUMNS: Record<keyof Metrics, string> = {
  impressions: 'las impresiones',
  clicks: 'los clics',
  costMicros: 'el coste',
  conversionsMicros: 'conversiones',
  valueMicros: 'el valor de las conversiones',
}

const LEVELS: Record<FactLevel, string> = {
  account: 'las cifras de la cuenta',
  campaign: 'las cifras de cada campaña',
  keyword: 'las cifras de cada palabra clave',
  searchTerm: 'las cifras de cada término de búsqueda',
  split: 'las cifras por dispositivo, hora o lugar',
}

const SETTINGS = {
  budgetMicros: 'el presupuesto',
  biddingStrategyType: 'la estrategia de puja',
}

export function columnUnknown(column: keyof Metrics): string {
  return `El informe no trae ${COLUMNS[column]}: sin ese dato aquí no se afirma nada.`
}

export function levelUnknown(level: FactLevel): string {
  return `El informe no trae ${LEVELS[level]}: sin ellas aquí no se afirma nada.`
}

export function settingUnknown(setting: keyof typeof SETTINGS): string {
  return `No se conoce ${SETTINGS[setting]} de ninguna campaña, así que aquí no se afirma nada.`
}

export function partsLater(what: string): string {
  return `Todavía se está leyendo el historial: cuando esté completo se mirarán ${what}.`
}

export function tooFewDays(
  say: Say,
  days: {
    needed: number
    known: number
    isReading: boolean
    source: AccountSnapshot['account']['source']
  },
): string {
  const needed = say.plural(days.needed, 'día', 'días')
  const have = `hacen falta ${needed} y hay ${say.integer(days.known)}.`
  if (days.isReading) return `Todavía se está leyendo el historial: ${have}`
  return days.source === 'imported'
    ? `El informe abarca poco tiempo: ${have}`
    : `La cuenta tiene actividad desde hace poco: ${have}`
}
