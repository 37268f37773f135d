import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { classes } from '../class-names.ts'
import { useLocation } from '../router/router.tsx'
import { BlockBoundary } from './block-boundary.tsx'
import { cardClass } from './card.tsx'
import { Skeleton } from './skeleton.tsx'

/** One line until it is asked for: by a press, by its anchor, or by an address that already says something of it. */
export function FoldedBlock(props: {
  id: string
  title: string
  /** What one would find, in the same line. */
  description?: ReactNode
  isAsked?: boolean
  children: ReactNode
}) {
  const { id, title, description, isAsked = false, children } = props
  const { hash, key } = useLocation()
  const [isOpen, setOpen] = useState(isAsked)
  const panel = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click on the same anchor opens it again, hence the key
  useEffect(() => {
    if (hash === `#${id}` || isAsked) setOpen(true)
  }, [hash, key, id, isAsked])
  return (
    <section id={id} tabIndex={-1} className={classes(cardClass, 'outline-none')}>
      <h2 className="text-base font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full cursor-pointer items-center gap-2 rounded-card px-4 py-2 text-left lg:min-h-10 hover:bg-hover md:px-5"
        >
          <ChevronRight
            aria-hidden="true"
            className={classes('size-4 shrink-0 text-ink-faint', isOpen && 'rotate-90')}
          />
          <span className="shrink-0">{title}</span>
          {description && (
            <span className="min-w-0 truncate text-sm font-normal text-ink-muted max-sm:sr-only">
              {description}
            </span>
          )}
        </button>
      </h2>
      <div id={panel} hidden={!isOpen} className="border-t border-line">
        {isOpen && (
          <BlockBoundary>
            <Suspense fallback={<Skeleton className="m-4 h-76" />}>{children}</Suspense>
          </BlockBoundary>
        )}
      </div>
    </section>
  )
}
