import { Badge } from '#kit/components/badge.tsx'
import { ProgressBar } from '#kit/components/progress-bar.tsx'
import { Section } from '#kit/components/section.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { integer, plural } from '#shared/spanish-numbers.ts'
import type { Subscription } from '../contract/subscription.ts'
import { PlanFeatures, PlanPrice } from './plan-summary.tsx'
import { StateNotices } from './state-notices.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { dayText, isLive, nextChargeText, stateBadge } from './subscription-state.ts'

type Shown = { subscription: Subscription; readOnly: boolean }

export function CurrentPlan({ subscription, readOnly }: Shown) {
  const { plan, price, discounted, isManual } = subscription
  return (
    <Section title="Plan actual">
      <div className="flex flex-col gap-5 p-4 md:p-5">
        <StateNotices subscription={subscription} readOnly={readOnly} />
        <div className="grid gap-6 md:grid-cols-2">
          <div className="flex flex-col gap-3">
            <PlanName subscription={subscription} readOnly={readOnly} />
            {price && <PlanPrice price={price} discounted={discounted} />}
            {isManual && !isLive(subscription) && (
              <p className="text-ink-muted text-pretty">
                {readOnly
                  ? 'La demostración no paga ninguna suscripción.'
                  : 'Un administrador ha activado tu acceso: no se te cobra nada.'}
              </p>
            )}
            {plan && <PlanFeatures plan={plan} />}
          </div>
          <div className="flex flex-col gap-5">
            <Dates subscription={subscription} />
            <AccountUse accounts={subscription.accounts} />
            <p>
              <span className="block text-sm text-ink-faint">Historial que se lee de Google</span>
              <span className="tabular font-medium">
                Los últimos {integer(subscription.historyDays)} días
              </span>
            </p>
          </div>
        </div>
        <SubscriptionActions subscription={subscription} readOnly={readOnly} />
      </div>
    </Section>
  )
}

function PlanName({ subscription, readOnly }: Shown) {
  const { text, tone } = readOnly
    ? ({ text: 'Demostración', tone: 'accent' } as const)
    : stateBadge(subscription)
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="text-lg font-semibold">{subscription.planName ?? 'Sin plan'}</span>
      <Badge tone={tone}>{text}</Badge>
      {subscription.isManual && isLive(subscription) && (
        <Badge tone="accent">Acceso activado manualmente</Badge>
      )}
    </p>
  )
}

function Dates({ subscription }: { subscription: Subscription }) {
  const { cancelAtPeriodEnd, paidUntil } = subscription
  return (
    <dl className="flex flex-col gap-1">
      <dt className="text-sm text-ink-faint">Próximo cobro</dt>
      <dd className="tabular font-medium">{nextChargeText(subscription)}</dd>
      {cancelAtPeriodEnd && paidUntil && (
        <dd className="text-ink-muted">Pagado hasta el {dayText(paidUntil)}.</dd>
      )}
    </dl>
  )
}

function AccountUse({ accounts: { used, limit } }: { accounts: Subscription['accounts'] }) {
  const isFull = limit !== null && used >= limit
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-ink-faint">Cuentas conectadas</p>
      <p className="tabular font-medium">
        {limit === null
          ? `${plural(used, 'cuenta', 'cuentas')}, sin límite`
          : `${integer(used)} de ${integer(limit)}`}
      </p>
      {limit !== null && (
        <p className="text-sm text-ink-faint">Las importadas de informes no cuentan.</p>
      )}
      {limit !== null && (
        <ProgressBar
          label="Cuentas usadas del plan"
          fraction={used / limit}
          tone={isFull ? 'warning' : 'accent'}
        />
      )}
      {isFull && (
        <p className="text-sm text-ink-muted">
          Has llegado al límite: para conectar otra, cambia de plan o{' '}
          <Link to={paths.accounts()} className="text-accent underline underline-offset-3">
            desconecta una
          </Link>{' '}
          (en el menú de cada cuenta).
        </p>
      )}
    </div>
  )
}
