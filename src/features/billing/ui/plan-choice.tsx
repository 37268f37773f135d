import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { classes } from '#kit/class-names.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { cardClass } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import type { Interval } from '#shared/plans.ts'
import { numericDay } from '#shared/spanish-numbers.ts'
import { canCancel, type Plan, type Price, type Subscription } from '../contract/subscription.ts'
import { IntervalChoice } from './interval-choice.tsx'
import { priceIn } from './plan-offers.ts'
import { type PlanOffer, PlanSummary } from './plan-summary.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { useCheckout } from './use-checkout.ts'
import { subscriptionQuery } from './use-subscription.ts'

/** The three plans, one of them chosen, and the way to Stripe's payment page. */
export function PlanChoice() {
  const subscription = useQuery(subscriptionQuery)
  if (subscription.isPending) return <ChoiceSkeleton />
  if (!subscription.data)
    return (
      <ErrorPanel
        message={errorText(subscription.error)}
        onRetry={() => void subscription.refetch()}
      />
    )
  return (
    <>
      {subscription.data.isBarred ? (
        <BarredNotice subscription={subscription.data} />
      ) : (
        <Choice subscription={subscription.data} />
      )}
      <SubscriptionActions subscription={subscription.data} readOnly={false} />
    </>
  )
}

/** Buying would be refused. */
function BarredNotice({ subscription }: { subscription: Subscription }) {
  return (
    <Banner tone="danger" title="Un administrador ha cerrado tu acceso">
      No puedes usar el panel ni suscribirte.{' '}
      {canCancel(subscription) &&
        'Tu suscripción se sigue cobrando: si no quieres conservarla, cancélala aquí. '}
      Si crees que es un error,{' '}
      <Link to={paths.contact()} className="underline underline-offset-3">
        escríbenos
      </Link>
      .
    </Banner>
  )
}

function Choice({ subscription }: { subscription: Subscription }) {
  const { plans, plan } = subscription
  const [chosen, setChosen] = useState<Plan>(plan ?? 'premium')
  const [wanted, setInterval] = useState<Interval>('month')
  const { leave, isLeaving } = useCheckout()
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const offer = plans.find(({ id }) => id === chosen)
        leave({ plan: chosen, interval: offer?.yearPrice ? wanted : 'month' })
      }}
    >
      <PastNotice {...subscription} />
      {!subscription.payUrl && (
        <IntervalChoice plans={plans} value={wanted} onChange={setInterval} />
      )}
      {!subscription.payUrl && (
        <fieldset disabled={isLeaving} className="grid gap-3 lg:grid-cols-3">
          <legend className="sr-only">Plan</legend>
          {plans.map((offer) => (
            <PlanRadio
              key={offer.id}
              offer={offer}
              price={priceIn(offer, wanted)}
              isChosen={offer.id === chosen}
              onChoose={() => setChosen(offer.id)}
            />
          ))}
        </fieldset>
      )}
      {subscription.trialDays > 0 && (
        <p className="text-ink-muted">
          {subscription.trialDays === 1
            ? 'El primer día es gratis'
            : `Los primeros ${subscription.trialDays} días son gratis`}
          : hoy no se cobra nada, y si cancelas antes no se cobra nunca.
        </p>
      )}
      {subscription.takesCodes && !subscription.payUrl && (
        <p className="text-ink-muted">
          Si tienes un código promocional, lo escribes en la página de pago, antes de pagar.
        </p>
      )}
      <Button
        type="submit"
        look="primary"
        size="lg"
        className="w-full sm:w-auto sm:self-start"
        busy={isLeaving}
        busyLabel="Redirigiendo a Stripe"
      >
        {subscription.payUrl ? 'Pagar la factura' : 'Suscribirme ahora'}
      </Button>
    </form>
  )
}

/** What became of an earlier subscription. */
function PastNotice({ status, dataDeletedAt, payUrl }: Subscription) {
  if (payUrl)
    return (
      <Banner tone="danger" title="Tienes una factura sin pagar">
        Tu suscripción está parada hasta que se pague. En la página de Stripe puedes pagarla con
        otra tarjeta.
      </Banner>
    )
  if (status !== 'canceled') return null
  return (
    <Banner tone="accent" title="Tu suscripción ha terminado">
      {dataDeletedAt && new Date(dataDeletedAt) > new Date()
        ? `Los datos de tus cuentas se conservan hasta el ${numericDay(new Date(dataDeletedAt))}. Si te suscribes antes, siguen donde estaban.`
        : 'Puedes suscribirte de nuevo cuando quieras.'}
    </Banner>
  )
}

function PlanRadio(props: {
  offer: PlanOffer
  price: Price
  isChosen: boolean
  onChoose: () => void
}) {
  const { offer, price, isChosen, onChoose } = props
  const id = useId()
  return (
    <div
      className={classes(
        cardClass,
        'relative flex gap-3 p-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent ring-1 ring-accent' : 'hover:border-line-strong',
      )}
    >
      <input
        id={id}
        type="radio"
        name="plan"
        value={offer.id}
        checked={isChosen}
        onChange={onChoose}
        className="relative z-10 mt-1 size-4 shrink-0 accent-accent outline-none"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <PlanSummary
          offer={offer}
          price={price}
          name={
            <label htmlFor={id} className="cursor-pointer after:absolute after:inset-0">
              {offer.name}
            </label>
          }
        />
      </div>
    </div>
  )
}

function ChoiceSkeleton() {
  return (
    <div role="status" aria-label="Cargando los planes" className="flex flex-col gap-5">
      <div className="grid gap-3 lg:grid-cols-3">
        {['basic', 'premium', 'enterprise'].map((plan) => (
          <Skeleton key={plan} className="h-56 w-full" />
        ))}
      </div>
      <Skeleton className="h-11 w-full sm:w-44" />
    </div>
  )
}
