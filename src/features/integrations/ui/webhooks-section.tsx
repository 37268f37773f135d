import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { AskingButton } from '#kit/components/asking-button.tsx'
import { Badge, type Tone } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { CheckList } from '#kit/components/check-list.tsx'
import { TextField } from '#kit/components/field.tsx'
import { toast } from '#kit/components/toast.tsx'
import { dayAndTime } from '#shared/spanish-numbers.ts'
import {
  createWebhook,
  deleteWebhook,
  TOPICS,
  type Topic,
  testWebhook,
  type Webhook,
} from '../contract.ts'
import { FormDialog } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'
import { useIntegrationChange, webhooksQuery } from './use-integrations.ts'

const TOPIC_TEXTS: Record<Topic, string> = {
  recomendaciones: 'Recomendaciones nuevas de prioridad alta',
  medicion: 'Problemas con la medición de conversiones',
  resultados: 'Resultados medidos de lo aplicado',
  sincronizacion: 'Fallos al leer Google Ads',
}

export function WebhooksSection({ readOnly }: { readOnly: boolean }) {
  const webhooks = useQuery(webhooksQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <ListSection
        title="Avisos en Slack"
        description="También en Mattermost, Rocket.Chat y lo que entienda sus webhooks entrantes"
        plan="Premium"
        pitch="Lo importante llega al canal de tu equipo en cuanto ocurre."
        empty="Todavía no se avisa a ningún canal."
        example={{ title: '#google-ads', detail: 'Resultados medidos y cifras fuera de lo normal' }}
        add={{ label: 'Añadir un canal', onAdd: () => setAdding(true) }}
        query={webhooks}
        rows={(reply) => reply.webhooks}
        line={(webhook) => <WebhookLine webhook={webhook} readOnly={readOnly} />}
        readOnly={readOnly}
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const STATES: Record<NonNullable<Webhook['last']>['state'], { tone: Tone; text: string }> = {
  sent: { tone: 'success', text: 'Entregado' },
  waiting: { tone: 'neutral', text: 'Pendiente' },
  failed: { tone: 'danger', text: 'No entregado' },
}

function WebhookLine({ webhook, readOnly }: { webhook: Webhook; readOnly: boolean }) {
  const { id, host, topics, madeBy, last } = webhook
  const trial = useIntegrationChange(() => call(testWebhook, { webhookId: id }), {
    done: null,
    refusal: 'No se pudo probar',
  })
  const remove = useIntegrationChange(() => call(deleteWebhook, { webhookId: id }), {
    done: 'Canal eliminado',
    refusal: 'No se pudo eliminar',
  })
  const tell = (answer: { ok: boolean; message: string }) =>
    toast({
      title: answer.ok ? 'Mensaje de prueba enviado' : 'No ha llegado',
      description: answer.message,
      variant: answer.ok ? 'success' : 'destructive',
    })
  return (
    <>
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="text-base font-medium">{host}</p>
        <p className="text-ink-muted">
          {topics.map((topic) => TOPIC_TEXTS[topic]).join(' · ')}
          {madeBy && ` · lo hizo ${madeBy}`}
        </p>
        {last && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-faint">
            <Badge tone={STATES[last.state].tone}>{STATES[last.state].text}</Badge>
            {dayAndTime(new Date(last.at))} {last.problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={readOnly}
          busy={trial.isPending}
          onClick={() => trial.mutate(undefined, { onSuccess: tell })}
        >
          Probar
        </Button>
        <AskingButton
          label={`Eliminar: ${host}`}
          disabled={readOnly}
          title="¿Eliminar el canal?"
          description={`Los avisos dejan de llegar a ${host}. Para volver a recibirlos hará falta otra vez la dirección del webhook.`}
          verb="Eliminar canal"
          busy={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        >
          Eliminar
        </AskingButton>
      </div>
    </>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [topics, setTopics] = useState<string[]>([...TOPICS])
  const add = useIntegrationChange(
    // The list offers nothing but topics.
    () => call(createWebhook, { url, topics: topics as Topic[] }),
    { done: 'Canal añadido', refusal: 'No se pudo añadir' },
  )
  const errors = add.error instanceof ApiError ? add.error.fields : {}
  return (
    <FormDialog
      title="Avisar a un canal"
      description="En Slack: Aplicaciones → Webhooks entrantes → Añadir."
      submitLabel="Añadir"
      busy={add.isPending}
      onSubmit={() => add.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Dirección del webhook"
        type="url"
        placeholder="https://hooks.slack.com/services/…"
        value={url}
        error={errors.url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <CheckList
        legend="Avisar de"
        choices={TOPICS.map((id) => ({ id, label: TOPIC_TEXTS[id] }))}
        chosen={topics}
        onChange={setTopics}
        error={errors.topics}
      />
    </FormDialog>
  )
}
