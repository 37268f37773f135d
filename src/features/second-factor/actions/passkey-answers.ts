import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
} from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { passkeys } from '#platform/db/schema/identity.ts'
import {
  type ChallengePurpose,
  openChallenge,
  takeChallenge,
} from '#platform/identity-challenges.ts'
import { AppError } from '#shared/app-error.ts'
import { isReplayed } from '../rules.ts'

/** What passkeys are asked and what they answer. The library is large and seldom needed, so it is loaded then. */

// EdDSA, ES256 and RS256: the library's own first choice is one that Node calls experimental.
const ALGORITHMS = [-8, -7, -257]
type Transports = ('ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb')[]

export async function newPasskeyOptions(
  ctx: Context,
  user: { id: string; email: string; name: string },
  origin: string,
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Pujante',
    rpID: new URL(origin).hostname,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: (await passkeysOf(ctx, user.id)).map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const made = { purpose: 'add_passkey', userId: user.id, challenge: options.challenge } as const
  return { token: await openChallenge(ctx, made), options: { ...options } }
}

/** Without a user any passkey of this site may answer: it names its owner itself. */
export async function passkeyOptions(
  ctx: Context,
  asked: { purpose: ChallengePurpose; userId: string | null },
  origin: string,
) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    userVerification: 'required',
    ...(asked.userId && {
      allowCredentials: (await passkeysOf(ctx, asked.userId)).map(toDescriptor),
    }),
  })
  const token = await openChallenge(ctx, { ...asked, challenge: options.challenge })
  return { token, options: { ...options } }
}

const REFUSED = 'No hemos podido comprobar esa llave de acceso. Vuelve a probar.'

type Given = { token: string; answer: unknown; origin: string }

/** The row of a passkey just made. Throws 400 for what the browser could not have made here. */
export async function readNewPasskey(ctx: Context, given: Given & { userId: string }) {
  const { token, origin, userId } = given
  const asked = await takeChallenge(ctx, { token, purpose: 'add_passkey' })
  if (!asked?.challenge || asked.userId !== userId) throw new AppError('invalid', REFUSED)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // Its own reading refuses what is not one.
    response: given.answer as RegistrationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause) => {
    throw new AppError('invalid', REFUSED, { cause })
  })
  if (!verified) throw new AppError('invalid', REFUSED)
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    aaguid,
    createdAt: ctx.clock.now(),
  }
}

/** Whose passkey has signed what was asked. Throws 400; where the user was known it must be one of theirs. */
export async function userOfPasskey(
  ctx: Context,
  given: Given & { purposes: readonly ChallengePurpose[] },
): Promise<typeof users.$inferSelect> {
  const asked = await takeFirst(ctx, given)
  const { id } = given.answer as { id: string }
  const [row] = await ctx.db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, id))
  if (!asked?.challenge || !row || (asked.userId !== null && asked.userId !== row.user.id))
    throw new AppError('invalid', REFUSED)
  const { verified, authenticationInfo } = await verifySigned(given, asked.challenge, row.passkey)
  const { newCounter } = authenticationInfo
  if (!verified || isReplayed(row.passkey.counter, newCounter))
    throw new AppError('invalid', REFUSED)
  await ctx.db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: ctx.clock.now() })
    .where(and(eq(passkeys.userId, row.user.id), eq(passkeys.id, row.passkey.id)))
  return row.user
}

async function takeFirst(ctx: Context, given: Given & { purposes: readonly ChallengePurpose[] }) {
  for (const purpose of given.purposes) {
    const asked = await takeChallenge(ctx, { token: given.token, purpose })
    if (asked) return asked
  }
  return undefined
}

async function verifySigned(
  { answer, origin }: Given,
  expectedChallenge: string,
  passkey: typeof passkeys.$inferSelect,
): Promise<VerifiedAuthenticationResponse> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  return await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Buffer.from(passkey.publicKey, 'base64url'),
      counter: passkey.counter,
      transports: passkey.transports as Transports,
    },
  }).catch((cause) => {
    throw new AppError('invalid', REFUSED, { cause })
  })
}

function passkeysOf(ctx: Context, userId: string) {
  return ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId))
}

function toDescriptor({ credentialId, transports }: typeof passkeys.$inferSelect) {
  return { id: credentialId, transports: transports as Transports }
}
