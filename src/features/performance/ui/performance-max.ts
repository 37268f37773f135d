import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import type { DayRange } from '#shared/dates.ts'
import { type CampaignRow, listCampaignMetrics } from '../contract/metrics.ts'

/** Performance Max has asset groups in place of ad groups, and no keywords. Undefined until the list of campaigns is there. */
export function useIsPerformanceMax(props: {
  customerId: string
  campaignId: string | null
  range: Partial<DayRange>
}): boolean | undefined {
  const { customerId, campaignId, range } = props
  const campaigns = useQuery({
    ...queryOf(listCampaignMetrics, { customerId, ...range }),
    enabled: campaignId !== null,
    placeholderData: keepPreviousData,
  })
  return campaigns.data?.some((row) => row.campaign_id === campaignId && isPerformanceMax(row))
}

export function isPerformanceMax(row: CampaignRow): boolean {
  return row.campaign_type_name === 'PERFORMANCE_MAX'
}
