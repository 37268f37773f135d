import { and, eq } from 'drizzle-orm'
import {
  listAdGroupKeywords,
  listAds,
  listSearchTerms,
} from '#features/performance/contract/entity-lists.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { adGroups } from '#platform/db/schema/entities.ts'
import { AppError } from '#shared/app-error.ts'
import { addDays } from '#shared/dates.ts'
import type { AdMaterial } from '../rules/ad-draft-template.ts'
import { type Asking, adGroupOf } from './asking.ts'

const DAYS = 90
const MOST_TOPICS = 15

/** Google's number of the caller's account that holds the ad group. Throws not_found. */
export async function accountOfAdGroup(ctx: CallerContext, adGroupId: string): Promise<string> {
  const id = Number(adGroupId)
  const [found] = await ctx.db
    .select({ googleCustomerId: adAccounts.googleCustomerId })
    .from(adAccounts)
    .innerJoin(adGroups, eq(adGroups.customerId, adAccounts.customerId))
    .where(
      and(
        eq(adAccounts.userId, ctx.caller.userId),
        eq(adGroups.adGroupId, Number.isSafeInteger(id) ? id : -1),
      ),
    )
  if (!found) throw new AppError('not_found', 'Grupo de anuncios no encontrado')
  return found.googleCustomerId
}

/** What an ad group says and what people who bought through it searched, in the last 90 days. */
export async function readAdMaterial(
  asking: Asking,
  adGroupId: string,
): Promise<AdMaterial & { adGroupName: string }> {
  const { ask, today } = asking
  const { name, campaignId } = await adGroupOf(asking, adGroupId)
  const range = { from: addDays(today, 1 - DAYS), to: today }
  const ads = await ask(listAds, { adGroupId, ...range })
  const keywords = await ask(listAdGroupKeywords, { adGroupId, ...range })
  const terms = await ask(listSearchTerms, { campaignId, ad_group_id: adGroupId, ...range })
  const pieces = ads.flatMap((ad) => ad.pieces).filter((piece) => piece.performance !== 'LOW')
  const textsOf = (kind: 'HEADLINE' | 'DESCRIPTION') => [
    ...new Set(pieces.filter((piece) => piece.kind === kind).map(({ text }) => text)),
  ]
  return {
    adGroupName: name,
    headlines: textsOf('HEADLINE'),
    descriptions: textsOf('DESCRIPTION'),
    convertingTerms: terms
      .filter(({ conversions }) => conversions > 0)
      .toSorted((a, b) => b.conversions - a.conversions)
      .slice(0, MOST_TOPICS)
      .map(({ search_term }) => search_term),
    keywords: keywords
      .filter(({ isNegative, status }) => !isNegative && status === 2)
      .toSorted((a, b) => b.clicks - a.clicks)
      .slice(0, MOST_TOPICS)
      .map(({ keywordText }) => keywordText),
  }
}
