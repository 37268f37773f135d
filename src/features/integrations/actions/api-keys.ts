import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import { KEY_PREFIX } from '#platform/api-key-caller.ts'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { apiKeys } from '#platform/db/schema/integrations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import type { ApiScope } from '#shared/endpoint.ts'
import { newKeyLetter } from '../emails.ts'

const MOST_KEYS = 20
const DAY_MS = 86_400_000

/** The key is answered once; only its hash is kept. Who made it and the owner are told by mail. */
export async function createApiKey(
  ctx: CallerContext,
  wanted: { name: string; scopes: readonly ApiScope[]; expiresInDays: number | null },
): Promise<{ id: string; key: string }> {
  requirePlan(ctx.caller, 'apiKeys')
  const { userId } = ctx.caller
  const [row] = await ctx.db
    .select({ known: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
  if ((row?.known ?? 0) >= MOST_KEYS)
    throw new AppError('conflict', `Puedes tener ${MOST_KEYS} claves como mucho.`)
  const id = randomUUID()
  const key = KEY_PREFIX + newToken()
  const now = ctx.clock.now()
  const { name, expiresInDays } = wanted
  const scopes = [...new Set(wanted.scopes)]
  const expiresAt = expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.insert(apiKeys).values({
      userId,
      id,
      name,
      keyHash: hashToken(key),
      ending: key.slice(-4),
      scopes,
      createdAt: now,
      createdBy: personOf(ctx.caller),
      expiresAt,
    })
    await tellOfKey(ctx, { name, scopes, expiresAt })
  })
  return { id, key }
}

async function tellOfKey(
  ctx: CallerContext,
  key: { name: string; scopes: readonly string[]; expiresAt: Date | null },
): Promise<void> {
  const makerId = personOf(ctx.caller)
  const people = await ctx.db
    .select()
    .from(users)
    .where(inArray(users.id, [makerId, ctx.caller.userId]))
  const maker = people.find(({ id }) => id === makerId)?.name ?? ''
  for (const { email, name } of people)
    await enqueueMail(ctx, email, newKeyLetter(name, { ...key, maker }))
}

/** Also without the plan: a user who lost a key must be able to end it. */
export async function revokeApiKey(ctx: CallerContext, keyId: string): Promise<void> {
  const revoked = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.clock.now() })
    .where(
      and(eq(apiKeys.userId, ctx.caller.userId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)),
    )
    .returning({ id: apiKeys.id })
  if (revoked.length === 0) throw new AppError('not_found', 'No existe esa clave.')
}
