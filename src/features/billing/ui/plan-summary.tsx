import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Badge } from '#kit/components/badge.tsx'
import { cardLines } from '#shared/plan-promises.ts'
import type { Plan, Price, Subscription } from '../contract/subscription.ts'
import { monthlyText, taxText } from './plan-offers.ts'

export type PlanOffer = Subscription['plans'][number]

/** The inside of a plan card: name, price, IVA, what it contains. */
export function PlanSummary(props: { offer: PlanOffer; name?: ReactNode; mark?: ReactNode }) {
  const { offer, name = offer.name, mark } = props
  return (
    <>
      <p className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{name}</span>
        <span className="flex flex-wrap gap-1.5">
          {offer.popular && <Badge tone="accent">Más popular</Badge>}
          {mark}
        </span>
      </p>
      <PlanPrice price={offer.price} />
      <PlanFeatures plan={offer.id} />
    </>
  )
}

export function PlanPrice({ price }: { price: Price }) {
  return (
    <p>
      <span className="tabular text-2xl font-semibold">{monthlyText(price)}</span>{' '}
      <span className="inline-block text-sm text-ink-faint">{taxText(price)}</span>
    </p>
  )
}

export function PlanFeatures({ plan }: { plan: Plan }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {cardLines(plan).map((feature) => (
        <li key={feature} className="flex gap-2">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          {feature}
        </li>
      ))}
    </ul>
  )
}
