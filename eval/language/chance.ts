/** Chance for the worlds of language, sharing nothing with the engine's own. */
export type Chance = () => number

/** mulberry32 (T. Ettinger), seeded by a text. */
export function chanceFrom(seed: string): Chance {
  let state = 0x9e3779b9
  for (const sign of seed) state = (Math.imul(state ^ sign.codePointAt(0)!, 0x01000193) >>> 0) + 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function oneOf<T>(chance: Chance, all: readonly T[]): T {
  return all[Math.floor(chance() * all.length)]!
}

/** Poisson count by waiting times. */
export function countOf(chance: Chance, mean: number): number {
  const wait = () => -Math.log(1 - chance())
  let count = 0
  for (let time = wait(); time < mean; time += wait()) count++
  return count
}

/** P(count ≥ k) of a Poisson count. */
export function atLeastChance(k: number, mean: number): number {
  let term = Math.exp(-mean)
  let below = 0
  for (let i = 0; i < Math.ceil(k); i++) {
    below += term
    term *= mean / (i + 1)
  }
  return 1 - below
}
