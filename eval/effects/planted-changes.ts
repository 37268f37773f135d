import {
  type Drift,
  type DriftingAccount,
  drawDays,
  drawDrift,
  drawTraits,
  drawUntouched,
} from './drifting-account.ts'
import {
  type Day,
  drawCount,
  type Factors,
  type Traits,
  together,
  UNCHANGED,
} from './entity-days.ts'

/** An account in which one thing was changed; € a conversion is worth. */
export type PlantedChange = {
  changed: Day[]
  untouched: Day[][]
  /** What of the changed one's traffic other entities got, before and after. */
  sisters: Day[][]
  worth: number
  /** By its days: those an entity had before them. */
  past: ReadonlyMap<Day[], Day[]>
  /** By its days: the share of a click's conversions that has come in so many days after it; unset: all on the day. */
  reported?: ReadonlyMap<Day[], (age: number) => number>
  /** By the days of an untouched one: what cards changed of it and is left out, over the rest. */
  edited?: ReadonlyMap<Day[], number>
}

/** Half to one and a half times what a conversion costs: some accounts earn, some just break even. */
function worthOf({ chance, world, cpc }: DriftingAccount): number {
  return (cpc / world.rate) * chance.between(0.8, 1.6)
}

/** Nothing was changed. */
export function nothingChanged(account: DriftingAccount): PlantedChange {
  return {
    changed: drawDays(account, drawTraits(account), drawDrift(account)),
    untouched: drawUntouched(account),
    sisters: [],
    worth: worthOf(account),
    past: account.past.daysOf,
  }
}

/** Nothing was changed, and the one that is judged was picked for what it looked like before. */
export function pickedForItsFigures(
  account: DriftingAccount,
  figure: 'dearest' | 'cheapest' | 'grown',
): PlantedChange {
  const before = account.timeline.weeksBefore * 7
  const cost = (days: Day[]) => sumOf(days.slice(0, before), 'cost')
  const price = (days: Day[]) => cost(days) / (sumOf(days.slice(0, before), 'conversions') + 0.5)
  const growth = (days: Day[]) =>
    (cost(days) + 1) / (sumOf(account.past.daysOf.get(days)!.slice(-before), 'cost') + 1)
  const { changed, untouched, ...rest } = nothingChanged(account)
  const by = figure === 'grown' ? growth : price
  const all = [changed, ...untouched].sort((a, b) => by(b) - by(a))
  const picked = figure === 'cheapest' ? all.pop()! : all.shift()!
  return { ...rest, changed: picked, untouched: all }
}

/** A part of the spend that costs twice what its conversions are worth goes, and its conversions with it. */
export function rightSaving(account: DriftingAccount): PlantedChange {
  const { chance } = account
  const worth = worthOf(account)
  const [traits, drift] = [atLeastClicks(account, 60), drawDrift(account)]
  const share = chance.between(0.2, 0.45)
  const good = {
    ...traits,
    clicksADay: traits.clicksADay * (1 - share),
    rate: traits.cpc / (0.8 * worth),
  }
  const waste = { ...traits, clicksADay: traits.clicksADay * share, rate: traits.cpc / (2 * worth) }
  return {
    changed: inOne(
      account,
      drawDays(account, good, drift),
      drawDays(account, waste, drift, () => ({ clicks: 0, rate: 1, cpc: 1 })),
    ),
    untouched: drawUntouched(account),
    sisters: [],
    worth,
    past: account.past.daysOf,
  }
}

function inOne({ past: { daysOf } }: DriftingAccount, ...parts: readonly Day[][]): Day[] {
  const all = together(...parts)
  daysOf.set(all, together(...parts.map((days) => daysOf.get(days)!)))
  return all
}

/** What part of a campaign's own clicks is on searches that Google names. */
const TOLD: [number, number] = [0.35, 0.8]

/** A third to two thirds of the traffic goes on as before, in another campaign that has the same searches. */
export function movedTraffic(account: DriftingAccount): PlantedChange {
  const { chance } = account
  const worth = worthOf(account)
  const [traits, drift] = [atLeastClicks(account, 60), drawDrift(account)]
  const moved = chance.between(0.35, 0.65)
  const part = (share: number): Traits => ({
    ...traits,
    clicksADay: traits.clicksADay * share,
    rate: traits.cpc / (0.9 * worth),
  })
  const stays = drawDays(account, part(1 - moved), drift)
  const goes = drawDays(account, part(moved), drift)
  const first = account.timeline.weeksBefore * 7
  const before = (days: Day[]) => days.map((day, i) => (i < first ? day : NOTHING))
  const after = (days: Day[]) => days.map((day, i) => (i < first ? NOTHING : day))
  return {
    changed: together(stays, before(goes)),
    untouched: drawUntouched(account),
    sisters: [named(account, after(goes))],
    worth,
    past: account.past.daysOf,
  }
}

const NOTHING: Day = { clicks: 0, cost: 0, conversions: 0 }

/** As an account shows it: the clicks of named searches, raised by how many of all clicks are named. */
function named({ chance }: DriftingAccount, days: Day[]): Day[] {
  const told = chance.between(...TOLD)
  return days.map((day) => {
    const clicks = drawCount(chance, day.clicks * told, 1)
    const conversions = drawCount(chance, day.conversions * told, 1)
    const price = day.clicks > 0 ? day.cost / day.clicks : 0
    return { clicks: clicks / told, cost: (clicks * price) / told, conversions: conversions / told }
  })
}

