import type { MeasuredEffect } from '#engine/effect/measure-effect.ts'
import { chanceFrom } from './chance.ts'
import { isSeenAtBest } from './effects/ceiling.ts'
import {
  type DriftingAccount,
  drawAccount,
  EFFECT_WORLDS,
  type EffectWorld,
  FOUR_WEEKS,
  LEVELS,
  RANDOM_WALK,
  STEADY,
} from './effects/drifting-account.ts'
import {
  doubledLater,
  movedTraffic,
  nothingChanged,
  oneSidedShock,
  type PlantedChange,
  partialOutage,
  pickedForItsFigures,
  rightSaving,
  SHOCKS,
} from './effects/planted-changes.ts'
import { againstSynthetic, againstTheMean } from './effects/synthetic-control.ts'
import { judge, judgeByLooks } from './effects/verdicts.ts'
import { atLeast, atMost, type LayerOptions, type Metric, noted } from './metric.ts'

/** Verdicts in accounts whose generator shares nothing with the engine, world by world: nothing was changed. */
export function untouchedWorlds(options: LayerOptions): Metric[] {
  return EFFECT_WORLDS.flatMap((world) =>
    Object.entries(world.unlike ? { ...UNTOUCHED, ...GROWN } : UNTOUCHED).flatMap(
      ([name, plant]) => {
        const verdicts = judged(options, { name, plant, world })
        return [
          atMost(`A/A ${world.name}, ${name}: false Mejorado`, verdicts.improved, 0.05),
          atMost(`A/A ${world.name}, ${name}: false Empeorado`, verdicts.worsened, 0.05),
        ]
      },
    ),
  )
}

/** A right thing was changed, or something else happened. */
export function changedWorlds(options: LayerOptions): Metric[] {
  return [LEVELS, STEADY].flatMap((world) => {
    const run = (name: string, plant: Plant) => judged(options, { name, plant, world })
    return [
      ...rightSavings(world.name, run('right saving', rightSaving)),
      ...moved(world.name, run('moved traffic', movedTraffic)),
      ...Object.entries(SHOCKED).map(([name, plant]) =>
        wrong(`${world.name}, ${name}`, run(name, plant)),
      ),
    ]
  })
}

export function loneWorlds({ seeds, full }: LayerOptions): Metric[] {
  return [LEVELS, STEADY].map((world) => lone(world, seeds.first, accountsOf(full)))
}

/** A share of one in twenty is told to ±.009 by so many. */
const LEAST_LOOKS = 600

export function looksWorlds({ seeds, full }: LayerOptions): Metric[] {
  return EFFECT_WORLDS.filter(({ name }) => LOOKED_AT.includes(name)).flatMap((world) =>
    looks(world, seeds.first, Math.max(LEAST_LOOKS, accountsOf(full) / 2)),
  )
}

const LOOKED_AT = [LEVELS.name, RANDOM_WALK.name, 'calm until then']

export function controlWorlds({ seeds, full }: LayerOptions): Metric[] {
  return EFFECT_WORLDS.map((world) => controls(world, seeds.first, Math.ceil(accountsOf(full) / 3)))
}

const accountsOf = (full: boolean) => (full ? 2_000 : 300)

type Tried = { name: string; plant: Plant; world: EffectWorld }

function judged({ seeds, full }: LayerOptions, { name, plant, world }: Tried): Verdicts {
  return verdictsOf(accountsOf(full), (i) => {
    const chance = chanceFrom(`${name} ${world.name} ${seeds.first + i}`)
    return judge(plant(drawAccount(world, chance)), FOUR_WEEKS.weeksBefore, i)
  })
}

/** Of ordinary accounts one in eight lets it be seen: fewer tell the share to no better than a sixth. */
const LEAST_LONE = 1_000

