import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { passkeys, recoveryCodes, totpSecrets } from '#platform/db/schema/identity.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { Exchange } from '#platform/http.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { productSettings } from '#platform/product-settings.ts'
import { AppError } from '#shared/app-error.ts'
import { factorAddedLetter, factorRemovedLetter, recoveryCodesRenewedLetter } from '../emails.ts'
import { plainCode } from '../rules.ts'
import { appOf, makeRecoveryCodes, takeAppCode, type User } from './factor-codes.ts'
import { readNewPasskey } from './passkey-answers.ts'

const MOST_PASSKEYS = 20

/** A new secret in place of one that was never confirmed. Throws 409 while an app is on. */
export async function startApp(ctx: CallerContext): Promise<{ secret: string; uri: string }> {
  const { Secret } = await import('otpauth')
  const secret = new Secret({ size: 20 }).base32
  const user = await callerOf(ctx)
  const values = {
    userId: user.id,
    secretSealed: ctx.vault.seal(secret),
    createdAt: ctx.clock.now(),
    confirmedAt: null,
    lastStep: 0,
  }
  await inTransaction(ctx, async (ctx) => {
    const [known] = await ctx.db
      .select({ confirmedAt: totpSecrets.confirmedAt })
      .from(totpSecrets)
      .where(eq(totpSecrets.userId, user.id))
    if (known?.confirmedAt) throw new AppError('conflict', 'Ya tienes una aplicación activada.')
    await ctx.db
      .insert(totpSecrets)
      .values(values)
      .onConflictDoUpdate({ target: totpSecrets.userId, set: values })
  })
  return { secret, uri: (await appOf(secret, user.email)).toString() }
}

/** Throws 400 for a wrong first code. */
export async function finishApp(ctx: CallerContext, typed: string): Promise<string[] | null> {
  const user = await callerOf(ctx)
  return await inTransaction(ctx, async (ctx) => {
    if (!(await takeAppCode(ctx, user.id, plainCode(typed), { isFirst: true }))) {
      const text = 'Ese código no es correcto. Comprueba que el reloj del móvil va bien.'
      throw new AppError('invalid', text, { fields: { code: text } })
    }
    await ctx.db
      .update(totpSecrets)
      .set({ confirmedAt: ctx.clock.now() })
      .where(eq(totpSecrets.userId, user.id))
    return await settleAdded(ctx, user, 'una aplicación de códigos')
  })
}

export async function addPasskey(
  ctx: CallerContext,
  input: { token: string; name: string; answer: unknown },
  { origin }: Exchange,
): Promise<string[] | null> {
  const user = await callerOf(ctx)
  const made = await readNewPasskey(ctx, { ...input, userId: user.id, origin })
  return await inTransaction(ctx, async (ctx) => {
    const known = await ctx.db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(eq(passkeys.userId, user.id))
    if (known.length >= MOST_PASSKEYS)
      throw new AppError('conflict', `Puedes tener ${MOST_PASSKEYS} llaves como mucho.`)
    const added = await ctx.db
      .insert(passkeys)
      .values({ ...made, userId: user.id, id: randomUUID(), name: input.name })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (added.length === 0) throw new AppError('conflict', 'Esa llave ya está guardada.')
    return await settleAdded(ctx, user, `la llave de acceso «${input.name}»`)
  })
}

export async function removeApp(ctx: CallerContext): Promise<void> {
  await removeFactor(ctx, 'la aplicación de códigos', async (ctx, user) => {
    const gone = await ctx.db
      .delete(totpSecrets)
      .where(and(eq(totpSecrets.userId, user.id), isNotNull(totpSecrets.confirmedAt)))
      .returning({ userId: totpSecrets.userId })
    if (gone.length === 0) throw new AppError('not_found', 'No tienes ninguna aplicación activada.')
  })
}

export async function removePasskey(ctx: CallerContext, passkeyId: string): Promise<void> {
  await removeFactor(ctx, 'una llave de acceso', async (ctx, user) => {
    const gone = await ctx.db
      .delete(passkeys)
      .where(and(eq(passkeys.userId, user.id), eq(passkeys.id, passkeyId)))
      .returning({ id: passkeys.id })
    if (gone.length === 0) throw new AppError('not_found', 'No existe esa llave.')
  })
}

export async function renewRecoveryCodes(ctx: CallerContext): Promise<string[]> {
  const user = await callerOf(ctx)
  if (!user.secondFactorSince)
    throw new AppError('conflict', 'Activa antes la verificación en dos pasos.')
  return await inTransaction(ctx, async (ctx) => {
    await enqueueMail(ctx, user.email, recoveryCodesRenewedLetter(user.name))
    return await makeRecoveryCodes(ctx, user.id)
  })
}

/** From the first factor on the password alone opens nothing; with it come the recovery codes. */
async function settleAdded(ctx: Context, user: User, what: string): Promise<string[] | null> {
  await enqueueMail(ctx, user.email, factorAddedLetter(user.name, what))
  if (user.secondFactorSince) return null
  await ctx.db
    .update(users)
    .set({ secondFactorSince: ctx.clock.now() })
    .where(eq(users.id, user.id))
  return await makeRecoveryCodes(ctx, user.id)
}

/** Throws 409 for the last one of an administrator who needs it. The user's row is locked: two must not both be 'not the last'. */
async function removeFactor(
  ctx: CallerContext,
  what: string,
  remove: (ctx: Context, user: User) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [user] = await ctx.db
      .select()
      .from(users)
      .where(eq(users.id, ctx.caller.userId))
      .for('update')
    await remove(ctx, user!)
    const isLast = !(await hasFactor(ctx, user!.id))
    if (isLast && (await isRequiredFor(ctx, user!)))
      throw new AppError(
        'conflict',
        'Eres administrador y aquí es obligatorio tener un segundo factor: añade otro antes de quitar este.',
      )
    if (isLast) await forgetFactors(ctx, user!.id)
    await enqueueMail(ctx, user!.email, factorRemovedLetter(user!.name, what, isLast))
  })
}

export async function forgetFactors(ctx: Context, userId: string): Promise<void> {
  await ctx.db.update(users).set({ secondFactorSince: null }).where(eq(users.id, userId))
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

async function hasFactor(ctx: Context, userId: string): Promise<boolean> {
  const [app] = await ctx.db
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  const [key] = await ctx.db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return app !== undefined || key !== undefined
}

export async function isRequiredFor(ctx: Context, { role }: Pick<User, 'role'>): Promise<boolean> {
  return role === 'admin' && (await productSettings(ctx)).adminSecondFactor
}

async function callerOf(ctx: CallerContext): Promise<User> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.caller.userId))
  // The session was joined with its user in this very request.
  return user!
}
