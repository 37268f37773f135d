import { type OwnedAccount, ownedAccount } from '#account-data/owned-account.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import type * as views from '#features/performance/contract/account-views.ts'
import type * as lists from '#features/performance/contract/entity-lists.ts'
import type * as performance from '#features/performance/contract/metrics.ts'
import type * as changes from '#features/recommendations/contract/changes.ts'
import type { AccountResults } from '#features/recommendations/contract/results.ts'
import type { CallerContext } from '#platform/context.ts'
import { type Day, dayInZone } from '#shared/dates.ts'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'

type Question<E> = (input: InputOf<E>) => Promise<ReplyOf<E>>

/** What one caller can look up in the other features; not_found for what is not theirs. The server hands it in. */
export type AccountQuestions = {
  getAccountMetrics: Question<typeof performance.getAccountMetrics>
  listAccountChanges: Question<typeof views.listAccountChanges>
  listCampaignMetrics: Question<typeof performance.listCampaignMetrics>
  listAds: Question<typeof lists.listAds>
  listAdGroupKeywords: Question<typeof lists.listAdGroupKeywords>
  listSearchTerms: Question<typeof lists.listSearchTerms>
  listRecommendations: (input: { customerId: string }) => Promise<PendingRecommendation[]>
  /** Of all that was applied; null where nothing was. */
  readResults: (input: { customerId: string }) => Promise<AccountResults | null>
  totalOfSeveral: (
    input: InputOf<typeof changes.totalOfSeveral>,
  ) => Promise<Pick<ReplyOf<typeof changes.totalOfSeveral>, 'totals'>>
}

/** As the engine words it. */
export type PendingRecommendation = { id: string } & Pick<
  Recommendation,
  'title' | 'description' | 'category' | 'priority' | 'estimatedImpact' | 'whyNow' | 'evidence'
>

export type QuestionsOf = (ctx: CallerContext) => AccountQuestions

/** A caller asking about one account of theirs. */
export type Asking = {
  ctx: CallerContext
  account: OwnedAccount
  /** The account's own day. */
  today: Day
  ask: AccountQuestions
}

/** Throws not_found for an account that is not the caller's. */
export async function openAsking(
  ctx: CallerContext,
  questionsOf: QuestionsOf,
  googleCustomerId: string,
): Promise<Asking> {
  const account = await ownedAccount(ctx, googleCustomerId)
  return {
    ctx,
    account,
    today: dayInZone(ctx.clock.now(), account.timeZone),
    ask: questionsOf(ctx),
  }
}