/** One entity's right savings that are seen, of those that could be seen at all. */
function lone(world: EffectWorld, first: number, accounts: number): Metric {
  let [seen, seenAtBest] = [0, 0]
  for (let i = 0; i < Math.max(LEAST_LONE, accounts); i++) {
    const change = rightSaving(drawAccount(world, chanceFrom(`lone ${world.name} ${first + i}`)))
    if (isSeenAtBest(change, world, FOUR_WEEKS.weeksBefore)) seenAtBest++
    if (judge(change, FOUR_WEEKS.weeksBefore, i).verdict === 'improved') seen++
  }
  return atLeast(
    `one entity, ${world.name}: seen / what its drift lets be seen`,
    seen / seenAtBest,
    0.9,
  )
}

/** How far a synthetic control is off where nothing was changed, over how far the mean of the untouched is (root mean squares). */
function controls(world: EffectWorld, first: number, accounts: number): Metric {
  const timeline = { weeksBefore: 16, weeksAfter: 4 }
  let [synthetic, plain] = [0, 0]
  for (let i = 0; i < accounts; i++) {
    const chance = chanceFrom(`synthetic ${world.name} ${first + i}`)
    const change = nothingChanged(drawAccount(world, chance, timeline))
    synthetic += againstSynthetic(change, timeline.weeksBefore) ** 2
    plain += againstTheMean(change, timeline.weeksBefore) ** 2
  }
  return noted(`synthetic control, ${world.name}: error / mean’s`, Math.sqrt(synthetic / plain))
}

/** Nothing was changed, looked at after 4 weeks and, as far as the product goes on, after 8 and 12. */
function looks(world: EffectWorld, first: number, accounts: number): Metric[] {
  const timeline = { weeksBefore: 12, weeksAfter: 12 }
  const all = Array.from({ length: accounts }, (_, i) => {
    const chance = chanceFrom(`looks ${world.name} ${first + i}`)
    return judgeByLooks(nothingChanged(drawAccount(world, chance, timeline)), 12, i)
  })
  const share = (of: (one: (typeof all)[number]) => boolean) => all.filter(of).length / accounts
  return [
    atMost(
      `A/A ${world.name}, looks at 4, 8, 12 weeks: false verdicts`,
      share(({ verdict }) => verdict === 'improved' || verdict === 'worsened'),
      0.05,
    ),
    noted(
      `A/A ${world.name}: looked at more than once`,
      share(({ looks: many }) => many > 1),
    ),
  ]
}

type Plant = (account: DriftingAccount) => PlantedChange

const SHOCKED: Record<string, Plant> = {
  ...Object.fromEntries(
    SHOCKS.map((shock): [string, Plant] => [
      `${shock}, one entity`,
      (account) => oneSidedShock(account, shock),
    ]),
  ),
  'half a tag, some entities': partialOutage,
  'doubled by itself some days later': doubledLater,
}

const UNTOUCHED: Record<string, Plant> = {
  'any entity': nothingChanged,
  'the dearest': (account) => pickedForItsFigures(account, 'dearest'),
  'the cheapest': (account) => pickedForItsFigures(account, 'cheapest'),
}

/** What drifts far has mostly grown far, or fallen. */
const GROWN: Record<string, Plant> = {
  'the one that grew most': (account) => pickedForItsFigures(account, 'grown'),
}

/** Share of each verdict. */
type Verdicts = Record<MeasuredEffect['verdict'], number>

function verdictsOf(accounts: number, effectOf: (i: number) => MeasuredEffect): Verdicts {
  const verdicts: Verdicts = { improved: 0, unchanged: 0, worsened: 0, inconclusive: 0 }
  for (let i = 0; i < accounts; i++) verdicts[effectOf(i).verdict] += 1 / accounts
  return verdicts
}

function rightSavings(world: string, { worsened, improved }: Verdicts): Metric[] {
  return [
    atMost(`right savings, ${world}: judged Empeorado`, worsened, 0.03),
    noted(`right savings, ${world}: judged Mejorado`, improved),
  ]
}

function moved(world: string, { worsened, improved }: Verdicts): Metric[] {
  return [
    atMost(`traffic moved to a sister, ${world}: judged Empeorado`, worsened, 0.05),
    atMost(`traffic moved to a sister, ${world}: judged Mejorado`, improved, 0.05),
  ]
}

function wrong(name: string, { worsened, improved }: Verdicts): Metric {
  return atMost(`shock, ${name}: wrong verdict`, worsened + improved, 0.08)
}
