import { Button } from '#kit/components/button.tsx'
import { plural } from '#shared/spanish-numbers.ts'

/** What can be done with those chosen; stays at the foot of the screen while the list is scrolled. */
export function SelectionBar(props: {
  count: number
  accounts: number
  onClear: () => void
  onSnooze: () => void
  onDismiss: () => void
  onApply: () => void
}) {
  const { count, accounts, onClear, onSnooze, onDismiss, onApply } = props
  return (
    <section
      aria-label="Elegidas"
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line-strong bg-surface px-4 py-3 md:px-5"
    >
      <p
        aria-live="polite"
        className="w-full min-w-0 font-medium @min-[40rem]:w-auto @min-[40rem]:flex-1"
      >
        {plural(count, 'elegida', 'elegidas')}
        {accounts > 1 && ` en ${accounts} cuentas`}
      </p>
      <Button look="ghost" onClick={onClear}>
        Quitar
      </Button>
      <Button onClick={onSnooze}>Posponer</Button>
      <Button onClick={onDismiss}>Descartar</Button>
      <Button look="primary" className="max-sm:flex-1" aria-haspopup="dialog" onClick={onApply}>
        Aplicar {count}
      </Button>
    </section>
  )
}
