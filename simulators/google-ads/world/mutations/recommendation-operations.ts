import { recommendationsOf } from '../recommendations.ts'
import { write } from './campaign-operations.ts'
import { adGroupCriterionOperation } from './criterion-operations.ts'
import { type Json, money, type Prepared, Refused, type Scope } from './operation.ts'

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