export const SHOCKS = ['half a tag', 'a surge', 'no stock', 'half counted twice'] as const

/** Nothing was changed, but for ten days something hit this entity alone. */
export function oneSidedShock(
  account: DriftingAccount,
  shock: (typeof SHOCKS)[number],
): PlantedChange {
  const { chance } = account
  const from = Math.floor(chance.between(1, account.timeline.weeksAfter * 7 - 11))
  const hit: Factors = {
    'half a tag': { ...UNCHANGED, rate: 0.5 },
    'a surge': { ...UNCHANGED, clicks: 1.8 },
    'no stock': { ...UNCHANGED, rate: 0.05 },
    'half counted twice': { ...UNCHANGED, rate: 1.5 },
  }[shock]
  const changed = drawDays(account, atLeastClicks(account, 120), drawDrift(account), (day) =>
    day >= from && day < from + 10 ? hit : UNCHANGED,
  )
  return {
    changed,
    untouched: drawUntouched(account),
    sisters: [],
    worth: worthOf(account),
    past: account.past.daysOf,
  }
}

/** Nothing was changed, but some days after it would have been this one doubles by itself, for good. */
export function doubledLater(account: DriftingAccount): PlantedChange {
  const from = Math.floor(account.chance.between(3, account.timeline.weeksAfter * 7 - 3))
  const changed = drawDays(account, atLeastClicks(account, 120), drawDrift(account), (day) =>
    day >= from ? { ...UNCHANGED, clicks: 2 } : UNCHANGED,
  )
  return {
    changed,
    untouched: drawUntouched(account),
    sisters: [],
    worth: worthOf(account),
    past: account.past.daysOf,
  }
}

/** A tag through which some of the entities sell, some hardly, counts half for ten days. */
export function partialOutage(account: DriftingAccount): PlantedChange {
  const { chance } = account
  const from = Math.floor(chance.between(1, account.timeline.weeksAfter * 7 - 11))
  const hit = () => {
    const throughIt = chance.happens(0.6) ? chance.between(0.7, 1) : chance.between(0, 0.2)
    return (day: number): Factors =>
      day >= from && day < from + 10 ? { ...UNCHANGED, rate: 1 - 0.5 * throughIt } : UNCHANGED
  }
  const entity = (traits: Traits, drift: Drift) => drawDays(account, traits, drift, hit())
  const [least, most] = account.world.untouched
  return {
    changed: entity(atLeastClicks(account, 120), drawDrift(account)),
    untouched: Array.from({ length: Math.round(chance.between(least, most)) }, () =>
      entity(drawTraits(account), drawDrift(account)),
    ),
    sisters: [],
    worth: worthOf(account),
    past: account.past.daysOf,
  }
}

/**
 * Cards applied in one account, held against the same untouched; every second one did nothing, the others save a fifth of the
 * clicks, worth nothing. `truth`: net € over the window.
 */
export function manyChanges(
  account: DriftingAccount,
  count: number,
): (PlantedChange & { truth: number })[] {
  const [untouched, worth] = [drawUntouched(account), worthOf(account)]
  const first = account.timeline.weeksBefore * 7
  return Array.from({ length: count }, (_, i) => {
    const saved = i % 2 === 0 ? 0.2 : 0
    const changed = drawDays(account, drawTraits(account), drawDrift(account), () => ({
      clicks: 1 - saved,
      rate: 1 / (1 - saved),
      cpc: 1,
    }))
    const truth = (sumOf(changed.slice(first), 'cost') * saved) / (1 - saved)
    return { changed, untouched, sisters: [], worth, past: account.past.daysOf, truth }
  })
}

/** Cards of one account that all did the same, held against the same untouched. */
export function cardsAlike(
  account: DriftingAccount,
  count: number,
  change: Pick<Factors, 'clicks' | 'rate'>,
): PlantedChange[] {
  const [untouched, worth] = [drawUntouched(account), worthOf(account)]
  return Array.from({ length: count }, () => ({
    changed: drawDays(account, drawTraits(account), drawDrift(account), () => ({
      ...UNCHANGED,
      ...change,
    })),
    untouched,
    sisters: [],
    worth,
    past: account.past.daysOf,
  }))
}

function atLeastClicks(account: DriftingAccount, least: number): Traits {
  const traits = drawTraits(account)
  return { ...traits, clicksADay: Math.max(least, traits.clicksADay) }
}

function sumOf(days: readonly Day[], figure: keyof Day): number {
  return days.reduce((all, day) => all + day[figure], 0)
}

/** Budgets of one account that were all raised by `step` (logarithm) and used up; each campaign's conversions follow its own exponent. */
export function budgetsRaised(
  account: DriftingAccount,
  step: number,
  exponents: readonly number[],
): PlantedChange[] {
  const [untouched, worth] = [drawUntouched(account), worthOf(account)]
  return exponents.map((exponent) => ({
    changed: drawDays(account, drawTraits(account), drawDrift(account), () => ({
      ...UNCHANGED,
      clicks: Math.exp(step),
      rate: Math.exp((exponent - 1) * step),
    })),
    untouched,
    sisters: [],
    worth,
    past: account.past.daysOf,
  }))
}
