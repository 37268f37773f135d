import { OAUTH_START_PATH } from '#features/accounts/contract.ts'
import { buttonClass } from '#kit/components/button.tsx'
import { ProgressBar } from '#kit/components/progress-bar.tsx'
import {
  percent,
  plural,
  relativeTime,
  verbAndCount,
  weekdayAndDay,
} from '#shared/spanish-numbers.ts'
import type { SyncProgress } from '../contract.ts'
import { LastSync } from './last-sync.tsx'
import { isUnderWay } from './progress-feed.ts'
import { useSyncProgress } from './use-sync.ts'

/** Follows the sync of an account: its progress, its last problem with the next try, a way to reconnect. */
export function LiveSyncStatus(props: { customerId: string; lastSyncedAt: string | null }) {
  const progress = useSyncProgress(props.customerId)
  if (progress && isUnderWay(progress)) return <Running progress={progress} />
  if (progress?.status === 'needs_reauth') return <Reconnect problem={progress.problem} />
  return (
    <>
      <LastSync at={progress?.lastSyncedAt ?? props.lastSyncedAt} />
      {progress?.restingSince && (
        <p>
          Se lee una vez al día porque nadie ha entrado desde el{' '}
          {weekdayAndDay(new Date(progress.restingSince))}.
        </p>
      )}
      {progress?.problem && (
        <p className="text-warning">
          {progress.problem} {progress.nextTryAt && nextTryText(progress.nextTryAt)}
        </p>
      )}
    </>
  )
}

/** As tall as the line it takes the place of and asking for no width, so that nothing moves when a sync begins or ends. */
function Running({ progress }: { progress: SyncProgress }) {
  const step = progress.step ?? 'En cola para sincronizar'
  const whole = [step, ...done(progress)].join(' · ')
  return (
    <div className="flex h-9 flex-col gap-1.5 contain-inline-size">
      <p className="flex justify-between gap-3">
        {/* What has no room goes to a second line, which is out of sight, rather than being cut. */}
        <span
          // Set anew with each word of it, so that what goes to the second line is not a text that moves.
          key={whole}
          className="tabular flex h-5 min-w-0 flex-wrap gap-x-1 overflow-hidden"
          title={whole}
        >
          <span className="max-w-full truncate">{step}</span>
          {done(progress).map((text) => (
            <span key={text} className="whitespace-nowrap text-ink-faint">
              · {text}
            </span>
          ))}
        </span>
        <span className="tabular shrink-0 text-ink-faint">
          {progress.fraction !== null && percent(progress.fraction, 0)}
        </span>
      </p>
      {/* In the queue nothing of it is done: a bar that is partly full would say so. */}
      <ProgressBar label="Progreso de la sincronización" fraction={progress.fraction ?? 0} />
    </div>
  )
}

function done({ rowsWritten, daysToGo }: SyncProgress): string[] {
  if (rowsWritten === 0) return []
  const rows = plural(rowsWritten, 'fila guardada', 'filas guardadas')
  return daysToGo > 0
    ? [rows, verbAndCount(daysToGo, ['falta', 'faltan'], ['día', 'días'])]
    : [rows]
}

function Reconnect({ problem }: { problem: string | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="text-danger">{problem ?? 'Google ya no nos da acceso a esta cuenta.'}</p>
      <a href={OAUTH_START_PATH} className={buttonClass('secondary', 'sm')}>
        Volver a conectar
      </a>
    </div>
  )
}

function nextTryText(nextTryAt: string): string {
  return `Próximo intento ${relativeTime(new Date(nextTryAt), new Date())}.`
}
