import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Badge } from '#kit/components/badge.tsx'
import { cardLines } from '#shared/plan-promises.ts'
import type { Discounted, Plan, Price, Subscription } from '../contract/subscription.ts'
import { discountText, monthlyText, rateText, taxText } from './plan-offers.ts'

export type PlanOffer = Subscription['plans'][number]

/** The inside of a plan card: name, price, IVA, what it contains. */
export function PlanSummary(props: {
  offer: PlanOffer
  price: Price
  discounted?: Discounted | null | undefined
  name?: ReactNode
  mark?: ReactNode
}) {
  const { offer, price, discounted, name = offer.name, mark } = props
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2 lg:flex-col lg:items-start">
        <span className="font-semibold">{name}</span>
        {/* Beside each other one row is kept for the marks of all, so that prices stand on one line. */}
        <span className="flex flex-wrap gap-1.5 lg:min-h-6">
          {offer.popular && <Badge tone="accent">Más popular</Badge>}
          {mark}
        </span>
      </p>
      <PlanPrice price={price} discounted={discounted} />
      <PlanFeatures plan={offer.id} />
    </>
  )
}

/** What is charged; with a discount the price without it is struck through beside, and how long it lasts below. */
export function PlanPrice(props: { price: Price; discounted?: Discounted | null | undefined }) {
  const { discounted } = props
  const charged = discounted?.price ?? props.price
  return (
    <div>
      <p>
        <span className="tabular text-2xl font-semibold">{rateText(charged)}</span>{' '}
        {discounted && (
          <s className="tabular text-ink-faint">
            <span className="sr-only">en vez de </span>
            {rateText(props.price)}
          </s>
        )}{' '}
        <span className="inline-block text-sm text-ink-faint">
          {[monthlyText(charged), taxText(charged)].filter(Boolean).join(', ')}
        </span>
      </p>
      {discounted && (
        <p className="mt-1 text-sm text-success text-pretty">{discountText(discounted)}.</p>
      )}
    </div>
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
