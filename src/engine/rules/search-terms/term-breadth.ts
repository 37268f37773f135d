import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewOfSearches } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { type Term, termFamily } from './search-terms.ts'
import type { Breadth } from './term-breadth-words.ts'
import * as words from './term-breadth-words.ts'

/** Whether the account buys too many kinds of searches, or too few to find new ones. */
export const termBreadth = defineRule({
  name: 'term-breadth',
  title: 'Amplitud de las búsquedas',
  category: 'keywords',
  place: 320,
  needs: { conversions: true, levels: ['searchTerm'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'searchTerm'>, context: Context): RuleResult {
  // Who looks for the brand says nothing of how many kinds of searches are tried, nor what Google matches to a web or to products.
  const terms = termFamily(snapshot, context).terms.filter(
    ({ protection, campaign }) => protection !== 'marca' && campaign.channelType === 'SEARCH',
  )
  const conversions = addUp(terms.map(({ sums }) => sums)).conversionsMicros / MICROS
  const needed = THRESHOLDS.breadthConversions.value
  if (conversions < needed) {
    return { findings: [], silence: tooFewOfSearches(context, needed, { terms, conversions }) }
  }
  const breadth = breadthOf(terms, keywordlessCost(snapshot))
  if (!breadth) return { findings: [], silence: words.BALANCED }
  const finding = setupFinding(
    {
      campaignId: null,
      part: breadth.verdict,
      probability: THRESHOLDS.mostCertain.value,
      priority: 'low',
    },
    words.termBreadthTexts(context, breadth),
  )
  return { findings: [finding], silence: null }
}

/** Where products and pages are matched to searches Google tries new ones all the time. */
function keywordlessCost({ campaigns }: AccountSnapshot<'searchTerm'>): number {
  const live = campaigns.filter(
    ({ status, channelType }) =>
      status === 'ENABLED' && ['PERFORMANCE_MAX', 'SHOPPING'].includes(channelType),
  )
  return live.reduce((sum, { sums }) => sum + (sums.costMicros ?? 0), 0)
}

function breadthOf(terms: readonly Term[], keywordlessMicros: number): Breadth | null {
  const sums = addUp(terms.map((term) => term.sums))
  const converting = terms.filter((term) => term.sums.conversionsMicros > 0)
  const sold = addUp(converting.map((term) => term.sums)).costMicros
  const barrenMicros = sums.costMicros - sold
  const expected = barrenByChance(terms)
  if (sold <= 0) return null
  const costBy = (type: string) =>
    addUp(
      terms.flatMap(({ rows }) =>
        rows.filter(({ matchType }) => matchType === type).map((row) => row.sums),
      ),
    ).costMicros
  const facts = {
    ratio: sums.costMicros / sold,
    byChance: sums.costMicros / Math.max(1, sums.costMicros - expected),
    costMicros: sums.costMicros,
    barrenMicros,
    conversions: sums.conversionsMicros / MICROS,
    exactShare: costBy('EXACT') / sums.costMicros,
    broadShare: costBy('BROAD') / sums.costMicros,
  }
  const { breadthLoose, breadthTight, breadthBeyondChance, breadthExactShare } = THRESHOLDS
  if (facts.ratio > breadthLoose.value && barrenMicros > breadthBeyondChance.value * expected) {
    return {
      verdict: 'loose',
      ...facts,
      terms: terms.filter((term) => term.sums.conversionsMicros <= 0),
    }
  }
  const exactOfAll = costBy('EXACT') / (sums.costMicros + keywordlessMicros)
  const tight = facts.ratio < breadthTight.value && exactOfAll >= breadthExactShare.value
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
