import type { ReactNode } from 'react'

/** One row as it will stand in a list that is empty yet, said to be an example. */
export function ExampleLine(props: {
  /** What the row is an example of, above it. */
  lead?: string
  icon?: ReactNode
  title: string
  detail?: string
}) {
  const { lead = 'Ejemplo', icon, title, detail } = props
  return (
    <figure className="w-full max-w-md text-left">
      <figcaption className="mb-1 text-xs text-ink-muted">{lead}</figcaption>
      <div
        aria-hidden="true"
        className="flex items-center gap-2 rounded-control border border-dashed border-line-strong px-3 py-2 text-sm text-ink-muted [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {icon}
        <p className="min-w-0">
          <span className="block truncate font-medium">{title}</span>
          {detail && <span className="block text-xs">{detail}</span>}
        </p>
      </div>
    </figure>
  )
}
