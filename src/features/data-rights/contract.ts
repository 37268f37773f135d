import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { Nothing, ToldInstant } from '#shared/wire.ts'

export const DataRights = z.object({
  copy: z.nullable(
    z.object({
      status: z.enum(['waiting', 'ready', 'failed']),
      askedAt: ToldInstant,
      /** Null until the copy is made. */
      expiresAt: z.nullable(ToldInstant),
    }),
  ),
  /** When the next copy may be asked for; null: now. */
  nextCopyAt: z.nullable(ToldInstant),
  /** When the account is erased; null while it was not asked for. */
  erasedAt: z.nullable(ToldInstant),
  /** Why it is not erased though its day has come: members of its team, or no other administrator. */
  erasureHeldBy: z.nullable(z.enum(['team', 'administration'])),
})
export type DataRights = z.infer<typeof DataRights>

export const getDataRights = endpoint('GET /api/data', {
  access: 'user',
  permission: 'self',
  summary: 'The last copy asked for, and whether the account is to be erased',
  input: Nothing,
  reply: DataRights,
})

export const askCopy = endpoint('POST /api/data/copy', {
  access: 'user',
  permission: 'self',
  summary: 'Makes a copy of everything kept about the user; its link comes by mail. Once a day',
  input: Nothing,
  reply: z.object({ message: z.string() }),
})

export const openCopy = endpoint('POST /api/data/copy/open', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'Uses up the mailed link: for an hour this session may download the copy',
  input: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ path: z.string() }),
})

/** Opened by the browser itself, after `openCopy`. */
export const COPY_PATH = '/api/data/copy/file'

/** The screen the mail leads to, with the token behind the `#`. */
export const COPY_SCREEN_PATH = '/account/data'
export const COPY_ANCHOR = 'copia='

export const askErasure = endpoint('POST /api/data/erasure', {
  access: 'user',
  permission: 'self',
  summary: 'Erases the account with everything in 14 days; can be taken back until then',
  input: z.object({
    password: z
      .string('Escribe tu contraseña.')
      .check(z.minLength(1, 'Escribe tu contraseña.'), z.maxLength(1024)),
  }),
  reply: DataRights,
})

export const takeBackErasure = endpoint('DELETE /api/data/erasure', {
  access: 'user',
  permission: 'self',
  summary: 'Keeps the account after all',
  input: Nothing,
  reply: DataRights,
})

export const getProcessors = endpoint('GET /api/privacy', {
  access: 'public',
  permission: 'self',
  summary: 'Who processes data for this installation, and for how long traces are kept',
  input: Nothing,
  reply: z.object({
    processors: z.array(z.object({ name: z.string(), purpose: z.string() })),
    keepLogsDays: z.number(),
  }),
})

export const makeCopy = jobKind('makeCopy', {
  payload: z.object({ userId: z.string(), exportId: z.string(), origin: z.string() }),
  maxAttempts: 4,
  lane: 'nightly',
})
