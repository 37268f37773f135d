import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOf } from '#kit/query.ts'
import { getSilence, listRecommendations } from '../contract/recommendations.ts'

const ASK_EVERY_MS = 2_000

/** While an account's data waits to be looked at, asks again; a new analysis is read at once. */
export function useFreshAnalysis(customerId: string): void {
  const client = useQueryClient()
  const { data } = useQuery({
    ...queryOf(getSilence, { customerId }),
    refetchInterval: ({ state }) => (state.data?.isAnalysing ? ASK_EVERY_MS : false),
  })
  const seen = useRef(data)
  useEffect(() => {
    const before = seen.current
    seen.current = data
    if (!before || !data || before.analysedAt === data.analysedAt) return
    const { queryKey } = queryOf(listRecommendations, { customerId })
    void client.invalidateQueries({ queryKey })
  }, [client, customerId, data])
}
