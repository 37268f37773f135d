import { atLeast, atMost, type LayerOptions, type Metric, noted } from './metric.ts'
import { isFound, judged, outageAsSaid, share } from './tracking/verdict.ts'
import type { Loss, Noise, Plan } from './tracking/world.ts'

const VOLUMES = [0.03, 0.06, 0.2, 0.4, 1, 3, 10, 50]
const NOISES: Noise[] = ['calm', 'usual', 'shocked']
const HISTORIES = [5, 29, 89, 400]
type Healthy = {
  perDay: number
  noise: Noise
  history: number
  detail: boolean
  accused: boolean
  silenced: boolean
}

/** Whether conversions are being counted: how often a healthy account is accused, and what is found at which volume. */
export function trackingLayer({ seeds, full }: LayerOptions): Metric[] {
  const began = performance.now()
  const healthy = healthyAccounts(seeds.first, full ? 120 : 30)
  const each = (performance.now() - began) / healthy.length
  return [
    noted('tracking: healthy accounts', healthy.length),
    ...falseAlarms(healthy),
    ...power(seeds.first, full ? 120 : 40),
    ...longHistories(seeds.first, full ? 120 : 40),
    ...besides(seeds.first, full ? 400 : 150),
    noted('tracking: ms to make and analyse an account', each),
  ]
}

function healthyAccounts(first: number, count: number): Healthy[] {
  return VOLUMES.flatMap((perDay) =>
    NOISES.flatMap((noise) =>
      HISTORIES.flatMap((history) =>
        Array.from({ length: count }, (_, i) => {
          const seed = `healthy ${perDay} ${noise} ${history} ${first + i}`
          const detail = i % 3 !== 0
          const plan = { seed, conversionsADay: perDay, noise, historyDays: history, detail }
          return { perDay, noise, history, detail, ...judged(plan) }
        }),
      ),
    ),
  )
}

function falseAlarms(healthy: readonly Healthy[]): Metric[] {
  const groups: [string, Map<string, Healthy[]>][] = [
    ['conversions a day', Map.groupBy(healthy, ({ perDay }) => String(perDay))],
    ['noise', Map.groupBy(healthy, ({ noise }) => noise)],
    ['days of history', Map.groupBy(healthy, ({ history }) => String(history))],
    ['by campaign and action', Map.groupBy(healthy, ({ detail }) => (detail ? 'yes' : 'no'))],
  ]
  const cells = Map.groupBy(
    healthy,
    (one) => `${one.perDay}/day, ${one.noise}, ${one.history} days`,
  )
  const worst = [...cells].sort(([, a], [, b]) => share(b, 'accused') - share(a, 'accused'))
  return [
    ...groups.flatMap(([by, group]) =>
      [...group].map(([name, own]) =>
        atMost(`tracking, nothing broken: accused (${by}: ${name})`, share(own, 'accused'), 0.03),
      ),
    ),
    ...worst
      .slice(0, 5)
      .map(([name, own]) =>
        noted(`tracking, worst cells: accused (${name})`, share(own, 'accused')),
      ),
    atMost('tracking, nothing broken: rules silenced', share(healthy, 'silenced'), 0.01),
  ]
}

/** [loss, target at the conversions a day from which it can be asked for]. */
const LOSSES: { name: string; loss: Loss; from: Partial<Record<number, number>> }[] = [
  {
    name: 'all, 2 days, ended',
    loss: { kind: 'full', days: 2, ongoing: false },
    from: { 50: 0.8 },
  },
  {
    name: 'all, 5 days, ended',
    loss: { kind: 'full', days: 5, ongoing: false },
    from: { 10: 0.9, 50: 0.9 },
  },
  {
    name: 'all, 14 days, ended',
    loss: { kind: 'full', days: 14, ongoing: false },
    from: { 3: 0.9, 10: 0.9, 50: 0.9 },
  },
  {
    name: 'all, 5 days, ongoing',
    loss: { kind: 'full', days: 5, ongoing: true },
    from: { 50: 0.9 },
  },
  {
    name: 'all, 14 days, ongoing',
    loss: { kind: 'full', days: 14, ongoing: true },
    from: { 3: 0.8, 10: 0.9, 50: 0.9 },
  },
  {
    name: 'all, 45 days, ongoing',
    loss: { kind: 'full', days: 45, ongoing: true },
    from: { 1: 0.9, 3: 0.9, 10: 0.9, 50: 0.9 },
  },
  {
    name: '−60 %, 14 days, ended',
    loss: { kind: 'partial', lost: 0.6, days: 14, ongoing: false },
    from: { 10: 0.8, 50: 0.8 },
  },
  {
    name: '−60 %, 30 days, ongoing',
    loss: { kind: 'partial', lost: 0.6, days: 30, ongoing: true },
    from: { 10: 0.8, 50: 0.8 },
  },
  {
    name: '−40 %, 30 days, ended',
    loss: { kind: 'partial', lost: 0.4, days: 30, ongoing: false },
    from: {},
  },
  {
    name: '−20 %, 30 days, ended',
    loss: { kind: 'partial', lost: 0.2, days: 30, ongoing: false },
    from: {},
  },
  {
    name: 'one action, 14 days, ended',
    loss: { kind: 'action', days: 14, ongoing: false },
    from: { 10: 0.9, 50: 0.9 },
  },
  {
    name: 'one action, 14 days, ongoing',
    loss: { kind: 'action', days: 14, ongoing: true },
    from: { 10: 0.9, 50: 0.9 },
  },
  {
    name: 'one action, 30 days, ongoing',
    loss: { kind: 'action', days: 30, ongoing: true },
    from: { 3: 0.8, 10: 0.9, 50: 0.9 },
  },
  {
    name: 'one action, 4 days, ended',
    loss: { kind: 'action', days: 4, ongoing: false },
    from: { 50: 0.9 },
  },
  {
    name: 'one action, 4 days, ongoing',
    loss: { kind: 'action', days: 4, ongoing: true },
    from: { 50: 0.9 },
  },
  {
    name: 'values, 3 days, ongoing',
    loss: { kind: 'values', days: 3, ongoing: true },
    from: { 50: 0.9 },
  },
  {
    name: 'values, 14 days, ongoing',
    loss: { kind: 'values', days: 14, ongoing: true },
    from: { 3: 0.9, 10: 0.9, 50: 0.9 },
  },
]

