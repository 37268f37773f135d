import { type Chance, chanceFrom } from '../chance.ts'
import { type Day, drawDay, type Factors, type Traits, UNCHANGED } from './entity-days.ts'

/** How the entities of an account move by themselves. Deviations are of logarithms. */
export type EffectWorld = {
  name: string
  /** From one window to the next, for good. */
  level: { clicks: number; rate: number }
  /** As the level, of what a click costs. */
  prices: number
  /** A week, added up. */
  walk: number
  /** Tails of the level: degrees of freedom of a t distribution; Infinity is normal. */
  tails: number
  /** Days that are good or bad for all, unlike as much as each depends on them: deviation of a day, kept by .8. */
  shocks: number
  /** A week of the window after in which all sell more, some much, some hardly. */
  sale: number
  clicksADay: [number, number]
  rate: number
  untouched: [number, number]
  /** Levels never moved before the change. */
  calmPast?: true
  /** Half of the entities drift so many times as far as the others, always the same ones; their mean square is that of `level`. */
  unlike?: number
}

export const LEVELS: EffectWorld = {
  name: 'levels',
  level: { clicks: 0.12, rate: 0.08 },
  prices: 0.03,
  walk: 0,
  tails: Number.POSITIVE_INFINITY,
  shocks: 0,
  sale: 0,
  clicksADay: [20, 800],
  rate: 0.04,
  untouched: [12, 30],
}

/** Drift that goes on week after week, where more weeks tell less than they seem to. */
export const RANDOM_WALK: EffectWorld = {
  ...LEVELS,
  name: 'random walk',
  level: { clicks: 0.04, rate: 0.03 },
  walk: 0.05,
}

/** Large and hardly drifting: here much can be told, and so much be told wrong. */
export const STEADY: EffectWorld = {
  ...LEVELS,
  name: 'steady',
  level: { clicks: 0.04, rate: 0.03 },
  clicksADay: [300, 3000],
}

/** The drift of entities by itself is of the size seen in the untouched MobileAds campaigns, or below. */
export const EFFECT_WORLDS: readonly EffectWorld[] = [
  LEVELS,
  RANDOM_WALK,
  { ...LEVELS, name: 'heavy tails', tails: 3 },
  { ...LEVELS, name: 'shared shocks', level: { clicks: 0.08, rate: 0.05 }, shocks: 0.12 },
  { ...LEVELS, name: 'sale in the window', level: { clicks: 0.08, rate: 0.05 }, sale: 0.6 },
  { ...LEVELS, name: 'few untouched', untouched: [3, 6] },
  STEADY,
  { ...LEVELS, name: 'calm until then', calmPast: true },
  { ...LEVELS, name: 'tiny', clicksADay: [3, 25], rate: 0.02 },
  {
    ...LEVELS,
    name: 'unlike drift',
    unlike: 10,
    level: { clicks: 0.2, rate: 0.12 },
    clicksADay: [100, 1500],
  },
]

/** The days of an entity; `settled` is its drift, fixed for all its parts. */
export type Drift = { level: Factors; load: number; walk: number[]; past: Factors[] }

export type Timeline = { weeksBefore: number; weeksAfter: number }

export const FOUR_WEEKS: Timeline = { weeksBefore: 4, weeksAfter: 4 }

/** One drawn account: what moves all its entities, and how to draw one. */
export type DriftingAccount = {
  world: EffectWorld
  chance: Chance
  timeline: Timeline
  /** What a day brings to all, logarithm, by day from the first before to the last after. */
  common: readonly number[]
  cpc: number
  /** What was before, with chance of its own: the windows around the change are the same without it. */
  past: { chance: Chance; common: readonly number[]; daysOf: Map<Day[], Day[]> }
}

/** Weeks known before a timeline's first: windows of four weeks, each with a week between it and the next. */
const WEEKS_KNOWN = 20

export function drawAccount(
  world: EffectWorld,
  chance: Chance,
  timeline = FOUR_WEEKS,
): DriftingAccount {
  const days = (timeline.weeksBefore + timeline.weeksAfter) * 7
  const saleAt = timeline.weeksBefore * 7 + Math.floor(chance.between(3, 18))
  const common = shocksOf(world, chance, days).map(
    (shock, day) => shock + (day >= saleAt && day < saleAt + 7 ? world.sale : 0),
  )
  const cpc = chance.between(0.4, 2.5)
  const ofPast = chanceFrom(`before ${cpc}`)
  const past = {
    chance: ofPast,
    common: shocksOf(world, ofPast, WEEKS_KNOWN * 7),
    daysOf: new Map<Day[], Day[]>(),
  }
  return { world, chance, timeline, common, cpc, past }
}

