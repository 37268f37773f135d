import type { CampaignFacts } from '../account/snapshot.ts'
import type { Recommendation } from './recommendation.ts'

/** With a word where figures of a campaign leave out what it spent on what is excluded or paused by now. */
export function notedStops(
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
  `Las cifras de «${name}» son sin lo que ya está excluido o en pausa: lo que costó en el periodo no se vuelve a gastar.`
