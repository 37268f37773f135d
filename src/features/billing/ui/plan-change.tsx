import { lazy, Suspense, useState } from 'react'
import { classes } from '#kit/class-names.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { Section } from '#kit/components/section.tsx'
import type { Plan, Subscription } from '../contract/subscription.ts'
import { PlanSummary } from './plan-summary.tsx'
import { changeBarrier, isLive } from './subscription-state.ts'
import { useCheckout } from './use-checkout.ts'

const PlanDialog = lazy(() =>
  import('./plan-dialog.tsx').then((module) => ({ default: module.PlanDialog })),
)

/** The three plans; without a living subscription choosing one leads to Stripe's payment page. */
export function PlanChange(props: { subscription: Subscription; readOnly: boolean }) {
  const { subscription, readOnly } = props
  const { leave, isLeaving } = useCheckout()
  const [wanted, setWanted] = useState<Plan | null>(null)
  const live = isLive(subscription)
  const barrier = readOnly
    ? 'En la demostración no se puede cambiar de plan.'
    : changeBarrier(subscription)
  const offers = subscription.plans
  const choose = (plan: Plan) => (live ? setWanted(plan) : leave(plan))
  return (
    <Section title={live ? 'Cambiar de plan' : 'Elegir un plan'} description={barrier}>
      <ul className="grid gap-3 p-4 md:p-5 lg:grid-cols-3">
        {offers.map((offer) => {
          const isCurrent = live && offer.id === subscription.plan
          return (
            <li
              key={offer.id}
              className={classes(
                'flex flex-col gap-3 rounded-card border p-4',
                isCurrent ? 'border-accent' : 'border-line',
              )}
            >
              <PlanSummary
                offer={offer}
                mark={isCurrent ? <Badge tone="accent">Plan actual</Badge> : undefined}
              />
              {!isCurrent && (
                <Button
                  className="mt-auto"
                  look={offer.popular && !live ? 'primary' : 'secondary'}
                  disabled={barrier !== null || isLeaving}
                  onClick={() => choose(offer.id)}
                >
                  {isLeaving ? 'Redirigiendo a Stripe' : buttonText(offer.name, live)}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {wanted && (
        <Suspense>
          <PlanDialog plan={wanted} onClose={() => setWanted(null)} />
        </Suspense>
      )}
    </Section>
  )
}

function buttonText(name: string, live: boolean): string {
  return live ? `Cambiar a ${name}` : `Contratar ${name}`
}
