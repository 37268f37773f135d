import { Suspense, useState } from 'react'
import { late, Nothing } from '#kit/late.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { useDayHere } from '#kit/today-here.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural, shortDay } from '#shared/spanish-numbers.ts'
import type { getInbox } from '../../contract/inbox.ts'

type InboxData = ReplyOf<typeof getInbox>

const EmptyInbox = late(
  () => import('./empty-inbox.tsx').then((module) => module.EmptyInbox),
  Nothing,
)

const SnoozedList = late(() => import('./snoozed-list.tsx').then((module) => module.SnoozedList))

/** What was decided today, what comes back and when; with no decision left, why. */
export function InboxFoot({ inbox }: { inbox: InboxData }) {
  const { rows, appliedToday, dismissedToday, snoozed } = inbox
  const done = [
    ...(appliedToday > 0 ? [plural(appliedToday, 'aplicada', 'aplicadas')] : []),
    ...(dismissedToday > 0 ? [plural(dismissedToday, 'descartada', 'descartadas')] : []),
  ]
  if (rows.length > 0 && done.length === 0 && snoozed.length === 0) return null
  return (
    <footer className="flex flex-col gap-2 border-t border-line px-4 py-3 text-sm first:border-t-0 md:px-5">
      {rows.length === 0 && (
        <Suspense>
          <EmptyInbox inbox={inbox} />
        </Suspense>
      )}
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
      {snoozed[0] && <Snoozed snoozed={snoozed} next={snoozed[0].until} />}
    </footer>
  )
}

/** Closed: what is in it is fetched when it is opened. */
function Snoozed({ snoozed, next }: Pick<InboxData, 'snoozed'> & { next: string }) {
  const dayOf = useDayHere()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-control text-ink-muted">
        {plural(snoozed.length, 'pospuesta', 'pospuestas')}, la próxima vuelve el{' '}
        {shortDay(dayOf(new Date(next)))}
      </summary>
      {isOpen && (
        <Suspense>
          <SnoozedList snoozed={snoozed} />
        </Suspense>
      )}
    </details>
  )
}
