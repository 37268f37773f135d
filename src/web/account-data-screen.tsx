import './ask-identity.ts'
import { useSession } from '#features/auth/ui/session.ts'
import { DataSection } from '#features/data-rights/ui/data-section.tsx'
import { OwnTeam } from '#features/teams/ui/own-team.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { paths } from '#kit/paths.ts'

/** Where mails about one's data lead: open to users without a subscription as well. */
export function AccountDataScreen() {
  const session = useSession()
  if (session.state !== 'in') return null
  const { readOnly, team } = session.user
  return (
    <main className="page flex max-w-3xl flex-col gap-5">
      <title>Tus datos · Pujante</title>
      <Logo className="text-lg" />
      <h1 className="text-xl font-semibold">Tus datos en Pujante</h1>
      <DataSection readOnly={readOnly && !team} />
      {!team && <OwnTeam readOnly={readOnly} />}
      <LinkButton to={paths.dashboard()} className="self-start">
        Volver
      </LinkButton>
    </main>
  )
}
