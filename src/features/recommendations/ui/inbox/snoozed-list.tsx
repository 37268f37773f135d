import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { invalidateData } from '#kit/query.ts'
import { useDayHere } from '#kit/today-here.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { shortDay } from '#shared/spanish-numbers.ts'
import { type getInbox, restoreRecommendations } from '../../contract/inbox.ts'
import { tellOtherTabs } from './other-tabs.ts'

type Snoozed = Pick<ReplyOf<typeof getInbox>, 'snoozed'>

/** What comes back later and when, each to be brought back now. */
export function SnoozedList({ snoozed }: Snoozed) {
  const client = useQueryClient()
  const dayOf = useDayHere()
  const restore = useMutation({
    mutationFn: (id: string) => call(restoreRecommendations, { ids: [id] }),
    onError: (error) =>
      toast({
        title: 'No se pudo recuperar',
        description: errorText(error),
        variant: 'destructive',
      }),
    onSettled: () => {
      tellOtherTabs({ ids: [], text: '' })
      void invalidateData(client)
    },
  })
  return (
    <ul className="mt-1">
      {snoozed.map(({ id, titulo, accountName, until }) => (
        <li key={id} className="flex items-center gap-3 py-1">
          <span className="min-w-0 flex-1 wrap-anywhere">
            {titulo} <span className="text-ink-muted">· {accountName}</span>
          </span>
          <span className="whitespace-nowrap text-ink-muted">
            {shortDay(dayOf(new Date(until)))}
          </span>
          <Button
            size="sm"
            look="ghost"
            aria-label={`Recuperar: ${titulo}`}
            busy={restore.isPending && restore.variables === id}
            onClick={() => restore.mutate(id)}
          >
            Recuperar
          </Button>
        </li>
      ))}
    </ul>
  )
}
