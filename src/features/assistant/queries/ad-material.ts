import { adGroupOfAccount } from '#account-data/owned-entity.ts'
import { addDays } from '#shared/dates.ts'
import type { AdMaterial } from '../rules/ad-draft-template.ts'
import type { Asking } from './asking.ts'

const DAYS = 90
const MOST_TOPICS = 15

/** What an ad group says and what people who bought through it searched, in the last 90 days. */
export async function readAdMaterial(
  asking: Asking,
  adGroupId: string,
): Promise<AdMaterial & { adGroupName: string }> {
  const { ctx, account, ask, today } = asking
  const adGroup = await adGroupOfAccount(ctx, account, adGroupId)
  const campaignId = String(adGroup.campaignId)
  const range = { from: addDays(today, 1 - DAYS), to: today }
  const ads = await ask.listAds({ adGroupId, ...range })
  const keywords = await ask.listAdGroupKeywords({ adGroupId, ...range })
  const terms = await ask.listSearchTerms({ campaignId, ad_group_id: adGroupId, ...range })
  const pieces = ads.flatMap((ad) => ad.pieces).filter((piece) => piece.performance !== 'LOW')
  const textsOf = (kind: 'HEADLINE' | 'DESCRIPTION') => [
    ...new Set(pieces.filter((piece) => piece.kind === kind).map(({ text }) => text)),
  ]
  return {
    adGroupName: adGroup.name,
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
