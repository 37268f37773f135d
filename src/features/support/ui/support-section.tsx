import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { dayAndTime, plural, quantity } from '#shared/spanish-numbers.ts'
import { getThread, setWording, type Thread, writeMessage } from '../contract/support.ts'
import { Messages, TextForm } from './thread-parts.tsx'

const threadQuery = { ...queryOf(getThread, {}), staleTime: 0 }

/** The thread with the team, with what the plan promises; below it what else the plan brings. */
export function SupportSection() {
  const thread = useQuery(threadQuery)
  return (
    <Section id="soporte" title="Soporte">
      {thread.data ? (
        <div className="flex flex-col gap-5 p-4 md:p-5">
          <Promised thread={thread.data} />
          <Messages messages={thread.data.messages} own="customer" />
          <NewMessage />
          {thread.data.onboarding && <FirstSteps steps={thread.data.onboarding} />}
          {thread.data.wording.available && <Wording text={thread.data.wording.text} />}
        </div>
      ) : thread.isError ? (
        <ErrorPanel message={errorText(thread.error)} onRetry={() => void thread.refetch()} />
      ) : (
        <div role="status" aria-label="Cargando el soporte" className="p-5">
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Section>
  )
}

function Promised({ thread }: { thread: Thread }) {
  const { promisedHours, dueAt, medianHours, manager } = thread
  return (
    <div className="flex max-w-prose flex-col gap-1 text-pretty">
      {manager && (
        <p>
          Tu gestor es <strong>{manager.name}</strong>
          {manager.email && (
            <>
              {' '}
              (
              <a href={`mailto:${manager.email}`} className="text-accent underline">
                {manager.email}
              </a>
              )
            </>
          )}
          .
        </p>
      )}
      <p>
        {dueAt
          ? `Te responderemos antes del ${dayAndTime(new Date(dueAt))}.`
          : `Con tu plan respondemos en ${plural(promisedHours, 'hora', 'horas')} como mucho, aquí y por correo.`}
      </p>
      {medianHours !== null && (
        <p className="text-sm text-ink-faint">
          Hasta ahora has esperado {quantity(medianHours, 1)} h (mediana).
        </p>
      )}
    </div>
  )
}

function NewMessage() {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () => call(writeMessage, { text }),
    onSuccess: ({ message, thread }) => {
      setText('')
      client.setQueryData(threadQuery.queryKey, thread)
      toast({ title: message, variant: 'success' })
    },
    onError: (error) =>
      toast({
        title: 'No se pudo enviar el mensaje.',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
  return (
    <TextForm
      label="Tu mensaje"
      hint="Di de qué cuenta se trata y qué esperabas ver."
      button="Enviar"
      busyLabel="Enviando..."
      maxLength={4000}
      value={text}
      isBusy={send.isPending}
      onChange={setText}
      onSubmit={() => send.mutate()}
    />
  )
}

function FirstSteps({ steps }: { steps: NonNullable<Thread['onboarding']> }) {
  return (
    <div className="border-t border-line pt-4">
      <h3 className="font-semibold">Primeros pasos</h3>
      <ul className="mt-2 flex flex-col gap-1.5">
        {steps.map(({ text, done }) => (
          <li key={text} className="flex items-center gap-2">
            {done ? (
              <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
            ) : (
              <Circle aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            )}
            {text} <span className="text-sm text-ink-faint">{done ? 'hecho' : 'pendiente'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Wording({ text: saved }: { text: string }) {
  const client = useQueryClient()
  const [text, setText] = useState(saved)
  const save = useMutation({
    mutationFn: () => call(setWording, { text }),
    onSuccess: ({ message, thread }) => {
      client.setQueryData(threadQuery.queryKey, thread)
      toast({ title: message, variant: 'success' })
    },
    onError: (error) =>
      toast({
        title: 'No se pudieron guardar las instrucciones.',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">Tu IA</h3>
      <TextForm
        label="Cómo quieres que escriba la IA"
        hint="Tono, palabras que usa tu empresa, a quién va dirigido. Las cifras salen siempre de tus datos."
        button="Guardar instrucciones"
        busyLabel="Guardando..."
        maxLength={1000}
        value={text}
        isBusy={save.isPending}
        canBeEmpty
        onChange={setText}
        onSubmit={() => save.mutate()}
      />
    </div>
  )
}
