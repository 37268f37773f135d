import RefreshCw from 'lucide-react/icons/refresh-cw'
import { OAUTH_START_PATH } from '#features/accounts/contract.ts'
import { Button, buttonClass } from '#kit/components/button.tsx'
import { ProgressBar } from '#kit/components/progress-bar.tsx'
import { integer, percent, plural, relativeTime, timeAgo } from '#shared/spanish-numbers.ts'
import type { SyncProgress } from '../contract.ts'
import { isUnderWay } from './progress-feed.ts'
import { useStartSync, useSyncProgress } from './use-sync.ts'

/** Asks for a sync now; shows it running while one is under way. */
export function SyncButton({ customerId }: { customerId: string }) {
  const progress = useSyncProgress(customerId)
  const { mutate, isPending } = useStartSync(customerId)
  if (progress?.status === 'needs_reauth') return null
  const busy = isPending || (progress !== null && isUnderWay(progress))
  return (
    <Button
      size="sm"
      className="min-w-36"
      icon={<RefreshCw />}
      busy={busy}
      busyLabel="Actualizando..."
      onClick={() => mutate()}
    >
      Actualizar
    </Button>
  )
}

/**
 * What the sync of an account is doing: progress with its step, the last problem with the next try,
 * a way to reconnect, or when the data was last updated.
 */
export function SyncStatus(props: {
  customerId: string
  lastSyncedAt: string | null
  /** There is nothing to follow at this moment, as a list of many accounts has just learnt. */
  isResting?: boolean
}) {
  const progress = useSyncProgress(props.customerId, props.isResting)
  const lastSyncedAt = progress?.lastSyncedAt ?? props.lastSyncedAt
  return (
    <div className="min-h-9 text-sm text-ink-muted" aria-live="polite">
      {progress && isUnderWay(progress) ? (
        <Running progress={progress} />
      ) : progress?.status === 'needs_reauth' ? (
        <Reconnect problem={progress.problem} />
      ) : (
        <>
          <p>{updatedText(lastSyncedAt)}</p>
          {progress?.problem && (
            <p className="text-warning">
              {progress.problem} {progress.nextTryAt && nextTryText(progress.nextTryAt)}
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** As tall as the line it takes the place of, so that nothing moves when a sync begins or ends. */
function Running({ progress }: { progress: SyncProgress }) {
  const doing = [progress.step ?? 'En cola para sincronizar', ...done(progress)].join(' · ')
  return (
    <div className="flex h-9 flex-col gap-1.5">
      <p className="flex justify-between gap-3">
        <span className="tabular min-w-0 truncate" title={doing}>
          {doing}
        </span>
        <span className="tabular w-11 shrink-0 text-ink-faint">
          {progress.fraction !== null && percent(progress.fraction, 0)}
        </span>
      </p>
      <ProgressBar label="Progreso de la sincronización" fraction={progress.fraction} />
    </div>
  )
}

function done({ rowsWritten, daysToGo }: SyncProgress): string[] {
  if (rowsWritten === 0) return []
  const rows = `${integer(rowsWritten)} filas guardadas`
  return daysToGo > 0 ? [rows, `faltan ${plural(daysToGo, 'día', 'días')}`] : [rows]
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

function updatedText(lastSyncedAt: string | null): string {
  return lastSyncedAt
    ? `Actualizado ${timeAgo(new Date(lastSyncedAt), new Date())}`
    : 'Todavía sin datos'
}

function nextTryText(nextTryAt: string): string {
  return `Próximo intento ${relativeTime(new Date(nextTryAt), new Date())}.`
}
