import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { dayAndTime, plural } from '#shared/spanish-numbers.ts'
import { listTeamChanges, type TeamChange } from '../contract.ts'
import { type ChangeGroup, groupChanges } from './change-groups.ts'
import { teamQuery } from './use-team.ts'

const ALL = ''

/** Who changed what in Google Ads from here, in all the accounts. */
export function ChangeLog() {
  const [person, setPerson] = useState(ALL)
  const team = useQuery(teamQuery)
  const log = useInfiniteQuery({
    queryKey: [listTeamChanges.path, person],
    queryFn: ({ pageParam, signal }) =>
      call(listTeamChanges, { ...(person && { personId: person }), ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ changes, hasMore }) => {
      const last = hasMore ? changes.at(-1) : undefined
      return last && { beforeAt: last.at, beforeId: last.changeId }
    },
    staleTime: 0,
  })
  const groups = groupChanges(log.data?.pages.flatMap(({ changes }) => changes) ?? [])
  const members = team.data?.members ?? []
  return (
    <Section
      title="Historial de cambios"
      description="Lo que se ha cambiado en Google Ads desde aquí, y quién lo ha hecho."
      actions={
        members.length > 1 && (
          <Select
            label="De quién"
            hideLabel
            value={person}
            onChange={(event) => setPerson(event.target.value)}
          >
            <option value={ALL}>De todo el equipo</option>
            {members.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )
      }
    >
      {log.isPending ? (
        <div role="status" aria-label="Cargando el historial" className="p-5">
          <Skeleton className="h-24 w-full" />
        </div>
      ) : !log.data ? (
        <ErrorPanel message={errorText(log.error)} onRetry={() => void log.refetch()} />
      ) : groups.length === 0 ? (
        <EmptyState
          title={person ? 'Esta persona no ha cambiado nada todavía.' : 'Todavía no hay cambios.'}
        >
          Aquí queda cada recomendación aplicada, cada palabra añadida y lo que se deshace.
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {groups.map((group) => (
            <GroupLine key={group.first.changeId} group={group} />
          ))}
        </ol>
      )}
      {log.isFetchNextPageError && (
        <p role="alert" className="px-4 pt-3 text-sm text-danger md:px-5">
          {errorText(log.error)}
        </p>
      )}
      {log.hasNextPage && (
        <div className="border-t border-line px-4 py-3 md:px-5">
          <Button
            size="sm"
            busy={log.isFetchingNextPage}
            busyLabel="Leyendo..."
            onClick={() => void log.fetchNextPage()}
          >
            Ver anteriores
          </Button>
        </div>
      )}
    </Section>
  )
}

function GroupLine({ group: { first, rest } }: { group: ChangeGroup }) {
  const more = plural(rest.length, 'cambio más', 'cambios más')
  return (
    <li className="flex flex-col gap-1 px-4 py-3 md:px-5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
        {first.summary}
        {first.undoneAt && <Badge tone="neutral">Deshecho</Badge>}
        {first.isOpen && <Badge tone="warning">Google no ha contestado</Badge>}
      </p>
      {rest.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-sm text-accent">y {more}</summary>
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-sm wrap-anywhere">
            {rest.map(({ changeId, summary }) => (
              <li key={changeId}>{summary}</li>
            ))}
          </ul>
        </details>
      )}
      <p className="text-sm text-ink-faint wrap-anywhere">
        {first.by ?? 'Una persona que ya no está'} · {dayAndTime(new Date(first.at))} ·{' '}
        <Link
          to={paths.account(first.accountId)}
          className="text-accent underline underline-offset-3"
        >
          {first.accountName}
        </Link>
      </p>
      {first.undoneAt && (
        <p className="text-sm text-ink-faint">{undoneText(first.undoneAt, first)}</p>
      )}
    </li>
  )
}

function undoneText(at: string, { undoneBy }: TeamChange): string {
  const when = dayAndTime(new Date(at))
  return undoneBy ? `Lo deshizo ${undoneBy} · ${when}` : `Deshecho · ${when}`
}
