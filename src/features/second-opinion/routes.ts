import { type Mount, serve } from '#platform/http.ts'
import { applyGoogleRecommendation, dismissGoogleRecommendation } from './actions/handle-advice.ts'
import { pauseAutoApply } from './actions/pause-auto-apply.ts'
import * as contract from './contract.ts'
import { countNewAutomaticChanges, listAutomaticChanges } from './queries/automatic-changes.ts'
import { listGoogleRecommendations } from './queries/google-recommendations.ts'

export function mountSecondOpinion(mount: Mount): void {
  serve(mount, contract.listGoogleRecommendations, (ctx, input) =>
    listGoogleRecommendations(ctx, input.customerId),
  )
  serve(mount, contract.applyGoogleRecommendation, applyGoogleRecommendation)
  serve(mount, contract.dismissGoogleRecommendation, dismissGoogleRecommendation)
  serve(mount, contract.listAutomaticChanges, (ctx, input) =>
    listAutomaticChanges(ctx, input.customerId),
  )
  serve(mount, contract.countNewAutomaticChanges, (ctx, input) =>
    countNewAutomaticChanges(ctx, input.customerId),
  )
  serve(mount, contract.pauseAutoApply, pauseAutoApply)
}
