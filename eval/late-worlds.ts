import { chanceFrom } from './chance.ts'
import { drawMoved } from './effects/moving-accounts.ts'
import { MOVING_WORLDS } from './effects/moving-worlds.ts'
import type { PlantedChange } from './effects/planted-changes.ts'
import { judge } from './effects/verdicts.ts'
import { between, type LayerOptions, type Metric, noted } from './metric.ts'

const WORLD = MOVING_WORLDS.find(({ lagDays }) => lagDays)!
const TIMELINE = { weeksBefore: 4, weeksAfter: 4 }
/** What a budget was raised by, and what a cut left. */
const CHANGES = { raise: 1.4, cut: 0.7 }

/** Conversions come in late, by an entity's own lag, and count on the day of the click: amounts with and without what is still to come. */
export function lateWorlds({ seeds, full }: LayerOptions): Metric[] {
  return Object.entries(CHANGES).flatMap(([name, clicks]) => {
    const found = Array.from({ length: full ? 1_000 : 150 }, (_, i) => {
      const chance = chanceFrom(`late ${name} ${seeds.first + i}`)
      const change = drawMoved(WORLD, chance, TIMELINE, { clicks, rate: 1 })
      const truth = truthOf(change, clicks)
      const missOf = (late: boolean) => {
        const { monthlyMicros, usualMicros } = judge(change, 4, 'budget', undefined, late)
        return (monthlyMicros!.estimate / 1e6 - truth) / (usualMicros / 1e6)
      }
      const coveredOf = () => {
        const { low, high } = judge(change, 4, 'budget').monthlyMicros!
        return low <= truth * 1e6 && high >= truth * 1e6
      }
      return { without: missOf(false), with: missOf(true), isCovered: coveredOf() }
    })
    const mean = (of: (one: (typeof found)[number]) => number) =>
      found.reduce((sum, one) => sum + of(one), 0) / found.length
    const what = `late conversions, ${name}: amount less truth over the spend`
    return [
      noted(
        `${what}, without those still to come`,
        mean(({ without }) => without),
      ),
      between(
        what,
        mean((one) => one.with),
        -0.02,
        0.02,
      ),
      noted(
        `late conversions, ${name}: truth outside of the 95 % range`,
        mean(({ isCovered }) => (isCovered ? 0 : 1)),
      ),
    ]
  })
}

/** € a month, once all have come, were the untouched as they are: what the clicks above or below the others' brought less what they cost. */
function truthOf({ changed, worth }: PlantedChange, clicks: number): number {
  const after = changed.slice(TIMELINE.weeksBefore * 7)
  const sum = (of: 'conversions' | 'cost') => after.reduce((all, day) => all + day[of], 0)
  return ((worth * sum('conversions') - sum('cost')) * (1 - 1 / clicks) * 30) / after.length
}
