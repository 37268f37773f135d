import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import { type AnyEndpoint, call } from './api.ts'
import { ApiError } from './api-error.ts'

const FIVE_MINUTES = 5 * 60_000
const MOST_RETRIES = 3

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FIVE_MINUTES,
        gcTime: FIVE_MINUTES,
        retry: (failures, error) => failures < MOST_RETRIES && isWorthRetrying(error),
        refetchOnWindowFocus: false,
        // Without a line a screen says so, instead of waiting in silence until there is one.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Nor is a press kept, to be sent long after it.
      mutations: { networkMode: 'always' },
    },
  })
}

/** Options for useQuery and prefetchQuery; the key is the endpoint and its input. */
export function queryOf<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<ReplyOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Marks everything read from the server as stale, and reads again what is on screen. */
export function invalidateData(client: QueryClient): Promise<void> {
  return client.invalidateQueries()
}

// Our own 4xx replies say the same thing however often they are asked.
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'network' || error.status >= 500
}
