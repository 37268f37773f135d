import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../class-names.ts'

/** A square button with only an icon; `label` is its name for screen readers and its tooltip. */
export function IconButton(
  props: Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: ReactNode },
) {
  const { label, icon, className, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-muted transition-colors enabled:hover:bg-sunken enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4.5',
        className,
      )}
    >
      {icon}
    </button>
  )
}
