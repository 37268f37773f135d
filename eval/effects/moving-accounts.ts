import type { Chance } from '../chance.ts'
import type { Timeline } from './drifting-account.ts'
import { type Day, drawDay, type Factors, UNCHANGED } from './entity-days.ts'
import { hanging } from './moves.ts'
import type { MovingWorld } from './moving-worlds.ts'
import type { PlantedChange } from './planted-changes.ts'

const WEEK = 7
/** Known before the timeline's first. */
const PAST_DAYS = 20 * WEEK
/** Learning after a change: of neither window. */
const BLACKOUT = WEEK
const RATE = 0.04

type Account = {
  world: MovingWorld
  chance: Chance
  common: number[]
  cpc: number
  changedOn: number
}

/** One of its entities was changed after the weeks before; nothing else was. */
export function drawMoved(
  world: MovingWorld,
  chance: Chance,
  { weeksBefore, weeksAfter }: Timeline,
  change: Pick<Factors, 'clicks' | 'rate'>,
): PlantedChange {
  const changedOn = PAST_DAYS + weeksBefore * WEEK
  const days = changedOn + BLACKOUT + weeksAfter * WEEK
  const common = hanging(chance, days, 0.8, 0.06)
  const account = { world, chance, common, cpc: chance.between(0.4, 2.5), changedOn }
  const past = new Map<Day[], Day[]>()
  const reported = new Map<Day[], (age: number) => number>()
  const entity = (changed: Pick<Factors, 'clicks' | 'rate'>): Day[] => {
    const all = drawEntity(account, changed)
    const known = [...all.slice(PAST_DAYS, changedOn), ...all.slice(changedOn + BLACKOUT)]
    past.set(known, all.slice(0, PAST_DAYS))
    if (world.lagDays) reported.set(known, sharesOf(chance.between(...world.lagDays)))
    return known
  }
  const untouched = Array.from({ length: Math.round(chance.between(...world.untouched)) }, () =>
    entity(UNCHANGED),
  )
  return {
    changed: entity(change),
    untouched,
    sisters: [],
    worth: (account.cpc / RATE) * chance.between(0.8, 1.6),
    past,
    reported,
  }
}

/** All its days, as they are counted when all of them are over. */
function drawEntity(
  { world, chance, common, cpc, changedOn }: Account,
  changed: Pick<Factors, 'clicks' | 'rate'>,
): Day[] {
  const [low, high] = world.clicksADay
  const traits = {
    clicksADay: low * (high / low) ** chance.uniform(),
    rate: RATE * Math.exp(0.35 * chance.normal()),
    cpc: cpc * Math.exp(0.3 * chance.normal()),
    dispersion: chance.between(1.2, 2),
  }
  const load = chance.between(0.5, 1.5)
  const own = world.movesOf(chance, common.length)
  // What an entity is like is what it was when the change was made.
  const [clicksThen, rateThen] = [own.clicks[changedOn]!, own.rate[changedOn]!]
  const days = common.map((shared, day) => {
    const by = day >= changedOn ? changed : UNCHANGED
    return drawDay(chance, traits, day, {
      clicks: by.clicks * Math.exp(load * shared + own.clicks[day]! - clicksThen),
      rate: by.rate * Math.exp(own.rate[day]! - rateThen),
      cpc: 1,
    })
  })
  return days
}

/** Of waits of so many days on average, each day as likely as the one before to end one. */
const sharesOf = (meanDays: number) => (age: number) => 1 - (meanDays / (1 + meanDays)) ** (age + 1)
