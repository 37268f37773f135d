import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { isStorable } from '#shared/person-shapes.ts'
import { CustomerId, DayText, Done, RangeQuery } from '#shared/wire.ts'

/** What people of an account write down about a day, shown under its charts. */

export const NOTE_LENGTH = 200

export const AccountNote = z.object({
  id: z.string(),
  day: DayText,
  text: z.string(),
  /** Name of who wrote it; '' once that person is gone. */
  author: z.string(),
})
export type AccountNote = z.infer<typeof AccountNote>

export const listAccountNotes = endpoint('GET /api/account-notes/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Notes of people about days of the account, newest day first; at most 500',
  input: z.object({ customerId: CustomerId, ...RangeQuery }),
  reply: z.array(AccountNote),
})

export const writeAccountNote = endpoint('POST /api/account-notes/:customerId', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Writes a note about a day of the account; it changes nothing in Google Ads',
  input: z.object({
    customerId: CustomerId,
    day: DayText,
    text: z
      .string('Escribe la nota.')
      .check(
        z.trim(),
        z.minLength(1, 'Escribe la nota.'),
        z.maxLength(NOTE_LENGTH, `Una nota tiene como mucho ${NOTE_LENGTH} caracteres.`),
        isStorable,
      ),
  }),
  reply: AccountNote,
})

export const deleteAccountNote = endpoint('DELETE /api/account-notes/:customerId/:noteId', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Takes a note away',
  input: z.object({ customerId: CustomerId, noteId: z.uuid('No existe esa nota.') }),
  reply: Done,
})
