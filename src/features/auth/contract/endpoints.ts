import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { MEMBER_ROLES } from '#shared/permissions.ts'
import {
  EmailText,
  PersonName,
  RecoveryPassword,
  RegistrationPassword,
} from '#shared/person-shapes.ts'
import { Done, Nothing, ToldInstant } from '#shared/wire.ts'
import { LogInFields, noControls } from './form-shapes.ts'

/** The logged-in user as the browser keeps it; `is_active` means an active subscription. */
export const SessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  is_active: z.boolean(),
  plan: z.nullable(z.enum(['basic', 'premium', 'enterprise'])),
  avatarUrl: z.nullable(z.string()),
  /** A visitor of /demo: sample data, and every write is refused with 403 `read_only`. */
  readOnly: z.boolean(),
  /** Whose accounts the session works in; missing: the user's own. Subscription and plan are then the owner's. */
  team: z.optional(
    z.object({
      ownerId: z.string(),
      ownerName: z.string(),
      role: z.enum(MEMBER_ROLES),
      /** May add accounts. */
      connects: z.boolean(),
    }),
  ),
})
export type SessionUser = z.infer<typeof SessionUser>

export const logIn = endpoint('POST /api/auth/login', {
  access: 'public',
  permission: 'self',
  summary:
    'Opens a session and sets its cookie; with a second factor it answers the token for that step instead',
  input: LogInFields,
  reply: z.object({
    message: z.string(),
    /** Null while the second step is missing. */
    user: z.nullable(SessionUser),
    secondStepToken: z.optional(z.string()),
  }),
})

export const logOut = endpoint('POST /api/auth/logout', {
  access: 'public',
  permission: 'self',
  summary: 'Ends the session of the cookie; harmless without one',
  input: Nothing,
  reply: Done,
})

export const getStatus = endpoint('GET /api/auth/status', {
  access: 'public',
  permission: 'self',
  summary: 'Says whether the cookie belongs to a live session, and whose',
  input: Nothing,
  reply: z.object({
    loggedIn: z.boolean(),
    user: z.nullable(SessionUser),
    /** True while any vendor is played by a simulator. */
    demoEnvironment: z.boolean(),
    /** False while the administrators keep registration closed. */
    signUpOpen: z.boolean(),
    /** Where people write for help; null until an administrator sets it. */
    supportEmail: z.nullable(z.string()),
    /** True while a payment is failed or the stored card is about to expire: the dashboard says so. */
    billingAlert: z.boolean(),
    /** When the account is erased, as its owner has asked; null: not at all. */
    erasureAt: z.nullable(ToldInstant),
    /** An administrator who has to add a second factor before anything of the administration opens. */
    secondFactorMissing: z.boolean(),
  }),
})

export const getMe = endpoint('GET /api/auth/me', {
  access: 'user',
  permission: 'self',
  summary: 'The logged-in user',
  input: Nothing,
  reply: z.object({ user: SessionUser }),
})

export const refreshSession = endpoint('GET /api/auth/refresh-session', {
  access: 'user',
  permission: 'self',
  summary: 'Extends the session and reads the user again',
  input: Nothing,
  reply: z.object({ user: SessionUser }),
})

const Message = z.object({ message: z.string() })

/** A token is 43 characters of base64url; anything else cannot be one of ours. */
const MailToken = z
  .string('Parámetros de verificación faltantes.')
  .check(
    z.minLength(1, 'Parámetros de verificación faltantes.'),
    z.maxLength(200, 'Token inválido o expirado'),
  )

const LinkEmail = z
  .string('Parámetros de verificación faltantes.')
  .check(
    z.minLength(1, 'Parámetros de verificación faltantes.'),
    z.maxLength(320, 'Token inválido o expirado'),
    noControls,
  )

export const startRegistration = endpoint('POST /api/auth/register-start', {
  access: 'public',
  permission: 'self',
  summary: 'Mails a registration link; answers alike for known and unknown addresses',
  input: z.object({ email: EmailText }),
  reply: Message,
})

export const verifyToken = endpoint('GET /api/auth/verify-token', {
  access: 'public',
  permission: 'self',
  summary: 'Says whether a registration link is still good',
  input: z.object({ email: LinkEmail, token: MailToken }),
  reply: z.object({ valid: z.boolean() }),
})

export const completeRegistration = endpoint('POST /api/auth/register-complete', {
  access: 'public',
  permission: 'self',
  summary: 'Creates the account, without subscription; opens no session',
  input: z.object({
    email: LinkEmail,
    name: PersonName,
    password: RegistrationPassword,
    token: MailToken,
  }),
  reply: Message,
})

export const requestRecovery = endpoint('POST /api/auth/forgot-password', {
  access: 'public',
  permission: 'self',
  summary: 'Mails a link to choose a new password; answers alike for known and unknown addresses',
  input: z.object({ email: EmailText }),
  reply: Message,
})

export const resetPassword = endpoint('POST /api/auth/reset-password', {
  access: 'public',
  permission: 'self',
  summary: 'Sets a new password with the mailed token and ends every session of the account',
  input: z.object({ email: LinkEmail, token: MailToken, newPassword: RecoveryPassword }),
  reply: Message,
})

export const startDemo = endpoint('POST /api/demo/session', {
  access: 'public',
  permission: 'self',
  summary: 'Opens a read-only session on sample data; 409 for somebody who is logged in',
  input: Nothing,
  reply: z.object({ message: z.string(), user: SessionUser }),
})

/** Screens the mails lead to; a link carries `email` and `token` in its query. */
export const REGISTER_PATH = '/register'
export const RESET_PASSWORD_PATH = '/reset-password'
export const FORGOT_PASSWORD_PATH = '/forgot-password'

/** Both decide in the background whom to write to, so that the request takes the same time for everyone. */
const MailRequest = z.object({ email: z.string(), origin: z.string() })
export const writeRegistrationMail = jobKind('writeRegistrationMail', {
  payload: MailRequest,
  maxAttempts: 8,
  lane: 'urgent',
})
export const writeRecoveryMail = jobKind('writeRecoveryMail', {
  payload: z.extend(MailRequest, { byAdministrator: z.optional(z.boolean()) }),
  maxAttempts: 8,
  lane: 'urgent',
})
