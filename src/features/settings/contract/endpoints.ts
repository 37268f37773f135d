import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import {
  EmailText,
  OptionalPhone,
  PersonName,
  RegistrationPassword,
} from '#shared/person-shapes.ts'
import { Done, Nothing, ToldInstant } from '#shared/wire.ts'
import { CurrentPassword } from './form-shapes.ts'

export const Profile = z.object({
  /** 'Sin nombre' where there is none. */
  name: z.string(),
  email: z.string(),
  avatarUrl: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** A new address that waits for the link mailed to it; null when none does. */
  pendingEmail: z.nullable(z.string()),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = endpoint('GET /api/auth/profile', {
  access: 'user',
  permission: 'self',
  summary: 'The profile of the logged-in user',
  input: Nothing,
  reply: Profile,
})

export const updateProfile = endpoint('PUT /api/auth/profile', {
  access: 'user',
  permission: 'self',
  summary: 'Changes name and phone at once; a new address only after its mailed link is followed',
  input: z.object({ name: PersonName, email: EmailText, phone: OptionalPhone }),
  reply: z.object({ message: z.string(), profile: Profile }),
})

export const confirmEmail = endpoint('POST /api/auth/confirm-email', {
  access: 'public',
  permission: 'self',
  summary: 'Makes the new address the account’s own, with the token mailed to it',
  input: z.object({
    email: z.string().check(
      z.minLength(1),
      z.maxLength(320),
      z.refine((text) => !/\p{Cc}/u.test(text)),
    ),
    token: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  reply: z.object({ message: z.string() }),
})

/** The screen the confirmation mail leads to, with `email` and `token` in its query; it calls `confirmEmail`. */
export const CONFIRM_EMAIL_PATH = '/confirm-email'

export const changePassword = endpoint('PUT /api/auth/change-password', {
  access: 'user',
  permission: 'self',
  summary: 'Changes the password and ends every other session of the account',
  input: z.object({
    currentPassword: CurrentPassword,
    newPassword: RegistrationPassword,
  }),
  reply: z.object({ message: z.string() }),
})

export const ActiveSession = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  /** 'Chrome en Windows'; 'Dispositivo desconocido' when the browser does not say. */
  device: z.string(),
  ip: z.nullable(z.string()),
  /** ISO instants; last use is exact to five minutes. */
  createdAt: ToldInstant,
  lastSeenAt: ToldInstant,
})
export type ActiveSession = z.infer<typeof ActiveSession>

export const listSessions = endpoint('GET /api/auth/sessions', {
  access: 'user',
  permission: 'self',
  summary: 'Where the user is logged in, the asking session first',
  input: Nothing,
  reply: z.array(ActiveSession),
})

export const endSession = endpoint('DELETE /api/auth/sessions/:sessionId', {
  access: 'user',
  permission: 'self',
  summary: 'Ends one of the user’s own sessions; ending the asking one logs out',
  input: z.object({ sessionId: z.uuid('No existe esa sesión.') }),
  reply: Done,
})

export const endOtherSessions = endpoint('DELETE /api/auth/sessions', {
  access: 'user',
  permission: 'self',
  summary: 'Ends every session of the user but the asking one',
  input: Nothing,
  reply: Done,
})
