import { useInfiniteQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { call } from '#kit/api.ts'
import { Badge, type Tone } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { dayAndTime } from '#shared/spanish-numbers.ts'
import { type AuditAction, type AuditEntry, listAuditLog } from '../contract/endpoints.ts'

const PAGE_LENGTH = 50

const ACTIONS: Record<AuditAction, { text: string; tone: Tone }> = {
  create_user: { text: 'Usuario creado', tone: 'success' },
  reset_password: { text: 'Enlace para otra contraseña enviado', tone: 'neutral' },
  activate_user: { text: 'Usuario activado', tone: 'success' },
  deactivate_user: { text: 'Usuario desactivado', tone: 'warning' },
  change_role: { text: 'Rol cambiado', tone: 'accent' },
  delete_user: { text: 'Usuario eliminado', tone: 'danger' },
  change_settings: { text: 'Ajustes cambiados', tone: 'accent' },
  retry_job: { text: 'Tarea reintentada', tone: 'neutral' },
  cancel_job: { text: 'Tarea cancelada', tone: 'warning' },
  remove_second_factor: { text: 'Verificación en dos pasos quitada', tone: 'warning' },
  name_manager: { text: 'Gestor nombrado', tone: 'accent' },
  hand_over_team: { text: 'Equipo traspasado', tone: 'accent' },
}

/** What administrators did, and teams that changed hands, the newest first. */
export function AuditLog() {
  return (
    <Section
      title="Registro de actividad"
      description="Lo que han hecho los administradores, y los equipos que han cambiado de dueño"
    >
      <Entries />
    </Section>
  )
}

function Entries() {
  const log = useInfiniteQuery({
    queryKey: [listAuditLog.path],
    queryFn: ({ pageParam, signal }) => call(listAuditLog, { before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < PAGE_LENGTH ? undefined : last.at(-1)?.id),
    staleTime: 0,
  })
  if (log.isPending) return <LogSkeleton />
  if (!log.data) {
    return <ErrorPanel message={errorText(log.error)} onRetry={() => void log.refetch()} />
  }
  const entries = log.data.pages.flat()
  if (entries.length === 0) {
    return <EmptyState icon={<History />} title="Todavía no hay actividad" />
  }
  return (
    <>
      <section
        aria-label="Entradas del registro"
        className="max-h-96 overflow-y-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <ul className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      </section>
      {log.hasNextPage && (
        <footer className="flex justify-center border-t border-line px-4 py-2">
          <Button
            size="sm"
            busy={log.isFetchingNextPage}
            busyLabel="Cargando..."
            onClick={() => void log.fetchNextPage()}
          >
            Ver anteriores
          </Button>
        </footer>
      )}
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { text, tone } = ACTIONS[entry.action]
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[12rem_1fr_auto] md:px-5">
      <span>
        <Badge tone={tone}>{text}</Badge>
      </span>
      <p className="min-w-0 wrap-anywhere">
        {entry.targetEmail && <span className="font-medium">{entry.targetEmail}</span>}
        {entry.details && <span className="block text-sm text-ink-muted">{entry.details}</span>}
      </p>
      <p className="text-sm text-ink-faint wrap-anywhere sm:text-right">
        <time dateTime={entry.at}>{dayAndTime(new Date(entry.at))}</time>
        <span className="block">{entry.actorEmail}</span>
      </p>
    </li>
  )
}

function LogSkeleton() {
  return (
    <div role="status" aria-label="Cargando el registro" className="flex flex-col gap-4 p-5">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}
