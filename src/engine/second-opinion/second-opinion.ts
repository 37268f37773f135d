import { isLearning } from '../account/known-settings.ts'
import { isSupposed } from '../account/targets.ts'
import { SECOND_OPINION_THRESHOLDS } from '../thresholds/second-opinion.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { unlessDearerBudget } from './counted-budget.ts'
import { judgeAdTexts, judgeAsset, judgeNewAd, judgeRotation } from './judge-ads.ts'
import {
  judgeRaisedTarget,
  judgeSetTarget,
  judgeSmartBidding,
  portfolioObstacle,
} from './judge-bidding.ts'
import { judgeBudget } from './judge-budget.ts'
import { judgeBroadMatch, judgeKeyword, judgeMatchType } from './judge-keywords.ts'
import { plainOpinion } from './judge-promise.ts'
import { IN_PLACE, judgeAudience, judgeNetwork, judgePerformanceMax } from './judge-reach.ts'
import { BY_SETUP, judgeEnhancedCpc, judgeMostClicks, SETUP_JUDGES } from './judge-setup.ts'
import { judgeLoweredRoas, judgeSetRoas, judgeValueBidding } from './judge-value.ts'
import {
  conversionsOf,
  mayCost,
  promiseFigures,
  saying,
  targetFigures,
  worthWhereBidFor,
} from './opinion-figures.ts'
import { promisedPrice } from './promised-price.ts'
import { asSupposed, SUPPOSED_TIMES } from './supposed-worth.ts'

type Judge = (advice: GoogleAdvice, around: Surroundings) => SecondOpinion

const JUDGES: Record<string, Judge> = {
  CAMPAIGN_BUDGET: judgeBudget,
  FORECASTING_CAMPAIGN_BUDGET: judgeBudget,
  MARGINAL_ROI_CAMPAIGN_BUDGET: judgeBudget,
  MOVE_UNUSED_BUDGET: judgeBudget,
  KEYWORD: judgeKeyword,
  USE_BROAD_MATCH_KEYWORD: judgeBroadMatch,
  KEYWORD_MATCH_TYPE: judgeMatchType,
  TARGET_CPA_OPT_IN: judgeSmartBidding,
  MAXIMIZE_CONVERSIONS_OPT_IN: judgeSmartBidding,
  SET_TARGET_CPA: judgeSetTarget,
  FORECASTING_SET_TARGET_CPA: judgeSetTarget,
  RAISE_TARGET_CPA_BID_TOO_LOW: judgeRaisedTarget,
  RAISE_TARGET_CPA: judgeRaisedTarget,
  TARGET_ROAS_OPT_IN: judgeValueBidding,
  MAXIMIZE_CONVERSION_VALUE_OPT_IN: judgeValueBidding,
  SET_TARGET_ROAS: judgeSetRoas,
  FORECASTING_SET_TARGET_ROAS: judgeSetRoas,
  LOWER_TARGET_ROAS: judgeLoweredRoas,
  MAXIMIZE_CLICKS_OPT_IN: judgeMostClicks,
  ENHANCED_CPC_OPT_IN: judgeEnhancedCpc,
  SITELINK_ASSET: (_advice, around) => judgeAsset(around, 'sitelinks'),
  CALLOUT_ASSET: (_advice, around) => judgeAsset(around, 'callouts'),
  RESPONSIVE_SEARCH_AD: (_advice, around) => judgeNewAd(around),
  RESPONSIVE_SEARCH_AD_ASSET: judgeAdTexts,
  RESPONSIVE_SEARCH_AD_IMPROVE_AD_STRENGTH: judgeAdTexts,
  IMPROVE_PERFORMANCE_MAX_AD_STRENGTH: judgeAdTexts,
  IMPROVE_DEMAND_GEN_AD_STRENGTH: judgeAdTexts,
  SEARCH_PARTNERS_OPT_IN: (advice, around) => judgeNetwork(advice, around, 'SEARCH_PARTNERS'),
  DISPLAY_EXPANSION_OPT_IN: (advice, around) => judgeNetwork(advice, around, 'CONTENT'),
  PERFORMANCE_MAX_OPT_IN: (advice, around) => judgePerformanceMax(advice, around),
  UPGRADE_SMART_SHOPPING_CAMPAIGN_TO_PERFORMANCE_MAX: judgeMigration,
  UPGRADE_LOCAL_CAMPAIGN_TO_PERFORMANCE_MAX: judgeMigration,
  MIGRATE_DYNAMIC_SEARCH_ADS_CAMPAIGN_TO_PERFORMANCE_MAX: judgeMigration,
  SHOPPING_MIGRATE_REGULAR_SHOPPING_CAMPAIGN_OFFERS_TO_PERFORMANCE_MAX: judgeMigration,
  CUSTOM_AUDIENCE_OPT_IN: judgeAudience,
  OPTIMIZE_AD_ROTATION: (_advice, around) => judgeRotation(around),
  ...SETUP_JUDGES,
}

