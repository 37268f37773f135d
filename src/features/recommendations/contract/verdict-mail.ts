import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { wayOut } from '#shared/way-out.ts'
import { Nothing } from '#shared/wire.ts'

/** What was measured, by mail: one a person and day for all accounts. */

export const getVerdictMail = endpoint('GET /api/correo-de-resultados', {
  access: 'user',
  permission: 'self',
  summary: 'Whether the person wants a mail on days on which results were measured',
  input: Nothing,
  reply: z.object({ activo: z.boolean() }),
})

export const setVerdictMail = endpoint('PUT /api/correo-de-resultados', {
  access: 'user',
  permission: 'self',
  summary: 'Turns the person’s mail of measured results on or off',
  input: z.object({ activo: z.boolean() }),
  reply: z.object({ activo: z.boolean() }),
})

/** The screen of the mail's link, with `token` in the query; it waits for a click, and takes the POST of mail programs. */
export const END_VERDICT_MAIL_PATH = '/results/unsubscribe'

export const endVerdictMail = wayOut(
  'POST /api/correo-de-resultados/baja',
  'Ends the mail of measured results of a person, with the token that each of its mails carries',
)

export const mailVerdicts = jobKind('mailVerdicts', {
  payload: z.object({ userId: z.string() }),
  maxAttempts: 5,
  lane: 'nightly',
})
