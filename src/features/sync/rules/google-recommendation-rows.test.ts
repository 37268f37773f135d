import { expect, test } from 'vitest'
import { googleRecommendationRow } from './google-recommendation-rows.ts'

test('the campaigns that share what Google would change are kept, one alone as its campaign', () => {
  const of = (...ids: number[]) => {
    const campaigns = ids.map((id) => `customers/1/campaigns/${id}`)
    return googleRecommendationRow({
      recommendation: { resourceName: 'customers/1/recommendations/a', campaigns },
    })
  }
  expect(of(7, 8)).toMatchObject({ campaign_id: null, campaign_ids: [7, 8] })
  expect(of(7)).toMatchObject({ campaign_id: 7, campaign_ids: null })
  expect(of()).toMatchObject({ campaign_id: null, campaign_ids: null })
})
