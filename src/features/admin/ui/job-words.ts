import type { Tone } from '#kit/components/badge.tsx'
import { plural } from '#shared/spanish-numbers.ts'
import type { AdminJob } from '../contract/jobs.ts'

export const LANE_WORDS: Record<AdminJob['lane'], string> = {
  urgent: 'Urgente',
  asked: 'Pedida',
  nightly: 'Nocturna',
}

export const STATE_WORDS: Record<AdminJob['state'], { one: string; many: string; tone: Tone }> = {
  waiting: { one: 'En espera', many: 'en espera', tone: 'neutral' },
  running: { one: 'En marcha', many: 'en marcha', tone: 'accent' },
  done: { one: 'Terminada', many: 'terminadas', tone: 'success' },
  failed: { one: 'Fallida', many: 'fallidas', tone: 'danger' },
  cancelled: { one: 'Cancelada', many: 'canceladas', tone: 'warning' },
}

/** '1 fallida', '2 fallidas'. */
export function countText(count: number, state: AdminJob['state']): string {
  const { one, many } = STATE_WORDS[state]
  return plural(count, one.toLowerCase(), many)
}
