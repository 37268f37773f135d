// Files that import each other in a circle, told apart by whether the circle exists while the program runs.

/** Of one file: the files it loads, and those it mentions by type alone. */
export type Neighbours = { values: string[]; types: string[] }

export type Circles = {
  /** Each a sorted list of files. What one of them exports may be undefined while another is loaded. */
  byValue: string[][]
  /** Closed by a type import; they vanish with the types. */
  byType: string[][]
}

export function findCircles(files: ReadonlyMap<string, Neighbours>): Circles {
  const byValue = components(files, ({ values }) => values)
  const inValueCircle = new Set(byValue.flat())
  const byType = components(files, ({ values, types }) => [...values, ...types]).filter(
    (circle) => !circle.every((file) => inValueCircle.has(file)),
  )
  return { byValue, byType }
}

type Visit = { order: number; low: number; onPath: boolean }

/** Strongly connected components of more than one file, after Tarjan (1972). */
function components(
  files: ReadonlyMap<string, Neighbours>,
  edgesOf: (of: Neighbours) => string[],
): string[][] {
  const visits = new Map<string, Visit>()
  const path: string[] = []
  const circles: string[][] = []
  for (const file of files.keys()) if (!visits.has(file)) visit(file)
  return circles.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))

  function visit(file: string): Visit {
    const own: Visit = { order: visits.size, low: visits.size, onPath: true }
    visits.set(file, own)
    path.push(file)
    for (const target of edgesOf(files.get(file)!)) {
      if (!files.has(target)) continue
      const seen = visits.get(target)
      if (!seen) own.low = Math.min(own.low, visit(target).low)
      else if (seen.onPath) own.low = Math.min(own.low, seen.order)
    }
    if (own.low === own.order) closeCircle(file)
    return own
  }

  function closeCircle(first: string): void {
    const circle = path.splice(path.indexOf(first))
    for (const file of circle) visits.get(file)!.onPath = false
    if (circle.length > 1) circles.push(circle.sort())
  }
}
