import { planText } from '#shared/plan-text.ts'
import { type BillingRow, isDowngradeWaiting, isLive } from './access.ts'
import type { Offer } from './prices.ts'

/** Why the plan cannot be changed to this one now, in Spanish; null when it can. */
export function refusalOfChange(row: BillingRow, wanted: Offer, now: Date): string | null {
  if (row.status === 'past_due' || row.status === 'unpaid')
    return 'Tienes un pago pendiente. Págalo antes de cambiar de plan.'
  if (!isLive(row.status) || !row.subscriptionId || !row.plan || !row.periodEnd)
    return 'No tienes ninguna suscripción activa.'
  if (row.pendingPlan)
    return `El paso a ${planText(row.pendingPlan, row.pendingInterval)} espera a que confirmes el pago. Confírmalo o déjalo antes de elegir otro plan.`
  if (isDowngradeWaiting(row, now))
    return `Ya tienes previsto pasar a ${planText(row.plan, row.interval)}. Anula ese cambio antes de elegir otro plan.`
  if (row.cancelAtPeriodEnd)
    return 'Tu suscripción está cancelada. Reactívala antes de cambiar de plan.'
  const isSame = row.plan === wanted.plan && (row.interval ?? 'month') === wanted.interval
  return isSame ? 'Ya tienes ese plan.' : null
}
