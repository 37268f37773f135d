import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { Done, Nothing, ToldInstant } from '#shared/wire.ts'
import { CodeText, PasskeyName } from './form-shapes.ts'

/** What the browser's own key interface takes and gives: its shape is the standard's, and checked by the library. */
const KeyOptions = z.record(z.string(), z.unknown())
const KeyAnswer = z.looseObject({
  id: z.string().check(z.maxLength(2_000)),
  response: z.looseObject({}),
})
const Token = z.string().check(z.minLength(1), z.maxLength(200))
const Message = z.object({ message: z.string() })
/** Shown once: null where there were codes already. */
const NewCodes = z.object({ message: z.string(), recoveryCodes: z.nullable(z.array(z.string())) })

export const enterCode = endpoint('POST /api/auth/second-step/code', {
  access: 'public',
  permission: 'self',
  summary: 'Ends a log-in whose password was right with a code of the app or a recovery code',
  input: z.object({ token: Token, code: CodeText }),
  reply: Message,
})

export const askPasskey = endpoint('POST /api/auth/passkey/options', {
  access: 'public',
  permission: 'self',
  summary:
    'What a passkey is to sign: to log in with it alone or, with the token of a second step, as that step',
  input: z.object({ secondStepToken: z.optional(Token) }),
  reply: z.object({ token: z.string(), options: KeyOptions }),
})

export const enterPasskey = endpoint('POST /api/auth/passkey', {
  access: 'public',
  permission: 'self',
  summary: 'Opens a session with what the passkey signed',
  input: z.object({ token: Token, answer: KeyAnswer }),
  reply: Message,
})

export const confirmIdentity = endpoint('POST /api/auth/confirm', {
  access: 'user',
  permission: 'self',
  summary:
    'Gives the password again, with a code where the app is on: sensitive changes are open for ten minutes',
  input: z.object({
    password: z
      .string('Escribe tu contraseña.')
      .check(z.minLength(1, 'Escribe tu contraseña.'), z.maxLength(1024)),
    code: z.optional(z.string().check(z.maxLength(80))),
  }),
  reply: Done,
})

export const askConfirmingPasskey = endpoint('POST /api/auth/confirm/passkey/options', {
  access: 'user',
  permission: 'self',
  summary: 'What one of the user’s passkeys is to sign in place of the password',
  input: Nothing,
  reply: z.object({ token: z.string(), options: KeyOptions }),
})

export const confirmByPasskey = endpoint('POST /api/auth/confirm/passkey', {
  access: 'user',
  permission: 'self',
  summary: 'The same as the password again, with a passkey',
  input: z.object({ token: Token, answer: KeyAnswer }),
  reply: Done,
})

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Kept by several devices of its owner. */
  isSynchronised: z.boolean(),
  createdAt: ToldInstant,
  lastUsedAt: z.nullable(ToldInstant),
})
export type Passkey = z.infer<typeof Passkey>

export const getSecondFactor = endpoint('GET /api/auth/second-factor', {
  access: 'user',
  permission: 'self',
  summary: 'Which factors the user has besides the password',
  input: Nothing,
  reply: z.object({
    hasApp: z.boolean(),
    passkeys: z.array(Passkey),
    recoveryCodesLeft: z.number(),
    /** An administrator under the setting: the last factor stays. */
    isRequired: z.boolean(),
  }),
})

export const startApp = endpoint('POST /api/auth/second-factor/app', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'A secret for an authenticator app; nothing is asked for until a first code is right',
  input: Nothing,
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const finishApp = endpoint('PUT /api/auth/second-factor/app', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'Turns the app on with its first code; with the first factor come the recovery codes',
  input: z.object({ code: CodeText }),
  reply: NewCodes,
})

export const removeApp = endpoint('DELETE /api/auth/second-factor/app', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'Turns the app off',
  input: Nothing,
  reply: Message,
})

export const startPasskey = endpoint('POST /api/auth/second-factor/passkeys/options', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'What the browser needs to make a passkey',
  input: Nothing,
  reply: z.object({ token: z.string(), options: KeyOptions }),
})

export const addPasskey = endpoint('POST /api/auth/second-factor/passkeys', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'Stores a passkey the browser has made',
  input: z.object({ token: Token, name: PasskeyName, answer: KeyAnswer }),
  reply: NewCodes,
})

export const removePasskey = endpoint('DELETE /api/auth/second-factor/passkeys/:passkeyId', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'Forgets one of the user’s passkeys',
  input: z.object({ passkeyId: z.uuid('No existe esa llave.') }),
  reply: Message,
})

export const renewRecoveryCodes = endpoint('POST /api/auth/second-factor/recovery-codes', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'New recovery codes; the older ones open nothing any more',
  input: Nothing,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})
