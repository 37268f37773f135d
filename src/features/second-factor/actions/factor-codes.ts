import { randomBytes } from 'node:crypto'
import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { users } from '#platform/db/schema/access.ts'
import { recoveryCodes, totpSecrets } from '#platform/db/schema/identity.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { hashToken } from '#platform/secrets.ts'
import { AppError } from '#shared/app-error.ts'
import { codesGuessedLetter, recoveryCodeUsedLetter } from '../emails.ts'
import { isAppCode, plainCode, RECOVERY_CODES, recoveryCodeText } from '../rules.ts'

export type User = typeof users.$inferSelect

const MINUTE_MS = 60_000
const STEP_SECONDS = 30
/** Per account, wherever they come from: six digits are few. */
const tries = limitRate({ name: 'second factor', max: 5, perMs: 15 * MINUTE_MS })
const triesADay = limitRate({ name: 'second factor a day', max: 20, perMs: 24 * 60 * MINUTE_MS })

/** Uses up a code of the app or a recovery code. Throws 400 for a wrong one, 429 after five of them. */
export async function takeCode(ctx: Context, user: User, typed: string): Promise<void> {
  await triesADay.count(ctx, user.id)
  const { remaining } = await tries.count(ctx, user.id)
  const plain = plainCode(typed)
  const isRight = isAppCode(plain)
    ? await takeAppCode(ctx, user.id, plain)
    : await takeRecoveryCode(ctx, user, plain)
  if (isRight) {
    await tries.forget(ctx, user.id)
    await triesADay.forget(ctx, user.id)
    return
  }
  if (remaining === 0) await enqueueMail(ctx, user.email, codesGuessedLetter(user.name))
  const text = 'Ese código no es correcto o ya se ha usado.'
  throw new AppError('invalid', text, { fields: { code: text } })
}

/** Whether the app's code is right now and has not been taken before; of two calls at once one gets it. */
export async function takeAppCode(
  ctx: Context,
  userId: string,
  code: string,
  { isFirst = false } = {},
): Promise<boolean> {
  // Of six characters that are no digits the library compares as many bytes as there are, and throws.
  if (!isAppCode(code)) return false
  const [row] = await ctx.db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId))
  if (!row || (!row.confirmedAt && !isFirst)) return false
  const timestamp = ctx.clock.now().getTime()
  const app = await appOf(ctx.vault.open(row.secretSealed), '')
  const delta = app.validate({ token: code, window: 1, timestamp })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
  const taken = await ctx.db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        lt(totpSecrets.lastStep, step),
        isFirst ? isNull(totpSecrets.confirmedAt) : isNotNull(totpSecrets.confirmedAt),
      ),
    )
    .returning({ userId: totpSecrets.userId })
  return taken.length > 0
}

async function takeRecoveryCode(ctx: Context, user: User, plain: string): Promise<boolean> {
  const used = await ctx.db
    .update(recoveryCodes)
    .set({ usedAt: ctx.clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, user.id),
        eq(recoveryCodes.codeHash, hashToken(plain)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  if (used.length === 0) return false
  const left = await recoveryCodesLeft(ctx, user.id)
  await enqueueMail(ctx, user.email, recoveryCodeUsedLetter(user.name, left))
  return true
}

export async function recoveryCodesLeft(ctx: Context, userId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return row?.left ?? 0
}

/** Ten codes in place of all older ones; answered once, only their hashes are kept. */
export async function makeRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeText(randomBytes(16)))
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await ctx.db.insert(recoveryCodes).values(
    codes.map((code) => ({
      userId,
      codeHash: hashToken(plainCode(code)),
      createdAt: ctx.clock.now(),
    })),
  )
  return codes
}

/** Every app reads SHA-1, six digits and thirty seconds; few read anything else. */
export async function appOf(secret: string, label: string) {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({ issuer: 'Pujante', label, secret: Secret.fromBase32(secret) })
}
