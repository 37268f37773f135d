import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { ApiScope } from '#shared/endpoint.ts'
import type { Context } from './context.ts'
import { users } from './db/schema/access.ts'
import { apiKeys } from './db/schema/integrations.ts'
import { requirePlan } from './plan-access.ts'
import { limitRate, type RateLeft } from './rate-limit.ts'
import { hashToken } from './secrets.ts'
import type { Caller } from './session.ts'
import { isStillMakers } from './still-makers.ts'

/** Keys of the REST API: `Authorization: Bearer pj_…`. */

export const KEY_PREFIX = 'pj_'
/** Calls per minute and key. */
export const KEY_CALLS_PER_MINUTE = 120

const MINUTE_MS = 60_000
const calls = limitRate({ name: 'key calls', max: KEY_CALLS_PER_MINUTE, perMs: MINUTE_MS })
const guesses = limitRate({ name: 'key guesses', max: 30, perMs: 15 * MINUTE_MS })
const BEARER = /^Bearer\s+(\S+)\s*$/i

/** True for any bearer token, good or bad: such a request is the key's, even with a cookie. */
export function carriesKey(request: FastifyRequest): boolean {
  return /^Bearer\b/i.test(request.headers.authorization ?? '')
}

type KeyExchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * Whom a key speaks for. Throws 401 for one that is unknown, revoked or out of time, 403 where the endpoint takes no
 * key, the key lacks the scope or the plan has no keys, 429 beyond its calls per minute.
 */
export async function callerOfKey(
  { ctx }: { ctx: Context },
  { request, reply }: KeyExchange,
  scope: ApiScope | undefined,
): Promise<Caller> {
  const now = ctx.clock.now()
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const found = token.startsWith(KEY_PREFIX) ? await findKey(ctx, token) : undefined
  if (!found) {
    await guesses.count(ctx, request.ip)
    throw new AppError('not_logged_in', 'La clave de API no existe, está revocada o ha caducado.')
  }
  const { key, ...who } = found
  await tellLimit(reply, () => calls.count(ctx, key.id))
  if (!scope)
    throw new AppError(
      'forbidden',
      'Esta dirección no admite claves de API: solo se usa con sesión.',
    )
  if (!key.scopes.includes(scope))
    throw new AppError('forbidden', `A esta clave de API le falta el permiso «${scope}».`)
  requirePlan(who, 'apiKeys')
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > MINUTE_MS)
    await ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, key.id))
  return { ...who, sessionHash: '', apiKey: { id: key.id, scopes: key.scopes } }
}

async function findKey(ctx: Context, token: string) {
  const [row] = await ctx.db
    .select({
      key: apiKeys,
      userId: users.id,
      role: users.role,
      isActive: users.isActive,
      plan: users.plan,
      readOnly: users.isDemo,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(eq(apiKeys.keyHash, hashToken(token)), isNull(apiKeys.revokedAt), isStillMakers(apiKeys)),
    )
  if (!row || (row.key.expiresAt && row.key.expiresAt <= ctx.clock.now())) return undefined
  return row
}

/** In the header fields of the IETF draft «RateLimit header fields for HTTP». */
async function tellLimit(reply: FastifyReply, count: () => Promise<RateLeft>): Promise<void> {
  const headers = (left: RateLeft) => ({
    'ratelimit-limit': left.limit,
    'ratelimit-remaining': left.remaining,
    'ratelimit-reset': left.resetSeconds,
  })
  try {
    reply.headers(headers(await count()))
  } catch (error) {
    const resetSeconds = (error as AppError).retryAfterSeconds ?? 60
    reply.headers(headers({ limit: KEY_CALLS_PER_MINUTE, remaining: 0, resetSeconds }))
    throw error
  }
}
