import { use } from 'react'
import { classes } from '../class-names.ts'
import { useMediaQuery, WIDE } from '../use-media-query.ts'
import { Skeleton } from './skeleton.tsx'
import { ToolsPlace } from './tools-place.tsx'

/** Rows of a page. */
const PAGE_SIZE = 10

/** Of the size of a full page of rows. A list is often shorter: what stands below it waits (`lists-in-turn`). */
export function DataTableSkeleton({ label }: { label: string }) {
  const isWide = useMediaQuery(WIDE)
  // As in `DataTable`: there the tools stand beside the title.
  const isBare = use(ToolsPlace) !== null && isWide
  return (
    <div
      role="status"
      aria-label={label}
      data-place-of-rows
      className={classes('px-4 md:px-5', !isBare && 'py-3')}
    >
      {!isBare && <Skeleton className="mb-4 h-9 w-full sm:w-72" />}
      {Array.from({ length: PAGE_SIZE + 2 }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
          key={row}
          className="flex h-(--row-height) items-center gap-4 border-t border-line first:border-t-0 max-lg:h-12 max-sm:h-18"
        >
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
  )
}
