import type { Tone } from '#kit/components/badge.tsx'
import { numericDay } from '#shared/spanish-numbers.ts'
import { isPaid, type Subscription } from '../contract/subscription.ts'
import { euros } from './plan-offers.ts'

/** The badge beside the plan's name. */
export function stateBadge(subscription: Subscription): { text: string; tone: Tone } {
  const { status, isManual, endsAt } = subscription
  if (endsAt) return { text: `Termina el ${dayText(endsAt)}`, tone: 'warning' }
  if (isManual && !isLive(subscription)) return { text: 'Activada manualmente', tone: 'accent' }
  return STATES[status]
}

const STATES: Record<Subscription['status'], { text: string; tone: Tone }> = {
  none: { text: 'Sin suscripción', tone: 'neutral' },
  active: { text: 'Activa', tone: 'success' },
  trialing: { text: 'En prueba', tone: 'success' },
  past_due: { text: 'Pago pendiente', tone: 'danger' },
  unpaid: { text: 'Impagada', tone: 'danger' },
  canceled: { text: 'Cancelada', tone: 'neutral' },
  incomplete: { text: 'Pago sin completar', tone: 'warning' },
  incomplete_expired: { text: 'Pago caducado', tone: 'neutral' },
  paused: { text: 'En pausa', tone: 'warning' },
  inactive: { text: 'Inactiva', tone: 'neutral' },
}

/** Stripe goes on charging, or trying to. */
export function isLive({ status }: Subscription): boolean {
  return isPaid(status) || status === 'past_due'
}

type Charged = Pick<
  Subscription,
  'status' | 'nextBillingAt' | 'price' | 'discounted' | 'pendingChange'
>

/** When something is charged next, and how much. Of a charge that failed Stripe alone knows when it tries again. */
export function nextChargeText(subscription: Charged): string {
  const { status, nextBillingAt } = subscription
  if (status === 'past_due') return 'El que ha fallado, en cuanto se pueda'
  if (!nextBillingAt) return 'Ninguno previsto'
  return [dayText(nextBillingAt), nextAmount(subscription)].filter(Boolean).join(' · ')
}

/** What the next charge comes to, where Stripe's prices include the IVA: it is not known here what else would be added. */
function nextAmount({ price, discounted, pendingChange }: Charged): string | null {
  const next = pendingChange
    ? (pendingChange.discounted?.price ?? pendingChange.price)
    : (discounted?.price ?? price)
  return next?.taxIncluded ? euros(next.amount) : null
}

/** Why another plan cannot be chosen now; null when it can. */
export function changeBarrier(subscription: Subscription): string | null {
  const { status, cancelAtPeriodEnd, pendingChange, pendingConfirmation } = subscription
  if (status === 'past_due') return 'Tienes un pago pendiente. Págalo antes de cambiar de plan.'
  if (cancelAtPeriodEnd)
    return 'Tu suscripción está cancelada. Reactívala antes de cambiar de plan.'
  if (pendingConfirmation)
    return `Falta confirmar el pago para pasar a ${pendingConfirmation.planName}. Confírmalo o déjalo antes de elegir otro plan.`
  if (pendingChange)
    return `Ya tienes previsto pasar a ${pendingChange.planName}. Anula ese cambio antes de elegir otro plan.`
  return null
}

/** The day of an ISO instant where the reader is: '1/11/2026'. */
export function dayText(instant: string): string {
  return numericDay(new Date(instant))
}
