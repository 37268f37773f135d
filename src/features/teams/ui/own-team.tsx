import { useQuery } from '@tanstack/react-query'
import { Section } from '#kit/components/section.tsx'
import { HandOverButton, OpenHandover } from './hand-over.tsx'
import { RemoveButton } from './remove-button.tsx'
import { teamQuery } from './use-team.ts'

/** What keeps an owner from being erased, and both ways out of it, where the panel is closed. Nothing for who has no team. */
export function OwnTeam({ readOnly }: { readOnly: boolean }) {
  const { data: team } = useQuery(teamQuery)
  const others = team?.members.filter(({ role }) => role !== 'owner') ?? []
  if (!team || others.length === 0) return null
  return (
    <Section
      title="Tu equipo"
      description="Para eliminar tu cuenta, antes traspásalo o quita a quien está en él."
    >
      <OpenHandover team={team} readOnly={readOnly} />
      <ul className="divide-y divide-line">
        {others.map((member) => (
          <li
            key={member.id}
            className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5"
          >
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{member.name}</p>
              <p className="text-sm text-ink-faint wrap-anywhere">{member.email}</p>
            </div>
            {!readOnly && (
              <div className="flex flex-wrap items-center gap-2">
                {member.role !== 'client' && <HandOverButton member={member} />}
                <RemoveButton member={member} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
