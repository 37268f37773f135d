import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { cardClass } from './card.tsx'

/** A titled block of a page; `id` makes it an anchor, `actions` sit at the right of the title. */
export function Section(props: {
  id?: string
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  className?: string
  /** A head of one line, where the block has to fit above the fold. */
  isDense?: boolean
  children: ReactNode
}) {
  const { id, title, description, actions, className, isDense = false, children } = props
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={classes(cardClass, id && 'outline-none', className)}
    >
      <header
        className={classes(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 md:px-5',
          isDense ? 'py-1.5' : 'py-3',
          // Of one height with small controls and with large ones.
          isDense && Boolean(actions) && 'min-h-11.25',
        )}
      >
        <div
          className={classes(
            'min-w-0',
            isDense && 'flex flex-wrap items-baseline gap-x-3 max-sm:flex-1',
          )}
        >
          <h2 className="text-base font-semibold">{title}</h2>
          {description && <p className="text-sm text-ink-faint">{description}</p>}
        </div>
        {actions && (
          <div
            className={classes('flex flex-wrap items-center gap-2', isDense && 'max-sm:contents')}
          >
            {actions}
          </div>
        )}
      </header>
      {children}
    </section>
  )
}
