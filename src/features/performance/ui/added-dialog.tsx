import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { dayAndTime } from '#shared/spanish-numbers.ts'
import type { LoggedOwnChange } from '../contract/changes.ts'
import { useUndo } from './use-undo.ts'

/** What was added to the account by hand, by whom and when, and the way back. */
export function AddedDialog(props: { changes: readonly LoggedOwnChange[]; onClose: () => void }) {
  return (
    <Dialog
      title="Añadidas desde aquí"
      description="Palabras clave y negativas de toda la cuenta, primero las últimas."
      onClose={props.onClose}
    >
      <ul className="divide-y divide-line">
        {props.changes.map((change) => (
          <Added key={change.changeId} change={change} />
        ))}
      </ul>
    </Dialog>
  )
}

function Added({ change }: { change: LoggedOwnChange }) {
  const { summary, by, at, outcome, undoneAt, canUndo } = change
  const undo = useUndo()
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          {summary}
          {undoneAt && <Badge>Deshecho</Badge>}
          {outcome === 'open' && <Badge tone="warning">Google no ha contestado</Badge>}
          {outcome === 'failed' && <Badge>No llegó a hacerse</Badge>}
        </p>
        <p className="text-xs text-ink-muted wrap-anywhere">
          {[by, dayAndTime(new Date(at))].filter(Boolean).join(' · ')}
        </p>
        {undoneAt && <p className="text-xs text-ink-muted">{undoneText(change, undoneAt)}</p>}
      </div>
      {canUndo && (
        <Button
          size="sm"
          look="ghost"
          busy={undo.isPending}
          onClick={() => undo.mutate(change)}
          aria-label={`Deshacer: ${summary}`}
        >
          Deshacer
        </Button>
      )}
    </li>
  )
}

function undoneText({ undoneBy }: LoggedOwnChange, at: string): string {
  const when = dayAndTime(new Date(at))
  return undoneBy ? `Lo deshizo ${undoneBy} · ${when}` : `Deshecho · ${when}`
}
