import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listAccounts } from '#features/accounts/contract.ts'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { getBranding, listRecipients, listSchedules } from '../contract/endpoints.ts'

export const accountsQuery = queryOf(listAccounts, {})
export const brandingQuery = queryOf(getBranding, {})
/** Read at every opening: jobs and mails change them behind the page. */
export const recipientsQuery = { ...queryOf(listRecipients, {}), staleTime: 0 }
export const schedulesQuery = { ...queryOf(listSchedules, {}), staleTime: 0 }

/** A change that says what it did, and shows afterwards what is so now. */
export function useReportChange<Input, Reply>(
  change: (input: Input) => Promise<Reply>,
  texts: { done: string; refusal: string },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast({ title: texts.done, variant: 'success' }),
    onError: (error) =>
      toast({ title: texts.refusal, description: errorText(error), variant: 'destructive' }),
    onSettled: async () => {
      for (const { queryKey } of [brandingQuery, recipientsQuery, schedulesQuery])
        await client.invalidateQueries({ queryKey })
    },
  })
}
