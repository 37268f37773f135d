import { MICROS } from '#shared/metrics.ts'
import { calendarWordIn } from '../../account/calendar-words.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { limitOf } from '../../account/targets.ts'
import { folded } from '../../account/terms.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Ngram } from './frequent-ngrams.ts'
import { type Term, termFamily } from './search-terms.ts'

/** The queries that name a time of the year which the window does not cover, each with its word of the calendar: none is excluded for good. */
export const seasonalSearches = oncePerAnalysis(
  (snapshot: AccountSnapshot<'searchTerm'>, context: Context): ReadonlyMap<Term, string> => {
    const { terms } = termFamily(snapshot, context)
    const { window, account } = snapshot
    return new Map(
      terms.flatMap((term): [Term, string][] => {
        const word = calendarWordIn(term.text, window, account)
        return word ? [[term, word]] : []
      }),
    )
  },
)

/** Whether half of a theme's clicks or more are of them: 'niños', where it is of 'Semana Santa con niños', sells in spring. */
export function seasonalThemes(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
): (ngram: Ngram) => boolean {
  const seasons = seasonalSearches(snapshot, context)
  if (seasons.size === 0) return () => false
  return ({ terms, clicks }) => {
    const own = terms.filter((term) => seasons.has(term))
    return own.length > 0 && addUp(own.map(({ sums }) => sums)).clicks >= clicks / 2
  }
}

/** The words of the calendar whose queries cost far more than they bring now, dearest first. */
export function sparedSeasons(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
): readonly string[] {
  const byWord = Map.groupBy(
    [...seasonalSearches(snapshot, context)].filter(([{ protection }]) => protection === null),
    ([, word]) => folded(word),
  )
  return [...byWord.values()]
    .map((own) => ({ word: own[0]![1], terms: own.map(([term]) => term) }))
    .filter(({ terms }) => isDear(terms, context))
    .toSorted((a, b) => costOf(b.terms) - costOf(a.terms) || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word)
}

const costOf = (terms: readonly Term[]) => addUp(terms.map(({ sums }) => sums)).costMicros

function isDear(terms: readonly Term[], context: Context): boolean {
  const bought = terms.reduce((sum, { campaign, sums }) => {
    const target = context.targetOf(campaign.id)
    return sum + (target ? (sums.costMicros * context.measurement.knownShare) / limitOf(target) : 0)
  }, 0)
  const sold = addUp(terms.map(({ sums }) => sums)).conversionsMicros / MICROS
  const { dearExpected, dearTimes } = THRESHOLDS
  return bought >= dearExpected.value && bought >= dearTimes.value * sold
}
