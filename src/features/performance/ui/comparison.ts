import type { InputOf } from '#shared/endpoint.ts'
import type { getAccountMetrics } from '../contract/metrics.ts'

export type Compare = InputOf<typeof getAccountMetrics>['compare']

/** What a range is held against, in the words of the choice, of a table's column and of a hint. */
export const COMPARISONS: Record<Compare, { choice: string; name: string; against: string }> = {
  previous: {
    choice: 'Periodo anterior',
    name: 'Periodo anterior',
    against: 'Frente al periodo anterior de la misma duración',
  },
  year: {
    choice: 'Año anterior',
    name: 'Año anterior',
    against: 'Frente a los mismos días del año anterior',
  },
}
