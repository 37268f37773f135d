import type { OwnedFinding } from './owned-finding.ts'
import type { Simulated } from './simulated-finding.ts'

/** `worth`: cautious effect, or, not yet simulated, what it does not exceed. */
export type Turn = { finding: OwnedFinding; worth: number; simulated: Simulated | null }

/**
 * Findings by their cautious effect. One that is only known not to exceed something comes up that early, to be
 * simulated and added again: most are ruled out by better ones before. A binary heap, the best at its root.
 */
export function findingQueue() {
  const heap: Turn[] = []
  return {
    add: (turn: Turn): void => {
      heap.push(turn)
      rise(heap)
    },
    next: (): Turn | undefined => {
      const best = heap[0]
      const last = heap.pop()
      if (last && last !== best) {
        heap[0] = last
        sink(heap)
      }
      return best
    },
  }
}

/** The last one up to its place. */
function rise(heap: Turn[]): void {
  let at = heap.length - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    if (!comesFirst(heap[at]!, heap[above]!)) return
    swap(heap, at, above)
    at = above
  }
}

/** The first one down to its place. */
function sink(heap: Turn[]): void {
  let at = 0
  for (;;) {
    let first = at
    for (const below of [2 * at + 1, 2 * at + 2]) {
      if (below < heap.length && comesFirst(heap[below]!, heap[first]!)) first = below
    }
    if (first === at) return
    swap(heap, at, first)
    at = first
  }
}

function swap(heap: Turn[], a: number, b: number): void {
  const moved = heap[a]!
  heap[a] = heap[b]!
  heap[b] = moved
}

/** Measurement, then what can be applied, then the larger effect (simulated ones after what may prove as large), then the fingerprint. */
function comesFirst(a: Turn, b: Turn): boolean {
  const order =
    Number(b.finding.category === 'measurement') - Number(a.finding.category === 'measurement') ||
    Number(a.finding.isAdvice ?? false) - Number(b.finding.isAdvice ?? false) ||
    b.worth - a.worth ||
    Number(a.simulated !== null) - Number(b.simulated !== null)
  return order < 0 || (order === 0 && a.finding.fingerprint < b.finding.fingerprint)
}
