import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { AskingButton } from '#kit/components/asking-button.tsx'
import { CheckList } from '#kit/components/check-list.tsx'
import { TextField } from '#kit/components/field.tsx'
import { dayAndTime, plural } from '#shared/spanish-numbers.ts'
import { createSheetFeed, deleteSheetFeed, type SheetFeed } from '../contract.ts'
import { FormDialog } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { accountsQuery, feedsQuery, useIntegrationChange } from './use-integrations.ts'

export function SheetsSection({ readOnly }: { readOnly: boolean }) {
  const feeds = useQuery(feedsQuery)
  const [isAdding, setAdding] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const onMade = (made: string) => {
    setAdding(false)
    setUrl(made)
  }
  return (
    <>
      <ListSection
        title="Hojas de cálculo de Google"
        description="Las campañas por día, siempre al día, con IMPORTDATA"
        plan="Premium"
        pitch="Tus hojas leen solas las campañas de los últimos días."
        empty="Todavía no hay ninguna dirección."
        example={{
          title: 'Campañas por día',
          detail: '=IMPORTDATA("https://…") · los últimos 30 días',
        }}
        add={{ label: 'Crear una dirección', onAdd: () => setAdding(true) }}
        query={feeds}
        rows={(reply) => reply.feeds}
        line={(feed) => <FeedLine feed={feed} readOnly={readOnly} />}
        readOnly={readOnly}
      />
      {isAdding && <AddDialog onMade={onMade} onClose={() => setAdding(false)} />}
      {url && (
        <SecretDialog
          title="Dirección creada"
          label="Fórmula para la celda A1"
          secret={`=IMPORTDATA("${url}")`}
          hint="Con locale=es los decimales llevan coma; con locale=en, punto."
          onClose={() => setUrl(null)}
        />
      )}
    </>
  )
}

function FeedLine({ feed, readOnly }: { feed: SheetFeed; readOnly: boolean }) {
  const remove = useIntegrationChange(() => call(deleteSheetFeed, { feedId: feed.id }), {
    done: 'Dirección revocada',
    refusal: 'No se pudo revocar',
  })
  const used = feed.lastUsedAt
    ? `leída el ${dayAndTime(new Date(feed.lastUsedAt))}`
    : 'todavía sin leer'
  return (
    <>
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="text-base font-medium">{feed.name}</p>
        <p className="text-ink-muted">
          {feed.accountNames.join(', ')} · {plural(feed.days, 'día', 'días')} · {used}
          {feed.madeBy && ` · la hizo ${feed.madeBy}`}
        </p>
      </div>
      <AskingButton
        label={`Revocar: ${feed.name}`}
        disabled={readOnly}
        title={`¿Revocar «${feed.name}»?`}
        description="Las hojas que la leen con IMPORTDATA dejan de recibir datos en el acto. No se puede deshacer."
        verb="Revocar dirección"
        busy={remove.isPending}
        onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
      >
        Revocar
      </AskingButton>
    </>
  )
}

type AddProps = { onMade: (url: string) => void; onClose: () => void }

function AddDialog({ onMade, onClose }: AddProps) {
  const accounts = useQuery(accountsQuery)
  const [name, setName] = useState('Mi hoja')
  const [days, setDays] = useState('30')
  const [accountIds, setAccountIds] = useState<string[]>([])
  const add = useIntegrationChange(
    () => call(createSheetFeed, { name, accountIds, days: Number(days) }),
    { done: null, refusal: 'No se pudo crear' },
  )
  const errors = add.error instanceof ApiError ? add.error.fields : {}
  return (
    <FormDialog
      title="Dirección para una hoja"
      submitLabel="Crear"
      busy={add.isPending}
      onSubmit={() => add.mutate(undefined, { onSuccess: ({ url }) => onMade(url) })}
      onClose={onClose}
    >
      <TextField
        label="Nombre"
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Días"
        type="number"
        min={1}
        max={180}
        hint="Hasta el último día leído entero. Como mucho 180."
        value={days}
        error={errors.days}
        onChange={(event) => setDays(event.target.value)}
      />
      <CheckList
        legend="Cuentas"
        read={accounts}
        choices={(accounts.data ?? [])
          .filter(({ accountType, granularity }) => accountType !== 'MCC' && granularity === 'day')
          .map(({ accountId, accountName }) => ({ id: accountId, label: accountName }))}
        chosen={accountIds}
        onChange={setAccountIds}
        error={errors.accountIds}
      />
    </FormDialog>
  )
}
