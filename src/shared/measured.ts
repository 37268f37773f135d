import * as z from 'zod/mini'
import { signedPercent } from './spanish-numbers.ts'
import { Change, Micros, ToldDay } from './wire.ts'

/** Of a change. */
const Interval = z.object({ estimate: Change, low: Change, high: Change })
const AmountInterval = z.object({ estimate: Micros, low: Micros, high: Micros })
type Interval = z.infer<typeof Interval>

/** Standard deviations of a month's net, micros. */
export const NetSpread = z.object({
  allMicros: z.number(),
  /** Parts that other cards of the account have as well: of the untouched, and of the worth (signed). */
  controlMicros: z.number(),
  worthMicros: z.number(),
  /** What `controlMicros` is made of: what would have been sold, at its worth, and what it would have cost. Not kept at first. */
  controlValueMicros: z.optional(z.number()),
  controlCostMicros: z.optional(z.number()),
  /** Of `allMicros`, what it would be had conversions been as expected, fraction; left out where it is that. */
  stillTimes: z.optional(z.number()),
  /** Degrees of freedom with which `controlMicros` is known; left out where it is known. */
  controlFreedom: z.optional(z.number()),
})
export type NetSpread = z.infer<typeof NetSpread>

/** What was had and spent of what would have been; changes are fractions. */
const Moved = z.object({
  cost: Interval,
  conversions: Interval,
  /** Set where those are what conversions bring, not how many they are. */
  isByValue: z.optional(z.boolean()),
  /** Of conversions per cost, where it was measured by itself. */
  perCost: z.optional(Interval),
  /** What a month would have cost without the change. */
  usualMicros: z.optional(z.number()),
  spread: z.optional(NetSpread),
  /** Set where something else may have made what was seen: it is told, but neither added up nor learned from. */
  hasOtherCause: z.optional(z.boolean()),
  /** What it was measured on: the campaigns it changed. */
  campaignIds: z.optional(z.array(z.string())),
  /** What part of their cost before each of those had; of one alone left out. */
  campaignShares: z.optional(z.array(z.number())),
})
export type Moved = z.infer<typeof Moved>

/** What the net amount is made of. */
const MeasuredMoney = z.extend(Moved, {
  /** What a conversion was counted with, and Spanish for where that comes from; null where unknown. */
  worthMicros: z.nullable(z.number()),
  worthText: z.nullable(z.string()),
  /** Up to which amount a month neither way matters. */
  marginMicros: z.number(),
  /** Last day that was measured. */
  measuredTo: z.optional(ToldDay),
  /** P(net > 0), fraction. */
  chanceOfGain: z.nullable(z.number()),
  /** Spanish; days on which something else hit what was changed, left out of both sums. */
  leftOut: z.array(z.string()),
})

/** What came of a change, measured against what was left alone. */
export const Measured = z.object({
  verdict: z.enum(['improved', 'unchanged', 'worsened', 'inconclusive']),
  /** Change of the KPI as a fraction, with its 95 % interval. */
  kpi: z.object({ label: z.string(), change: Interval }),
  /** Net effect in micros per 30 days; null where no amount can be defended. */
  monthlyMicros: z.nullable(AmountInterval),
  /** Of verdicts by money. */
  money: z.optional(MeasuredMoney),
  /** Where money went from some budgets to others: what each of them did, which is learned from. */
  budgets: z.optional(z.array(z.extend(Moved, { budgetId: z.string() }))),
  /** Where more weeks may tell: the information at the looks so far, weeks of the next one and its day; null after the last. */
  looks: z.optional(
    z.object({
      fractions: z.array(z.number()),
      next: z.nullable(z.object({ weeks: z.number(), on: ToldDay })),
    }),
  ),
  /**
   * Where a drawn half was compared with the other: pairs of units, the p of the coins, and how much of the card was changed; `shareMade`: since the
   * other half was made too, but for some of its steps.
   */
  halves: z.optional(
    z.object({
      pairs: z.number(),
      p: z.number(),
      shareNow: z.number(),
      shareMade: z.optional(z.number()),
    }),
  ),
  /** Titles of the cards that were applied on its day to its campaigns: the effect is of all of them, and nothing is learned of one. */
  together: z.optional(z.array(z.string())),
  /** Not all of its steps had been made: what it did cannot be held against its forecast, which was of all. */
  isPartly: z.optional(z.boolean()),
  measuredOn: ToldDay,
  /** Spanish; what else changed meanwhile. */
  confounders: z.array(z.string()),
  /** Spanish; true whether or not it is looked at again. */
  note: z.nullable(z.string()),
})
export type Measured = z.infer<typeof Measured>
export type Verdict = Measured['verdict']

