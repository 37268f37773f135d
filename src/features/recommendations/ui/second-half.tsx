import { Button } from '#kit/components/button.tsx'
import { useMayEdit } from '#kit/may-edit.ts'
import { secondText } from '../contract/result-words.ts'
import type { ResultRow } from '../contract/results.ts'
import { useCancelSecondHalf, useMakeSecondHalf } from './use-changes.ts'

type Second = NonNullable<ResultRow['second']>

/** Of a card applied to a drawn half first: where the other half stands, and the way to leave it. */
export function SecondHalf(props: {
  id: string
  title: string
  second: Second
  isJudged: boolean
}) {
  const { id, title, second, isJudged } = props
  const make = useMakeSecondHalf()
  const cancel = useCancelSecondHalf()
  const isOpen = useMayEdit() && second.state === 'waiting'
  const isBusy = make.isPending || cancel.isPending
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <p className="text-pretty">{secondText(second, isJudged)}</p>
      {isOpen && (
        <Button
          size="sm"
          look="ghost"
          disabled={isBusy}
          busy={make.isPending}
          busyLabel="Haciéndola..."
          aria-label={`Hacer ya la segunda mitad: ${title}`}
          onClick={() => make.mutate({ id })}
        >
          Hacer ya
        </Button>
      )}
      {isOpen && (
        <Button
          size="sm"
          look="ghost"
          disabled={isBusy}
          busy={cancel.isPending}
          busyLabel="Dejándola..."
          aria-label={`No hacer la segunda mitad: ${title}`}
          onClick={() => cancel.mutate({ id })}
        >
          No hacer
        </Button>
      )}
    </div>
  )
}
