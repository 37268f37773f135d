import type { ChangeSearch } from '#changes/open-changes.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { FIND_KEYWORD_QUERIES } from '#platform/google-ads/queries.ts'
import type { KeywordChange } from '../rules/keyword-change.ts'
import { dropKeyword, storeKeyword } from './store-keyword.ts'

/** For additions whose answer never came; they are logged with what was added. */
export const keywordSearch: ChangeSearch = {
  kinds: ['add_keyword', 'add_negative'],
  find: (ads, googleCustomerId, { after }) =>
    findKeyword(ads, googleCustomerId, after as KeywordChange),
  alongside: (ctx, { customerId, after }, resourceName) =>
    storeKeyword(ctx, customerId, after as KeywordChange, resourceName),
  alongsideUndone: async (ctx, { customerId, after, resourceName }) => {
    if (resourceName) await dropKeyword(ctx, customerId, after as KeywordChange, resourceName)
  },
}

/** Its resource name if Google has it now; null if not. */
export async function findKeyword(
  ads: GoogleAds,
  googleCustomerId: string,
  change: KeywordChange,
): Promise<string | null> {
  const query = FIND_KEYWORD_QUERIES[change.scope]
    .replace('{id}', String(change.scopeId))
    .replace('{negative}', String(change.negative).toUpperCase())
    .replace('{matchType}', change.matchType)
  const rows = await ads.search(googleCustomerId, query)
  const criteria = rows.map((row) => row.adGroupCriterion ?? row.campaignCriterion)
  // Texts are compared here, not in the query, where quotes and accents would need care.
  const found = criteria.find(
    (criterion) => criterion?.keyword?.text?.toLowerCase() === change.text.toLowerCase(),
  )
  return found?.resourceName ?? null
}
