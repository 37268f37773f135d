import type { ReactNode } from 'react'
import { classes } from '#kit/class-names.ts'

/** A titled band of the landing page that the header's links point to. */
export function SectionFrame(props: {
  id: string
  title: ReactNode
  lead?: string
  sunken?: boolean
  children: ReactNode
}) {
  const { id, title, lead, sunken = false, children } = props
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classes(sunken && 'border-y border-line bg-sunken')}
    >
      <div className="mx-auto max-w-6xl px-4 py-14 md:px-8 md:py-20">
        <header className="grid gap-x-10 gap-y-3 lg:grid-cols-12 lg:items-baseline">
          <h2
            id={`${id}-title`}
            className="text-3xl font-semibold tracking-tight text-balance lg:col-span-6"
          >
            {title}
          </h2>
          {lead && <p className="text-lg text-ink-muted text-pretty lg:col-span-6">{lead}</p>}
        </header>
        {children}
      </div>
    </section>
  )
}
