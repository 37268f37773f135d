import { Suspense, useState } from 'react'
import { classes } from '#kit/class-names.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { Section } from '#kit/components/section.tsx'
import { late } from '#kit/late.tsx'
import type { Interval } from '#shared/plans.ts'
import type { Plan, Subscription } from '../contract/subscription.ts'
import { IntervalChoice } from './interval-choice.tsx'
import { discountedIn, priceIn } from './plan-offers.ts'
import { PlanSummary } from './plan-summary.tsx'
import { changeBarrier, dayText, isLive } from './subscription-state.ts'
import { useCheckout } from './use-checkout.ts'

const PlanDialog = late(() => import('./plan-dialog.tsx').then((module) => module.PlanDialog))

type Wish = { plan: Plan; interval: Interval }

/** The three plans; without a living subscription choosing one leads to Stripe's payment page. */
export function PlanChange(props: { subscription: Subscription; readOnly: boolean }) {
  const { subscription, readOnly } = props
  const { leave, isLeaving } = useCheckout()
  const [wanted, setWanted] = useState<Wish | null>(null)
  const live = isLive(subscription)
  const paid = subscription.interval ?? 'month'
  const [interval, setInterval] = useState<Interval>(paid)
  const barrier = readOnly
    ? 'En la demostración no se puede cambiar de plan.'
    : changeBarrier(subscription)
  const offers = subscription.plans
  const choose = (wish: Wish) => (live ? setWanted(wish) : leave(wish))
  return (
    <Section title={live ? 'Cambiar de plan' : 'Elegir un plan'} description={barrier}>
      <div className="px-4 pt-4 empty:hidden md:px-5">
        <IntervalChoice plans={offers} value={interval} onChange={setInterval} />
      </div>
      <ul className="grid gap-3 p-4 md:p-5 lg:grid-cols-3">
        {offers.map((offer) => {
          const price = priceIn(offer, interval)
          const isPlan = live && offer.id === subscription.plan
          const isCurrent = isPlan && price.interval === paid
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
                price={price}
                discounted={discountedIn(offer, interval)}
                mark={isCurrent ? <Badge tone="accent">Plan actual</Badge> : undefined}
              />
              {live && paid === 'year' && price.interval === 'month' && subscription.paidUntil && (
                <p className="text-sm text-ink-muted text-pretty">
                  {offer.yearPrice === null && 'Este plan solo se paga por meses. '}
                  Empieza el {dayText(subscription.paidUntil)}, al terminar el año que has pagado.
                </p>
              )}
              {!isCurrent && (
                <Button
                  className="mt-auto"
                  look={offer.popular && !live ? 'primary' : 'secondary'}
                  disabled={barrier !== null || isLeaving}
                  onClick={() => choose({ plan: offer.id, interval: price.interval })}
                >
                  {isLeaving
                    ? 'Redirigiendo a Stripe'
                    : buttonText(offer.name, live, isPlan ? price.interval : null)}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {wanted && (
        <Suspense>
          <PlanDialog wish={wanted} onClose={() => setWanted(null)} />
        </Suspense>
      )}
    </Section>
  )
}

/** `interval`: of the plan that is had already, which is only paid otherwise. */
function buttonText(name: string, live: boolean, interval: Interval | null): string {
  if (interval) return interval === 'year' ? 'Pasar a pago anual' : 'Pasar a pago mensual'
  return live ? `Cambiar a ${name}` : `Contratar ${name}`
}
