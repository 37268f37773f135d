import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnyEndpoint, call } from '#kit/api.ts'
import { queryOf } from '#kit/query.ts'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import { getAssistant } from '../contract/endpoints.ts'

/** A model may be asked twice, and each time take its half minute. */
export const MODEL_TIMEOUT_MS = 120_000

/** The text by template, and that of the model once it has been asked for. */
export function useWording<E extends AnyEndpoint>(
  endpoints: { template: E; model: E },
  input: InputOf<E>,
) {
  const template = useQuery(queryOf(endpoints.template, input))
  const refresh = useUsageRefresh()
  const model = useMutation({
    mutationFn: (): Promise<ReplyOf<E>> =>
      call(endpoints.model, input, { timeoutMs: MODEL_TIMEOUT_MS }),
    onSettled: refresh,
  })
  return {
    shown: model.data ?? template.data,
    isPending: template.isPending,
    error: template.error,
    retry: () => void template.refetch(),
    ask: () => model.mutate(),
    isAsking: model.isPending,
    askError: model.error,
  }
}

/** Reads again what of the month is used. */
export function useUsageRefresh(): () => void {
  const client = useQueryClient()
  const { queryKey } = queryOf(getAssistant, {})
  return () => void client.invalidateQueries({ queryKey })
}
