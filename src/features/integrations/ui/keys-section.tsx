import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { CheckList } from '#kit/components/check-list.tsx'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Select } from '#kit/components/select.tsx'
import { API_SCOPES, type ApiScope } from '#shared/endpoint.ts'
import { dayAndTime, longDay } from '#shared/spanish-numbers.ts'
import { type ApiKey, createApiKey, revokeApiKey } from '../contract.ts'
import { FormDialog } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { keysQuery, useIntegrationChange } from './use-integrations.ts'

const SCOPE_TEXTS: Record<ApiScope, string> = {
  'metricas:leer': 'Leer cuentas y métricas',
  'recomendaciones:leer': 'Leer recomendaciones y resultados',
  'recomendaciones:aplicar': 'Aplicar, deshacer y descartar recomendaciones',
}

export function KeysSection({ readOnly }: { readOnly: boolean }) {
  const keys = useQuery(keysQuery)
  const [isAdding, setAdding] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const onMade = (made: string) => {
    setAdding(false)
    setKey(made)
  }
  return (
    <>
      <ListSection
        title="Claves de API"
        description="Para leer métricas y trabajar las recomendaciones desde tus propios programas"
        plan="Enterprise"
        pitch="Toda la API documentada, con permisos y 120 llamadas por minuto y clave."
        empty="Todavía no hay ninguna clave."
        example={{ title: 'Cuadro de mando', detail: 'Lee métricas y recomendaciones · 90 días' }}
        add={{ label: 'Crear una clave', onAdd: () => setAdding(true) }}
        query={keys}
        rows={(reply) => reply.keys}
        line={(one) => <KeyLine apiKey={one} readOnly={readOnly} />}
        readOnly={readOnly}
      />
      <p className="text-sm text-ink-muted">
        <a className="underline" href="/api/docs" target="_blank" rel="noopener">
          Documentación de la API<span className="sr-only"> (se abre en otra pestaña)</span>
        </a>
      </p>
      {isAdding && <AddDialog onMade={onMade} onClose={() => setAdding(false)} />}
      {key && (
        <SecretDialog
          title="Clave creada"
          label="Clave de API"
          secret={key}
          hint="Se envía en la cabecera «Authorization: Bearer …»."
          onClose={() => setKey(null)}
        />
      )}
    </>
  )
}

const STATES = {
  active: { tone: 'success', text: 'Activa' },
  expired: { tone: 'neutral', text: 'Caducada' },
  revoked: { tone: 'neutral', text: 'Revocada' },
} as const

function KeyLine({ apiKey, readOnly }: { apiKey: ApiKey; readOnly: boolean }) {
  const { name, ending, scopes, state, madeBy, expiresAt, lastUsedAt } = apiKey
  const [isRevoking, setRevoking] = useState(false)
  const facts = [
    scopes.map((scope) => SCOPE_TEXTS[scope]).join(', '),
    expiresAt ? `hasta el ${longDay(expiresAt.slice(0, 10))}` : 'sin caducidad',
    lastUsedAt ? `usada el ${dayAndTime(new Date(lastUsedAt))}` : 'todavía sin usar',
    ...(madeBy ? [`la hizo ${madeBy}`] : []),
  ]
  return (
    <>
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 text-base font-medium">
          {name} <span className="tabular text-ink-faint">pj_…{ending}</span>
          <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
        </p>
        <p className="text-ink-muted">{facts.join(' · ')}</p>
      </div>
      {state === 'active' && (
        <Button size="sm" look="danger" disabled={readOnly} onClick={() => setRevoking(true)}>
          Revocar
        </Button>
      )}
      {isRevoking && <RevokeDialog apiKey={apiKey} onClose={() => setRevoking(false)} />}
    </>
  )
}

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useIntegrationChange(() => call(revokeApiKey, { keyId: id }), {
    done: 'Clave revocada',
    refusal: 'No se pudo revocar',
  })
  return (
    <ConfirmDialog
      title={`¿Revocar «${name}»?`}
      description="El programa que la usa deja de entrar en el acto. No se puede deshacer."
      onClose={onClose}
      confirm={{
        text: 'Revocar clave',
        look: 'danger',
        busy: revoke.isPending,
        act: () => revoke.mutate(undefined, { onSuccess: onClose }),
      }}
    />
  )
}

const EXPIRIES = { never: null, '30': 30, '90': 90, '365': 365 } as const
type Expiry = keyof typeof EXPIRIES

function AddDialog({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>(['metricas:leer'])
  const [expiry, setExpiry] = useState<Expiry>('365')
  const add = useIntegrationChange(
    // The list offers nothing but scopes.
    () =>
      call(createApiKey, {
        name,
        scopes: scopes as ApiScope[],
        expiresInDays: EXPIRIES[expiry],
      }),
    { done: null, refusal: 'No se pudo crear' },
  )
  const errors = add.error instanceof ApiError ? add.error.fields : {}
  return (
    <FormDialog
      title="Crear una clave de API"
      submitLabel="Crear"
      busy={add.isPending}
      onSubmit={() => add.mutate(undefined, { onSuccess: ({ key }) => onMade(key) })}
      onClose={onClose}
    >
      <TextField
        label="Nombre"
        hint="Para reconocerla después: qué programa la usa."
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      <CheckList
        legend="Permisos"
        choices={API_SCOPES.map((id) => ({ id, label: SCOPE_TEXTS[id], hint: id }))}
        chosen={scopes}
        onChange={setScopes}
        error={errors.scopes}
      />
      <Select
        label="Caduca"
        value={expiry}
        onChange={(event) => setExpiry(event.target.value as Expiry)}
      >
        <option value="30">Dentro de 30 días</option>
        <option value="90">Dentro de 90 días</option>
        <option value="365">Dentro de un año</option>
        <option value="never">Nunca</option>
      </Select>
    </FormDialog>
  )
}
