import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { wayOut } from '#shared/way-out.ts'
import { Nothing } from '#shared/wire.ts'

/** 'Hoy' by mail: one a person for all accounts, only on mornings on which there is something. */

export const getMorningMail = endpoint('GET /api/correo-de-hoy', {
  access: 'user',
  permission: 'self',
  summary:
    'Whether the person wants a mail on mornings on which something is new in accounts of their own',
  input: Nothing,
  reply: z.object({ activo: z.boolean() }),
})

export const setMorningMail = endpoint('PUT /api/correo-de-hoy', {
  access: 'user',
  permission: 'self',
  summary:
    'Turns the person’s morning mail on or off, in every team; it comes while their access is open',
  input: z.object({ activo: z.boolean() }),
  reply: z.object({ activo: z.boolean() }),
})

/** The screen of the mail's link, with `token` in the query; it waits for a click, and takes the POST of mail programs. */
export const END_MORNING_MAIL_PATH = '/today/unsubscribe'

export const endMorningMail = wayOut(
  'POST /api/correo-de-hoy/baja',
  'Ends the morning mail of a person, with the token that each of its mails carries',
)

export const sendMorningMail = jobKind('sendMorningMail', {
  payload: z.object({ userId: z.string(), day: z.string() }),
  maxAttempts: 3,
  lane: 'nightly',
})
