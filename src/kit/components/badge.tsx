import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

export function Badge(props: { tone?: Tone; dot?: boolean; title?: string; children: ReactNode }) {
  const { tone = 'neutral', dot = false, title, children } = props
  return (
    <span
      title={title}
      className={classes(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONE_CLASSES[tone],
      )}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}

/** Soft background and readable text of each tone. */
export const TONE_CLASSES: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}
