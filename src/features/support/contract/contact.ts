import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { EmailText, isStorable, PersonName } from '#shared/person-shapes.ts'
import { Nothing, ToldInstant } from '#shared/wire.ts'

/** For who is not logged in: a way to reach the team, and whether the vendors answer. */

export const CONTACT_LENGTH = 4_000

export const contactTeam = endpoint('POST /api/contact', {
  access: 'public',
  permission: 'self',
  summary: 'Writes to the team without an account; it answers by mail',
  input: z.object({
    name: PersonName,
    email: EmailText,
    text: z
      .string('Escribe el mensaje.')
      .check(
        z.trim(),
        z.minLength(1, 'Escribe el mensaje.'),
        z.maxLength(CONTACT_LENGTH, 'El mensaje puede tener 4000 caracteres como mucho.'),
        isStorable,
      ),
  }),
  reply: z.object({ message: z.string() }),
})

const VENDORS = ['google-ads', 'stripe', 'mail'] as const
export type Vendor = (typeof VENDORS)[number]

export const VendorHealth = z.object({
  vendor: z.enum(VENDORS),
  /** 'unused': nothing was asked of it within the last day. */
  state: z.enum(['working', 'slow', 'failing', 'unused']),
  /** ISO instant of the last task that it answered; null where none is known. */
  answeredAt: z.nullable(ToldInstant),
  /** Tasks that wait to be tried again. */
  waiting: z.number(),
})
export type VendorHealth = z.infer<typeof VendorHealth>

export const getVendorHealth = endpoint('GET /api/estado', {
  access: 'public',
  permission: 'self',
  summary: 'Whether Google Ads, Stripe and the mail server answer, as our own tasks have it',
  input: Nothing,
  reply: z.object({ vendors: z.array(VendorHealth) }),
})
