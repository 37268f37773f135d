import type { MutateFailure } from '../../account-source.ts'
import type { AccountState } from '../structure.ts'
import { adGroupAdOperation, adOperation } from './ad-operations.ts'
import {
  adGroupOperation,
  biddingStrategyOperation,
  budgetOperation,
  campaignOperation,
} from './campaign-operations.ts'
import {
  adGroupBidModifierOperation,
  adGroupCriterionOperation,
  campaignCriterionOperation,
} from './criterion-operations.ts'
import {
  endExperiment,
  pollRunning,
  promoteExperiment,
  scheduleExperiment,
} from './experiment-acts.ts'
import { experimentArmOperation, experimentOperation } from './experiment-operations.ts'
import {
  assetOperation,
  campaignAssetOperation,
  campaignSharedSetOperation,
  sharedCriterionOperation,
  sharedSetOperation,
} from './library-operations.ts'
import {
  type Json,
  type Operation,
  type Prepared,
  Refused,
  required,
  type Scope,
} from './operation.ts'
import { applyRecommendation, dismissRecommendation } from './recommendation-operations.ts'
import { recommendationSubscriptionOperation } from './setup-operations.ts'

const HANDLERS: Record<string, (scope: Scope, operation: Operation) => Prepared> = {
  campaignOperation,
  campaignBudgetOperation: budgetOperation,
  adGroupOperation,
  adGroupCriterionOperation,
  campaignCriterionOperation,
  adGroupBidModifierOperation,
  biddingStrategyOperation,
  sharedSetOperation,
  sharedCriterionOperation,
  campaignSharedSetOperation,
  assetOperation,
  campaignAssetOperation,
  adGroupAdOperation,
  adOperation,
  recommendationSubscriptionOperation,
  applyRecommendationOperation: (scope, operation) => applyRecommendation(scope, operation as Json),
  dismissRecommendationOperation: (scope, operation) =>
    dismissRecommendation(scope, operation as Json),
  experimentOperation,
  experimentArmOperation,
  scheduleExperiment: (scope, operation) => scheduleExperiment(scope, operation as Json),
  endExperiment: (scope, operation) => endExperiment(scope, operation as Json),
  pollRunning: (scope, operation) => pollRunning(scope, operation as Json),
  promoteExperiment: (scope, operation) => promoteExperiment(scope, operation as Json),
}

const isAct = (key: string) => /^(apply|dismiss)Recommendation/.test(key)

export type Preparation =
  | { ok: true; resultKey: string; prepared: Prepared }
  | { ok: false; failure: MutateFailure }

/** Checks one operation of `googleAds:mutate` against a state; the state changes when `prepared.apply` is called. */
export function prepareOperation(
  operation: unknown,
  state: AccountState,
  prefix: string,
  at: string,
  inParts = false,
): Preparation {
  const [key = '', body = {}] =
    Object.entries((operation ?? {}) as Record<string, Operation>)[0] ?? []
  const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const kind = body.create ? 'create' : body.remove ? 'remove' : 'update'
  const scope: Scope = { state, prefix, path: [snake, kind], at, inParts }
  try {
    const handler = HANDLERS[key]
    if (!handler)
      throw new Refused('mutateError', 'MUTATE_NOT_ALLOWED', 'This operation is not supported.', [
        snake,
      ])
    if (key.endsWith('Operation') && !isAct(key) && !body.create && !body.update && !body.remove)
      throw required({ ...scope, path: [snake] }, 'operation')
    const resultKey = key.replace(/Operation$/, 'Result')
    return { ok: true, resultKey, prepared: handler(scope, body) }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, failure: error.failure }
    throw error
  }
}
