import { late } from '#kit/late.tsx'
import './ask-identity.ts'
import { useLogOut, useSession } from '#features/auth/ui/session.ts'
import { SettingsPage } from '#features/settings/ui/settings-page.tsx'
import { DrawnTogether } from '#kit/components/drawn-together.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { may } from '#shared/permissions.ts'

const SubscriptionTab = late(() =>
  import('#features/billing/ui/subscription-tab.tsx').then((module) => module.SubscriptionTab),
)
const PaymentsTab = late(() =>
  import('#features/billing/ui/payments-tab.tsx').then((module) => module.PaymentsTab),
)

const ReportsTab = late(() =>
  import('#features/reports/ui/reports-tab.tsx').then((module) => module.ReportsTab),
)
const MorningSection = late(() =>
  import('#features/watch/ui/morning-section.tsx').then((module) => module.MorningSection),
)
const VerdictMailSection = late(() =>
  import('#features/recommendations/ui/verdict-mail-section.tsx').then(
    (module) => module.VerdictMailSection,
  ),
)
const IntegrationsTab = late(() =>
  import('#features/integrations/ui/integrations-tab.tsx').then((module) => module.IntegrationsTab),
)

const FactorSection = late(() =>
  import('#features/second-factor/ui/factor-section.tsx').then((module) => module.FactorSection),
)

const DataSection = late(() =>
  import('#features/data-rights/ui/data-section.tsx').then((module) => module.DataSection),
)

const TeamTab = late(() =>
  import('#features/teams/ui/team-tab.tsx').then((module) => module.TeamTab),
)

export function SettingsScreen() {
  const session = useSession()
  const logOut = useLogOut()
  if (session.state !== 'in') return null
  const { id, readOnly, team } = session.user
  // What is one's own is changed in every team; who only looks on there may still change their password.
  const isOwnReadOnly = readOnly && !team
  return (
    <SettingsPage
      userId={id}
      readOnly={isOwnReadOnly}
      onLeave={() => logOut()}
      secondFactor={<FactorSection readOnly={isOwnReadOnly} />}
      ownData={<DataSection readOnly={isOwnReadOnly} />}
      subscription={team ? <OwnerOnly /> : <SubscriptionTab readOnly={readOnly} />}
      payments={team ? <OwnerOnly /> : <PaymentsTab readOnly={readOnly} />}
      reports={
        <DrawnTogether className="flex flex-col gap-5">
          {team && !may(team.role, 'see_all') ? <OwnerOnly /> : <ReportsTab readOnly={readOnly} />}
          <MorningSection readOnly={isOwnReadOnly} inTeam={team !== undefined} />
          <VerdictMailSection readOnly={isOwnReadOnly} />
        </DrawnTogether>
      }
      integrations={
        team && !may(team.role, 'connect') ? <OwnerOnly /> : <IntegrationsTab readOnly={readOnly} />
      }
      team={<TeamTab role={team?.role ?? 'owner'} readOnly={isOwnReadOnly} />}
    />
  )
}

function OwnerOnly() {
  return (
    <div className="pt-5">
      <EmptyState title="Esto lo lleva quien es dueño del equipo o lo administra." />
    </div>
  )
}
