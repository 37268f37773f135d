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

/** On phones of 16 px: iOS zooms the page into a field of smaller text. */
const fieldLook = 'border-line-strong px-3 text-base max-md:text-lg'
/** In a row of buttons: one of them. */
export const toolLook = 'border-line px-3 text-sm font-medium'
export const controlBase =
  'h-8 w-full rounded-control border bg-surface text-ink placeholder:text-ink-faint transition-colors hover:border-ink-faint focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-55'
export const controlClass = `${controlBase} ${fieldLook}`
