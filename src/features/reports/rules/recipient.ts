import type { Recipient } from '../contract/endpoints.ts'

/** By which its question is asked for: each has a link of its own, and the older one ends. */
export const mailKeyOf = ({ confirmHash }: { confirmHash: string }) => `recipient ${confirmHash}`

type Row = { id: string; email: string; confirmedAt: Date | null; unsubscribedAt: Date | null }

export function toRecipient(
  { id, email, confirmedAt, unsubscribedAt }: Row,
  mail: Recipient['mail'],
): Recipient {
  const state = unsubscribedAt ? 'unsubscribed' : confirmedAt ? 'confirmed' : 'waiting'
  return { id, email, state, mail }
}