function shocksOf(world: EffectWorld, chance: Chance, days: number): number[] {
  let shock = 0
  return Array.from({ length: days }, () => {
    shock = 0.8 * shock + 0.6 * world.shocks * chance.normal()
    return shock
  })
}

export function drawTraits({ world, chance, cpc }: DriftingAccount): Traits {
  const [low, high] = world.clicksADay
  return {
    clicksADay: low * (high / low) ** chance.uniform(),
    rate: world.rate * Math.exp(0.35 * chance.normal()),
    cpc: cpc * Math.exp(0.3 * chance.normal()),
    dispersion: chance.between(1.2, 2),
  }
}

export function drawDrift({ world, chance, timeline, past }: DriftingAccount): Drift {
  let walked = 0
  const own = asFar(world, chance)
  return {
    past: pastOf(own, past.chance, timeline),
    level: levelOf(own, chance),
    load: chance.between(0.3, 1.7),
    walk: Array.from({ length: timeline.weeksBefore + timeline.weeksAfter + 1 }, () => {
      walked += world.walk * chance.normal()
      return walked
    }),
  }
}

/** As one entity of this world drifts. */
function asFar(world: EffectWorld, chance: Chance): EffectWorld {
  const { unlike, level } = world
  if (!unlike) return world
  const times = (chance.happens(0.5) ? unlike : 1) / Math.sqrt((1 + unlike ** 2) / 2)
  return { ...world, level: { clicks: level.clicks * times, rate: level.rate * times } }
}

/** `changed`: by how much a day after the change is more than it would have been, counted from the window's first. */
export function drawDays(
  account: DriftingAccount,
  traits: Traits,
  drift: Drift,
  changed: (dayAfter: number) => Factors = () => UNCHANGED,
): Day[] {
  const { timeline, common, chance } = account
  const first = timeline.weeksBefore * 7
  const days = common.map((shared, day) => {
    const isAfter = day >= first
    const level = isAfter ? drift.level : UNCHANGED
    const change = isAfter ? changed(day - first) : UNCHANGED
    const moved = Math.exp(
      drift.load * shared + drift.walk[Math.floor(day / 7) + (isAfter ? 1 : 0)]!,
    )
    return drawDay(chance, traits, day, {
      clicks: level.clicks * change.clicks * moved,
      rate: level.rate * change.rate,
      cpc: level.cpc * change.cpc,
    })
  })
  account.past.daysOf.set(days, drawPast(account, traits, drift))
  return days
}

/** Days before the timeline's first. */
function drawPast({ past }: DriftingAccount, traits: Traits, drift: Drift): Day[] {
  const { chance, common } = past
  return common
    .map((shared, back) => {
      const level = drift.past[Math.floor(back / 7)]!
      const moved = Math.exp(drift.load * shared)
      return drawDay(chance, traits, -1 - back, { ...level, clicks: level.clicks * moved })
    })
    .reverse()
}

/** Of each week before the timeline's first, the latest first: every window moved on from one before it, and the walk came from somewhere. */
function pastOf(world: EffectWorld, chance: Chance, { weeksBefore }: Timeline): Factors[] {
  let level = UNCHANGED
  return Array.from({ length: WEEKS_KNOWN }, (_, back) => {
    level = movedBy(level, { ...UNCHANGED, clicks: Math.exp(world.walk * chance.normal()) })
    // The week between two windows is of neither.
    if (!world.calmPast && back % (weeksBefore + 1) === 0)
      level = movedBy(level, levelOf(world, chance))
    return level
  })
}

function levelOf(world: EffectWorld, chance: Chance): Factors {
  return {
    clicks: Math.exp(world.level.clicks * tailed(chance, world.tails)),
    rate: Math.exp(world.level.rate * tailed(chance, world.tails)),
    cpc: Math.exp(world.prices * chance.normal()),
  }
}

function movedBy(one: Factors, by: Factors): Factors {
  return { clicks: one.clicks * by.clicks, rate: one.rate * by.rate, cpc: one.cpc * by.cpc }
}

export function drawUntouched(account: DriftingAccount): Day[][] {
  const [least, most] = account.world.untouched
  const count = Math.round(account.chance.between(least, most))
  return Array.from({ length: count }, () =>
    drawDays(account, drawTraits(account), drawDrift(account)),
  )
}

/** Spread 1. */
function tailed(chance: Chance, freedom: number): number {
  if (freedom === Number.POSITIVE_INFINITY) return chance.normal()
  const scale = Math.sqrt((freedom - 2) / freedom)
  return (scale * chance.normal()) / Math.sqrt((2 * chance.gamma(freedom / 2)) / freedom)
}
