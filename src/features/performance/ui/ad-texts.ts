import type { Tone } from '#kit/components/badge.tsx'
import {
  AD_APPROVALS,
  AD_STRENGTHS,
  AD_TYPES,
  MEDIA_TYPES,
  NO_AD_STRENGTH,
  PIECE_VERDICTS,
} from '#shared/ads-words/ads.ts'
import { wordOf } from '#shared/ads-words/forms.ts'
import type { AdRow } from '../contract/entity-lists.ts'

/** Of what Google calls UNKNOWN, as of what its API has no name for yet. */
const UNSAID = 'Sin determinar'

/** The ad's first headlines, else its name, else its number. */
export function adTitle(ad: Pick<AdRow, 'ad_id' | 'name' | 'headline1' | 'headline2'>): string {
  const headlines = [ad.headline1, ad.headline2].filter(Boolean).join(' | ')
  return headlines || ad.name || `Anuncio ${ad.ad_id}`
}

/** The texts of a JSON-encoded list; a plain text counts as a list of one. */
export function textList(encoded: string): string[] {
  try {
    const list: unknown = JSON.parse(encoded)
    return Array.isArray(list) ? list.filter((text) => typeof text === 'string' && text) : []
  } catch {
    return encoded ? [encoded] : []
  }
}

/** What Google shows above the headline: 'www.tienda.es › botas › oferta'. */
export function displayAddress({ finalUrl, paths }: Pick<AdRow, 'finalUrl' | 'paths'>): string {
  const host = URL.canParse(finalUrl) ? new URL(finalUrl).host : finalUrl
  return [host, ...paths].filter(Boolean).join(' › ')
}

/** Ad strength of responsive ads, by Google's enum name. */
export function strengthText(name: string): string {
  return wordOf(AD_STRENGTHS, name)?.name ?? wordOf<string>(NO_AD_STRENGTH, name) ?? UNSAID
}

export function strengthTone(name: string): Tone {
  return wordOf(STRENGTH_TONES, name) ?? 'neutral'
}

/** Google's verdict about one headline or description. */
export function pieceVerdict(name: string): { text: string; tone: Tone } {
  const text = wordOf<string>(PIECE_VERDICTS, name) ?? UNSAID
  return { text, tone: wordOf(VERDICT_TONES, name) ?? 'neutral' }
}

export function approvalText(name: string): string {
  return wordOf(AD_APPROVALS, name) ?? UNSAID
}

export function adTypeText(name: string): string {
  return wordOf(AD_TYPES, name) ?? 'De otro tipo'
}

/** Of an image or a video. */
export function mediaTypeText(name: string): string {
  return wordOf(MEDIA_TYPES, name) ?? 'De otro tipo'
}

const STRENGTH_TONES: Record<string, Tone> = {
  EXCELLENT: 'success',
  GOOD: 'success',
  AVERAGE: 'warning',
  POOR: 'danger',
}

const VERDICT_TONES: Record<string, Tone> = { BEST: 'success', GOOD: 'success', LOW: 'danger' }
