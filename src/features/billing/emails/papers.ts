import type Stripe from 'stripe'
import type { Letter } from '#platform/mail/letter.ts'
import { dayInZone } from '#shared/dates.ts'
import { longDay, money } from '#shared/spanish-numbers.ts'
import { PAYMENT_METHODS_PATH } from '../contract/subscription.ts'
import { type CreditShares, creditShares } from '../rules/credit-note.ts'
import { amountsOf, discountCents } from '../rules/invoice-amounts.ts'
import { fromUnix } from '../rules/stripe-state.ts'

type To = { name: string; origin: string }

const MICROS_PER_CENT = 10_000

export function receiptLetter({ name, origin }: To, invoice: Stripe.Invoice, rate: number): Letter {
  const paidAt = invoice.status_transitions.paid_at ?? invoice.created
  return {
    subject: 'Recibo de tu suscripción a Pujante',
    greeting: `Hola, ${name}:`,
    lead: `El ${dayOf(paidAt)} hemos cobrado ${cents(invoice.amount_paid)} de la factura ${invoice.number ?? ''}.`,
    paragraphs: [
      [taxText(invoice, rate), restText(invoice), discountText(invoice)].filter(Boolean).join(' '),
    ],
    button: { label: 'Ver mis facturas', url: origin + PAYMENT_METHODS_PATH },
  }
}

export function creditNoteLetter(
  { name, origin }: To,
  note: Stripe.CreditNote,
  rate: number,
): Letter {
  const shares = creditShares(note)
  const isGivenBack = shares.refunded > 0 || shares.outOfBand > 0
  const [lead = '', ...more] = creditTexts(shares)
  return {
    subject: isGivenBack ? 'Te hemos devuelto un pago' : 'Hemos rectificado una factura tuya',
    greeting: `Hola, ${name}:`,
    lead,
    paragraphs: [
      ...more,
      ...(shares.refunded > 0 ? ['El banco puede tardar unos días en mostrarlo.'] : []),
      `La factura rectificativa es la ${note.number}. ${taxText(note, rate)}`,
      ...(note.memo ? [note.memo] : []),
    ],
    button: { label: 'Ver mis facturas', url: origin + PAYMENT_METHODS_PATH },
  }
}

function creditTexts({ refunded, outOfBand, credited, waived }: CreditShares): string[] {
  return [
    refunded > 0 ? `Hemos devuelto ${cents(refunded)} a la tarjeta con la que pagaste.` : '',
    outOfBand > 0 ? `Te hemos devuelto ${cents(outOfBand)} por otro medio.` : '',
    credited > 0
      ? `Tienes ${cents(credited)} a tu favor, que se descuentan de tus próximas facturas.`
      : '',
    waived > 0 ? `Hemos rebajado ${cents(waived)} de una factura antes de cobrarla.` : '',
  ].filter(Boolean)
}

/** What was too little to be charged by itself. */
function restText({ amount_paid, total }: Stripe.Invoice): string {
  const rest = amount_paid - total
  return rest > 0 ? `Los otros ${cents(rest)} quedaban por cobrar de una factura anterior.` : ''
}

/** Of a change of plan the discount is within its amounts. */
function discountText(invoice: Stripe.Invoice): string {
  const off = discountCents(invoice)
  return off > 0 ? `Antes del descuento eran ${cents(off + invoice.total)}.` : ''
}

function taxText(paper: Stripe.Invoice | Stripe.CreditNote, rate: number): string {
  const { baseCents, percent, quotaCents, totalCents } = amountsOf(paper, rate)
  if (quotaCents === 0) return `Total: ${cents(totalCents)}, sin IVA.`
  return `Base imponible ${cents(baseCents)}, IVA ${percent} % ${cents(quotaCents)}, total ${cents(totalCents)}.`
}

function cents(amount: number): string {
  return money(amount * MICROS_PER_CENT, 'EUR')
}

function dayOf(seconds: number): string {
  return longDay(dayInZone(fromUnix(seconds), 'Europe/Madrid'))
}
