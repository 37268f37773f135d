import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listAccounts } from '#features/accounts/contract.ts'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { listApiKeys, listSheetFeeds, listWebhooks } from '../contract.ts'

export const accountsQuery = queryOf(listAccounts, {})
/** Read at every opening: deliveries and reads change them behind the page. */
export const webhooksQuery = { ...queryOf(listWebhooks, {}), staleTime: 0 }
export const feedsQuery = { ...queryOf(listSheetFeeds, {}), staleTime: 0 }
export const keysQuery = { ...queryOf(listApiKeys, {}), staleTime: 0 }

/** A change after which the lists are read again; `done` null where the answer itself says what came of it. */
export function useIntegrationChange<Input, Reply>(
  change: (input: Input) => Promise<Reply>,
  texts: { done: string | null; refusal: string },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      if (texts.done) toast({ title: texts.done, variant: 'success' })
    },
    onError: (error) =>
      toast({ title: texts.refusal, description: errorText(error), variant: 'destructive' }),
    onSettled: async () => {
      for (const { queryKey } of [webhooksQuery, feedsQuery, keysQuery])
        await client.invalidateQueries({ queryKey })
    },
  })
}
