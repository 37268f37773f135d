import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { invalidateData, queryOf } from '#kit/query.ts'
import { Link } from '#kit/router/link.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural, shortDay } from '#shared/spanish-numbers.ts'
import { getInbox, restoreRecommendations } from '../../contract/inbox.ts'
import { InboxExample } from './inbox-example.tsx'

type InboxData = ReplyOf<typeof getInbox>

/** What was decided today, what comes back and when. */
export function InboxFoot({ inbox, isEmpty }: { inbox: InboxData; isEmpty: boolean }) {
  const { appliedToday, dismissedToday, snoozed } = inbox
  const done = [
    ...(appliedToday > 0 ? [plural(appliedToday, 'aplicada', 'aplicadas')] : []),
    ...(dismissedToday > 0 ? [plural(dismissedToday, 'descartada', 'descartadas')] : []),
  ]
  return (
    <footer className="flex flex-col gap-2 border-t border-line px-4 py-3 text-sm first:border-t-0 md:px-5">
      {isEmpty && (inbox.unread > 0 ? <Reading unread={inbox.unread} /> : <AllDecided />)}
      {done.length > 0 && (
        <p className="text-ink-muted">
          Hoy: {done.join(', ')}.{' '}
          {appliedToday > 0 && (
            <Link to={paths.results()} className="text-accent underline-offset-3 hover:underline">
              Ver en Resultados
            </Link>
          )}
        </p>
      )}
      {snoozed.length > 0 && <Snoozed snoozed={snoozed} />}
    </footer>
  )
}

const ASK_AGAIN_MS = 5_000

/** Until the first accounts have been looked at, what comes of it appears by itself. */
function Reading({ unread }: Pick<InboxData, 'unread'>) {
  useQuery({ ...queryOf(getInbox, {}), refetchInterval: ASK_AGAIN_MS })
  return (
    <div className="flex flex-col items-center gap-4 py-4">
      <p role="status" className="text-center text-base">
        Leyendo {unread === 1 ? 'tu cuenta' : `${unread} cuentas`}: las primeras decisiones aparecen
        aquí en uno o dos minutos.
      </p>
      <InboxExample />
    </div>
  )
}

/** The range, closed: nothing is left open. */
function AllDecided() {
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      <svg aria-hidden="true" viewBox="0 0 96 24" className="h-6 w-24">
        <path d="M8 12H88" className="stroke-line-strong" />
        <path d="M8 5v14M88 5v14" className="stroke-ink stroke-2" />
        <circle cx={48} cy={12} r={5} className="fill-ink" />
      </svg>
      <p className="text-base text-pretty">
        Todo decidido. Lo nuevo aparece aquí después de cada lectura de Google Ads.
      </p>
    </div>
  )
}

function Snoozed({ snoozed }: Pick<InboxData, 'snoozed'>) {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: (id: string) => call(restoreRecommendations, { ids: [id] }),
    onError: (error) =>
      toast({
        title: 'No se pudo recuperar',
        description: errorText(error),
        variant: 'destructive',
      }),
    onSettled: () => void invalidateData(client),
  })
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-control text-ink-muted">
        {plural(snoozed.length, 'pospuesta', 'pospuestas')}, la próxima vuelve el{' '}
        {shortDay(snoozed[0]?.until.slice(0, 10) ?? '')}
      </summary>
      <ul className="mt-1">
        {snoozed.map(({ id, titulo, accountName, until }) => (
          <li key={id} className="flex items-center gap-3 py-1">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {titulo} <span className="text-ink-muted">· {accountName}</span>
            </span>
            <span className="whitespace-nowrap text-ink-muted">{shortDay(until.slice(0, 10))}</span>
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
    </details>
  )
}
