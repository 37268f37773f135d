import type { Finding } from '../findings/recommendation.ts'

/** About a campaign, sure, with a monthly net of `net` micros in every draw, and an empty card: what a test is not about. */
export function sampleFinding(name: string, net: number): Finding {
  return {
    identity: [name],
    object: { type: 'campaign', id: '1' },
    campaignId: '1',
    adGroupId: null,
    title: name,
    description: '',
    whyNow: '',
    probability: 1,
    claims: [],
    drawMonthlyNet: () => net,
    kpi: 'cost',
    impact: (amount) => amount,
    card: {
      figures: [],
      table: { columns: [], rows: [] },
      test: { name: '', sentence: '', numbers: [] },
      counterEvidence: [],
      change: null,
    },
  }
}