function judgeMigration(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  return judgePerformanceMax(advice, around, IN_PLACE)
}

/** What we would do with one of Google's recommendations, and why. Pure; the same input gives the same verdict. */
export function secondOpinion(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  return asSupposed(judged(advice, around), around, (target) =>
    judged(advice, { ...around, target }),
  )
}

function judged(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const judge = JUDGES[advice.type]
  const opinion = judge ? judge(advice, around) : plainOpinion('no_opinion', UNKNOWN_TYPE, around)
  const gated = unlessTooDear(advice, around, unlessUnmeasured(advice, around, opinion))
  const paid = unlessDearerBudget(advice, around, gated)
  const single = unlessShared(advice, around, paid)
  return withPromise(advice, around, unlessSettling(around, unlessLearning(around, single)))
}

/** Judged by what is set up, not by what conversions say. */
const BY_COUNT = new Set([
  'SITELINK_ASSET',
  'CALLOUT_ASSET',
  'RESPONSIVE_SEARCH_AD',
  'OPTIMIZE_AD_ROTATION',
  ...BY_SETUP,
])

/** A tag that is dead now tells nothing of what a change brings, and the bidding learns from its zeros. */
function unlessUnmeasured(
  { type }: GoogleAdvice,
  { blocked }: Surroundings,
  opinion: SecondOpinion,
): SecondOpinion {
  if (!blocked || !JUDGES[type] || BY_COUNT.has(type)) return opinion
  return opinion.verdict === 'discard' ? opinion : { ...opinion, verdict: 'wait', reason: blocked }
}

/** What one campaign pays and brings says nothing of a target that it shares. */
function unlessShared(
  advice: GoogleAdvice,
  { campaign }: Surroundings,
  opinion: SecondOpinion,
): SecondOpinion {
  const obstacle = portfolioObstacle(advice, campaign)
  const isOffered = opinion.verdict === 'apply' || opinion.verdict === 'try'
  return obstacle && isOffered ? { ...opinion, verdict: 'no_opinion', reason: obstacle } : opinion
}

/**
 * Even taken at its word, Google asks more for a conversion than one may cost: that is no test. Where its owner never said what
 * that is, twice as much is let be.
 */
function unlessTooDear(
  advice: GoogleAdvice,
  around: Surroundings,
  opinion: SecondOpinion,
): SecondOpinion {
  const { target } = around
  const isOffered =
    opinion.verdict === 'try' || (opinion.verdict === 'apply' && !BY_COUNT.has(advice.type))
  const price = promisedPrice(advice.impact, knowledgeOf(advice, around))
  const marginal = price?.marginalMicros ?? null
  if (!isOffered || !target || marginal === null) return opinion
  if (marginal <= target.micros * (isSupposed(target) ? SUPPOSED_TIMES : 1)) return opinion
  const say = saying(around)
  const isShown = opinion.figures.some(({ key }) => key === 'target')
  return {
    ...opinion,
    verdict: 'discard',
    reason: `Google promete conversiones de más a ${say.money(marginal)} cada una, y ${mayCost(target, say)}: tal como lo propone no compensa ni probarlo.`,
    figures: [...opinion.figures, ...(isShown ? [] : targetFigures(target, null))],
  }
}

/** A verdict by a setting shows what Google promised as well. */
function withPromise(
  advice: GoogleAdvice,
  around: Surroundings,
  opinion: SecondOpinion,
): SecondOpinion {
  if (opinion.figures.some(({ key }) => key === 'extraCost')) return opinion
  const figures = promiseFigures(advice, promisedPrice(advice.impact, knowledgeOf(advice, around)))
  return { ...opinion, figures: [...figures, ...opinion.figures] }
}

function knowledgeOf(advice: GoogleAdvice, around: Surroundings) {
  return {
    conversions: conversionsOf(around),
    drift: SECOND_OPINION_THRESHOLDS.newTrafficDrift.value,
    ...worthWhereBidFor(advice, around),
  }
}

function unlessLearning(around: Surroundings, opinion: SecondOpinion): SecondOpinion {
  if (!isLearning(around.settings) || opinion.verdict !== 'apply') return opinion
  return {
    ...opinion,
    verdict: 'try',
    caveats: [
      ...opinion.caveats,
      `La puja de la campaña está aprendiendo: espera a que acabe (${THRESHOLDS.unreadDays.value} días como mucho) para no empezar de nuevo.`,
    ],
  }
}

function unlessSettling({ isSettling }: Surroundings, opinion: SecondOpinion): SecondOpinion {
  const isOffered = opinion.verdict === 'apply' || opinion.verdict === 'try'
  return isSettling && isOffered ? { ...opinion, verdict: 'wait', reason: SETTLING } : opinion
}

const SETTLING = `El presupuesto o la puja de la campaña ha cambiado en los últimos ${THRESHOLDS.unreadDays.value} días: primero se ve qué ha dado.`

const UNKNOWN_TYPE =
  'No tenemos un método para juzgar recomendaciones de este tipo con los datos de la cuenta.'
