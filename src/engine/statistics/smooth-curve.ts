/** Where a curve stands against where it stood, in logarithms, and the sd of that. */
export type Moved = { ln: number; sd: number }

/**
 * ln y by least squares on ln x and its square, through all points rather than the two beside a value: the one that erred upwards
 * would be taken for the best. Null with too few of them.
 */
export function smoothCurve(
  points: readonly { x: number; y: number }[],
  from: number,
): ((to: number) => Moved) | null {
  const usable = points
    .filter(({ x, y }) => y > 0 && x > from / FARTHEST && x < from * FARTHEST)
    .map(({ x, y }) => ({ terms: termsOf(x / from), ln: Math.log(y) }))
  if (usable.length < LEAST_POINTS) return null
  const sumOf = (of: (one: (typeof usable)[number]) => number) =>
    usable.reduce((sum, one) => sum + of(one), 0)
  const normal = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => sumOf(({ terms }) => terms[i]! * terms[j]!)),
  )
  const inverse = inverted(normal)
  if (!inverse) return null
  const right = [0, 1, 2].map((i) => sumOf(({ terms, ln }) => terms[i]! * ln))
  const fit = inverse.map((row) => dot(row, right))
  const squares = sumOf(({ terms, ln }) => (ln - dot(fit, terms)) ** 2)
  const variance = squares / (usable.length - 3)
  return (to) => {
    const [, ...moved] = termsOf(to / from)
    const terms = [0, ...moved]
    const leverage = dot(
      inverse.map((row) => dot(row, terms)),
      terms,
    )
    return { ln: dot(fit, terms), sd: Math.sqrt(Math.max(0, variance * leverage)) }
  }
}

const LEAST_POINTS = 5
/** Beyond as many times its present value a point says little of a step. */
const FARTHEST = 2.5

function termsOf(times: number): [number, number, number] {
  const ln = Math.log(times)
  return [1, ln, ln ** 2]
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, one, i) => sum + one * b[i]!, 0)

/** Of three by three; null where it has none. */
function inverted(m: readonly (readonly number[])[]): number[][] | null {
  const at = (i: number, j: number) => m[(i + 3) % 3]![(j + 3) % 3]!
  const cofactor = (i: number, j: number) =>
    at(i + 1, j + 1) * at(i + 2, j + 2) - at(i + 1, j + 2) * at(i + 2, j + 1)
  const determinant = [0, 1, 2].reduce((sum, j) => sum + at(0, j) * cofactor(0, j), 0)
  const scale = at(0, 0) * at(1, 1) * at(2, 2)
  if (scale <= 0 || Math.abs(determinant) < 1e-9 * scale) return null
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => cofactor(j, i) / determinant))
}
