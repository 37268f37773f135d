import type Stripe from 'stripe'

/** Where the money of a credit note goes, in cents. */
export type CreditShares = {
  /** Of an invoice that was still open: it need not be paid. */
  waived: number
  /** To the card. */
  refunded: number
  /** Kept for the next invoices. */
  credited: number
  /** Given back past Stripe. */
  outOfBand: number
}

export function creditShares(
  note: Pick<
    Stripe.CreditNote,
    'refunds' | 'out_of_band_amount' | 'post_payment_amount' | 'pre_payment_amount'
  >,
): CreditShares {
  const refunded = note.refunds.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0)
  const outOfBand = note.out_of_band_amount ?? 0
  const credited = Math.max(0, note.post_payment_amount - refunded - outOfBand)
  return { waived: note.pre_payment_amount, refunded, credited, outOfBand }
}

/**
 * Those that stand for good, by when they do: of an open invoice, which is none of ours yet, a note may still be voided, and
 * counts once that is paid. `from`: unix seconds.
 */
export function lastingNotes(
  notes: readonly Stripe.CreditNote[],
  from: number,
): Stripe.CreditNote[] {
  return notes.filter((note) => note.status === 'issued' && (standsSince(note) ?? -1) >= from)
}

/** Null while its invoice is not paid, or cannot be seen. */
export function standsSince({ created, invoice }: Stripe.CreditNote): number | null {
  if (typeof invoice !== 'object' || invoice.status !== 'paid') return null
  return Math.max(created, invoice.status_transitions.paid_at ?? 0)
}
