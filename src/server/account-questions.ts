import type { QuestionsOf } from '#features/assistant/queries/asking.ts'
import { getAccountMetrics } from '#features/performance/queries/account.ts'
import { listAccountChanges } from '#features/performance/queries/account-changes.ts'
import { listAds } from '#features/performance/queries/ads.ts'
import { listCampaignMetrics } from '#features/performance/queries/campaigns.ts'
import { listAdGroupKeywords } from '#features/performance/queries/keywords.ts'
import { listSearchTerms } from '#features/performance/queries/search-terms.ts'
import { listPending } from '#features/recommendations/queries/recommendations.ts'
import { readResults } from '#features/recommendations/queries/results.ts'
import { totalOfSeveral } from '#features/recommendations/queries/several.ts'
import { resultsOnWire } from '#features/recommendations/rules/results-on-wire.ts'
import type { ResultCache } from '#platform/result-cache.ts'

/** What the assistant asks of the other features, which it must not know; each proves that the caller owns it. */
export function accountQuestions(cache: ResultCache): QuestionsOf {
  return (ctx) => ({
    getAccountMetrics: (input) => getAccountMetrics(ctx, cache, input),
    listAccountChanges: (input) => listAccountChanges(ctx, input),
    listCampaignMetrics: (input) => listCampaignMetrics(ctx, cache, input),
    listAds: (input) => listAds(ctx, cache, input),
    listAdGroupKeywords: (input) => listAdGroupKeywords(ctx, cache, input),
    listSearchTerms: (input) => listSearchTerms(ctx, cache, input),
    listRecommendations: ({ customerId }) => listPending(ctx, customerId),
    readResults: async ({ customerId }) => {
      const { accounts } = resultsOnWire(await readResults(ctx, 'todo'))
      return accounts.find((account) => account.customerId === customerId) ?? null
    },
    totalOfSeveral: ({ ids }) => totalOfSeveral(ctx, ids),
  })
}
