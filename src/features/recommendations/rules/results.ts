import { daysUntil, dueOf, heldUp, type ReadAccount } from '#account-data/held-up.ts'
import { actsOf, countedCard, countedOnce, totalOf } from '#engine/effect/account-total.ts'
import type { EvidenceCard } from '#engine/findings/recommendation.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { type ChangeState, STATE } from '#shared/change-states.ts'
import { type Day, daysInRange } from '#shared/dates.ts'
import { finalOf, hasOwnAmount, type Measured, type Verdict } from '#shared/measured.ts'
import { heldText, lookedText, measuredIn, shareText } from '#shared/results-text.ts'
import { MEASURED, UNDOABLE } from './change-state.ts'
import { type ShownExperiment, undecidable } from './experiment-state.ts'
import type { CardResult, OwnResults } from './results-on-wire.ts'
import { runningTotal } from './running-total.ts'
import type { SecondHalf } from './second-half.ts'

/** One application, as its tables tell it; days in the account's time zone. */
export type AppliedCard = {
  id: string
  applicationId: string
  title: string
  ruleTitle: string
  campaignIds: readonly string[]
  adGroupId: string | null
  appliedOn: Day
  /** The currency of its amounts. */
  appliedIn: string
  state: ChangeState
  measureAfter: Day | null
  measured: Measured | null
  forecast: EvidenceCard['forecast']
  second: SecondHalf | null
  experiment: ShownExperiment | null
  /** Since when all of it has been in force, where first a part was: of drawn halves and trials. */
  wholeOn: Day | null
  /** Taken back, or its trial ended; null while it stands. */
  goneOn: Day | null
  /** Of one taken back in part: which fraction of its steps. */
  gonePart?: number | undefined
}

/** Of one applied while its account was in another currency: its verdict stands, its amounts are not those of the others. */
export function withoutAmounts(card: AppliedCard): AppliedCard {
  const { measured, appliedIn } = card
  const told = measured?.monthlyMicros
    ? { ...measured, monthlyMicros: null, money: undefined, note: measuredIn(appliedIn) }
    : measured
  return { ...card, forecast: null, measured: told }
}

/**
 * Newest first; the newest of a recommendation is the one that can be undone. `all`: of the account, in any quarter: what is in
 * the figures of one of another quarter counts there.
 */
export function resultsOf(
  cards: readonly AppliedCard[],
  today: Day,
  account: ReadAccount | null = null,
  all = cards,
): Pick<OwnResults, 'total' | 'running' | 'rows'> {
  const acts = all.filter(isOrWasInForce).flatMap(acting)
  const { counted: once, within } = countedOnce(all.filter(isInForce).flatMap(counting), acts)
  const shown = new Set(cards.map(({ applicationId }) => applicationId))
  const counted = once.filter(({ id }) => shown.has(id))
  const total = totalOf(counted)
  const titles = new Map(all.map(({ applicationId, title }) => [applicationId, title]))
  const seen = new Set<string>()
  const rows = cards.map((card) => {
    const isNewest = card.state !== STATE.failed && !seen.has(card.id)
    if (isNewest) seen.add(card.id)
    const less = within[card.applicationId]
    const titleOf = (id: string | null | undefined) => (id && titles.get(id)) || null
    const [gone] = less?.gone ?? []
    const isPartlyGone = all.some((one) => one.applicationId === gone && (one.gonePart ?? 1) < 1)
    const held = less && { ...less, title: titleOf(less.id), gone: titleOf(gone), isPartlyGone }
    return rowOf(card, today, { isNewest, held, account })
  })
  return {
    total: total && {
      estimate: total.estimate,
      range80: total.range80,
      range95: total.range95,
      usual: total.usual,
      cards: total.counted.length,
    },
    running: runningTotal(cards, today, { all, acts }),
    rows,
  }
}

/** As a person sees it whose role decides nothing. */
export const asOnlySeen = (row: CardResult): CardResult => ({
  ...row,
  canUndo: false,
  experiment: row.experiment && undecidable(row.experiment),
})

