import { type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { late } from '#kit/late.tsx'

const GoalsForm = late(() => import('./goals-form.tsx').then((module) => module.GoalsForm))
const ValuesForm = late(() => import('./values-form.tsx').then((module) => module.ValuesForm))
const LimitsForm = late(() => import('./limits-form.tsx').then((module) => module.LimitsForm))

/** What the analysis cannot know by itself, and what may be changed in Google Ads from here. */
export function AccountSettings({ customerId }: { customerId: string }) {
  return (
    <>
      <Fold title="Objetivos y palabras de esta cuenta">
        <GoalsForm customerId={customerId} />
      </Fold>
      <Fold title="Cuánto vale una conversión">
        <ValuesForm customerId={customerId} />
      </Fold>
      <Fold title="Qué se puede cambiar desde aquí">
        <LimitsForm customerId={customerId} />
      </Fold>
    </>
  )
}

/** Its content is downloaded and read when it is opened. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="border-t border-line px-4 py-3 max-md:py-1 md:px-5"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit rounded-sm text-sm text-ink-muted">{title}</summary>
      {isOpen && (
        <Suspense fallback={<Skeleton className="mt-3 h-20 w-full max-w-md" />}>
          {children}
        </Suspense>
      )}
    </details>
  )
}
