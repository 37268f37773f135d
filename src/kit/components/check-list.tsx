import { useId } from 'react'
import { errorText } from '../error-text.ts'
import { Button } from './button.tsx'
import { Skeleton } from './skeleton.tsx'

type Choice = { id: string; label: string; hint?: string }

/** Several of a few: a titled group of checkboxes; the error is announced. */
export function CheckList(props: {
  legend: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error?: string | undefined
  disabled?: boolean
  /** Where the choices are read from: without it a failed read would look like a list with nothing in it. */
  read?: Read
}) {
  const { legend, choices, chosen, onChange, error, disabled, read } = props
  const id = useId()
  const toggle = (choice: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, choice] : chosen.filter((one) => one !== choice))
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-2"
      disabled={disabled}
      aria-describedby={error ? id : undefined}
    >
      <legend className="mb-1.5 text-sm font-medium text-ink-muted">{legend}</legend>
      {read && <Reading {...read} label={legend} />}
      {choices.map((choice) => (
        <label key={choice.id} className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
            checked={chosen.includes(choice.id)}
            onChange={(event) => toggle(choice.id, event.target.checked)}
          />
          <span className="min-w-0 wrap-anywhere">
            {choice.label}
            {choice.hint && <span className="block text-sm text-ink-faint">{choice.hint}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={id} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What is taken of a query. */
type Read = { isPending: boolean; isLoadingError: boolean; error: unknown; refetch: () => unknown }

function Reading({ isPending, isLoadingError, error, refetch, label }: Read & { label: string }) {
  if (isPending)
    return (
      <div role="status" aria-label={`Cargando: ${label}`}>
        <Skeleton className="h-5 w-2/3" />
      </div>
    )
  if (!isLoadingError) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
      {errorText(error)}
      <Button size="sm" onClick={() => void refetch()}>
        Reintentar
      </Button>
    </div>
  )
}
