import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../class-names.ts'
import { controlClass, FieldFrame, type FieldProps, noteId } from './field-frame.tsx'

type TextFieldProps = ComponentProps<'input'> &
  FieldProps & { leading?: ReactNode; trailing?: ReactNode }

/** A labelled text input; the error replaces the hint and is announced. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, leading, trailing, className, id, ...input } = props
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      hideLabel={hideLabel}
      inputId={inputId}
      className={className}
    >
      <div className="relative">
        {leading && (
          <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-ink-faint [&_svg]:size-4">
            {leading}
          </span>
        )}
        <input
          {...input}
          id={inputId}
          data-first={input.autoFocus || undefined}
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
