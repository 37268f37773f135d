import { LOWERED_ROAS, recommendationsOf, type SwitchType } from '../recommendations.ts'
import { campaignOperation, write } from './campaign-operations.ts'
import { adGroupCriterionOperation } from './criterion-operations.ts'
import { type Json, money, type Prepared, Refused, required, type Scope } from './operation.ts'

/** Google's own recommendations: `{resourceName, campaignBudget?: {newBudgetAmountMicros}}`. */
export function applyRecommendation(scope: Scope, operation: Json): Prepared {
  const { state, prefix } = scope
  const recommendation = openRecommendation(scope, operation)
  const { resourceName } = recommendation
  const thenDone = (change: () => void) => () => {
    change()
    state.handledRecommendations.set(resourceName, 'APPLIED')
  }
  if (recommendation.type === 'KEYWORD') {
    const created = adGroupCriterionOperation(scope, {
      create: {
        adGroup: `${prefix}/adGroups/${recommendation.adGroupId}`,
        keyword: { text: recommendation.text, matchType: 'BROAD' },
      },
    })
    return { ...created, resourceName, apply: thenDone(created.apply) }
  }
  if (recommendation.type === 'RESPONSIVE_SEARCH_AD_IMPROVE_AD_STRENGTH')
    throw required(scope, 'responsive_search_ad_improve_ad_strength.updated_ad')
  if (recommendation.type === 'LOWER_TARGET_ROAS') {
    const asked = (operation.lowerTargetRoas as Json | undefined)?.targetRoasMultiplier
    const targetRoas = recommendation.targetRoas * Number(asked ?? LOWERED_ROAS)
    const name = `${prefix}/campaigns/${recommendation.campaignId}`
    const changed = campaignOperation(scope, {
      updateMask: 'maximizeConversionValue.targetRoas',
      update: { resourceName: name, maximizeConversionValue: { targetRoas } },
    })
    return { ...changed, resourceName, apply: thenDone(changed.apply) }
  }
  if (recommendation.type !== 'CAMPAIGN_BUDGET') {
    const asked = (operation.targetCpaOptIn as Json | undefined)?.targetCpaMicros
    const change =
      recommendation.type === 'TARGET_CPA_OPT_IN'
        ? {
            updateMask: 'targetCpa.targetCpaMicros',
            targetCpa: { targetCpaMicros: asked ?? recommendation.targetCpaMicros },
          }
        : SWITCHED[recommendation.type]
    const { updateMask, ...fields } = change
    const name = `${prefix}/campaigns/${recommendation.campaignId}`
    const changed = campaignOperation(scope, {
      updateMask,
      update: { resourceName: name, ...fields },
    })
    return { ...changed, resourceName, apply: thenDone(changed.apply) }
  }
  const { budget } = recommendation
  const asked = (operation.campaignBudget as Json | undefined)?.newBudgetAmountMicros
  const amount = money(
    asked ?? recommendation.amountMicros,
    () =>
      new Refused(
        'recommendationError',
        'INVALID_BUDGET_AMOUNT',
        'The budget amount is invalid.',
        [...scope.path, 'campaign_budget'],
        String(asked),
      ),
  )
  const set = write(budget, 'amountMicros', amount)
  return {
    resourceName,
    info: {
      resourceType: 'CAMPAIGN_BUDGET',
      operation: 'UPDATE',
      resourceName: `${prefix}/campaignBudgets/${budget.id}`,
      campaignId: recommendation.campaignId,
      changedFields: ['amountMicros'],
      oldResource: { campaignBudget: { amountMicros: String(budget.amountMicros) } },
      newResource: { campaignBudget: { amountMicros: String(amount) } },
    },
    apply: thenDone(set),
  }
}

const SWITCHED: Record<SwitchType, { updateMask: string } & Json> = {
  SEARCH_PARTNERS_OPT_IN: {
    updateMask: 'networkSettings.targetSearchNetwork',
    networkSettings: { targetSearchNetwork: true },
  },
  DISPLAY_EXPANSION_OPT_IN: {
    updateMask: 'networkSettings.targetContentNetwork',
    networkSettings: { targetContentNetwork: true },
  },
  OPTIMIZE_AD_ROTATION: {
    updateMask: 'adServingOptimizationStatus',
    adServingOptimizationStatus: 'OPTIMIZE',
  },
}

export function dismissRecommendation(scope: Scope, operation: Json): Prepared {
  const { resourceName } = openRecommendation(scope, operation)
  return {
    resourceName,
    apply: () => void scope.state.handledRecommendations.set(resourceName, 'DISMISSED'),
  }
}

function openRecommendation(scope: Scope, { resourceName }: Json) {
  const found = recommendationsOf(scope.state, scope.prefix).find(
    (r) => r.resourceName === resourceName,
  )
  const handled = scope.state.handledRecommendations.get(String(resourceName))
  if (handled === 'APPLIED' || (found && handled === 'DISMISSED'))
    throw new Refused(
      'recommendationError',
      handled === 'APPLIED' ? 'RECOMMENDATION_ALREADY_APPLIED' : 'RECOMMENDATION_INVALIDATED',
      'The recommendation is no longer valid.',
      scope.path,
      String(resourceName),
    )
  if (found) return found
  throw new Refused(
    'mutateError',
    'RESOURCE_NOT_FOUND',
    'Resource was not found.',
    scope.path,
    String(resourceName),
  )
}
