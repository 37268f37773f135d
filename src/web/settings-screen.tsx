import { lazy } from 'react'
import { useLogOut, useSession } from '#features/auth/ui/session.ts'
import { SettingsPage } from '#features/settings/ui/settings-page.tsx'

const SubscriptionTab = lazy(() =>
  import('#features/billing/ui/subscription-tab.tsx').then((module) => ({
    default: module.SubscriptionTab,
  })),
)
const PaymentsTab = lazy(() =>
  import('#features/billing/ui/payments-tab.tsx').then((module) => ({
    default: module.PaymentsTab,
  })),
)

const ReportsTab = lazy(() =>
  import('#features/reports/ui/reports-tab.tsx').then((module) => ({ default: module.ReportsTab })),
)
const MorningSection = lazy(() =>
  import('#features/watch/ui/morning-section.tsx').then((module) => ({
    default: module.MorningSection,
  })),
)
const IntegrationsTab = lazy(() =>
  import('#features/integrations/ui/integrations-tab.tsx').then((module) => ({
    default: module.IntegrationsTab,
  })),
)

const FactorSection = lazy(() =>
  import('#features/second-factor/ui/factor-section.tsx').then((module) => ({
    default: module.FactorSection,
  })),
)

const DataSection = lazy(() =>
  import('#features/data-rights/ui/data-section.tsx').then((module) => ({
    default: module.DataSection,
  })),
)

export function SettingsScreen() {
  const session = useSession()
  const logOut = useLogOut()
  if (session.state !== 'in') return null
  const { id, readOnly } = session.user
  return (
    <SettingsPage
      userId={id}
      readOnly={readOnly}
      onLeave={() => logOut()}
      secondFactor={<FactorSection readOnly={readOnly} />}
      ownData={<DataSection readOnly={readOnly} />}
      subscription={<SubscriptionTab readOnly={readOnly} />}
      payments={<PaymentsTab readOnly={readOnly} />}
      reports={
        <>
          <ReportsTab readOnly={readOnly} />
          <MorningSection readOnly={readOnly} />
        </>
      }
      integrations={<IntegrationsTab readOnly={readOnly} />}
    />
  )
}
