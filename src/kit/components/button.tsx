import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { Link, type LinkProps } from '../router/link.tsx'
import { Spinner } from './spinner.tsx'

type Look = 'primary' | 'secondary' | 'ghost' | 'danger'
type Size = 'sm' | 'md' | 'lg'

type ButtonProps = ComponentProps<'button'> & {
  look?: Look
  size?: Size
  icon?: ReactNode
  /**
   * Presses do nothing and a ring turns; give `busyLabel` when the text should change too. Really disabled, it would lose
   * the focus, which then begins at the top of the page.
   */
  busy?: boolean
  busyLabel?: string
}

export function Button(props: ButtonProps) {
  const { look = 'secondary', size = 'md', icon, busy = false, busyLabel, ...rest } = props
  const { className, children, disabled, type = 'button', onClick, ...attributes } = rest
  return (
    <button
      {...attributes}
      type={type}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // Also of the press by which Enter in a field sends its form.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClass(look, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

/** A link that looks like a button. For full-page navigations use `<a className={buttonClass()}>`. */
export function LinkButton(props: LinkProps & { look?: Look; size?: Size; icon?: ReactNode }) {
  const { look = 'secondary', size = 'md', icon, className, children, ...rest } = props
  return (
    <Link {...rest} className={classes(buttonClass(look, size), className as string)}>
      {icon}
      {children}
    </Link>
  )
}

export function buttonClass(look: Look = 'secondary', size: Size = 'md'): string {
  return classes(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    SIZES[size],
    LOOKS[look],
  )
}

const SIZES: Record<Size, string> = {
  sm: 'h-7 px-2 text-sm',
  md: 'h-8 px-3 text-sm',
  lg: 'h-10 px-4 text-base',
}

const LOOKS: Record<Look, string> = {
  primary:
    'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  secondary: 'border-line bg-surface text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken',
  ghost:
    'border-transparent text-ink-muted enabled:hover:bg-sunken enabled:hover:text-ink [a&]:hover:bg-sunken [a&]:hover:text-ink',
  danger:
    'border-line bg-surface text-danger enabled:hover:bg-danger-soft [a&]:hover:bg-danger-soft',
}
