import type { Day } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { integer } from '#shared/spanish-numbers.ts'
import type { MeasuredEffect } from './measure-effect.ts'

const KPI_LABELS: Record<MeasuredEffect['kpi']['name'], string> = {
  coste: 'Coste',
  cpa: 'Coste por conversión',
  conversiones: 'Conversiones',
  conversiones_por_impresion: 'Conversiones por impresión',
}

/** The measured effect, of one campaign or of several as one, as it is kept and shown. */
export function measuredOf(
  effect: MeasuredEffect,
  measuredOn: Day,
  confounders: string[],
  campaigns = 1,
): Measured {
  return {
    verdict: effect.verdict,
    kpi: { label: KPI_LABELS[effect.kpi.name], change: effect.kpi.change },
    monthlyMicros: effect.monthlyMicros,
    measuredOn,
    confounders,
    note: noteOf(effect, campaigns),
  }
}

/** Of a change to the whole account, of which nothing is left untouched, or to campaigns that were not recorded. */
export function unmeasurable(measuredOn: Day): Measured {
  return {
    verdict: 'no_concluyente',
    kpi: { label: 'Coste', change: { estimate: 0, low: 0, high: 0 } },
    monthlyMicros: null,
    measuredOn,
    confounders: [],
    note: 'Afecta a toda la cuenta, o no consta a qué campañas: no hay con qué comparar.',
  }
}

function noteOf({ reason, conversionsNeeded }: MeasuredEffect, campaigns: number): string | null {
  switch (reason) {
    case 'no-control':
      return campaigns > 1
        ? 'Ha cambiado casi todo lo que se parece a estas campañas: no queda con qué comparar.'
        : 'No queda en la cuenta nada parecido sin tocar con lo que comparar.'
    case 'no-data':
      return 'No hubo impresiones antes del cambio: no hay con qué comparar.'
    case 'too-many-changes':
      return campaigns > 1
        ? 'Hubo demasiados cambios más en esas campañas: no se puede separar su efecto.'
        : 'Hubo demasiados cambios más en lo mismo: no se puede separar su efecto.'
    case 'too-few':
      return `Con estos datos no se distingue del azar: harían falta unas ${integer(conversionsNeeded ?? 0)} conversiones en cada periodo para ver un 20 % de diferencia.`
    case null:
      return null
  }
}
