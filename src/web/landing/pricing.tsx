import Check from 'lucide-react/icons/check'
import { classes } from '#kit/class-names.ts'
import { Badge } from '#kit/components/badge.tsx'
import { buttonClass } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { paths } from '#kit/paths.ts'
import { englishLines } from '#shared/plan-promises.ts'
import { PLANS, type PlanId } from '#shared/plans.ts'
import { SectionFrame } from './section-frame.tsx'
import { When } from './when.tsx'

const OFFERS = Object.keys(PLANS) as PlanId[]

export function Pricing() {
  return (
    <SectionFrame
      id="pricing"
      title={
        <>
          <When fact="months">Three plans, by the month</When>
          <When fact="years">Three plans, by the month or the year</When>
        </>
      }
      lead="The price depends on how many accounts you connect, never on how much you spend. The total, VAT and all, is shown before you pay."
    >
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        {OFFERS.map((plan) => (
          <li key={plan} className="flex">
            <PlanCard plan={plan} isPopular={plan === 'premium'} />
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}

function PlanCard({ plan, isPopular }: { plan: PlanId; isPopular: boolean }) {
  const { name, priceEuros } = PLANS[plan]
  return (
    <Card className={classes('flex flex-1 flex-col p-6', isPopular && 'border-accent')}>
      <h3 className="flex items-center justify-between gap-2 text-lg font-semibold">
        {name}
        {isPopular && <Badge tone="accent">Most popular</Badge>}
      </h3>
      <p className="mt-3">
        <span className="tabular text-4xl font-semibold">€{priceEuros}</span>{' '}
        <span className="text-ink-muted">
          per month
          <When
            fact={`year-${plan}`}
          >{`, or\u00a0€${PLANS[plan].yearEuros}\u00a0per\u00a0year`}</When>
        </span>
      </p>
      <ul className="mt-5 flex flex-1 flex-col gap-2.5">
        {englishLines(plan).map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            {feature}
          </li>
        ))}
      </ul>
      <a
        href={paths.register()}
        aria-label={`Sign up for ${name}`}
        className={classes(buttonClass(isPopular ? 'primary' : 'secondary', 'lg'), 'mt-7')}
      >
        Sign up
      </a>
    </Card>
  )
}
