import type { AdFacts } from '../../account/inventory.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'

export function pauseAd({ adGroupId, adId }: AdFacts): MutateOperation {
  return {
    adGroupAdOperation: {
      updateMask: 'status',
      update: {
        resourceName: `customers/{customerId}/adGroupAds/${adGroupId}~${adId}`,
        status: 'PAUSED',
      },
    },
  }
}
