import { AskingButton } from '#kit/components/asking-button.tsx'
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
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <p className="text-pretty">{secondText(second, isJudged)}</p>
      {isOpen && (
        <Button
          size="sm"
          look="ghost"
          disabled={cancel.isPending}
          busy={make.isPending}
          busyLabel="Haciéndola..."
          aria-label={`Hacer ya la segunda mitad: ${title}`}
          onClick={() => make.mutate({ id })}
        >
          Hacer ya
        </Button>
      )}
      {isOpen && (
        <AskingButton
          look="ghost"
          disabled={make.isPending}
          label={`No hacer la segunda mitad: ${title}`}
          title="¿No hacer la segunda mitad?"
          description={`«${title}»: la primera mitad sigue aplicada y se medirá igual. La segunda ya no se podrá hacer desde aquí.`}
          verb="No hacer la segunda mitad"
          busy={cancel.isPending}
          busyLabel="Dejándola..."
          onConfirm={(close) => cancel.mutate({ id }, { onSuccess: close })}
        >
          No hacer
        </AskingButton>
      )}
    </div>
  )
}
