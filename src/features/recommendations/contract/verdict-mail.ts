import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
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

export const mailVerdicts = jobKind('mailVerdicts', {
  payload: z.object({ userId: z.string() }),
  maxAttempts: 5,
  lane: 'nightly',
})
