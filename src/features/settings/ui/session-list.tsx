import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { longDay, timeAgo } from '#shared/spanish-numbers.ts'
import {
  type ActiveSession,
  endOtherSessions,
  endSession,
  listSessions,
} from '../contract/endpoints.ts'

const sessionsQuery = { ...queryOf(listSessions, {}), staleTime: 0 }

export function SessionList({ readOnly, onLeave }: { readOnly: boolean; onLeave: () => void }) {
  const sessions = useQuery(sessionsQuery)
  if (sessions.isPending) return <SessionsSkeleton />
  if (!sessions.data) {
    return (
      <ErrorPanel message={errorText(sessions.error)} onRetry={() => void sessions.refetch()} />
    )
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.data.map((session) => (
          <SessionLine key={session.id} session={session} readOnly={readOnly} onLeave={onLeave} />
        ))}
      </ul>
      {sessions.data.length > 1 && <EndOthers readOnly={readOnly} />}
    </>
  )
}

function EndOthers({ readOnly }: { readOnly: boolean }) {
  const end = useEnd('Se han cerrado las demás sesiones', () => call(endOtherSessions, {}))
  return (
    <div className="border-t border-line px-4 py-3 md:px-5">
      <Button
        size="sm"
        look="danger"
        disabled={readOnly}
        busy={end.isPending}
        onClick={() => end.mutate()}
      >
        Cerrar todas las demás
      </Button>
    </div>
  )
}

function SessionLine(props: { session: ActiveSession; readOnly: boolean; onLeave: () => void }) {
  const { session, readOnly, onLeave } = props
  const end = useEnd('Sesión cerrada', () => call(endSession, { sessionId: session.id }))
  const close = () => (session.current ? onLeave() : end.mutate())
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {session.device}
          {session.current && (
            <Badge tone="success" dot isUsual>
              Esta sesión
            </Badge>
          )}
        </p>
        <p className="text-sm text-ink-faint wrap-anywhere">{usageText(session, new Date())}</p>
      </div>
      <Button
        size="sm"
        disabled={readOnly}
        busy={end.isPending}
        busyLabel="Cerrando..."
        aria-label={end.isPending ? undefined : `Cerrar sesión en ${session.device}`}
        onClick={close}
      >
        Cerrar sesión
      </Button>
    </li>
  )
}

function useEnd(done: string, end: () => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: () => toast({ title: done, variant: 'success' }),
    onError: (error) =>
      toast({
        title: 'No se pudo cerrar la sesión',
        description: errorText(error),
        variant: 'destructive',
      }),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

function usageText({ current, createdAt, lastSeenAt, ip }: ActiveSession, now: Date): string {
  const seen = current ? 'Activa ahora' : `Último uso ${timeAgo(new Date(lastSeenAt), now)}`
  const opened = `abierta el ${longDay(createdAt.slice(0, 10))}`
  return [seen, opened, ip].filter(Boolean).join(' · ')
}

function SessionsSkeleton() {
  return (
    <div role="status" aria-label="Cargando las sesiones" className="flex flex-col gap-4 p-5">
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
