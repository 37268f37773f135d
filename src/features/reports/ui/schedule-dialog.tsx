import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Button } from '#kit/components/button.tsx'
import { CheckList } from '#kit/components/check-list.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Select } from '#kit/components/select.tsx'
import {
  createSchedule,
  type Recipient,
  type Schedule,
  updateSchedule,
} from '../contract/endpoints.ts'
import type { Compare, Frequency } from '../contract/shapes.ts'
import { CompareOptions } from './report-now.tsx'
import { accountsQuery, recipientsQuery, useReportChange } from './use-reports.ts'

type Props = { schedule: Schedule | null; ownEmail: string; onClose: () => void }

const SELF = 'self'
const HINTS: Record<Recipient['state'], string | undefined> = {
  confirmed: undefined,
  waiting: 'Falta que confirme su correo: hasta entonces no recibirá nada.',
  unsubscribed: 'Se dio de baja: no recibirá nada.',
}

export function ScheduleDialog({ schedule, ownEmail, onClose }: Props) {
  const accounts = useQuery(accountsQuery)
  const recipients = useQuery(recipientsQuery)
  const [fields, setFields] = useState(() => toFields(schedule))
  const formId = useId()
  const save = useReportChange(
    async () => {
      await (schedule ? call(updateSchedule, toInput(fields, schedule)) : create(fields))
    },
    { done: 'Envío guardado', refusal: 'No se pudo guardar el envío' },
  )
  const errors = save.error instanceof ApiError ? save.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined, { onSuccess: onClose })
  }
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  return (
    <Dialog
      title={schedule ? 'Editar el envío' : 'Programar un envío'}
      description="Con los datos de la semana o el mes que acaba de terminar."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} look="primary" busy={save.isPending}>
            Guardar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4 pt-1" onSubmit={submit}>
        <TextField
          label="Nombre"
          value={fields.name}
          hint="Es el asunto del correo."
          error={errors.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <CheckList
          legend="Cuentas"
          read={accounts}
          choices={(accounts.data ?? [])
            .filter(({ accountType }) => accountType !== 'MCC')
            .map(({ accountId, accountName }) => ({ id: accountId, label: accountName }))}
          chosen={fields.accountIds}
          onChange={(accountIds) => set({ accountIds })}
          error={errors.accountIds}
        />
        <Choices fields={fields} set={set} />
        <CheckList
          legend="Enviar a"
          read={recipients}
          choices={[
            { id: SELF, label: ownEmail },
            ...(recipients.data ?? []).map(({ id, email, state }) => {
              const hint = HINTS[state]
              return { id, label: email, ...(hint && { hint }) }
            }),
          ]}
          chosen={fields.to}
          onChange={(to) => set({ to })}
          error={errors.recipientIds}
        />
      </form>
    </Dialog>
  )
}

function Choices({ fields, set }: { fields: Fields; set: (change: Partial<Fields>) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Cada cuánto"
        value={fields.frequency}
        onChange={(event) => set({ frequency: event.target.value as Frequency })}
      >
        <option value="weekly">Cada semana, el lunes</option>
        <option value="monthly">Cada mes, el día 1</option>
      </Select>
      <Select
        label="Comparar con"
        value={fields.compare}
        onChange={(event) => set({ compare: event.target.value as Compare })}
      >
        <CompareOptions />
      </Select>
    </div>
  )
}

type Fields = {
  name: string
  accountIds: string[]
  frequency: Frequency
  compare: Compare
  /** 'self' and ids of recipients. */
  to: string[]
}

function toFields(schedule: Schedule | null): Fields {
  if (!schedule)
    return {
      name: 'Informe de campañas',
      accountIds: [],
      frequency: 'weekly',
      compare: 'previous',
      to: [SELF],
    }
  const { name, accountIds, frequency, compare, toSelf, recipientIds } = schedule
  return { name, accountIds, frequency, compare, to: [...(toSelf ? [SELF] : []), ...recipientIds] }
}

function create(fields: Fields) {
  return call(createSchedule, wantedOf(fields))
}

function toInput(fields: Fields, { id }: Schedule) {
  return { scheduleId: id, ...wantedOf(fields) }
}

function wantedOf({ to, ...rest }: Fields) {
  return { ...rest, toSelf: to.includes(SELF), recipientIds: to.filter((one) => one !== SELF) }
}
