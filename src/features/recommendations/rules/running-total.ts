import { daysUntil } from '#account-data/held-up.ts'
import { countedCard, sumOfCards, timesAsMuch } from '#engine/effect/account-total.ts'
import { type Act, type CountedCard, countingOf } from '#engine/effect/counted-once.ts'
import type { EvidenceCard } from '#engine/findings/recommendation.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { addDays, type Day, daysInRange } from '#shared/dates.ts'
import type { ShownExperiment } from './experiment-state.ts'
import type { OwnResults } from './results-on-wire.ts'

/** One application, as far as it is added up. */
type AddedCard = Omit<Parameters<typeof countedCard>[0], 'second' | 'experiment'> & {
  forecast: EvidenceCard['forecast']
  experiment: ShownExperiment | null
  /** Since when all of it has been in force, where first a part was: of drawn halves and trials. */
  wholeOn: Day | null
  /** Taken back, or its trial ended; null while it stands. */
  goneOn: Day | null
}

/** Days on which the same share of a change was in force, the last one not included. */
type Piece = { from: Day; to: Day; share: number }

/** A measured card as for all of it, and when how much of that is in force. */
type Standing = { whole: CountedCard; predicted: number; pieces: readonly Piece[] }

/** When how much of it is counted, and when how much of what it did is in figures that are shown, its own or another's: that was foreseen. */
type Counted = Standing & { shown: readonly Piece[] }

/**
 * What each card brought a month, over the days that it was in force and as far as it was; weekly, the last point today. What was
 * taken back counts for the days that it stood, and what is in another's figures while that one stands is not counted again.
 */
export function runningTotal(
  cards: readonly AddedCard[],
  today: Day,
  { all, acts }: { all: readonly AddedCard[]; acts: readonly Act[] },
): OwnResults['running'] {
  const ids = new Set(cards.map(({ applicationId }) => applicationId))
  const standing = all.flatMap((card) => standingOf(card, today) ?? [])
  const parts = countedOnce(standing, acts, ids)
  const counted = parts.filter(({ whole }) => ids.has(whole.id))
  const first = counted.flatMap(({ pieces }) => pieces.map(({ from }) => from)).sort()[0]
  if (!first) return []
  return weeksFrom(first, today).map((day) => {
    const brought = counted.map(({ whole, pieces }) => timesAsMuch(whole, monthsUntil(pieces, day)))
    const { estimate, range80 } = sumOfCards(brought)
    const predicted = parts.reduce(
      (sum, one) => sum + one.predicted * monthsUntil(one.shown, day),
      0,
    )
    return { day, estimate, ...range80, predicted }
  })
}

function standingOf(card: AddedCard, today: Day): Standing | null {
  const { experiment, forecast } = card
  const all = experiment && { state: EXPERIMENT.promoted }
  const whole = countedCard({ ...card, second: null, experiment: all })
  if (!whole) return null
  return { whole, predicted: forecast?.monthlyMidMicros ?? 0, pieces: piecesOf(card, today) }
}

function piecesOf(card: AddedCard, today: Day): Piece[] {
  const { measured, experiment, appliedOn, wholeOn, goneOn } = card
  const part = measured?.halves?.shareNow ?? (experiment ? TRIED : 1)
  const from = experiment?.startsOn ?? appliedOn
  const to = goneOn ?? today
  const turn = wholeOn ?? to
  return [
    { from, to: turn < to ? turn : to, share: part },
    { from: turn, to, share: measured?.halves?.shareMade ?? 1 },
  ].filter((piece) => piece.from < piece.to)
}

/** Of the searches that have what is tried. */
const TRIED = 0.5

/** As the account's total counts them, on each day of those that stood on it; `shown`: ids. */
function countedOnce(
  all: readonly Standing[],
  acts: readonly Act[],
  shown: ReadonlySet<string>,
): Counted[] {
  const wholes = all.map(({ whole }) => whole)
  const ask = countingOf(wholes, acts)
  const ends = all.flatMap(({ pieces }) => pieces.flatMap(({ from, to }) => [from, to]))
  const days = [...new Set([...ends, ...acts.flatMap(({ goneOn }) => goneOn ?? [])])].sort()
  const counted = new Map(
    wholes.map(({ id }) => [id, { own: [] as Piece[], shown: [] as Piece[] }]),
  )
  for (const [at, from] of days.slice(0, -1).entries()) {
    const to = days[at + 1]!
    const standing = new Map(
      all.flatMap(({ whole, pieces }) => {
        const piece = pieces.find((one) => one.from <= from && from < one.to)
        return piece ? [[whole.id, piece.share] as const] : []
      }),
    )
    for (const { card, share, held } of ask((id) => standing.has(id), from)) {
      const [pieces, inForce] = [counted.get(card.id)!, standing.get(card.id)!]
      const own = { id: card.id, share: held.reduce((left, one) => left - one.share, 1) }
      const seen = [own, ...held].filter(({ id }) => shown.has(id))
      const ofShown = seen.reduce((sum, one) => sum + one.share, 0)
      add(pieces.own, { from, to, share: inForce * share })
      add(pieces.shown, { from, to, share: inForce * ofShown })
    }
  }
  return all.map((one) => {
    const { own, shown } = counted.get(one.whole.id)!
    return { ...one, pieces: own, shown }
  })
}

function add(pieces: Piece[], next: Piece): void {
  const last = pieces.at(-1)
  if (last?.to === next.from && last.share === next.share) last.to = next.to
  else if (next.share > 0) pieces.push(next)
}

function monthsUntil(pieces: readonly Piece[], day: Day): number {
  const daysOf = ({ from, to, share }: Piece) => share * daysUntil(from, day < to ? day : to)
  return pieces.reduce((days, piece) => days + daysOf(piece), 0) / 30
}

function weeksFrom(first: Day, today: Day): Day[] {
  const weeks = Math.floor((daysInRange(first, today) - 1) / 7)
  const days = Array.from({ length: weeks + 1 }, (_, week) => addDays(first, week * 7))
  return days.at(-1) === today ? days : [...days, today]
}
