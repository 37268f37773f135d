import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { figure, numberAt, saying } from './opinion-figures.ts'

/** Where each type names the daily budget that its promise counts with. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  SET_TARGET_CPA: ['campaignBudget', 'recommendedNewAmountMicros'],
  FORECASTING_SET_TARGET_CPA: ['campaignBudget', 'recommendedNewAmountMicros'],
  SET_TARGET_ROAS: ['campaignBudget', 'recommendedNewAmountMicros'],
  FORECASTING_SET_TARGET_ROAS: ['campaignBudget', 'recommendedNewAmountMicros'],
  TARGET_ROAS_OPT_IN: ['requiredCampaignBudgetAmountMicros'],
  USE_BROAD_MATCH_KEYWORD: ['requiredCampaignBudgetAmountMicros'],
  MAXIMIZE_CONVERSIONS_OPT_IN: ['recommendedBudgetAmountMicros'],
}

/** The budget that advice of something else counts with, micros a day; null where Google names none. */
function countedBudget({ type, proposal }: GoogleAdvice): number | null {
  if (type === 'TARGET_CPA_OPT_IN')
    return numberAt(optionOf(proposal), 'requiredCampaignBudgetAmountMicros')
  const path = PATHS[type]
  return path ? numberAt(proposal, ...path) : null
}

/** Of several targets the one that is recommended, which is what we apply. */
function optionOf({ options, recommendedTargetCpaMicros }: GoogleAdvice['proposal']): unknown {
  if (!Array.isArray(options)) return null
  const wanted = Number(recommendedTargetCpaMicros)
  const found = options.find((one) => numberAt(one, 'targetCpaMicros') === wanted)
  return found ?? (options.length === 1 ? options[0] : null)
}

/** What is promised with more money than the campaign has is a test at best: the budget is another decision. */
export function unlessDearerBudget(
  advice: GoogleAdvice,
  around: Surroundings,
  opinion: SecondOpinion,
): SecondOpinion {
  const counted = countedBudget(advice)
  const told = numberAt(advice.proposal, 'campaignBudget', 'currentAmountMicros')
  const present = told ?? around.campaign?.budgetMicros ?? null
  if (counted === null || present === null || counted <= present) return opinion
  const budget = `${saying(around).money(counted)} al día`
  const caveat =
    advice.type === 'MAXIMIZE_CONVERSIONS_OPT_IN'
      ? `La promesa cuenta con un presupuesto de ${budget}, y Google puede ponerlo al aplicarla: míralo después.`
      : `La promesa cuenta con un presupuesto de ${budget}, que aquí no se cambia: con el de ahora traerá menos.`
  return {
    ...opinion,
    verdict: opinion.verdict === 'apply' ? 'try' : opinion.verdict,
    figures: [
      ...opinion.figures,
      figure('countedBudget', 'Presupuesto diario con el que cuenta', 'money', counted),
    ],
    caveats: [...opinion.caveats, caveat],
  }
}
