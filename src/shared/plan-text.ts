import { type Interval, PLANS, type PlanId } from './plans.ts'

/** 'Premium', and 'Premium anual' where it is paid by the year. */
export function planText(plan: PlanId, interval: Interval | null): string {
  return interval === 'year' ? `${PLANS[plan].name} anual` : PLANS[plan].name
}
