import type { AccountSnapshot, KeywordFacts } from './snapshot.ts'

/** Ids of ad groups that are paused or removed, and the keywords that are, or stand in one. */
export function turnedOff({ adGroups, keywords }: AccountSnapshot) {
  const groups = idsOff(adGroups)
  return { groups, keywords: keywords.filter((one) => isOff(one) || groups.has(one.adGroupId)) }
}

/**
 * Keywords that stand in no campaign and no ad group that is known to be paused or removed: those keep theirs switched on, and what an
 * account once bid on is neither bid on nor told to be sold today.
 */
export function keywordsInPlace<Keyword extends KeywordFacts<never>>({
  campaigns,
  adGroups,
  keywords,
}: Pick<AccountSnapshot, 'campaigns' | 'adGroups'> & {
  keywords: readonly Keyword[]
}): readonly Keyword[] {
  const [ofCampaigns, ofGroups] = [idsOff(campaigns), idsOff(adGroups)]
  if (ofCampaigns.size + ofGroups.size === 0) return keywords
  return keywords.filter(
    ({ campaignId, adGroupId }) => !(ofCampaigns.has(campaignId) || ofGroups.has(adGroupId)),
  )
}

/** Those of them that are switched on themselves. */
export function offeredKeywords<Keyword extends KeywordFacts<never>>(
  account: Pick<AccountSnapshot, 'campaigns' | 'adGroups'> & { keywords: readonly Keyword[] },
): readonly Keyword[] {
  return keywordsInPlace(account).filter(({ status }) => status === 'ENABLED')
}

const isOff = ({ status }: { status: string }) => status === 'PAUSED' || status === 'REMOVED'

function idsOff(parts: readonly { id: string; status: string }[]): ReadonlySet<string> {
  return new Set(parts.filter(isOff).map(({ id }) => id))
}
