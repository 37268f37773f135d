import { randomUUID } from 'node:crypto'
import type { CallerContext, Context } from '../src/platform/context.ts'
import { sessions, users } from '../src/platform/db/schema/access.ts'
import { hashToken, newToken } from '../src/platform/secrets.ts'

const DAY_MS = 86_400_000

/** A logged-in user, with a subscription unless told otherwise: the session cookie, and the context as theirs. */
export async function createPerson(
  ctx: Context,
  { isActive = true }: { isActive?: boolean } = {},
): Promise<{ cookie: string; ctx: CallerContext }> {
  const userId = randomUUID()
  const token = newToken()
  const now = ctx.clock.now()
  const nextWeek = new Date(now.getTime() + 7 * DAY_MS)
  const who = { role: 'user', isActive, plan: isActive ? 'premium' : null } as const
  await ctx.db.insert(users).values({
    id: userId,
    email: `${userId}@bench.test`,
    name: 'Bench',
    passwordHash: '-',
    createdAt: now,
    ...who,
  })
  await ctx.db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: nextWeek,
    endsAt: nextWeek,
  })
  const caller = { userId, sessionHash: hashToken(token), readOnly: false, ...who }
  return { cookie: `sid=${token}`, ctx: { ...ctx, caller } }
}

/** Presses 'allow' on the consent page; the only account behind `email` is added and its sync enqueued. */
export async function connectGoogle(origin: string, cookie: string, email: string): Promise<void> {
  const step = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, { redirect: 'manual', ...init })
    return new URL(answer.headers.get('location') ?? 'missing:location', origin).href
  }
  const headers = { cookie }
  const consent = await step(`${origin}/api/google-ads/oauth/start`, { headers })
  const body = new URLSearchParams({ email, decision: 'allow' })
  const callback = await step(consent, { method: 'POST', body })
  const end = await step(callback, { headers })
  if (!end.endsWith('connected=true')) throw new Error(`connecting ended at ${end}`)
}
