import { useId } from 'react'
import { Button } from '#kit/components/button.tsx'
import { FieldFrame } from '#kit/components/field-frame.tsx'
import { dayAndTime } from '#shared/spanish-numbers.ts'
import type { Message } from '../contract/support.ts'

/** What was written, oldest first; `own` is the side of the reader. */
export function Messages({
  messages,
  own,
}: {
  messages: readonly Message[]
  own: Message['side']
}) {
  if (messages.length === 0) return <p className="text-ink-muted">Todavía no hay mensajes.</p>
  return (
    <ol className="flex max-h-96 flex-col gap-3 overflow-y-auto" aria-label="Mensajes">
      {messages.map(({ id, side, authorName, isMine, text, writtenAt }) => (
        <li key={id} className={side === own ? 'self-end' : 'self-start'}>
          <p className="text-sm text-ink-faint">
            {isMine ? 'Tú' : authorName} · {dayAndTime(new Date(writtenAt))}
          </p>
          <p className="max-w-prose rounded-card border border-line p-3 whitespace-pre-wrap wrap-anywhere">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** A text of several lines and what becomes of it. */
export function TextForm(props: {
  label: string
  hint?: string
  button: string
  busyLabel: string
  maxLength: number
  value: string
  isBusy: boolean
  canBeEmpty?: boolean
  onChange: (text: string) => void
  onSubmit: () => void
}) {
  const id = useId()
  return (
    <form
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      <FieldFrame label={props.label} hint={props.hint} inputId={id} className="w-full max-w-prose">
        <textarea
          id={id}
          rows={4}
          maxLength={props.maxLength}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          className="w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-ink hover:border-ink-faint"
        />
      </FieldFrame>
      <Button
        type="submit"
        look="primary"
        busy={props.isBusy}
        busyLabel={props.busyLabel}
        disabled={!props.canBeEmpty && props.value.trim() === ''}
      >
        {props.button}
      </Button>
    </form>
  )
}
