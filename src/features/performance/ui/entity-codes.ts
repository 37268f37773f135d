import type { Tone } from '#kit/components/badge.tsx'
import {
  CAMPAIGN_TYPES,
  MATCH_TYPES,
  SEGMENT_TYPES,
  STATUSES,
  UNKNOWN_MATCH_TYPE,
} from '#shared/ads-words/entities.ts'
import { wordOf } from '#shared/ads-words/forms.ts'
import { campaignTypeName, matchTypeName, statusName } from '../contract/wire-codes.ts'

type Look = { tone: Tone; rank: number }

const UNKNOWN_STATUS: Look = { tone: 'neutral', rank: 3 }
const STATUS_LOOKS: Record<ReturnType<typeof statusName>, Look> = {
  ENABLED: { tone: 'success', rank: 0 },
  PAUSED: { tone: 'warning', rank: 1 },
  REMOVED: { tone: 'danger', rank: 2 },
  UNKNOWN: UNKNOWN_STATUS,
  UNSPECIFIED: UNKNOWN_STATUS,
}

/** Campaigns, ad groups and ads; `rank` is their usual order. */
export function statusOf(code: number) {
  return statusIn('masculine', code)
}

/** Keywords say their status in the feminine; tone and order are those of every level. */
export function keywordStatusOf(code: number) {
  return statusIn('feminine', code)
}

function statusIn(gender: 'masculine' | 'feminine', code: number): Look & { text: string } {
  const name = statusName(code)
  const words = wordOf(STATUSES, name) ?? STATUSES.UNKNOWN
  return { ...STATUS_LOOKS[name], text: words[gender] }
}

/** The Spanish name, by Google's own where the type has no code. */
export function campaignTypeText(code: number, googleName: string): string {
  return (
    wordOf(CAMPAIGN_TYPES, campaignTypeName(code)) ??
    wordOf(CAMPAIGN_TYPES, googleName) ??
    (googleName || STATUSES.UNKNOWN.masculine)
  )
}

/** Ad groups: 8 or more good, 6 or more fair. */
export function qualityTone(score: number): Tone {
  if (score >= 8) return 'success'
  return score >= 6 ? 'warning' : 'danger'
}

/** Keywords and search terms. */
export function matchTypeText(code: number): string {
  return wordOf(MATCH_TYPES, matchTypeName(code))?.short ?? UNKNOWN_MATCH_TYPE
}

/** Keywords: 7 or more good, 4 or more fair. */
export function keywordQualityTone(score: number): Tone {
  if (score >= 7) return 'success'
  return score >= 4 ? 'warning' : 'danger'
}

const SEGMENT_TONES: Record<keyof typeof SEGMENT_TYPES, Tone> = {
  USER_LIST: 'accent',
  USER_INTEREST: 'success',
  AFFINITY: 'success',
  DEMOGRAPHIC: 'neutral',
  REMARKETING: 'accent',
  SIMILAR: 'neutral',
  CUSTOM: 'accent',
}

/** Types that we do not know show Google's own name. */
export function segmentTypeOf(name: string): { text: string; tone: Tone } {
  const text = wordOf(SEGMENT_TYPES, name) ?? name
  return { text, tone: wordOf<Tone>(SEGMENT_TONES, name) ?? 'warning' }
}
