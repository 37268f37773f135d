import { addUp } from '#engine/account/measurement.ts'
import type { WatchedEntity } from '#engine/effect/account-effects.ts'
import { LOOK_WEEKS } from '#engine/effect/looks.ts'
import {
  type EffectKind,
  type EffectQuestion,
  measureEffect,
  type Verdict,
} from '#engine/effect/measure-effect.ts'
import { eventsNeeded } from '#engine/effect/ratio-of-ratios.ts'
import { drawNormal, type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { budgetWorlds } from './budget-worlds.ts'
import { drawCount } from './draws.ts'
import { editedWorlds } from './edited-worlds.ts'
import {
  changedWorlds,
  controlWorlds,
  loneWorlds,
  looksWorlds,
  untouchedWorlds,
} from './effect-worlds.ts'
import { isSeenAtBest } from './effects/ceiling.ts'
import { LEVELS } from './effects/drifting-account.ts'
import type { PlantedChange } from './effects/planted-changes.ts'
import { experimentWorlds } from './experiment-worlds.ts'
import { halvesWorlds } from './halves-worlds.ts'
import { lateWorlds } from './late-worlds.ts'
import { atLeast, atMost, between, type Layer, type Metric, noted } from './metric.ts'
import { promiseWorlds } from './promise-worlds.ts'
import { ruleWorlds } from './rule-worlds.ts'
import { totalWorlds } from './total-worlds.ts'
import { valueWorlds } from './value-worlds.ts'

/** Variance over mean of a day's clicks and conversions. */
const DISPERSION = 1.5
/** How entities drift apart from one window to the next (sd of the logarithm). */
const DRIFT = { clicks: 0.12, rate: 0.08 }
const DAYS = 28
/** Before the one before the change. */
const WINDOWS_KNOWN = 4
const CPC_MICROS = 0.8 * MICROS
const WEEK = [1.1, 1.12, 1.08, 1.05, 1, 0.8, 0.85]

type Change = { clicks: number; rate: number; cpc: number }
const NO_CHANGE: Change = { clicks: 1, rate: 1, cpc: 1 }

/** Accounts in which nothing, or a known thing, was changed: how often the verdict is right. A part takes a processor two minutes at most. */
export const MEASUREMENT_PARTS: Record<string, Layer> = {
  unchanged: ({ seeds, full }) => [
    ...sameAgain(seeds.first, full ? 2_000 : 800),
    ...chosen(seeds.first, full ? 1_000 : 400),
  ],
  calm: ({ seeds, full }) => planted(seeds.first, full ? 600 : 150),
  coverage: ({ seeds, full }) => coverage(seeds.first, full ? 2_000 : 800),
  untouched: untouchedWorlds,
  changed: changedWorlds,
  lone: loneWorlds,
  promises: promiseWorlds,
  looks: looksWorlds,
  controls: controlWorlds,
  edited: editedWorlds,
  halves: halvesWorlds,
  experiments: experimentWorlds,
  totals: totalWorlds,
  rules: ruleWorlds,
  budgets: budgetWorlds,
  late: lateWorlds,
  values: valueWorlds,
}

const KINDS: EffectKind[] = ['saving', 'bids', 'budget', 'ads']

/** A/A: nothing was changed. */
function sameAgain(first: number, accounts: number): Metric[] {
  return KINDS.flatMap((kind) => {
    const verdicts = Array.from({ length: accounts }, (_, i) => {
      const account = accountOf(`aa ${kind} ${first + i}`, sizeOf(i), NO_CHANGE)
      return measureEffect({ kind, ...account }).verdict
    })
    return [
      ...falseVerdicts(`A/A ${kind}`, verdicts),
      noted(`A/A ${kind}: No concluyente`, shareOf(verdicts, 'inconclusive')),
    ]
  })
}

/**
 * A/A as advice is given: nothing was changed, but the entity is the account's dearest per conversion in the weeks
 * before (of budgets: its cheapest), and comes back to its own by itself.
 */
function chosen(first: number, accounts: number): Metric[] {
  return KINDS.flatMap((kind) => {
    const verdicts = Array.from({ length: accounts }, (_, i) => {
      const account = accountOf(`chosen ${kind} ${first + i}`, sizeOf(i), NO_CHANGE)
      const entities = [account.changed, ...account.untouched].sort(
        (a, b) => priceOf(b) - priceOf(a),
      )
      const changed = kind === 'budget' ? entities.pop()! : entities.shift()!
      return measureEffect({ kind, ...account, changed, untouched: entities }).verdict
    })
    return falseVerdicts(`A/A ${kind}, chosen for its figures`, verdicts)
  })
}

/** € per conversion before; half a conversion more, for there may be none. */
function priceOf({ before }: WatchedEntity): number {
  const { costMicros, conversionsMicros } = addUp(before)
  return costMicros / (conversionsMicros + MICROS / 2)
}

function falseVerdicts(name: string, verdicts: readonly Verdict[]): Metric[] {
  return [
    atMost(`${name}: false Mejorado`, shareOf(verdicts, 'improved'), 0.05),
    atMost(`${name}: false Empeorado`, shareOf(verdicts, 'worsened'), 0.05),
  ]
}

/** +20 % conversions at the same spend per conversion, where four times the table's events are there. */
function planted(first: number, accounts: number): Metric[] {
  const size = Math.ceil((4 * eventsNeeded(1.2, DISPERSION)) / DAYS / 0.05)
  const calm = { clicks: 0.02, rate: 0.02 }
  const change = { clicks: 1.2, rate: 1, cpc: 1 }
  const worth = { micros: 40 * MICROS, sd: 0.1 }
  const found = Array.from({ length: accounts }, (_, i) => {
    const account = accountOf(`planted ${first + i}`, size, change, calm)
    const byLooks = accountOf(`planted looks ${first + i}`, size, change, calm, 3)
    const once = measureEffect({ kind: 'budget', ...account, worth })
    return {
      once: once.verdict,
      isAboveZero: once.monthlyMicros!.low > 0,
      byLooks: byProduct({ kind: 'budget', ...byLooks, worth }),
      atBest: isSeenAtBest(asPlanted(account, 40), { ...LEVELS, level: calm, prices: 0 }, DAYS / 7),
    }
  })
  const [name, seen] = ['+20 % with enough events and a calm control', 'improved'] as const
  const share = (of: (one: (typeof found)[number]) => boolean) => found.filter(of).length / accounts
  return [
    atLeast(
      `${name}: detected at four weeks`,
      share(({ once }) => once === seen),
      0.8,
    ),
    noted(
      `${name}: were no verdict withheld for single days`,
      share(({ isAboveZero }) => isAboveZero),
    ),
    noted(
      `${name}: by an observer who lacks its drift alone`,
      share(({ atBest }) => atBest),
    ),
    atLeast(
      `${name}: detected by the last look`,
      share(({ byLooks }) => byLooks === seen),
      0.8,
    ),
  ]
}

/** As the product goes on: after four weeks, and eight and twelve where more may tell. */
function byProduct(question: EffectQuestion): Verdict {
  let [weeks, fractions]: [number | null, number[]] = [LOOK_WEEKS, []]
  let verdict: Verdict = 'inconclusive'
  while (weeks !== null) {
    const days = weeks * 7
    const looked = (one: WatchedEntity): WatchedEntity => ({
      ...one,
      before: one.before.slice(-days),
      after: one.after.slice(0, days),
    })
    const [changed, untouched] = [looked(question.changed), question.untouched.map(looked)]
    const effect = measureEffect({ ...question, changed, untouched, look: { weeks, fractions } })
    verdict = effect.verdict
    fractions = effect.fractions
    weeks = effect.nextWeeks
  }
  return verdict
}

function asPlanted(
  { changed, untouched }: { changed: WatchedEntity; untouched: WatchedEntity[] },
  worth: number,
): PlantedChange {
  const days = ({ before, after }: WatchedEntity) =>
    [...before, ...after].map(({ clicks, costMicros, conversionsMicros }) => ({
      clicks,
      cost: costMicros / MICROS,
      conversions: conversionsMicros / MICROS,
    }))
  const sides = { sisters: [], worth, past: new Map() }
  return { changed: days(changed), untouched: untouched.map(days), ...sides }
}

/** The 95 % interval of the change, with and without one. */
function coverage(first: number, accounts: number): Metric[] {
  const changes: [string, Change][] = [
    ['no change', NO_CHANGE],
    ['+20 %', { clicks: 1.2, rate: 1, cpc: 1 }],
    ['−40 %', { clicks: 0.6, rate: 1, cpc: 1 }],
  ]
  return changes.map(([name, change]) => {
    const covered = Array.from({ length: accounts }, (_, i) => {
      const account = accountOf(`coverage ${name} ${first + i}`, sizeOf(i), change)
      const { low, high } = measureEffect({ kind: 'budget', ...account }).kpi.change
      return low <= change.clicks * change.rate - 1 && high >= change.clicks * change.rate - 1
    })
    return between(
      `95 % interval of conversions, ${name}: coverage`,
      shareOf(covered, true),
      0.93,
      0.97,
    )
  })
}

/** Clicks a day of the changed entity: small, middling and large accounts in turn. */
function sizeOf(i: number): number {
  return [30, 120, 500, 2_000][i % 4]!
}

/** `looks`: windows of as many times four weeks. */
function accountOf(seed: string, clicksADay: number, change: Change, drift = DRIFT, looks = 1) {
  const chance = { next: uniformsFrom(seed), ofPast: uniformsFrom(`before ${seed}`) }
  const { next } = chance
  const untouched = Array.from({ length: 12 + Math.floor(next() * 36) }, () =>
    entityOf(chance, clicksADay * Math.exp(drawNormal(next)), NO_CHANGE, { drift, looks }),
  )
  return {
    changed: entityOf(chance, clicksADay, change, { drift, looks }),
    untouched,
    worth: { micros: 16 * MICROS, sd: 0.25 },
    confounders: 0,
  }
}

function entityOf(
  { next, ofPast }: Record<'next' | 'ofPast', Uniforms>,
  clicksADay: number,
  change: Change,
  { drift, looks }: { drift: typeof DRIFT; looks: number },
): WatchedEntity {
  const rate = 0.05 * Math.exp(0.3 * drawNormal(next))
  const drifted = {
    clicks: change.clicks * Math.exp(drift.clicks * drawNormal(next)),
    rate: change.rate * Math.exp(drift.rate * drawNormal(next)),
    cpc: change.cpc,
  }
  const days = (factor: Change, chance = next, windows = looks) =>
    Array.from({ length: 4 * windows }, () => WEEK)
      .flat()
      .map((weekday) =>
        dayOf(chance, clicksADay * weekday * factor.clicks, rate * factor.rate, factor.cpc),
      )
  const windows = { before: days(NO_CHANGE), after: days(drifted) }
  const levels = walkedBack(ofPast, drift)
  const past = [windows.before.slice(-DAYS), ...levels.map((level) => days(level, ofPast, 1))].map(
    addUp,
  )
  const earlier = levels.map((_, back) => ({ before: past[back + 1]!, after: past[back]! }))
  return { ...windows, earlier }
}

/** Windows before, the latest first: each drifted to the next. */
function walkedBack(ofPast: Uniforms, drift: typeof DRIFT): Change[] {
  let level = NO_CHANGE
  return Array.from({ length: WINDOWS_KNOWN }, () => {
    const { clicks, rate } = level
    level = {
      clicks: clicks * Math.exp(drift.clicks * drawNormal(ofPast)),
      rate: rate * Math.exp(drift.rate * drawNormal(ofPast)),
      cpc: 1,
    }
    return level
  })
}

function dayOf(next: Uniforms, clicksMean: number, rate: number, cpc: number): Metrics {
  const clicks = drawCount(next, clicksMean, DISPERSION)
  return {
    impressions: clicks * 20,
    clicks,
    costMicros: Math.round(clicks * CPC_MICROS * cpc * Math.exp(0.05 * drawNormal(next))),
    conversionsMicros: drawCount(next, clicks * rate, DISPERSION) * MICROS,
    valueMicros: 0,
  }
}

function shareOf<T>(all: readonly T[], wanted: T): number {
  return all.filter((one) => one === wanted).length / all.length
}
