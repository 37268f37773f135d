import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason, tooFewConversions } from '../../words/shared-texts.ts'
import { type Term, termFamily } from './search-terms.ts'
import { termBreadthTexts } from './term-breadth-words.ts'

const RULE = 'term-breadth'

export type Breadth = {
  verdict: 'loose' | 'tight'
  /** Lin–Rodnitzky: cost per conversion of all queries / of those that converted. */
  ratio: number
  /** The same ratio if every query converted alike and only luck told them apart. */
  byChance: number
  costMicros: number
  barrenMicros: number
  conversions: number
  /** Share of the cost that came by exact match, fraction. */
  exactShare: number
  /** What it rests on: those that never converted, or those that did. */
  terms: readonly Term[]
}

/** Whether the account buys too many kinds of searches, or too few to find new ones. */
export function termBreadth(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = blockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const { terms, conversions } = termFamily(snapshot, context)
  const needed = THRESHOLDS.breadthConversions.value
  if (conversions < needed) {
    return { findings: [], silence: tooFewConversions(context, needed, conversions) }
  }
  const breadth = breadthOf(terms)
  if (!breadth) return { findings: [], silence: BALANCED }
  const finding = setupFinding(
    {
      rule: RULE,
      categoria: 'keywords',
      campaignId: null,
      part: breadth.verdict,
      probability: THRESHOLDS.mostCertain.value,
      priority: 'baja',
    },
    termBreadthTexts(context, breadth),
  )
  return { findings: [finding], silence: null }
}

const BALANCED =
  'Lo que se gasta en búsquedas que no convierten es lo habitual, o lo explica el azar.'

function breadthOf(terms: readonly Term[]): Breadth | null {
  const sums = addUp(terms.map((term) => term.sums))
  const converting = terms.filter((term) => term.sums.conversionsMicros > 0)
  const sold = addUp(converting.map((term) => term.sums)).costMicros
  const barrenMicros = sums.costMicros - sold
  const expected = barrenByChance(terms)
  if (sold <= 0) return null
  const exact = addUp(
    terms.flatMap(({ rows }) =>
      rows.filter(({ matchType }) => matchType === 'EXACT').map((row) => row.sums),
    ),
  ).costMicros
  const facts = {
    ratio: sums.costMicros / sold,
    byChance: sums.costMicros / Math.max(1, sums.costMicros - expected),
    costMicros: sums.costMicros,
    barrenMicros,
    conversions: sums.conversionsMicros / MICROS,
    exactShare: exact / sums.costMicros,
  }
  const { breadthLoose, breadthTight, breadthBeyondChance, breadthExactShare } = THRESHOLDS
  if (facts.ratio > breadthLoose.value && barrenMicros > breadthBeyondChance.value * expected) {
    return {
      verdict: 'loose',
      ...facts,
      terms: terms.filter((term) => term.sums.conversionsMicros <= 0),
    }
  }
  const tight = facts.ratio < breadthTight.value && facts.exactShare >= breadthExactShare.value
  return tight ? { verdict: 'tight', ...facts, terms: converting } : null
}

/** Cost of queries without conversion if all had the same rate: most have too few clicks to sell. */
function barrenByChance(terms: readonly Term[]): number {
  const sums = addUp(terms.map((term) => term.sums))
  const rate = sums.conversionsMicros / MICROS / sums.clicks
  return terms.reduce(
    (total, term) => total + term.sums.costMicros * Math.exp(-rate * term.sums.clicks),
    0,
  )
}
