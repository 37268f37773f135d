import type { MeasuredEffect } from '#engine/effect/measure-effect.ts'
import { chanceFrom } from './chance.ts'
import {
  type DriftingAccount,
  drawAccount,
  EFFECT_WORLDS,
  FOUR_WEEKS,
  LEVELS,
  STEADY,
} from './effects/drifting-account.ts'
import {
  movedTraffic,
  nothingChanged,
  oneSidedShock,
  type PlantedChange,
  partialOutage,
  pickedForItsFigures,
  rightSaving,
  SHOCKS,
} from './effects/planted-changes.ts'
import { judge } from './effects/verdicts.ts'
import { atMost, type LayerOptions, type Metric, noted } from './metric.ts'

/** Verdicts in accounts whose generator shares nothing with the engine, world by world. */
export function effectWorlds({ seeds, full }: LayerOptions): Metric[] {
  const accounts = full ? 2_000 : 300
  const run = (name: string, plant: Plant, world = LEVELS) =>
    verdictsOf(accounts, (i) => {
      const chance = chanceFrom(`${name} ${world.name} ${seeds.first + i}`)
      return judge(plant(drawAccount(world, chance)), FOUR_WEEKS.weeksBefore, i)
    })
  return [
    ...EFFECT_WORLDS.flatMap((world) =>
      Object.entries(UNTOUCHED).flatMap(([name, plant]) => {
        const verdicts = run(name, plant, world)
        return [
          atMost(`A/A ${world.name}, ${name}: false Mejorado`, verdicts.mejorado, 0.05),
          atMost(`A/A ${world.name}, ${name}: false Empeorado`, verdicts.empeorado, 0.05),
        ]
      }),
    ),
    ...[LEVELS, STEADY].flatMap((world) => [
      ...rightSavings(world.name, run('right saving', rightSaving, world)),
      ...moved(world.name, run('moved traffic', movedTraffic, world)),
      ...Object.entries(SHOCKED).map(([name, plant]) =>
        wrong(`${world.name}, ${name}`, run(name, plant, world)),
      ),
    ]),
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
}

const UNTOUCHED: Record<string, Plant> = {
  'any entity': nothingChanged,
  'the dearest': (account) => pickedForItsFigures(account, 'dearest'),
  'the cheapest': (account) => pickedForItsFigures(account, 'cheapest'),
}

/** Share of each verdict. */
type Verdicts = Record<MeasuredEffect['verdict'], number>

function verdictsOf(accounts: number, judged: (i: number) => MeasuredEffect): Verdicts {
  const verdicts: Verdicts = { mejorado: 0, sin_cambios: 0, empeorado: 0, no_concluyente: 0 }
  for (let i = 0; i < accounts; i++) verdicts[judged(i).verdict] += 1 / accounts
  return verdicts
}

function rightSavings(world: string, { empeorado, mejorado }: Verdicts): Metric[] {
  return [
    atMost(`right savings, ${world}: judged Empeorado`, empeorado, 0.03),
    noted(`right savings, ${world}: judged Mejorado`, mejorado),
  ]
}

function moved(world: string, { empeorado, mejorado }: Verdicts): Metric[] {
  return [
    atMost(`traffic moved to a sister, ${world}: judged Empeorado`, empeorado, 0.05),
    atMost(`traffic moved to a sister, ${world}: judged Mejorado`, mejorado, 0.05),
  ]
}

function wrong(name: string, { empeorado, mejorado }: Verdicts): Metric {
  return atMost(`shock, ${name}: wrong verdict`, empeorado + mejorado, 0.08)
}
