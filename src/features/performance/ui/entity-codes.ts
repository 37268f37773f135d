import type { Tone } from '#kit/components/badge.tsx'

const UNKNOWN_STATUS = { text: 'Desconocido', tone: 'neutral' as Tone, rank: 3 }
const STATUSES: Record<number, typeof UNKNOWN_STATUS> = {
  2: { text: 'Activo', tone: 'success', rank: 0 },
  3: { text: 'Pausado', tone: 'warning', rank: 1 },
  4: { text: 'Eliminado', tone: 'danger', rank: 2 },
}

/** Campaigns, ad groups and ads: 2 enabled, 3 paused, 4 removed; `rank` is their usual order. */
export function statusOf(code: number) {
  return STATUSES[code] ?? UNKNOWN_STATUS
}

const CAMPAIGN_TYPES: Record<number, string> = {
  2: 'Búsqueda',
  3: 'Display',
  4: 'Shopping',
  5: 'Hoteles',
  6: 'Vídeo',
  7: 'Multicanal',
  8: 'Local',
  9: 'Inteligente',
  10: 'Máximo rendimiento',
  11: 'Servicios locales',
  12: 'Discovery',
  13: 'Generación de demanda',
}

/** The Spanish name, or Google's own name for a type that has no code. */
export function campaignTypeText(code: number, googleName: string): string {
  return CAMPAIGN_TYPES[code] ?? (googleName || 'Desconocido')
}

/** Ad groups: 8 or more good, 6 or more fair. */
export function qualityTone(score: number): Tone {
  if (score >= 8) return 'success'
  return score >= 6 ? 'warning' : 'danger'
}

/** Keywords and search terms. */
export function matchTypeText(code: number): string {
  return { 2: 'Exacta', 3: 'Frase', 4: 'Amplia' }[code] ?? 'Desconocida'
}

/** Keywords say their status in the feminine; tone and order are those of every level. */
export function keywordStatusOf(code: number) {
  const text = { 2: 'Activa', 3: 'Pausada', 4: 'Eliminada' }[code] ?? 'Desconocida'
  return { ...statusOf(code), text }
}

/** Keywords: 7 or more good, 4 or more fair. */
export function keywordQualityTone(score: number): Tone {
  if (score >= 7) return 'success'
  return score >= 4 ? 'warning' : 'danger'
}

const SEGMENT_TYPES: Record<string, { text: string; tone: Tone }> = {
  USER_LIST: { text: 'Lista usuarios', tone: 'accent' },
  USER_INTEREST: { text: 'Intereses', tone: 'success' },
  AFFINITY: { text: 'Afinidad', tone: 'success' },
  DEMOGRAPHIC: { text: 'Demográfico', tone: 'neutral' },
  REMARKETING: { text: 'Remarketing', tone: 'accent' },
  SIMILAR: { text: 'Similar', tone: 'neutral' },
  CUSTOM: { text: 'Personalizada', tone: 'accent' },
}

/** Types that we do not know show Google's own name. */
export function segmentTypeOf(name: string): { text: string; tone: Tone } {
  return SEGMENT_TYPES[name] ?? { text: name, tone: 'warning' }
}
