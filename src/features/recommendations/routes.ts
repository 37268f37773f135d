import { type Mount, serve } from '#platform/http.ts'
import * as contract from './contract.ts'
import { getSilence, listApplied, listPending } from './queries/recommendations.ts'

export function mountRecommendations(mount: Mount): void {
  serve(mount, contract.listRecommendations, (ctx, input) => listPending(ctx, input.customerId))
  serve(mount, contract.listAppliedRecommendations, (ctx, input) =>
    listApplied(ctx, input.customerId),
  )
  serve(mount, contract.getSilence, (ctx, input) => getSilence(ctx, input.customerId))
}
