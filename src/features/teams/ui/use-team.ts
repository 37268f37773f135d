import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { getTeam, type Team } from '../contract.ts'

export const teamQuery = { ...queryOf(getTeam, {}), staleTime: 0 }

export function useTeamChange(done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<Team>) => change(),
    onSuccess: (team) => {
      client.setQueryData(teamQuery.queryKey, team)
      toast({ title: done, variant: 'success' })
    },
    onError: (error) =>
      toast({
        title: 'No se ha cambiado nada',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
}
