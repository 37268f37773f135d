import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'

export type FieldProps = { label: string; hint?: ReactNode; error?: string; hideLabel?: boolean }

/** Label above, hint or error below; the error is announced. */
export function FieldFrame(
  props: FieldProps & { inputId: string; className?: string; children: ReactNode },
) {
  const { label, hint, error, hideLabel, inputId, className, children } = props
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label
        htmlFor={inputId}
        className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink-muted'}
      >
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p
          id={noteId(inputId)}
          role={error ? 'alert' : undefined}
          className={classes('text-xs', error ? 'text-danger' : 'text-ink-faint')}
        >
          {error || hint}
        </p>
      )}
    </div>
  )
}

export const noteId = (inputId: string) => `${inputId}-note`

export const controlClass =
  'h-9 w-full rounded-control border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-ink-faint transition-colors hover:border-ink-faint focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-55'
