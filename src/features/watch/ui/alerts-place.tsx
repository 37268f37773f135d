import { Card } from '#kit/components/card.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'

/** Shown before the button for the others. */
export const FIRST_ALERTS = 3

/** As high as so many alerts will be, so that nothing moves when they come: their heading, each of them, the button. */
export function AlertsPlace({ count, first = FIRST_ALERTS }: { count: number; first?: number }) {
  const rows = Array.from({ length: Math.min(count, first) }, (_, at) => at)
  return (
    <Card role="status" aria-label="Cargando los avisos">
      <div className="h-7 border-b border-line bg-sunken" />
      {rows.map((at) => (
        <div
          key={at}
          className="flex h-[57px] items-center gap-3 border-b border-line px-4 last:h-14 last:border-b-0"
        >
          <Skeleton className="size-5 shrink-0" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
          </span>
        </div>
      ))}
      {count > first && <div className="h-[35px]" />}
    </Card>
  )
}

/** Of the shape of an alert's proof: its days at the left, what they are made of at the right. */
export function AlertEvidencePlace() {
  return (
    <div
      role="status"
      aria-label="Cargando el aviso"
      className="flex h-90 gap-8 border-t border-line px-4 py-4 md:px-5"
    >
      <Skeleton className="h-full flex-3" />
      <Skeleton className="h-full flex-2 max-sm:hidden" />
    </div>
  )
}
