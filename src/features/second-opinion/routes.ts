import { type Mount, serve } from '#platform/http.ts'
import { applyGoogleRecommendation, dismissGoogleRecommendation } from './actions/handle-advice.ts'
import { pauseAutoApply } from './actions/pause-auto-apply.ts'
import * as contract from './contract.ts'
import { countNewAutomaticChanges, listAutomaticChanges } from './queries/automatic-changes.ts'
import { listGoogleRecommendations } from './queries/google-recommendations.ts'
import { advicesOnWire, automaticOnWire } from './rules/on-wire.ts'

export function mountSecondOpinion(mount: Mount): void {
  serve(mount, contract.listGoogleRecommendations, async (ctx, input) =>
    advicesOnWire(await listGoogleRecommendations(ctx, input.customerId)),
  )
  serve(mount, contract.applyGoogleRecommendation, (ctx, { visto: seen, ...asked }) =>
    applyGoogleRecommendation(ctx, { ...asked, seen }),
  )
  serve(mount, contract.dismissGoogleRecommendation, dismissGoogleRecommendation)
  serve(mount, contract.listAutomaticChanges, async (ctx, input) =>
    automaticOnWire(await listAutomaticChanges(ctx, input.customerId)),
  )
  serve(mount, contract.countNewAutomaticChanges, async (ctx, input) => ({
    nuevos: await countNewAutomaticChanges(ctx, input.customerId),
  }))
  serve(mount, contract.pauseAutoApply, pauseAutoApply)
}