/** What is looked at again says nothing before: who peeks sees effects that are none. */
export function finalOf(measured: Measured | null): Measured | null {
  return measured?.looks?.next ? null : measured
}

/** Of another verdict a note says why there is no amount; of these, how it was measured. */
export function isDecided({ verdict }: Pick<Measured, 'verdict'>): boolean {
  return verdict === 'improved' || verdict === 'worsened'
}

/** What a share of the change brings of what all of it does. */
export function shareOf(measured: Measured, share: number): Measured {
  const { monthlyMicros, money } = measured
  const times = (micros: number) => micros * share
  return {
    ...measured,
    monthlyMicros: monthlyMicros && {
      estimate: times(monthlyMicros.estimate),
      low: times(monthlyMicros.low),
      high: times(monthlyMicros.high),
    },
    money: money && {
      ...money,
      usualMicros: money.usualMicros && times(money.usualMicros),
      spread: money.spread && spreadTimes(money.spread, share),
    },
  }
}

/** Of so many times the change. */
export function spreadTimes(spread: NetSpread, times: number): NetSpread {
  const { controlValueMicros: value, controlCostMicros: cost } = spread
  return {
    ...spread,
    allMicros: spread.allMicros * times,
    controlMicros: spread.controlMicros * times,
    worthMicros: spread.worthMicros * times,
    ...(value !== undefined && { controlValueMicros: value * times }),
    ...(cost !== undefined && { controlCostMicros: cost * times }),
  }
}

/** An interval whose ends are further apart than this tells nothing that a figure could say. */
const MOST_TIMES = 6

/** Nothing is known to the last digit: an interval without width is one that could not be computed. */
function isTellable({ low, high }: Interval): boolean {
  return low !== high && 1 + high <= MOST_TIMES * (1 + low)
}

/** Of what was stopped hardly anything is left: ends are many times apart that say the same. */
const isClearFall = ({ low, high }: Interval) => low < high && high < 0 && high - low <= 0.5

/** Whether its amount says something: by itself where it lies on one side of nothing, else where what it is made of does. */
export function hasTellableAmount({
  money,
  kpi,
  monthlyMicros,
  halves,
}: Pick<Measured, 'money' | 'kpi' | 'monthlyMicros' | 'halves'>): boolean {
  // By draw its interval is as wide as the coins, and as the few that were sold, let it be.
  if (halves) return monthlyMicros !== null
  // Hardly anything is left of what was stopped, and its shares are many times apart: what it cost is known to the euro.
  if (monthlyMicros && monthlyMicros.low * monthlyMicros.high > 0)
    return monthlyMicros.low !== monthlyMicros.high
  const changes = money ? [money.cost, money.conversions] : [kpi.change]
  return monthlyMicros !== null && changes.every(isTellable)
}

/** And whether it is of the change itself: an amount with another cause is neither told nor added up. */
export const hasOwnAmount = (measured: Parameters<typeof hasTellableAmount>[0]) =>
  !measured.money?.hasOtherCause && hasTellableAmount(measured)

/** '+20,0 % (entre +5,0 % y +37,0 %)', or in words where the figures would be absurd. */
export function changeText(change: Interval): string {
  if (!isTellable(change) && !isClearFall(change)) return 'con tan pocos datos no se puede precisar'
  return `${signedPercent(change.estimate)} (entre ${signedPercent(change.low)} y ${signedPercent(change.high)})`
}
