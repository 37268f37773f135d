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

/** The measured effect as it is kept and shown. */
export function measuredOf(
  effect: MeasuredEffect,
  measuredOn: Day,
  confounders: string[],
): Measured {
  return {
    verdict: effect.verdict,
    kpi: { label: KPI_LABELS[effect.kpi.name], change: effect.kpi.change },
    monthlyMicros: effect.monthlyMicros,
    measuredOn,
    confounders,
    note: noteOf(effect),
  }
}

/** Of a change to the whole account, of which nothing is left untouched. */
export function unmeasurable(measuredOn: Day): Measured {
  return {
    verdict: 'no_concluyente',
    kpi: { label: 'Coste', change: { estimate: 0, low: 0, high: 0 } },
    monthlyMicros: null,
    measuredOn,
    confounders: [],
    note: 'Afecta a toda la cuenta: no queda nada sin tocar con lo que comparar.',
  }
}

function noteOf({ reason, conversionsNeeded }: MeasuredEffect): string | null {
  switch (reason) {
    case 'no-control':
      return 'No queda en la cuenta nada parecido sin tocar con lo que comparar.'
    case 'no-data':
      return 'No hubo impresiones antes del cambio: no hay con qué comparar.'
    case 'too-many-changes':
      return 'Hubo demasiados cambios más en lo mismo: no se puede separar su efecto.'
    case 'too-few':
      return `Con estos datos no se distingue del azar: harían falta unas ${integer(conversionsNeeded ?? 0)} conversiones en cada periodo para ver un 20 % de diferencia.`
    case null:
      return null
  }
}
