import { Skeleton } from './skeleton.tsx'

/** Rows of a page. */
const PAGE_SIZE = 10

/** The size of a full page of rows, so that nothing moves when they arrive. */
export function DataTableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="px-4 py-3 md:px-5">
      <Skeleton className="mb-4 h-9 w-full sm:w-72" />
      {Array.from({ length: PAGE_SIZE + 2 }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
          key={row}
          className="flex h-11 items-center gap-4 border-t border-line max-lg:h-12 max-sm:h-18"
        >
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
  )
}
