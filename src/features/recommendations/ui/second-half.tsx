import { Button } from '#kit/components/button.tsx'
import { longDay } from '#shared/spanish-numbers.ts'
import type { ResultRow } from '../contract/results.ts'
import { useCancelSecondHalf, useMakeSecondHalf } from './use-changes.ts'

type Second = NonNullable<ResultRow['second']>

/** Of a card applied to a drawn half first: where the other half stands, and the way to leave it. */
export function SecondHalf(props: { id: string; title: string; second: Second }) {
  const { id, title, second } = props
  const make = useMakeSecondHalf()
  const cancel = useCancelSecondHalf()
  const isBusy = make.isPending || cancel.isPending
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <p className="text-pretty">{secondText(second)}</p>
      {second.state === 'waiting' && (
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
      {second.state === 'waiting' && (
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

export function secondText({ state, on, note }: Second): string {
  if (state === 'applied') return 'En dos mitades: las dos están aplicadas.'
  if (state === 'applying') return 'En dos mitades: se está aplicando la segunda.'
  if (state === 'cancelled') return `En dos mitades: la segunda no se hace. ${note ?? ''}`.trim()
  const day = on ? `segunda mitad el ${longDay(on)}` : 'la segunda mitad espera'
  return `En dos mitades: aplicada la primera, ${day}. ${note ?? ''} Hecha antes, ya no se podrán comparar.`.replace(
    '  ',
    ' ',
  )
}
