import type { Context } from '../account/context.ts'
import type { FactLevel } from '../account/coverage.ts'
import type { AccountInventory } from '../account/inventory.ts'
import { COUNTED, type Column, type Counted } from '../account/known-figures.ts'
import { missingColumn, missingLevel } from '../account/known-snapshot.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import type { EffectKind } from '../effect/measure-effect.ts'
import { type OwnedFinding, ownedBy } from '../findings/owned-finding.ts'
import type { Category, Finding } from '../findings/recommendation.ts'
import { notKnown } from '../words/setup-texts.ts'
import {
  bidsBlockedReason,
  blockedReason,
  raisesBlockedReason,
  restReason,
} from '../words/shared-texts.ts'
import * as unread from '../words/unread-texts.ts'

/** One question asked of every account. All lists of rules are made of these objects (rules.ts). */
export type Rule<Name extends string = string> = {
  name: Name
  /** What it looks at, as a marketer would call it; Spanish. */
  title: string
  /** Of its findings, unless one says otherwise. */
  category: Category
  /** When its findings without an amount are seen to, ascending. */
  place: number
  needs: Needs
  /** What it can defend of the account, or why it is silent; only asked where its needs are met. */
  run: (
    snapshot: AccountSnapshot,
    context: Context,
  ) => { findings: OwnedFinding[]; silence: string | null; waits?: true }
  /** All texts of its own; `run` finds the facts that they tell. */
  words: Readonly<Record<string, unknown>>
  /** What the effect of its changes is judged by, where the category does not say it. */
  effect?: EffectKind
  /** Its amounts are supposed: they come after those of all other rules, and are never of high priority. */
  isLast?: boolean
}

export type RuleResult = { findings: Finding[]; silence: string | null }

type Part = keyof AccountInventory
type Setting = 'budgetMicros' | 'biddingStrategyType'

/** What of a snapshot may be missing and the rule cannot do without. */
export type Needs = {
  /** Parts of the inventory that must all be known. */
  all?: readonly Part[]
  /** Parts of which one is enough. */
  any?: readonly Part[]
  /** What the silence calls these parts, with its article: 'los anuncios'. */
  called?: string
  /**
   * Conversions that can be believed, with the clicks and the cost they came from; 'now': and are being counted, for
   * what learns from them by itself; 'once': and none twice, for what their number alone would make look cheap.
   */
  conversions?: true | 'now' | 'once'
  /** Days of the account that must have been read. */
  days?: number
  /** Levels that the source must have given: the figures of no others can be read. */
  levels?: readonly FactLevel[]
  /** Figures that the source must have given: no others can be read without asking. */
  columns?: readonly Column[]
  /** Settings that must be known of some campaign. */
  settings?: readonly Setting[]
}

/** A snapshot whose parts are known. */
export type SnapshotWith<
  Parts extends Part = never,
  Level extends FactLevel = never,
  Known extends Column = Counted,
> = AccountSnapshot<Level, Known> & {
  inventory: AccountInventory & Required<Pick<AccountInventory, Parts>>
}

type LevelsOf<Need> = Need extends { levels: readonly (infer Level extends FactLevel)[] }
  ? Level
  : never
type ColumnsOf<Need> =
  | (Need extends { conversions: true | 'now' | 'once' } ? Counted : never)
  | (Need extends { columns: readonly (infer Known extends Column)[] } ? Known : never)

/** What a rule may read: what it says it needs, and no more. */
type SnapshotFor<Need extends Needs> = Need extends { all: readonly (infer Known extends Part)[] }
  ? SnapshotWith<Known, LevelsOf<Need>, ColumnsOf<Need>>
  : Need extends { any: readonly Part[] }
    ? SnapshotWith<never, LevelsOf<Need>, ColumnsOf<Need>>
    : AccountSnapshot<LevelsOf<Need>, ColumnsOf<Need>>

/** Rules that always claim an amount need no place. */
export const LAST_PLACE = 999

export function defineRule<const Name extends string, const Need extends Needs>({
  run,
  ...rule
}: Omit<Rule<Name>, 'run' | 'needs' | 'place'> & {
  place?: number
  needs: Need
  run: (snapshot: SnapshotFor<Need>, context: Context) => RuleResult
}): Rule<Name> {
  const owner = { place: LAST_PLACE, ...rule }
  return {
    ...owner,
    run: (snapshot, context) => {
      const missing = missingOf(rule.needs, snapshot, context)
      if (missing) return { findings: [], ...missing }
      // missingOf has seen its parts, levels and columns.
      const { findings, silence } = run(snapshot as SnapshotFor<Need>, context)
      const rest = silence !== null && rule.needs.conversions ? restReason(context) : null
      return {
        findings: findings.map((finding) => ownedBy(owner, finding)),
        silence: rest ?? silence,
      }
    },
  }
}

/** `waits`: reading the rest of the history will tell. */
type Missing = { silence: string; waits?: true }

/** Why a rule must be silent, or null where its needs are met. */
function missingOf(needs: Needs, snapshot: AccountSnapshot, context: Context): Missing | null {
  const { all = [], any, called = '', conversions } = needs
  const isKnown = (part: Part) => Boolean(snapshot.inventory?.[part])
  if (!all.every(isKnown) || any?.some(isKnown) === false)
    return context.isReading
      ? { silence: unread.partsLater(called), waits: true }
      : { silence: notKnown(called) }
  const unknown = unreadOf(needs, snapshot)
  if (unknown) return { silence: unknown }
  const tooFew = daysMissing(needs, snapshot, context)
  if (tooFew) return { silence: tooFew, ...(context.isReading && { waits: true }) }
  if (!conversions) return null
  const blocked = BLOCKED_BY[`${conversions}`](context)
  return blocked ? { silence: blocked } : null
}

const BLOCKED_BY = { true: blockedReason, now: bidsBlockedReason, once: raisesBlockedReason }

/** What the source did not give is unknown, also where a value stands in its place. */
function unreadOf(needs: Needs, snapshot: AccountSnapshot): string | null {
  const { levels = [], settings = [] } = needs
  const level = missingLevel(snapshot, levels)
  if (level) return unread.levelUnknown(level)
  const column = missingColumn(snapshot, columnsNeeded(needs))
  if (column) return unread.columnUnknown(column)
  const { campaigns } = snapshot
  const setting = settings.find((one) => campaigns.every((campaign) => campaign[one] === undefined))
  return setting && campaigns.length > 0 ? unread.settingUnknown(setting) : null
}

/** All that the figures of a card rest on, together with the levels and parts. */
export function columnsNeeded({ columns = [], conversions }: Needs): readonly Column[] {
  return conversions ? [...COUNTED, ...columns] : columns
}

function daysMissing(
  { days = 0 }: Needs,
  { account }: AccountSnapshot,
  { daysKnown, isReading, say }: Context,
): string | null {
  if (daysKnown >= days) return null
  return unread.tooFewDays(say, {
    needed: days,
    known: daysKnown,
    isReading,
    source: account.source,
  })
}
