import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { AskingButton } from '#kit/components/asking-button.tsx'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { Section } from '#kit/components/section.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { ROLE_TEXTS } from '#shared/permissions.ts'
import { leaveTeam, listMemberships, workIn } from '../contract.ts'
import { OfferedTeam } from './offered-team.tsx'

/** Other people's teams: work there, in one's own accounts again, or leave. */
export function Memberships({ readOnly }: { readOnly: boolean }) {
  const memberships = useQuery({ ...queryOf(listMemberships, {}), staleTime: 0 })
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    // By a full load: all that was read is of other accounts.
    onSuccess: () => window.location.assign(paths.dashboard()),
    onError: (error) =>
      toast({
        title: 'No se ha cambiado nada',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
  if (!memberships.data || memberships.data.length === 0) return null
  const isAway = memberships.data.some(({ isCurrent }) => isCurrent)
  return (
    <Section title="Equipos en los que estás" description="Las cuentas de otras personas.">
      {memberships.data.map(
        (team) =>
          team.offeredUntil && (
            <OfferedTeam
              key={team.ownerId}
              team={team}
              until={team.offeredUntil}
              readOnly={readOnly}
            />
          ),
      )}
      <ul className="divide-y divide-line">
        {memberships.data.map(({ ownerId, ownerName, role, isCurrent, isSuspended }) => (
          <li
            key={ownerId}
            className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5"
          >
            <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
              {ownerName} <Badge tone="neutral">{ROLE_TEXTS[role]}</Badge>
              {isCurrent && <Badge tone="success">Trabajas aquí</Badge>}
              {isSuspended && <Badge tone="warning">En pausa: su plan no tiene sitio</Badge>}
            </p>
            <div className="flex flex-wrap gap-2">
              {!isCurrent && !isSuspended && (
                <Button
                  size="sm"
                  disabled={readOnly}
                  onClick={() => change.mutate(() => call(workIn, { ownerId }))}
                >
                  Trabajar aquí
                </Button>
              )}
              <AskingButton
                label={`Dejar el equipo de ${ownerName}`}
                disabled={readOnly}
                title={`¿Dejar el equipo de ${ownerName}?`}
                description="Dejas de entrar en sus cuentas en el acto, y las invitaciones que enviaste y nadie ha aceptado dejan de valer. Para volver hará falta otra invitación."
                verb="Dejar el equipo"
                busy={change.isPending}
                onConfirm={() => change.mutate(() => call(leaveTeam, { ownerId }))}
              >
                Dejar el equipo
              </AskingButton>
            </div>
          </li>
        ))}
      </ul>
      {isAway && (
        <div className="border-t border-line px-4 py-3 md:px-5">
          <Button
            size="sm"
            disabled={readOnly}
            onClick={() => change.mutate(() => call(workIn, { ownerId: null }))}
          >
            Volver a mis propias cuentas
          </Button>
        </div>
      )}
    </Section>
  )
}
