import { Skeleton } from '#kit/components/skeleton.tsx'

/** As tall as the first row of account cards. */
export function CardsSkeleton() {
  return (
    <div
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3 md:gap-4"
      aria-busy="true"
      aria-label="Cargando las cuentas"
      role="status"
    >
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-38 w-full" />
      ))}
    </div>
  )
}