function power(first: number, count: number): Metric[] {
  return LOSSES.flatMap(({ name, loss, from }) =>
    [0.2, 1, 3, 10, 50].map((perDay) => {
      const found = Array.from({ length: count }, (_, i) => {
        const seed = `broken ${perDay} ${name} ${first + i}`
        const noise = NOISES[i % 3]!
        return isFound({ seed, conversionsADay: perDay, noise, historyDays: 89, loss })
      })
      const metric = `tracking, lost ${name}: found at ${perDay} a day`
      const target = from[perDay]
      const value = found.filter(Boolean).length / count
      return target === undefined ? noted(metric, value) : atLeast(metric, value, target)
    }),
  )
}

/** Few conversions need a long history; most accounts have one. */
const RARE: [loss: Loss & { kind: 'full' }, perDay: number][] = [
  [{ kind: 'full', days: 45, ongoing: true }, 0.2],
  [{ kind: 'full', days: 30, ongoing: true }, 0.4],
  [{ kind: 'full', days: 14, ongoing: true }, 1],
]

function longHistories(first: number, count: number): Metric[] {
  return RARE.map(([loss, perDay]) => {
    const found = Array.from({ length: count }, (_, i) => {
      const seed = `rare ${perDay} ${first + i}`
      return isFound({
        seed,
        conversionsADay: perDay,
        noise: NOISES[i % 3]!,
        historyDays: 400,
        loss,
      })
    })
    const name = `tracking, 400 days known, lost all, ${loss.days} days, ongoing: found at ${perDay} a day`
    return noted(name, found.filter(Boolean).length / count)
  })
}

/** What must not be taken for a failure of the measurement, or only with its doubt; and what a failure silences. */
function besides(first: number, count: number): Metric[] {
  const many = (make: (i: number) => Plan) => Array.from({ length: count }, (_, i) => make(i))
  const perDay = (i: number) => VOLUMES[2 + (i % 6)]!
  const base = (name: string, i: number): Plan => ({
    seed: `${name} ${first + i}`,
    conversionsADay: perDay(i),
    noise: NOISES[i % 3]!,
    historyDays: 89,
  })
  const risen = many((i) => ({ ...base('risen', i), rateStep: 0.4 })).map(judged)
  const fallen = many((i) => ({ ...base('fallen', i), rateStep: -0.35 })).map(judged)
  const ended = many((i) => ({
    ...base('ended', i),
    loss: { kind: 'full', days: 7, ongoing: false },
  })).map(judged)
  const oneOfTwo = many((i) => ({
    ...base('one of two', i),
    loss: { kind: 'action', days: 14, ongoing: true },
  })).map(judged)
  const said = many((i) => base('said', i))
    .map(outageAsSaid)
    .filter((plan) => plan !== null)
    .map((plan) => ({ found: isFound(plan) }))
  return [
    atLeast('tracking, lost all, as many days as said: found', share(said, 'found'), 0.6),
    atMost('tracking, rate really up by half: accused', share(risen, 'accused'), 0.06),
    noted('tracking, rate really down by 30 %: accused', share(fallen, 'accused')),
    atMost('tracking, ended after 7 days: rules silenced', share(ended, 'silenced'), 0.01),
    atMost('tracking, one of two actions dead: rules silenced', share(oneOfTwo, 'silenced'), 0.01),
  ]
}
