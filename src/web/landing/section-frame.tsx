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
      <div className="mx-auto max-w-6xl px-4 py-16 md:px-8 md:py-20">
        <div className="mx-auto max-w-2xl text-center">
          <h2 id={`${id}-title`} className="text-3xl font-semibold tracking-tight text-balance">
            {title}
          </h2>
          {lead && <p className="mt-3 text-lg text-ink-muted text-pretty">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
