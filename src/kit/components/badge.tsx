import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

export function Badge(props: {
  tone?: Tone
  dot?: boolean
  /** A state that nearly every row has: quiet, so that the others stand out. */
  isUsual?: boolean
  title?: string
  children: ReactNode
}) {
  const { tone = 'neutral', dot = false, isUsual = false, title, children } = props
  return (
    <span
      title={title}
      className={classes(
        'inline-flex h-5 items-center gap-1.5 rounded-sm text-xs font-medium whitespace-nowrap',
        isUsual ? 'text-ink-muted' : `px-1.5 ${TONE_CLASSES[tone]}`,
      )}
    >
      {dot && (
        <span
          aria-hidden="true"
          className={classes('size-1.5 rounded-full', isUsual ? 'bg-success' : 'bg-current')}
        />
      )}
      {children}
    </span>
  )
}

/** Soft background and readable text of each tone; blue is left to what can be pressed. */
export const TONE_CLASSES: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-muted',
  accent: 'bg-sunken text-ink',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}
