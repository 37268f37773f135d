import type { CampaignFacts } from '../account/snapshot.ts'
import type { Recommendation } from './recommendation.ts'

/** With a word where figures of a campaign leave out what it spent on searches that are excluded by now. */
export function notedExclusions(
  recommendation: Recommendation,
  lessened: readonly CampaignFacts<never>[],
): Recommendation {
  const { campaignId, evidence } = recommendation
  const named = new Set(evidence.table.rows.map(({ campaign }) => campaign))
  const own = lessened.filter(({ id, name }) => id === campaignId || named.has(name))
  if (own.length === 0) return recommendation
  const counterEvidence = [...evidence.counterEvidence, ...own.slice(0, 1).map(noteOf)]
  return { ...recommendation, evidence: { ...evidence, counterEvidence } }
}

const noteOf = ({ name }: CampaignFacts<never>) =>
  `Las cifras de «${name}» son sin las búsquedas que ya están excluidas: lo que costaron en el periodo no se vuelve a gastar.`
