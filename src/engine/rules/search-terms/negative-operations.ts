import type { MatchType } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'

export function campaignNegative(
  campaignId: string,
  text: string,
  matchType: MatchType,
): MutateOperation {
  return {
    campaignCriterionOperation: {
      create: {
        campaign: `customers/{customerId}/campaigns/${campaignId}`,
        negative: true,
        keyword: { text, matchType },
      },
    },
  }
}

export function adGroupNegative(
  adGroupId: string,
  text: string,
  matchType: MatchType,
): MutateOperation {
  return {
    adGroupCriterionOperation: {
      create: {
        adGroup: `customers/{customerId}/adGroups/${adGroupId}`,
        negative: true,
        keyword: { text, matchType },
      },
    },
  }
}
