import { type Mount, serve } from '#platform/http.ts'
import { openResultCache } from '#platform/result-cache.ts'
import * as contract from './contract.ts'
import { getAccountMetrics, getAccountTrend, listDaysWithData } from './queries/account.ts'
import { listAdGroups } from './queries/ad-groups.ts'
import { listCampaignMetrics } from './queries/campaigns.ts'

export function mountPerformance(mount: Mount): void {
  const cache = openResultCache()
  serve(mount, contract.getAccountMetrics, (ctx, input) => getAccountMetrics(ctx, cache, input))
  serve(mount, contract.getAccountTrend, (ctx, input) => getAccountTrend(ctx, cache, input))
  serve(mount, contract.listCampaignMetrics, (ctx, input) => listCampaignMetrics(ctx, cache, input))
  serve(mount, contract.listAdGroups, (ctx, input) => listAdGroups(ctx, cache, input))
  serve(mount, contract.listDaysWithData, async (ctx, input) => ({
    fechas: await listDaysWithData(ctx, input.customerId),
  }))
}
