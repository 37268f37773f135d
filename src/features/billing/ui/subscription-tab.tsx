import { useQuery } from '@tanstack/react-query'
import { Card } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { CurrentPlan } from './current-plan.tsx'
import { PlanChange } from './plan-change.tsx'
import { subscriptionQuery } from './use-subscription.ts'

/** Settings → Suscripción. `readOnly` in the demo: shown, but nothing can be done. */
export function SubscriptionTab({ readOnly }: { readOnly: boolean }) {
  const subscription = useQuery(subscriptionQuery)
  if (subscription.isPending) return <TabSkeleton />
  if (!subscription.data)
    return (
      <Card className="mt-5">
        <ErrorPanel
          message={errorText(subscription.error)}
          onRetry={() => void subscription.refetch()}
        />
      </Card>
    )
  return (
    <div className="flex flex-col gap-5 pt-5">
      <CurrentPlan subscription={subscription.data} readOnly={readOnly} />
      <PlanChange subscription={subscription.data} readOnly={readOnly} />
    </div>
  )
}

function TabSkeleton() {
  return (
    <div role="status" aria-label="Cargando la suscripción" className="flex flex-col gap-5 pt-5">
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
