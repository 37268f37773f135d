import type { ReactNode } from 'react'

export function EmptyState(props: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** What will stand here, as a picture. */
  example?: ReactNode
}) {
  const { icon, title, children, actions, example } = props
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-8 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="rounded-full bg-sunken p-3 text-ink-faint [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <div className="max-w-md">
        <p className="font-semibold text-balance">{title}</p>
        {children && <div className="mt-1 text-ink-muted text-pretty">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
      {example}
    </div>
  )
}
