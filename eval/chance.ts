import { createHash } from 'node:crypto'

/** Random numbers of the worlds that share nothing with the engine, not even a stream. */
export type Chance = {
  uniform(): number
  normal(): number
  between(low: number, high: number): number
  happens(probability: number): boolean
  poisson(mean: number): number
  gamma(shape: number): number
}

/** sfc32 (Doty-Humphrey), seeded by SHA-256. */
export function chanceFrom(seed: string): Chance {
  const hash = createHash('sha256').update(seed).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  const uniform = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return ((sum >>> 0) + 0.5) / 2 ** 32
  }
  /** Polar method (Marsaglia). */
  const normal = (): number => {
    for (;;) {
      const x = 2 * uniform() - 1
      const y = 2 * uniform() - 1
      const square = x * x + y * y
      if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square)
    }
  }
  const chance: Chance = {
    uniform,
    normal,
    between: (low, high) => low + (high - low) * uniform(),
    happens: (probability) => uniform() < probability,
    poisson: (mean) => poissonOf(chance, mean),
    gamma: (shape) => gammaOf(chance, shape),
  }
  return chance
}

/** By waiting times; from 80 on by the rounded normal. */
function poissonOf({ uniform, normal }: Chance, mean: number): number {
  if (mean <= 0) return 0
  if (mean > 80) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
  let waited = -Math.log(uniform())
  let count = 0
  while (waited < mean) {
    waited -= Math.log(uniform())
    count++
  }
  return count
}

/** Of rate 1 (Wilson and Hilferty's cube above shape 8, else sums and powers of uniforms by Jöhnk's rejection). */
function gammaOf(chance: Chance, shape: number): number {
  if (shape > 8) {
    const root = 1 - 1 / (9 * shape) + chance.normal() / (3 * Math.sqrt(shape))
    return shape * Math.max(0, root) ** 3
  }
  let total = 0
  for (let whole = Math.floor(shape); whole > 0; whole--) total -= Math.log(chance.uniform())
  const rest = shape - Math.floor(shape)
  if (rest < 1e-9) return total
  for (;;) {
    const x = chance.uniform() ** (1 / rest)
    const y = chance.uniform() ** (1 / (1 - rest))
    if (x + y <= 1) return total - (Math.log(chance.uniform()) * x) / (x + y)
  }
}
