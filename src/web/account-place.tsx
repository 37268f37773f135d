import { classes } from '#kit/class-names.ts'
import { Card } from '#kit/components/card.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { useMediaQuery, WIDE } from '#kit/use-media-query.ts'

/** Of the size of an account's head and first blocks, in their order, until its code has come and it is known. */
export function AccountPlace() {
  const isWide = useMediaQuery(WIDE)
  return (
    <>
      <HeaderPlace />
      <div className="flex flex-col gap-2 sm:gap-3">
        {!isWide && <DecisionsPlace />}
        <BlockPlace className="h-67 sm:h-38 min-[82.5rem]:h-19" />
        <BlockPlace className="h-78 sm:h-62" />
        {isWide && <DecisionsPlace />}
      </div>
    </>
  )
}

function HeaderPlace() {
  return (
    <div
      role="status"
      aria-label="Cargando la cuenta"
      className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 min-[85rem]:mb-1"
    >
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 max-sm:gap-2">
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-5 w-44 sm:hidden" />
      </div>
      <div className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-10 sm:h-9 sm:w-30" />
        ))}
      </div>
    </div>
  )
}

function BlockPlace({ className }: { className: string }) {
  return (
    <Card className={classes('p-3', className)}>
      <Skeleton className="size-full" />
    </Card>
  )
}

/** Whether alerts stand above the decisions decides where these begin: until that is known, of both. */
export function DecisionsPlace() {
  return (
    <Card
      role="status"
      aria-label="Cargando recomendaciones"
      className="h-183 divide-y divide-line overflow-hidden sm:h-136 lg:h-155"
    >
      <div className="flex h-12 items-center px-4 md:px-5">
        <Skeleton className="h-4 w-40" />
      </div>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex h-18 flex-col justify-center gap-2 px-4 md:px-5">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </Card>
  )
}
