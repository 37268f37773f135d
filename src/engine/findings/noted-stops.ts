import type { CampaignFacts } from '../account/snapshot.ts'
import type { EvidenceTable, Recommendation } from './recommendation.ts'

/** With a word where its figures of a campaign leave out what it spent on what is excluded, off or paused by now. */
export function notedStops(
  recommendation: Recommendation,
  lessened: readonly CampaignFacts<never>[],
): Recommendation {
  const { evidence } = recommendation
  const own = lessened.filter((one) => evidence.table.rows.some((row) => isRowOf(row, one)))
  if (own.length === 0) return recommendation
  const counterEvidence = [...evidence.counterEvidence, ...own.slice(0, 1).map(noteOf)]
  return { ...recommendation, evidence: { ...evidence, counterEvidence } }
}

/** A row with all that the campaign still costs; searches and keywords, which are whole, may name it too. */
const isRowOf = (row: EvidenceTable['rows'][number], { name, sums }: CampaignFacts<never>) =>
  row.campaign === name && row.cost === sums.costMicros

const noteOf = ({ name }: CampaignFacts<never>) =>
  `Las cifras de «${name}» son sin lo que ya está excluido, apagado o en pausa: lo que costó en el periodo no se vuelve a gastar.`
