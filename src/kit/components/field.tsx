import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../class-names.ts'

export type FieldProps = { label: string; hint?: ReactNode; error?: string; hideLabel?: boolean }

type TextFieldProps = ComponentProps<'input'> &
  FieldProps & { leading?: ReactNode; trailing?: ReactNode }

/** A labelled text input; the error replaces the hint and is announced. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, leading, trailing, className, id, ...input } = props
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <FieldFrame {...{ label, hint, error, hideLabel, inputId, className }}>
      <div className="relative">
        {leading && (
          <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-ink-faint [&_svg]:size-4">
            {leading}
          </span>
        )}
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId(inputId) : undefined}
          className={classes(controlClass, leading ? 'pl-9' : '', trailing ? 'pr-10' : '')}
        />
        {trailing && (
          <span className="absolute inset-y-0 right-0 flex items-center">{trailing}</span>
        )}
      </div>
    </FieldFrame>
  )
}

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
