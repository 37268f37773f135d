import type Stripe from 'stripe'
import type { Letter } from '#platform/mail/letter.ts'
import { dayInZone } from '#shared/dates.ts'
import { longDay, money } from '#shared/spanish-numbers.ts'
import { fromUnix } from '../rules/stripe-state.ts'

const MICROS_PER_CENT = 10_000

type Told = Pick<
  Stripe.Dispute,
  'id' | 'amount' | 'currency' | 'reason' | 'evidence_details' | 'livemode'
>

/** To an administrator. */
export function disputeLetter(name: string, dispute: Told): Letter {
  const { id, amount, currency, reason, evidence_details: evidence, livemode } = dispute
  const until = evidence?.due_by ? ` antes del ${dayOf(evidence.due_by)}` : ''
  return {
    subject: 'Un cliente ha reclamado un pago a su banco',
    greeting: `Hola, ${name}:`,
    lead: `Un banco reclama ${money(amount * MICROS_PER_CENT, currency.toUpperCase())} de un pago (motivo de Stripe: ${reason}).`,
    paragraphs: [
      `Responde en Stripe${until}: sin respuesta se pierde el importe.`,
      'El acceso y la suscripción siguen como estaban. Si el banco da la razón al cliente, la factura necesita una nota de crédito «fuera de Stripe».',
    ],
    button: {
      label: 'Ver la reclamación',
      url: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}disputes/${id}`,
    },
  }
}

function dayOf(seconds: number): string {
  return longDay(dayInZone(fromUnix(seconds), 'Europe/Madrid'))
}
