import { chanceFrom } from './chance.ts'
import {
  type DriftingAccount,
  drawAccount,
  EFFECT_WORLDS,
  type EffectWorld,
  FOUR_WEEKS,
} from './effects/drifting-account.ts'
import { amongEdited, type Beside } from './effects/edited-accounts.ts'
import {
  nothingChanged,
  type PlantedChange,
  pickedForItsFigures,
  rightSaving,
} from './effects/planted-changes.ts'
import { judge } from './effects/verdicts.ts'
import { atLeast, atMost, type LayerOptions, type Metric, noted } from './metric.ts'

const WORLDS = ['levels', 'heavy tails', 'random walk', 'few untouched', 'steady']

/** Accounts most of whose other entities have a card of their own on a part of them. */
export function editedWorlds({ seeds, full }: LayerOptions): Metric[] {
  const accounts = full ? 1_500 : 150
  return EFFECT_WORLDS.filter(({ name }) => WORLDS.includes(name)).flatMap((world) => {
    const run = (name: string, plant: Plant, ways: readonly Way[]) =>
      Array.from({ length: accounts }, (_, i) => {
        const seed = `edited ${name} ${world.name} ${seeds.first + i}`
        const account = drawAccount(world, chanceFrom(seed))
        return verdictsOf(amongEdited(account, plant(account)), i, ways)
      })
    return [
      ...Object.entries(NOTHING).flatMap(([name, plant]) =>
        falseOf(world, name, run(name, plant, ['modelled', 'as if untouched'])),
      ),
      ...powerOf(world, run('right saving', rightSaving, ['modelled', 'excluded'])),
    ]
  })
}

type Plant = (account: DriftingAccount) => PlantedChange
type Way = keyof Beside
type Verdicts = Partial<Record<Way, string>>

const NOTHING: Record<string, Plant> = {
  'any entity': nothingChanged,
  'the dearest': (account) => pickedForItsFigures(account, 'dearest'),
}

function verdictsOf(beside: Beside, kind: number, ways: readonly Way[]): Verdicts {
  return Object.fromEntries(
    ways.map((way) => [way, judge(beside[way], FOUR_WEEKS.weeksBefore, kind).verdict]),
  )
}

function shareOf(all: readonly Verdicts[], way: Way, wanted: string): number {
  return all.filter((one) => one[way] === wanted).length / all.length
}

function falseOf({ name }: EffectWorld, entity: string, all: readonly Verdicts[]): Metric[] {
  const of = `A/A beside edited ones, ${name}, ${entity}`
  const naive = 'as if untouched'
  return [
    atMost(`${of}: false Mejorado`, shareOf(all, 'modelled', 'improved'), 0.05),
    atMost(`${of}: false Empeorado`, shareOf(all, 'modelled', 'worsened'), 0.05),
    noted(
      `${of}, edits ignored: false verdicts`,
      shareOf(all, naive, 'improved') + shareOf(all, naive, 'worsened'),
    ),
  ]
}

function powerOf({ name }: EffectWorld, all: readonly Verdicts[]): Metric[] {
  const of = `right savings beside edited ones, ${name}`
  const [seen, without] = [
    shareOf(all, 'modelled', 'improved'),
    shareOf(all, 'excluded', 'improved'),
  ]
  return [
    atMost(`${of}: judged Empeorado`, shareOf(all, 'modelled', 'worsened'), 0.03),
    noted(`${of}: judged Mejorado`, seen),
    atLeast(`${of}: more than without the edited ones`, seen - without, 0),
  ]
}
