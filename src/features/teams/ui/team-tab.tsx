import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { DrawnTogether } from '#kit/components/drawn-together.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import {
  MEMBER_ROLES,
  type MemberRole,
  may,
  mayGrant,
  ROLE_TEXTS,
  type TeamRole,
} from '#shared/permissions.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import {
  changeMember,
  type Invitation,
  type Member,
  resendInvitation,
  revokeInvitation,
  type Team,
} from '../contract.ts'
import { ChangeLog } from './change-log.tsx'
import { HandOverButton, OpenHandover } from './hand-over.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Memberships } from './memberships.tsx'
import { RemoveButton } from './remove-button.tsx'
import { teamQuery, useTeamChange } from './use-team.ts'

/** `role` is the reader's own in the accounts they work in. */
export function TeamTab({ role, readOnly }: { role: TeamRole; readOnly: boolean }) {
  return (
    <DrawnTogether className="flex flex-col gap-5 pt-5">
      {may(role, 'see_all') && <People role={role} readOnly={readOnly} />}
      {may(role, 'see_all') && <ChangeLog />}
      <Memberships readOnly={readOnly} />
    </DrawnTogether>
  )
}

function People({ role, readOnly }: { role: TeamRole; readOnly: boolean }) {
  const team = useQuery(teamQuery)
  const [isInviting, setInviting] = useState(false)
  const mayInvite = may(role, 'people') && !readOnly
  return (
    <Section
      title="Equipo"
      description={team.data ? seatsText(team.data) : 'Quién trabaja en estas cuentas.'}
      actions={
        mayInvite && (
          <Button size="sm" look="primary" onClick={() => setInviting(true)}>
            Invitar
          </Button>
        )
      }
    >
      {team.data && <OpenHandover team={team.data} readOnly={readOnly} />}
      {team.data ? (
        <ul className="divide-y divide-line">
          {team.data.members.map((member) => (
            <MemberLine key={member.id} member={member} role={role} readOnly={readOnly} />
          ))}
          {team.data.invitations.map((invitation) => (
            <InvitationLine key={invitation.id} invitation={invitation} readOnly={readOnly} />
          ))}
        </ul>
      ) : team.isError ? (
        <ErrorPanel message={errorText(team.error)} onRetry={() => void team.refetch()} />
      ) : (
        <div role="status" aria-label="Cargando el equipo" className="p-5">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {isInviting && <InviteDialog role={role} onClose={() => setInviting(false)} />}
    </Section>
  )
}

const lineClass = 'flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5'

function MemberLine(props: { member: Member; role: TeamRole; readOnly: boolean }) {
  const { member, role, readOnly } = props
  const change = useTeamChange('Papel cambiado')
  const given = member.role === 'owner' ? null : member.role
  const isMine = given !== null && may(role, 'people') && mayGrant(role, given) && !readOnly
  return (
    <li className={lineClass}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {member.name} <Badge tone="neutral">{ROLE_TEXTS[member.role]}</Badge>
          {member.isSuspended && <Badge tone="warning">En pausa: tu plan no tiene sitio</Badge>}
        </p>
        <p className="text-sm text-ink-faint wrap-anywhere">
          {[member.email, member.accounts && `ve ${member.accounts.join(', ')}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isMine && (
        <div className="flex flex-wrap items-center gap-2">
          {given !== 'client' && (
            <Select
              label={`Papel de ${member.name}`}
              hideLabel
              value={given}
              onChange={(event) => {
                const wanted = event.target.value as MemberRole
                change.mutate(() => call(changeMember, { memberId: member.id, role: wanted }))
              }}
            >
              {MEMBER_ROLES.filter((one) => one !== 'client' && mayGrant(role, one)).map((one) => (
                <option key={one} value={one}>
                  {ROLE_TEXTS[one]}
                </option>
              ))}
            </Select>
          )}
          {role === 'owner' && given !== 'client' && <HandOverButton member={member} />}
          <RemoveButton member={member} />
        </div>
      )}
    </li>
  )
}

const MAIL_STATES = {
  sent: ['warning', 'Sin responder'],
  retrying: ['warning', 'El correo no ha salido aún: se vuelve a intentar'],
  refused: ['danger', 'El correo no se ha podido entregar'],
} as const

function InvitationLine(props: { invitation: Invitation; readOnly: boolean }) {
  const { invitation, readOnly } = props
  const revoke = useTeamChange('Invitación retirada')
  const resend = useTeamChange('Invitación enviada')
  const [tone, state] = MAIL_STATES[invitation.mail]
  const invitationId = invitation.id
  return (
    <li className={lineClass}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {invitation.email} <Badge tone={tone}>{state}</Badge>
        </p>
        <p className="text-sm text-ink-faint">
          {ROLE_TEXTS[invitation.role]} · vale hasta el {longDay(invitation.expiresAt.slice(0, 10))}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          disabled={readOnly}
          busy={resend.isPending}
          aria-label={`Enviar otra vez: ${invitation.email}`}
          onClick={() => resend.mutate(() => call(resendInvitation, { invitationId }))}
        >
          Enviar otra vez
        </Button>
        <Button
          size="sm"
          disabled={readOnly}
          busy={revoke.isPending}
          aria-label={`Retirar: ${invitation.email}`}
          onClick={() => revoke.mutate(() => call(revokeInvitation, { invitationId }))}
        >
          Retirar
        </Button>
      </div>
    </li>
  )
}

function seatsText({ seats }: Team): string {
  if (seats.of === 0) return 'Tu plan no incluye más personas.'
  return `${seats.used} de ${seats.of} personas de tu plan, además de quien es dueño.`
}
