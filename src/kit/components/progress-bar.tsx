import { classes } from '../class-names.ts'
import type { Tone } from './badge.tsx'

/** `fraction` 0..1, or null while the share done is unknown. */
export function ProgressBar(props: { label: string; fraction: number | null; tone?: Tone }) {
  const { label, fraction, tone = 'neutral' } = props
  const percent = fraction === null ? null : Math.round(Math.min(1, Math.max(0, fraction)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-1 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={classes(
          'h-full rounded-full transition-[width] duration-300',
          FILLS[tone],
          percent === null && 'w-1/3 animate-shimmer',
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}

const FILLS: Record<Tone, string> = {
  neutral: 'bg-ink-muted',
  accent: 'bg-ink-muted',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
}
