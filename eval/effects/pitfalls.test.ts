import { expect, test } from 'vitest'
import { drawHalves } from '#engine/effect/halves-draw.ts'
import { type ArmSums, type ComparedPair, halvesEffect } from '#engine/effect/halves-effect.ts'
import { unitNoiseOf } from '#engine/effect/unit-noise.ts'
import { MICROS } from '#shared/metrics.ts'
import { type Chance, chanceFrom } from '../chance.ts'
import { drawAccount, LEVELS } from './drifting-account.ts'
import { type DrawnPair, drawPairs } from './judged-halves.ts'
import { nothingChanged } from './planted-changes.ts'
import { type DrawnUnit, drawUnits } from './unit-accounts.ts'
import { judge } from './verdicts.ts'

// How a comparison by draw, or against the untouched, goes wrong without being seen: each mistake planted, and the product held to it.
const WORLD = { clicksAWindow: 40_000, drift: 0.12, change: 1 }
const sumsOf = ({ clicks, cost, conversions }: DrawnUnit['before']): ArmSums => ({
  clicks,
  costMicros: cost * MICROS,
  conversions,
})

const compared = ({ now, later }: DrawnPair): ComparedPair => ({
  now: { before: sumsOf(now.before), after: sumsOf(now.after.changed) },
  later: { before: sumsOf(later.before), after: sumsOf(later.after.left) },
})

test.each([6, 8, 16])(
  'nothing was done: with %i pairs p lies evenly between 0 and 1 (Kolmogorov–Smirnov), and seldom at one in twenty',
  (count) => {
    const cards = 120
    const steps = 2 ** Math.min(count, 14) / 2
    const ps = Array.from({ length: cards }, (_, i) => {
      const chance = chanceFrom(`even ${count} ${i}`)
      const units = drawUnits({ ...WORLD, units: 2 * count }, chance)
      const pairs = drawPairs(units, `even ${i}`).map(compared)
      // Few throws of few coins: p stands for all between it and the next smaller.
      return halvesEffect(pairs, unitNoiseOf(units), null).costP - chance.uniform() / steps
    }).sort((a, b) => a - b)
    const off = Math.max(...ps.map((p, i) => Math.max((i + 1) / cards - p, p - i / cards)))
    expect(off).toBeLessThan(1.63 / Math.sqrt(cards))
    expect(ps.filter((p) => p <= 0.05).length / cards).toBeLessThan(0.11)
  },
  60_000,
)

test('units that are undone by hand for what came of them stay in their half: leaving them out would find what is not there', () => {
  const cards = 300
  const found = { whole: 0, left: 0 }
  for (let i = 0; i < cards; i++) {
    const units = drawUnits({ ...WORLD, units: 20 }, chanceFrom(`undone ${i}`))
    const pairs = drawPairs(units, `undone ${i}`)
    const grown = ({ now }: (typeof pairs)[number]) => now.after.changed.cost / now.before.cost
    const kept = pairs
      .toSorted((a, b) => grown(a) - grown(b))
      .slice(0, Math.ceil(0.7 * pairs.length))
    const noise = unitNoiseOf(units)
    if (halvesEffect(pairs.map(compared), noise, null).costP <= 0.05) found.whole++
    if (halvesEffect(kept.map(compared), noise, null).costP <= 0.05) found.left++
  }
  expect(found.whole / cards).toBeLessThan(0.08)
  expect(found.left / cards).toBeGreaterThan(0.1)
})

/** Four terms of each theme; of what a changed one loses, three tenths go to its sisters that were not changed. */
function moved(chance: Chance, isByTheme: boolean, seed: string): number {
  const themes = Array.from({ length: 20 }, (_, theme) =>
    Array.from({ length: 4 }, (_, i) => ({
      key: `${theme} ${i}`,
      theme: `${theme}`,
      before: 400 * Math.exp(0.4 * chance.normal()),
      drift: Math.exp(0.05 * chance.normal()),
    })),
  )
  const units = themes.flat()
  const { pairs, outside } = drawHalves(
    units.map(({ key, theme, before }) => ({
      key,
      ...(isByTheme && { cluster: theme }),
      costMicros: before * MICROS,
      conversions: before / 20,
    })),
    seed,
  )
  const changed = new Set([...pairs.flatMap(({ now }) => now), ...outside])
  const after = new Map(
    themes.flatMap((own) => {
      const would = own.map(({ before, drift }) => before * drift)
      const lost = own.map(({ key }, i) => (changed.has(key) ? 0.4 * would[i]! : 0))
      const caught = (0.3 * lost.reduce((sum, one) => sum + one, 0)) / own.length
      return own.map(({ key }, i) => [key, would[i]! - lost[i]! + caught] as const)
    }),
  )
  const before = new Map(units.map((unit) => [unit.key, unit.before]))
  const arm = (keys: readonly string[]) => {
    const sum = (of: ReadonlyMap<string, number>) =>
      keys.reduce((all, key) => all + of.get(key)!, 0)
    const sums = (clicks: number) => ({ clicks, costMicros: clicks * MICROS, conversions: 0 })
    return { before: sums(sum(before)), after: sums(sum(after)) }
  }
  const noise = { dispersion: 1.5, soldDispersion: 1.5, drift: 0.1 }
  const all = pairs.map(({ now, later }) => ({ now: arm(now), later: arm(later) }))
  return halvesEffect(all, noise, null).cost.estimate
}

test('traffic that goes to sisters is no saving: drawn by theme the true 28 %, drawn by term far more', () => {
  const mean = (isByTheme: boolean) => {
    const all = Array.from({ length: 60 }, (_, i) =>
      moved(chanceFrom(`moved ${i}`), isByTheme, `moved ${i}`),
    )
    return all.reduce((sum, one) => sum + one, 0) / all.length
  }
  expect(Math.abs(mean(true) + 0.28)).toBeLessThan(0.03)
  expect(mean(false)).toBeLessThan(-0.34)
})

/** Conversions and cost drift together: correlation .6. */
const ALIKE = { ...LEVELS, level: { clicks: 0.12, rate: 0.16 }, clicksADay: [300, 2_000] } as const

test('what moves conversions and cost alike cancels: 95 % of the intervals of net money hold nothing where nothing was done', () => {
  const accounts = 300
  const world = { ...ALIKE, clicksADay: [300, 2_000] as [number, number] }
  let holding = 0
  for (let i = 0; i < accounts; i++) {
    const change = nothingChanged(drawAccount(world, chanceFrom(`alike ${i}`)))
    const { low, high } = judge(change, 4, 'saving').monthlyMicros!
    if (low <= 0 && high >= 0) holding++
  }
  expect(holding / accounts).toBeGreaterThan(0.92)
  expect(holding / accounts).toBeLessThan(0.98)
})
