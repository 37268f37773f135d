/** A stream of uniforms in (0, 1) that depends on nothing but its seed. */
export type Uniforms = () => number

/** Counter-based: draw i is a hash of (seed, i), so streams never share state. */
export function uniformsFrom(seed: string): Uniforms {
  const [high, low] = hash64(seed)
  let counter = 0
  return () => {
    counter++
    const a = mixed((high + Math.imul(counter, 0x9e3779b9)) | 0)
    const b = mixed((low ^ a) + Math.imul(counter, 0x85ebca6b))
    return ((b >>> 0) + 0.5) / 4_294_967_296
  }
}

/**
 * Gamma(shape, rate) draw, Marsaglia & Tsang (2000), with their squeeze, which accepts nothing that the logarithms would
 * not and spares most of them; shapes below 1 by the power of a uniform.
 */
export function drawGamma(next: Uniforms, shape: number, rate: number): number {
  return shape < 1
    ? drawLargeGamma(next, shape + 1, rate) * next() ** (1 / shape)
    : drawLargeGamma(next, shape, rate)
}

function drawLargeGamma(next: Uniforms, shape: number, rate: number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = drawNormal(next)
    const root = 1 + c * x
    const v = root * root * root
    if (v <= 0) continue
    const u = next()
    const isInside = u < 1 - 0.0331 * x * x * x * x
    if (isInside || Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / rate
  }
}

/** One rate from a mixture of gammas. */
export function drawMixture(
  next: Uniforms,
  mixture: readonly { weight: number; shape: number; rate: number }[],
): number {
  let left = next()
  for (const part of mixture) {
    left -= part.weight
    if (left <= 0) return drawGamma(next, part.shape, part.rate)
  }
  const last = mixture.at(-1)!
  return drawGamma(next, last.shape, last.rate)
}

/** Standard normal draw (Box–Muller). */
export function drawNormal(next: Uniforms): number {
  return Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

/** Lognormal of mean 1; `sd` is that of its logarithm. */
export function drawAround1(next: Uniforms, sd: number): number {
  return Math.exp(sd * drawNormal(next) - sd ** 2 / 2)
}

/** Poisson draw: arrivals until a time that is exponential each (Knuth, 1969); the normal one where many are expected. */
export function drawPoisson(next: Uniforms, mean: number): number {
  if (mean > MANY) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(next)))
  const end = Math.exp(-mean)
  let count = -1
  for (let left = 1; left > end; left *= next()) count++
  return Math.max(0, count)
}

const MANY = 40

/** Two independent 32-bit FNV-1a hashes of the UTF-16 text. */
export function hash64(text: string): [number, number] {
  let high = 0x811c9dc5
  let low = 0xcbf29ce4
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 0x01000193)
    low = mixed(Math.imul(low ^ code, 0x5bd1e995) + i)
  }
  return [mixed(high), low]
}

function mixed(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}
