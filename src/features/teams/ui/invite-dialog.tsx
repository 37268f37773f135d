import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { listAccounts } from '#features/accounts/contract.ts'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Button } from '#kit/components/button.tsx'
import { CheckList } from '#kit/components/check-list.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Select } from '#kit/components/select.tsx'
import { queryOf } from '#kit/query.ts'
import {
  MEMBER_ROLES,
  type MemberRole,
  mayGrant,
  ROLE_TEXTS,
  type TeamRole,
} from '#shared/permissions.ts'
import { invite } from '../contract.ts'
import { useTeamChange } from './use-team.ts'

const EXPLANATIONS: Record<MemberRole, string> = {
  manager: 'Invita a personas y conecta cuentas, además de editar. No ve los pagos.',
  editor: 'Aplica y deshace recomendaciones, y pone objetivos.',
  viewer: 'Lo ve todo y no cambia nada.',
  client: 'Solo ve las cuentas que elijas; no ve al resto del equipo.',
}

export function InviteDialog({ role, onClose }: { role: TeamRole; onClose: () => void }) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [given, setGiven] = useState<MemberRole>('viewer')
  const [accountIds, setAccountIds] = useState<string[]>([])
  const send = useTeamChange('Invitación enviada')
  const fields = send.error instanceof ApiError ? send.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = { email, role: given, ...(given === 'client' && { accountIds }) }
    send.mutate(() => call(invite, asked), { onSuccess: onClose })
  }
  return (
    <Dialog
      title="Invitar al equipo"
      description="Le llegará un enlace por correo, que vale siete días."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={id} look="primary" busy={send.isPending}>
            Enviar invitación
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4 pt-1" onSubmit={submit}>
        <TextField
          label="Correo"
          type="email"
          autoCapitalize="none"
          value={email}
          error={fields.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Select
          label="Papel"
          value={given}
          onChange={(event) => setGiven(event.target.value as MemberRole)}
        >
          {MEMBER_ROLES.filter((one) => mayGrant(role, one)).map((one) => (
            <option key={one} value={one}>
              {ROLE_TEXTS[one]}
            </option>
          ))}
        </Select>
        <p className="text-sm text-ink-faint">{EXPLANATIONS[given]}</p>
        {given === 'client' && (
          <AccountChoice chosen={accountIds} error={fields.accountIds} onChange={setAccountIds} />
        )}
      </form>
    </Dialog>
  )
}

function AccountChoice(props: {
  chosen: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}) {
  const accounts = useQuery(queryOf(listAccounts, {}))
  const choices = (accounts.data ?? [])
    .filter(({ accountType }) => accountType !== 'MCC')
    .map(({ accountId, accountName }) => ({ id: accountId, label: accountName, hint: accountId }))
  return <CheckList legend="Cuentas que verá" read={accounts} choices={choices} {...props} />
}
