import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Banner } from '#kit/components/banner.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { Tabs } from '#kit/components/tabs.tsx'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import { ProfileTab } from './profile-tab.tsx'

const TABS = [
  { id: 'profile', label: 'Perfil' },
  { id: 'subscription', label: 'Suscripción' },
  { id: 'payments', label: 'Métodos de pago' },
  { id: 'reports', label: 'Informes' },
  { id: 'integrations', label: 'Integraciones' },
  { id: 'team', label: 'Equipo' },
] as const

/**
 * `onLeave` logs out: a change of profile or password sends the user to log in again. The other tabs are
 * given by the caller, which knows their features.
 */
export function SettingsPage(props: {
  userId: string
  readOnly: boolean
  onLeave: () => void
  secondFactor: ReactNode
  ownData: ReactNode
  subscription: ReactNode
  payments: ReactNode
  reports: ReactNode
  integrations: ReactNode
  team: ReactNode
}) {
  const { userId, readOnly, onLeave, secondFactor, ownData } = props
  const { subscription, payments, reports, integrations, team } = props
  const { params, change } = useUrlState()
  const ids = TABS.map(({ id }) => id)
  const selected = oneOf(ids, params.get('tab')) ?? 'profile'
  const frame = useTabInSight(selected)
  return (
    // Narrower labels on a phone: the next one looks in, so that one sees that there are more.
    <div ref={frame} className="page flex max-w-4xl flex-col gap-5 max-sm:[&_[role=tab]]:px-2">
      <title>Configuración de cuenta · Pujante</title>
      <h1 className="text-xl font-semibold">Configuración de cuenta</h1>
      {readOnly && (
        <Banner tone="accent">
          Estás en la demostración, que es solo para mirar: aquí no se puede cambiar nada.
        </Banner>
      )}
      <Tabs
        label="Configuración"
        tabs={TABS}
        selected={selected}
        onSelect={(tab) => change({ tab }, { replace: true })}
      >
        <Suspense
          fallback={
            <div className="pt-5">
              <Spinner label="Cargando..." />
            </div>
          }
        >
          {selected === 'profile' && (
            <ProfileTab
              userId={userId}
              readOnly={readOnly}
              onLeave={onLeave}
              secondFactor={secondFactor}
              ownData={ownData}
            />
          )}
          {selected === 'subscription' && subscription}
          {selected === 'payments' && payments}
          {selected === 'reports' && reports}
          {selected === 'integrations' && integrations}
          {selected === 'team' && team}
        </Suspense>
      </Tabs>
    </div>
  )
}

/** On a phone the labels scroll sideways, and an address may select one beyond the edge. */
function useTabInSight(selected: string) {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the label of another tab is looked for
  useEffect(() => {
    const label = frame.current?.querySelector('[role=tab][aria-selected=true]')
    label?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [selected])
  return frame
}
