import { type AccountTotal, accountTotal } from '#engine/effect/account-total.ts'
import type { CountedCard } from '#engine/effect/counted-once.ts'
import { ownMonthly } from '#engine/effect/measure-effect.ts'
import { Z_95 } from '#engine/effect/ratio-of-ratios.ts'
import { MICROS } from '#shared/metrics.ts'
import { chanceFrom } from './chance.ts'
import { type DriftingAccount, drawAccount, LEVELS } from './effects/drifting-account.ts'
import { manyChanges } from './effects/planted-changes.ts'
import { judge } from './effects/verdicts.ts'
import { judgeHalves } from './halves-worlds.ts'
import { atLeast, between, type LayerOptions, type Metric } from './metric.ts'

const CARDS = 10

/** What ten cards of one account did together, against what they truly did. */
export function totalWorlds({ seeds, full }: LayerOptions): Metric[] {
  const accounts = full ? 1_000 : 400
  const run = (name: string, halves: number) =>
    Array.from({ length: accounts }, (_, i) => {
      const seed = `${name} ${seeds.first + i}`
      return totalled(drawAccount(LEVELS, chanceFrom(seed)), seed, halves)
    })
  const share = (all: readonly Totalled[], of: (one: Totalled) => boolean) =>
    all.filter(of).length / accounts
  const [mixed, inHalves] = [run('total', 0), run('total in halves', 3)]
  const holds = (name: 'range80' | 'range95') => (one: Totalled) =>
    one.total[name].low <= one.truth && one.total[name].high >= one.truth
  return [
    between(
      'account total of 10 cards: 95 % range covers',
      share(mixed, holds('range95')),
      0.93,
      0.97,
    ),
    between(
      'account total of 10 cards: 80 % range covers',
      share(mixed, holds('range80')),
      0.76,
      0.84,
    ),
    atLeast(
      'account total of 10 cards, 3 in halves: concludes',
      share(inHalves, ({ total }) => total.range95.low > 0),
      0.6,
    ),
  ]
}

type Totalled = { total: AccountTotal; truth: number }

/** `halves`: of the cards, so many are applied to one half first. */
function totalled(account: DriftingAccount, seed: string, halves: number): Totalled {
  const planted = manyChanges(account, CARDS - halves)
  const lone = planted.flatMap(({ truth, ...change }, i) => {
    const effect = judge(change, account.timeline.weeksBefore, i)
    const monthly = ownMonthly(effect)
    if (!monthly) return []
    const { spread } = effect
    return [{ truth, card: cardOf(`lone ${i}`, { estimate: monthly.estimate, spread }) }]
  })
  const drawn = Array.from({ length: halves }, (_, i) => {
    const { effect, truth } = judgeHalves(`${seed} ${i}`)
    const { estimate, low, high } = effect.netMicros!
    const month = 30 / 28
    const allMicros = ((high - low) / 2 / Z_95) * month
    const spread = { allMicros, controlMicros: 0, worthMicros: 0 }
    const card = cardOf(`halves ${i}`, { estimate: estimate * month, spread })
    return { truth, card }
  })
  const all = [...lone, ...drawn]
  return {
    total: accountTotal(all.map(({ card }) => card))!,
    truth: (all.reduce((sum, one) => sum + one.truth, 0) * MICROS * 30) / 28,
  }
}

function cardOf(id: string, measured: Pick<CountedCard, 'estimate' | 'spread'>): CountedCard {
  return {
    id,
    campaignIds: [id],
    appliedOn: '2026-01-01',
    measuredTo: '2026-02-05',
    usual: 0,
    ...measured,
  }
}
