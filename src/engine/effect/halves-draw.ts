import { uniformsFrom } from '../statistics/random.ts'

/** A thing that a card changes, with what it did in the weeks before; those of one cluster take each other's traffic. */
export type Unit = { key: string; cluster?: string; costMicros: number; conversions: number }

/** Who is changed now and who later; `pairs` are compared, the others are changed now and prove nothing. */
export type Halves = {
  seed: string
  version: 1
  pairs: { now: string[]; later: string[] }[]
  outside: string[]
}

/** Of the card's cost: one this large would decide alone. */
const HEAVY_SHARE = 0.4
/** From here on neighbours by size are as good as the nearest of all, and take no time. */
const MANY = 400

/**
 * Draws the half that is changed first: clusters paired by past cost and conversions, a coin for each pair. The same seed and
 * units give the same halves in whichever order the units come.
 */
export function drawHalves(units: readonly Unit[], seed: string): Halves {
  const clusters = clustersOf(units)
  const total = clusters.reduce((sum, { costMicros }) => sum + costMicros, 0)
  const isCompared = ({ costMicros }: Cluster) =>
    costMicros > 0 && costMicros <= HEAVY_SHARE * total
  const paired = pairsOf(clusters.filter(isCompared))
  const next = uniformsFrom(`halves ${seed}`)
  const pairs = paired.pairs.map(([a, b]) => {
    const [now, later] = next() < 0.5 ? [a, b] : [b, a]
    return { now: now.keys, later: later.keys }
  })
  const rest = [...clusters.filter((one) => !isCompared(one)), ...paired.odd]
  return { seed, version: 1, pairs, outside: rest.flatMap(({ keys }) => keys).sort() }
}

type Cluster = { keys: string[]; costMicros: number; conversions: number }

function clustersOf(units: readonly Unit[]): Cluster[] {
  const ordered = units.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return [...Map.groupBy(ordered, ({ key, cluster }) => cluster ?? key).values()].map((own) => ({
    keys: own.map(({ key }) => key),
    costMicros: own.reduce((sum, one) => sum + one.costMicros, 0),
    conversions: own.reduce((sum, one) => sum + one.conversions, 0),
  }))
}

function pairsOf(clusters: readonly Cluster[]): { pairs: [Cluster, Cluster][]; odd: Cluster[] } {
  const left = clusters.toSorted((a, b) => b.costMicros - a.costMicros)
  const distance = distanceIn(left)
  const pairs: [Cluster, Cluster][] = []
  while (left.length > 1) {
    const first = left.shift()!
    const nearest =
      clusters.length > MANY
        ? 0
        : left.reduce(
            (best, one, i) => (distance(first, one) < distance(first, left[best]!) ? i : best),
            0,
          )
    pairs.push([first, left.splice(nearest, 1)[0]!])
  }
  return { pairs, odd: left }
}

/** In logarithms of cost and conversions, each by its spread. */
function distanceIn(clusters: readonly Cluster[]) {
  const cost = ({ costMicros }: Cluster) => Math.log(costMicros)
  const sold = ({ conversions }: Cluster) => Math.log(conversions + 0.5)
  const [ofCost, ofSold] = [spreadOf(clusters.map(cost)), spreadOf(clusters.map(sold))]
  return (a: Cluster, b: Cluster) =>
    Math.hypot((cost(a) - cost(b)) / ofCost, (sold(a) - sold(b)) / ofSold)
}

function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  const square = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length
  return Math.sqrt(square) || 1
}
