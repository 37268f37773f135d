import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, useId } from 'react'
import { classes } from '../class-names.ts'
import {
  controlBase,
  controlClass,
  FieldFrame,
  type FieldProps,
  noteId,
  toolLook,
} from './field-frame.tsx'

/** The browser's own select with our look; options are given as children. */
export function Select(props: ComponentProps<'select'> & FieldProps) {
  const { label, hint, error, hideLabel, className, id, ...select } = props
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
        <select
          {...select}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId(inputId) : undefined}
          className={classes(
            hideLabel ? `${controlBase} ${toolLook}` : controlClass,
            'appearance-none pr-8 text-ellipsis',
          )}
        />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-ink-faint"
        />
      </div>
    </FieldFrame>
  )
}
