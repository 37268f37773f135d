import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Section } from '#kit/components/section.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { dayAndTime, plural, quantity } from '#shared/spanish-numbers.ts'
import {
  answerThread,
  type Desk,
  getDesk,
  nameManager,
  readThread,
  type WaitingThread,
} from '../contract/support.ts'
import { Messages, TextForm } from './thread-parts.tsx'

const deskQuery = { ...queryOf(getDesk, {}), staleTime: 0 }

/** For administrators: who waits, until when an answer is promised, and how the promises were kept. */
export function SupportPage() {
  const desk = useQuery(deskQuery)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <div className="page flex flex-col gap-5">
      <title>Soporte · Pujante</title>
      <h1 className="text-xl font-semibold">Soporte</h1>
      {desk.data ? (
        <>
          <p className="text-ink-muted">{keptText(desk.data.answers)}</p>
          <Section title="Conversaciones" description="Primero las que esperan, por su plazo">
            {desk.data.threads.length === 0 ? (
              <EmptyState title="Nadie ha escrito en los últimos 90 días" />
            ) : (
              <ul className="divide-y divide-line">
                {desk.data.threads.map((thread) => (
                  <ThreadLine
                    key={thread.userId}
                    thread={thread}
                    isOpen={open === thread.userId}
                    onToggle={() => setOpen(open === thread.userId ? null : thread.userId)}
                  />
                ))}
              </ul>
            )}
          </Section>
        </>
      ) : desk.isError ? (
        <ErrorPanel message={errorText(desk.error)} onRetry={() => void desk.refetch()} />
      ) : (
        <Spinner label="Cargando las conversaciones..." />
      )}
    </div>
  )
}

function keptText({ count, inTime, medianHours }: Desk['answers']): string {
  if (medianHours === null) return 'Todavía no hay respuestas en los últimos 90 días.'
  return `Últimos 90 días: ${plural(count, 'respuesta', 'respuestas')}, ${inTime} dentro del plazo prometido; mediana de ${quantity(medianHours, 1)} h.`
}

function ThreadLine(props: { thread: WaitingThread; isOpen: boolean; onToggle: () => void }) {
  const { name, email, planName, lastText, dueAt, isLate } = props.thread
  return (
    <li className="flex flex-col gap-3 p-4 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {name} <span className="text-sm text-ink-faint">{email}</span>
            <Badge tone="neutral">{planName ?? 'Sin plan'}</Badge>
            {dueAt && (
              <Badge tone={isLate ? 'danger' : 'warning'}>
                {isLate ? 'Fuera de plazo desde el' : 'Responder antes del'}{' '}
                {dayAndTime(new Date(dueAt))}
              </Badge>
            )}
          </p>
          <p className="line-clamp-2 max-w-prose text-ink-muted wrap-anywhere">{lastText}</p>
        </div>
        <Button size="sm" aria-expanded={props.isOpen} onClick={props.onToggle}>
          {props.isOpen ? 'Cerrar' : 'Abrir'}
        </Button>
      </div>
      {props.isOpen && <OpenThread thread={props.thread} />}
    </li>
  )
}

function OpenThread({ thread }: { thread: WaitingThread }) {
  const client = useQueryClient()
  const { userId } = thread
  const messagesQuery = { ...queryOf(readThread, { userId }), staleTime: 0 }
  const messages = useQuery(messagesQuery)
  const [text, setText] = useState('')
  const answer = useMutation({
    mutationFn: () => call(answerThread, { userId, text }),
    onSuccess: ({ message, messages }) => {
      setText('')
      client.setQueryData(messagesQuery.queryKey, messages)
      void client.invalidateQueries({ queryKey: deskQuery.queryKey })
      toast({ title: message, variant: 'success' })
    },
    onError: (error) => refuse('No se pudo enviar la respuesta.', error),
  })
  return (
    <div className="flex flex-col gap-4">
      {messages.data && <Messages messages={messages.data} own="team" />}
      <TextForm
        label="Respuesta"
        button="Responder"
        busyLabel="Enviando..."
        maxLength={4000}
        value={text}
        isBusy={answer.isPending}
        onChange={setText}
        onSubmit={() => answer.mutate()}
      />
      <ManagerForm thread={thread} />
    </div>
  )
}

function ManagerForm({ thread }: { thread: WaitingThread }) {
  const client = useQueryClient()
  const [name, setName] = useState(thread.managerName ?? '')
  const [email, setEmail] = useState(thread.managerEmail ?? '')
  const save = useMutation({
    mutationFn: () =>
      call(nameManager, { userId: thread.userId, name: name || null, email: email || null }),
    onSuccess: ({ message, desk }) => {
      client.setQueryData(deskQuery.queryKey, desk)
      toast({ title: message, variant: 'success' })
    },
    onError: (error) => refuse('No se pudo guardar el gestor.', error),
  })
  return (
    <form
      className="flex flex-wrap items-end gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextField
        label="Gestor dedicado (lo ve quien tiene Enterprise)"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Correo del gestor"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={save.isPending} busyLabel="Guardando...">
        Guardar gestor
      </Button>
    </form>
  )
}

function refuse(title: string, error: unknown): void {
  toast({ title, description: errorText(error, title), variant: 'destructive' })
}
