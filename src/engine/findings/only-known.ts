import { MADE_OF, type Metrics } from '#shared/metrics.ts'
import type { Recommendation } from './recommendation.ts'

type Column = keyof Metrics

/** The card without columns of figures that its source did not give: a rule may tell more than it judges by. */
export function onlyKnown(
  recommendation: Recommendation,
  known: readonly Column[] | undefined,
): Recommendation {
  if (!known) return recommendation
  const isKnown = (key: string) => (MADE_OF[key] ?? []).every((column) => known.includes(column))
  const { evidence } = recommendation
  const { columns, rows } = evidence.table
  if (columns.every(({ key }) => isKnown(key))) return recommendation
  const table = {
    columns: columns.filter(({ key }) => isKnown(key)),
    rows: rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => isKnown(key))),
    ),
  }
  return { ...recommendation, evidence: { ...evidence, table } }
}
