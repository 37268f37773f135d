import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '#kit/components/skeleton.tsx'

const LimitsForm = lazy(() =>
  import('./limits-form.tsx').then((module) => ({ default: module.LimitsForm })),
)

/** What may be changed in Google Ads from here: nothing at all, or so many changes a day. */
export function ChangeLimits({ customerId }: { customerId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="border-t border-line px-4 py-3 md:px-5"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit rounded-sm text-sm text-ink-muted">
        Qué se puede cambiar desde aquí
      </summary>
      {isOpen && (
        <Suspense fallback={<Skeleton className="mt-3 h-20 w-full max-w-md" />}>
          <LimitsForm customerId={customerId} />
        </Suspense>
      )}
    </details>
  )
}
