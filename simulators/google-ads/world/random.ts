/**
 * Counter-based randomness: every number is a hash of what it is for (seed, entity, day, purpose),
 * so any day can be computed alone and in any order.
 */

/** 32-bit hash of integers (murmur3 finalizer per word). */
export function mix(a: number, b = 0, c = 0): number {
  let h = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b + 0x9e3779b9, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f) ^ Math.imul(c + 0x165667b1, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** 32-bit FNV-1a hash of a text. */
export function textHash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** Uniform in (0, 1) from a hash. */
export function unit(hash: number): number {
  return (hash + 0.5) / 4294967296
}

/** Uniform in (0, 1) for a purpose. */
export function uniform(a: number, b = 0, c = 0): number {
  return unit(mix(a, b, c))
}

/** Standard normal by Box-Muller. */
export function normal(a: number, b = 0, c = 0): number {
  const h = mix(a, b, c)
  return Math.sqrt(-2 * Math.log(unit(h))) * Math.cos(2 * Math.PI * unit(mix(h, 0x51ed27)))
}

/** exp(N(−σ²/2, σ)): mean 1. */
export function lognormal(sigma: number, a: number, b = 0, c = 0): number {
  return Math.exp(sigma * normal(a, b, c) - (sigma * sigma) / 2)
}

/** One of a list, evenly. */
export function pick<T>(list: readonly T[], a: number, b = 0, c = 0): T {
  return list[mix(a, b, c) % list.length] as T
}

/** The list in a hashed order. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  return list
    .map((item, i) => ({ item, key: mix(seed, i) }))
    .sort((x, y) => x.key - y.key)
    .map((x) => x.item)
}

/** Negative binomial count with variance `phi` × mean (phi > 1). */
export function negativeBinomial(mean: number, phi: number, hash: number): number {
  if (mean <= 0) return 0
  if (mean > 60) return gaussianCount(mean, phi * mean, hash)
  const size = mean / (phi - 1)
  const fail = 1 - 1 / phi
  let p = Math.exp(-size * Math.log(phi))
  let u = unit(hash)
  let k = 0
  while (u > p && k < 1000) {
    u -= p
    p *= (fail * (k + size)) / (k + 1)
    k++
  }
  return k
}

/** Binomial count: exact inversion while n·min(p,1−p) is small, a rounded normal beyond. */
export function binomial(n: number, p: number, hash: number): number {
  if (n <= 0 || p <= 0) return 0
  if (p >= 1) return n
  if (p > 0.5) return n - binomial(n, 1 - p, hash)
  const mean = n * p
  if (mean > 30) return Math.min(n, gaussianCount(mean, mean * (1 - p), hash))
  const odds = p / (1 - p)
  let q = Math.exp(n * Math.log1p(-p))
  let u = unit(hash)
  let k = 0
  while (u > q && k < n) {
    u -= q
    q *= ((n - k) / (k + 1)) * odds
    k++
  }
  return k
}

function gaussianCount(mean: number, variance: number, hash: number): number {
  return Math.max(0, Math.round(mean + Math.sqrt(variance) * normal(hash, 0x2545f4)))
}
