import type { Tone } from '#kit/components/badge.tsx'
import type { GoogleRecommendation } from '../contract.ts'

type Verdict = GoogleRecommendation['veredicto']

/** Our verdict as its badge says it. */
export const VERDICTS: Record<Verdict, { text: string; tone: Tone }> = {
  aplicar: { text: 'Conviene aplicarla', tone: 'success' },
  probar: { text: 'Pruébala antes', tone: 'warning' },
  descartar: { text: 'Mejor descartarla', tone: 'danger' },
  esperar: { text: 'Ahora no', tone: 'warning' },
  sin_opinion: { text: 'No podemos opinar', tone: 'neutral' },
}

/** 'Subir el presupuesto · Búsqueda · Mujer'. */
export function adviceName({ titulo, campaignName }: GoogleRecommendation): string {
  return campaignName ? `${titulo} · ${campaignName}` : titulo
}
