import type { Tone } from '#kit/components/badge.tsx'
import type { AdRow } from '../contract/entity-lists.ts'

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
  return STRENGTHS[name]?.text ?? name
}

export function strengthTone(name: string): Tone {
  return STRENGTHS[name]?.tone ?? 'neutral'
}

/** Google's verdict about one headline or description. */
export function pieceVerdict(name: string): { text: string; tone: Tone } {
  return VERDICTS[name] ?? { text: name, tone: 'neutral' }
}

export function approvalText(name: string): string {
  return APPROVALS[name] ?? name
}

export function adTypeText(name: string): string {
  return AD_TYPES[name] ?? name
}

const STRENGTHS: Record<string, { text: string; tone: Tone }> = {
  EXCELLENT: { text: 'Excelente', tone: 'success' },
  GOOD: { text: 'Buena', tone: 'success' },
  AVERAGE: { text: 'Media', tone: 'warning' },
  POOR: { text: 'Deficiente', tone: 'danger' },
  PENDING: { text: 'Pendiente', tone: 'neutral' },
  NO_ADS: { text: 'Sin anuncios', tone: 'neutral' },
}

const VERDICTS: Record<string, { text: string; tone: Tone }> = {
  BEST: { text: 'Mejor', tone: 'success' },
  GOOD: { text: 'Bueno', tone: 'success' },
  LOW: { text: 'Bajo', tone: 'danger' },
  LEARNING: { text: 'En aprendizaje', tone: 'neutral' },
  PENDING: { text: 'Pendiente', tone: 'neutral' },
}

const APPROVALS: Record<string, string> = {
  APPROVED: 'Aprobado',
  APPROVED_LIMITED: 'Aprobado con límites',
  AREA_OF_INTEREST_ONLY: 'Solo en zonas de interés',
  DISAPPROVED: 'Rechazado',
}

const AD_TYPES: Record<string, string> = {
  RESPONSIVE_SEARCH_AD: 'Búsqueda adaptable',
  RESPONSIVE_DISPLAY_AD: 'Display adaptable',
  EXPANDED_TEXT_AD: 'Texto expandido',
  EXPANDED_DYNAMIC_SEARCH_AD: 'Búsqueda dinámica',
  CALL_AD: 'Solo llamada',
  IMAGE_AD: 'Imagen',
  VIDEO_AD: 'Vídeo',
  VIDEO_RESPONSIVE_AD: 'Vídeo adaptable',
  SHOPPING_PRODUCT_AD: 'Producto de Shopping',
  DEMAND_GEN_MULTI_ASSET_AD: 'Generación de demanda',
  APP_AD: 'Aplicación',
}
