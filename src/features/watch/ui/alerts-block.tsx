import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText, loadErrorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { Link } from '#kit/router/link.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer } from '#shared/spanish-numbers.ts'
import { listAlerts, markAlertsSeen, type PaceWarning } from '../contract/alerts.ts'
import { AlertRowView } from './alert-row.tsx'
import { AlertsPlace, FIRST_ALERTS } from './alerts-place.tsx'

type Alerts = ReplyOf<typeof listAlerts>

/** What left its band, over all accounts or of one; each opens in place, and is put away with 'Visto'. */
export function AlertsBlock(props: { customerId?: string; expected: number; first?: number }) {
  const { customerId, expected, first = FIRST_ALERTS } = props
  const query = useQuery(queryOf(listAlerts, { customerId }))
  if (query.isPending) return <AlertsPlace count={expected} first={first} />
  if (!query.data)
    return (
      <Card>
        <ErrorPanel
          message={loadErrorText(query.error, 'la carga de los avisos')}
          onRetry={() => void query.refetch()}
        />
      </Card>
    )
  const { alerts, pace } = query.data
  if (alerts.length + pace.length === 0) return null
  return <List {...query.data} customerId={customerId} first={first} />
}

function List(props: Alerts & { customerId: string | undefined; first: number }) {
  const { alerts, pace, more, customerId, first } = props
  const withoutAccount = customerId !== undefined
  const [openId, setOpenId] = useState<string | null>(null)
  const [isWhole, setWhole] = useState(false)
  const putAway = usePutAway(customerId)
  const onSeen = (row: { id: string; title: string }) => {
    const next = rowAfterFocus()
    putAway(row)
    next?.querySelector<HTMLElement>('.whole-row-button')?.focus()
  }
  const all = alerts.length + pace.length
  const most = isWhole ? all : first
  return (
    <Card className="@container min-w-0">
      <h3 className="flex min-h-7 items-center border-b border-line bg-sunken px-4 text-xs text-ink-muted">
        Fuera de lo normal
      </h3>
      <ul>
        {alerts.slice(0, most).map((row) => (
          <AlertRowView
            key={row.id}
            row={row}
            isOpen={openId === row.id}
            withoutAccount={withoutAccount}
            onToggle={() => setOpenId(openId === row.id ? null : row.id)}
            onSeen={() => onSeen(row)}
          />
        ))}
        {pace.slice(0, Math.max(0, most - alerts.length)).map((row) => (
          <PaceRow
            key={row.id}
            row={row}
            withoutAccount={withoutAccount}
            onSeen={() => onSeen(row)}
          />
        ))}
      </ul>
      {all > first && !isWhole && (
        <div className="flex h-9 items-center justify-center border-t border-line">
          <Button size="sm" look="ghost" onClick={() => setWhole(true)}>
            {restText(all - first, more)}
          </Button>
        </div>
      )}
      {isWhole && more > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-muted">
          Hay {integer(all + more)} en total: aquí están los {integer(all)} más claros. Los demás
          aparecen al marcar estos como vistos.
        </p>
      )}
    </Card>
  )
}

/** `listed` of them stand in the list, `more` do not. */
function restText(listed: number, more: number): string {
  if (more > 0) return `Ver ${integer(listed)} de los ${integer(listed + more)} restantes`
  return listed === 1 ? 'Ver el restante' : `Ver los ${integer(listed)} restantes`
}

/** The row with the focus is about to go: the keyboard goes on with its neighbour, and not at the top of the page. */
function rowAfterFocus(): Element | null | undefined {
  const row = document.activeElement?.closest('li')
  return row?.nextElementSibling ?? row?.previousElementSibling
}

function PaceRow(props: { row: PaceWarning; withoutAccount: boolean; onSeen: () => void }) {
  const { row, withoutAccount, onSeen } = props
  const place = [
    ...(withoutAccount ? [] : [row.accountName]),
    ...(row.campaignName ? [row.campaignName] : []),
  ]
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-b border-line px-4 last:border-b-0 hover:bg-hover">
      <CalendarClock aria-hidden="true" className="size-5 shrink-0 text-warning" />
      <Link to={paths.account(row.customerId, 'ritmo')} className="whole-row-button flex-1">
        <span className="line-clamp-1 font-semibold wrap-anywhere">{row.title}</span>
        <span className="line-clamp-1 text-xs text-ink-muted wrap-anywhere">
          {place.join(' · ')}
        </span>
      </Link>
      <Button
        size="sm"
        look="ghost"
        className="relative z-10"
        aria-label={`Visto: ${row.title}`}
        onClick={onSeen}
      >
        Visto
      </Button>
    </li>
  )
}

/** Gone at once, back where the server refuses; undone from the notice. */
function usePutAway(customerId: string | undefined) {
  const client = useQueryClient()
  const { queryKey } = queryOf(listAlerts, { customerId })
  const mark = useMutation({
    mutationFn: (ask: { id: string; visto: boolean }) =>
      call(markAlertsSeen, { ids: [ask.id], visto: ask.visto }),
    onError: (error) => {
      toast({ title: 'No se ha guardado', description: errorText(error), variant: 'destructive' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listAlerts.path] }),
  })
  return ({ id, title }: { id: string; title: string }) => {
    client.setQueryData<Alerts>(
      queryKey,
      (now) =>
        now && {
          ...now,
          alerts: now.alerts.filter((row) => row.id !== id),
          pace: now.pace.filter((row) => row.id !== id),
        },
    )
    mark.mutate({ id, visto: true })
    toast({
      title: 'Aviso visto',
      description: title,
      action: { label: 'Deshacer', onSelect: () => mark.mutate({ id, visto: false }) },
    })
  }
}
