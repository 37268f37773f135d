import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Section } from '#kit/components/section.tsx'
import { errorText } from '#kit/error-text.ts'
import { addRecipient, deleteRecipient, type Recipient } from '../contract/endpoints.ts'
import { recipientsQuery, schedulesQuery, useReportChange } from './use-reports.ts'

/** Only where the plan has schedules, or there are addresses left to be forgotten. */
export function RecipientsSection({ readOnly }: { readOnly: boolean }) {
  const available = useQuery(schedulesQuery).data?.available ?? false
  const query = useQuery(recipientsQuery)
  const recipients = query.data ?? []
  const isFailed = query.isError && !query.data
  if (!available && !isFailed && recipients.length === 0) return null
  return (
    <Section
      title="Otros destinatarios"
      description="Les preguntamos por correo si quieren los informes; cada envío trae un enlace de baja"
    >
      {isFailed && (
        <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
      )}
      <ul className="divide-y divide-line">
        {recipients.map((recipient) => (
          <RecipientLine key={recipient.id} recipient={recipient} readOnly={readOnly} />
        ))}
      </ul>
      {available && <AddForm readOnly={readOnly} />}
    </Section>
  )
}

const STATES = {
  confirmed: { tone: 'success', text: 'Confirmado' },
  waiting: { tone: 'neutral', text: 'Pendiente de confirmar' },
  unsubscribed: { tone: 'warning', text: 'De baja' },
} as const

/** Of a question that has not arrived. */
const UNSENT = {
  retrying: { tone: 'warning', text: 'El correo no ha salido aún: se vuelve a intentar' },
  refused: { tone: 'danger', text: 'El correo no existe o se rechazó' },
} as const

function stateOf({ state, mail }: Recipient) {
  return state === 'waiting' && mail !== 'sent' ? UNSENT[mail] : STATES[state]
}

function RecipientLine({ recipient, readOnly }: { recipient: Recipient; readOnly: boolean }) {
  const { id, email, state } = recipient
  const { tone, text } = stateOf(recipient)
  const remove = useReportChange(() => call(deleteRecipient, { recipientId: id }), {
    done: 'Destinatario eliminado',
    refusal: 'No se pudo eliminar',
  })
  const ask = useReportChange(() => call(addRecipient, { email }), {
    done: 'Le hemos vuelto a preguntar',
    refusal: 'No se pudo preguntar',
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 md:px-5">
      <span className="flex min-w-0 flex-wrap items-center gap-2 wrap-anywhere">
        {email}
        <Badge tone={tone}>{text}</Badge>
      </span>
      <span className="flex flex-wrap gap-2">
        {state === 'waiting' && (
          <Button
            size="sm"
            disabled={readOnly}
            busy={ask.isPending}
            onClick={() => ask.mutate(undefined)}
          >
            Preguntar otra vez<span className="sr-only"> a {email}</span>
          </Button>
        )}
        <Button
          size="sm"
          look="danger"
          disabled={readOnly}
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          Eliminar<span className="sr-only"> {email}</span>
        </Button>
      </span>
    </li>
  )
}

function AddForm({ readOnly }: { readOnly: boolean }) {
  const [email, setEmail] = useState('')
  const add = useReportChange(() => call(addRecipient, { email }), {
    done: 'Le hemos preguntado por correo',
    refusal: 'No se pudo añadir',
  })
  const error = add.error instanceof ApiError ? add.error.fields.email : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(undefined, { onSuccess: () => setEmail('') })
  }
  return (
    <form noValidate className="flex flex-wrap items-start gap-2 p-4 md:p-5" onSubmit={submit}>
      <TextField
        label="Correo del destinatario"
        type="email"
        autoCapitalize="none"
        className="min-w-0 flex-1 basis-60"
        value={email}
        error={error}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" className="sm:mt-6.5" disabled={readOnly} busy={add.isPending}>
        Añadir
      </Button>
    </form>
  )
}