/** Of a quarter: '2026-T4'. */
export function quarterOf(day: Day): string {
  return `${day.slice(0, 4)}-T${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

/** The one asked for; else the present one once anything of it is measured, else all. */
export function periodOf(
  asked: string | undefined,
  cards: readonly AppliedCard[],
  today: Day,
): string {
  if (asked) return asked
  const present = quarterOf(today)
  const isMeasured = (card: AppliedCard) =>
    quarterOf(card.appliedOn) === present && finalOf(card.measured) !== null
  return cards.some(isMeasured) ? present : 'todo'
}

const counting = (card: AppliedCard) => countedCard(card) ?? []
const acting = ({ forecast, ...card }: AppliedCard) =>
  actsOf({ ...card, predicted: forecast?.monthlyMidMicros ?? null })
const isInForce = ({ state }: AppliedCard) => MEASURED.includes(state)
const isOrWasInForce = (card: AppliedCard) => isInForce(card) || card.goneOn !== null

function rowOf(
  card: AppliedCard,
  today: Day,
  {
    isNewest,
    held,
    account,
  }: { isNewest: boolean; held: Held | undefined; account: ReadAccount | null },
): CardResult {
  const { forecast } = card
  const measured = finalOf(card.measured)
  const dueOn = dueOf(card)
  const standing = standingOf(card, measured, dueOn)
  const isDue = standing === 'measuring' && dueOn !== null
  const heldBack = isDue && account ? heldUp({ ...card, dueOn }, account, today) : null
  return {
    id: card.id,
    applicationId: card.applicationId,
    title: card.title,
    ruleTitle: card.ruleTitle,
    appliedOn: card.appliedOn,
    standing,
    verdict: measured?.verdict ?? null,
    forecast: forecast && {
      estimate: forecast.monthlyMidMicros,
      low: forecast.monthlyLowMicros,
      high: forecast.monthlyHighMicros,
    },
    measured: measured && hasOwnAmount(measured) ? measured.monthlyMicros : null,
    note: heldBack ?? noteOf(card, standing, measured, held),
    daysLeft: isDue && heldBack === null ? daysUntil(today, dueOn) : null,
    progress: dueOn ? progressOf(card.appliedOn, dueOn, today) : 0,
    // One that has ended left nothing behind.
    canUndo: isNewest && UNDOABLE.includes(card.state) && card.experiment?.state !== 'ended',
    second: card.second,
    experiment: card.experiment && {
      ...card.experiment,
      canPromote: isNewest && card.experiment.canPromote,
      canEnd: isNewest && card.experiment.canEnd,
    },
    within: held?.left === 0 ? held.title : null,
  }
}

/** What part of a card counts; title of the one in whose figures most of the rest is, and of one in its own that was taken back. */
type Held = Parameters<typeof heldText>[0]

function noteOf(
  { state, measured, second, experiment }: AppliedCard,
  standing: CardResult['standing'],
  final: Measured | null,
  held: Held | undefined,
): string | null {
  if (standing === 'measuring') return measured && lookedText(measured)
  if (standing === 'measured') return final && told(final, second, held)
  if (UNMEASURED[state]) return UNMEASURED[state]
  if (standing !== 'undone') return final?.note ?? (experiment && undecided(experiment))
  return final ? before(final) : TAKEN_BACK
}

function told(final: Measured, second: SecondHalf | null, held: Held | undefined): string | null {
  const share = hasOwnAmount(final) ? shareText(final, second?.state ?? null) : null
  const rest = held && !(held.title && held.left === 0) ? heldText(held) : null
  return [final.note, share, rest, final.isPartly ? PARTLY : null].filter(Boolean).join(' ') || null
}

const PARTLY = 'No se hicieron todos sus cambios: lo previsto era de todos.'

/** Of a trial that was over before there was a verdict. */
function undecided({ state }: ShownExperiment): string | null {
  if (state === EXPERIMENT.promoted) return PROMOTED_EARLY
  return state === EXPERIMENT.ended ? ENDED_EARLY : null
}

const PROMOTED_EARLY = 'Se promovió antes de que se pudiera juzgar: ya no hay con qué comparar.'
const ENDED_EARLY = 'Se terminó antes de que se pudiera juzgar.'

const before = ({ verdict, note }: Measured) =>
  [`Antes de deshacerse se midió: ${VERDICTS[verdict]}.`, note].filter(Boolean).join(' ')

const VERDICTS: Record<Verdict, string> = {
  improved: 'mejorado',
  unchanged: 'sin cambios',
  worsened: 'empeorado',
  inconclusive: 'no concluyente',
}

const TAKEN_BACK = 'Se deshizo antes de saber qué hacía.'
const UNMEASURED: Partial<Record<ChangeState, string>> = {
  [STATE.failed]: 'No se pudo aplicar: no hay nada que medir.',
  [STATE.applying]: 'Todavía no se sabe si está hecha.',
  [STATE.undoing]: 'Todavía no se sabe si está deshecha.',
  [STATE.partlyUndone]: 'Deshecha en parte: lo que queda ya no se mide.',
}

function standingOf(
  { state }: AppliedCard,
  measured: Measured | null,
  dueOn: Day | null,
): CardResult['standing'] {
  if (state === STATE.undone || state === STATE.partlyUndone || state === STATE.undoing)
    return 'undone'
  if (state === STATE.failed) return 'failed'
  if (measured) return 'measured'
  return dueOn && MEASURED.includes(state) ? 'measuring' : 'unmeasured'
}

function progressOf(from: Day, to: Day, today: Day): number {
  const [done, all] = [today <= from ? 0 : daysInRange(from, today) - 1, daysInRange(from, to) - 1]
  return Math.min(1, done / Math.max(1, all))
}
