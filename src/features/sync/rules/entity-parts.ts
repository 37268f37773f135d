import type { FactRow } from './fact-row.ts'

/** The entities after one and up to another, in the order of their keys; null: from the first, or to the last there is. */
export type EntityRange = {
  after: readonly number[] | null
  upTo: readonly number[] | null
}

export type EntityPart = EntityRange & { rows: FactRow[] }

/**
 * Cuts rows between entities, so that each part has at least so many rows and all days of its entities: what is true of days and
 * months once all parts are written is true of each part by itself. Together the parts cover every entity there may be.
 */
export function entityParts(rows: readonly FactRow[], partRows: number): EntityPart[] {
  if (rows.length <= partRows) return [{ after: null, upTo: null, rows: [...rows] }]
  const cuts = cutsOf(rows, partRows)
  const bounds = [null, ...cuts, null]
  const parts = bounds
    .slice(1)
    .map((upTo, i): EntityPart => ({ after: bounds[i] ?? null, upTo, rows: [] }))
  for (const row of rows) {
    const at = cuts.findIndex((cut) => compareKeys(row.keys, cut) <= 0)
    parts.at(at)?.rows.push(row)
  }
  return parts
}

/** The last entity of each part but the last one. */
function cutsOf(rows: readonly FactRow[], partRows: number): (readonly number[])[] {
  const sorted = rows.map(({ keys }) => keys).toSorted(compareKeys)
  const cuts: (readonly number[])[] = []
  let begunAt = 0
  for (const [i, keys] of sorted.entries()) {
    const next = sorted[i + 1]
    if (!next || i + 1 - begunAt < partRows || compareKeys(keys, next) === 0) continue
    cuts.push(keys)
    begunAt = i + 1
  }
  return cuts
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
