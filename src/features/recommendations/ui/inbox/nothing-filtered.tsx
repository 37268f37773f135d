import { Button } from '#kit/components/button.tsx'
import { focusFilters } from './focus-row.ts'

/** The last row of a filter was decided, or a link asks for what there is none of: never an empty list without words. */
export function NothingFiltered({ onAll }: { onAll: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 px-4 py-6 text-ink-muted">
      <p>Nada con este filtro.</p>
      <ShowAll onAll={onAll} />
    </div>
  )
}

export function ShowAll({ onAll }: { onAll: () => void }) {
  return (
    <Button
      size="sm"
      onClick={() => {
        // The button goes with the words beside it.
        focusFilters()
        onAll()
      }}
    >
      Ver todo
    </Button>
  )
}
