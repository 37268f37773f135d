import { randomUUID } from 'node:crypto'
import type {} from '@fastify/cookie'
import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import { type MemberRole, may, type Permission } from '#shared/permissions.ts'
import type { CallerContext, Context } from './context.ts'
import { prepared } from './db/prepared.ts'
import { oauthStates, sessions, users } from './db/schema/access.ts'
import { dataExports } from './db/schema/data-rights.ts'
import { teamMembers } from './db/schema/teams.ts'
import { inTransaction } from './db/transaction.ts'
import { hashToken, newToken } from './secrets.ts'
import { lengthenVisit, recordVisit } from './visits.ts'

/** Who calls. `isActive`: has an active subscription. */
export type Caller = {
  userId: string
  role: 'user' | 'admin'
  isActive: boolean
  plan: 'basic' | 'premium' | 'enterprise' | null
  sessionHash: string
  /** A visitor of the demo tenant: every write is refused. */
  readOnly: boolean
  /** When the password was last given again inside this session. */
  confirmedAt?: Date | null
  /** Null: the password alone opens the account. */
  secondFactorSince?: Date | null
  /** The person, where they act for the owner of a team: `userId` is the owner's then. */
  personId?: string
  /** Our customer_ids that a client of a team sees; null or missing: all of the owner's. */
  onlyAccounts?: readonly number[] | null
  /** The team the session works in. Until a route says what it needs, the caller is the person. */
  team?: Team | null
  /** Set when a key of the user's calls, not the user; there is no session then. */
  apiKey?: { id: string; scopes: readonly string[] }
}

export type Team = {
  ownerId: string
  ownerName: string
  role: MemberRole
  onlyAccounts: readonly number[] | null
  isActive: boolean
  plan: Caller['plan']
}

const HOUR_MS = 3_600_000
const SLIDING_MS = 7 * 24 * HOUR_MS
const ABSOLUTE_MS = 30 * 24 * HOUR_MS
const CONFIRMED_FOR_MS = 10 * 60_000
/** `lastSeenAt` is written at most this often, so that reads do not become writes. */
const SEEN_EVERY_MS = 5 * 60_000

/** The `__Host-` prefix binds the cookie to this host over https; browsers refuse it on plain http. */
export function cookieName(origin: string): '__Host-sid' | 'sid' {
  return origin.startsWith('https:') ? '__Host-sid' : 'sid'
}

const owners = alias(users, 'owners')

const liveSession = prepared('live_session', (db) =>
  db
    .select({
      userId: users.id,
      role: users.role,
      isActive: users.isActive,
      isBarred: users.deactivatedManually,
      plan: users.plan,
      readOnly: users.isDemo,
      secondFactorSince: users.secondFactorSince,
      confirmedAt: sessions.confirmedAt,
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      endsAt: sessions.endsAt,
      member: { role: teamMembers.role, onlyAccounts: teamMembers.accounts },
      owner: { id: owners.id, name: owners.name, isActive: owners.isActive, plan: owners.plan },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    // Read at every request: who is taken out of a team is out at once.
    .leftJoin(
      teamMembers,
      and(
        eq(teamMembers.ownerId, sessions.actingFor),
        eq(teamMembers.userId, users.id),
        isNull(teamMembers.suspendedAt),
      ),
    )
    .leftJoin(owners, eq(owners.id, teamMembers.ownerId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('sessionHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.endsAt, sql.placeholder('now')),
      ),
    ),
)

export async function findCaller(
  ctx: Context,
  request: FastifyRequest,
  origin: string,
): Promise<Caller | null> {
  const token = request.cookies[cookieName(origin)]
  return token ? await callerOf(ctx, hashToken(token)) : null
}

/** Whose live session this is, and in which team it works. */
export async function callerOf(ctx: Context, sessionHash: string): Promise<Caller | null> {
  const now = ctx.clock.now()
  const [row] = await liveSession(ctx.db).execute({ sessionHash, now: now.toISOString() })
  if (!row) return null
  const { lastSeenAt, endsAt, sessionId, isBarred, member, owner, ...who } = row
  if (now.getTime() - lastSeenAt.getTime() > SEEN_EVERY_MS) {
    await touch(ctx, sessionHash, now, endsAt)
    await recordVisit(ctx, { sessionId, userId: who.userId, isDemo: who.readOnly })
  }
  return { ...who, sessionHash, team: isBarred ? null : teamOf(member, owner) }
}

type Row = Awaited<ReturnType<ReturnType<typeof liveSession>['execute']>>[number]

/** Whom an administrator has shut out has none. */
function teamOf(member: Row['member'], owner: Row['owner']): Team | null {
  if (!member || !owner) return null
  const { id: ownerId, name: ownerName, isActive, plan } = owner
  return { ...member, ownerId, ownerName, isActive, plan }
}

/**
 * Who acts where a route needs `permission`: in a team its owner's accounts are worked in, and only as far as the role
 * allows. Throws 403; a route that names no permission is closed to members.
 */
export function actingCaller(caller: Caller | null, permission: Permission | undefined) {
  if (!caller?.team || permission === 'self') return caller
  const { ownerId, role, onlyAccounts, isActive, plan } = caller.team
  if (!permission || !may(role, permission))
    throw new AppError('forbidden', 'Tu papel en este equipo no permite hacer esto.')
  const personId = caller.userId
  return {
    ...caller,
    userId: ownerId,
    personId,
    role: 'user',
    onlyAccounts,
    isActive,
    plan,
  } as const
}

/** Who does it, where `userId` says in whose accounts. */
export function personOf({ userId, personId }: Caller): string {
  return personId ?? userId
}

/** What a reply may offer: who is in no team, or owns it, may do all. */
export function roleAllows({ personId, team }: Caller, permission: Permission): boolean {
  return !personId || may(team?.role ?? 'client', permission)
}

/** A client of a team is told nothing of its people. */
export const seesPeople = (caller: Caller): boolean => roleAllows(caller, 'see_all')

/** Opens a session, sets its cookie and answers its hash; an older session of the same browser ends (rotation). */
export async function openSession(
  ctx: Context,
  http: { request: FastifyRequest; reply: FastifyReply; origin: string },
  user: { id: string; isDemo: boolean },
): Promise<string> {
  const token = newToken()
  const sessionHash = hashToken(token)
  const sessionId = randomUUID()
  const now = ctx.clock.now()
  if (ctx.caller) await endSession(ctx, ctx.caller.sessionHash)
  await ctx.db.insert(sessions).values({
    tokenHash: sessionHash,
    id: sessionId,
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SLIDING_MS),
    endsAt: new Date(now.getTime() + ABSOLUTE_MS),
    actingFor: await firstTeamOf(ctx, user.id),
    ip: http.request.ip,
    userAgent: http.request.headers['user-agent']?.slice(0, 400) ?? null,
  })
  await recordVisit(ctx, { sessionId, userId: user.id, isDemo: user.isDemo })
  http.reply.setCookie(cookieName(http.origin), token, {
    ...cookieOptions(http.origin),
    maxAge: ABSOLUTE_MS / 1000,
  })
  return sessionHash
}

/** Who has no subscription of their own begins in the team they were asked into, first where its panel is open; who has, in their own accounts. */
async function firstTeamOf(ctx: Context, userId: string): Promise<string | null> {
  const [team] = await ctx.db
    .select({ ownerId: teamMembers.ownerId })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .innerJoin(owners, eq(owners.id, teamMembers.ownerId))
    .where(
      and(
        eq(teamMembers.userId, userId),
        isNull(teamMembers.suspendedAt),
        eq(users.isActive, false),
      ),
    )
    .orderBy(desc(owners.isActive), asc(teamMembers.joinedAt))
    .limit(1)
  return team?.ownerId ?? null
}

/** The same session under another cookie, for who has just proved again who they are; what it had begun goes with it. */
export async function confirmSession(
  ctx: CallerContext,
  http: { reply: FastifyReply; origin: string },
): Promise<void> {
  const { sessionHash } = ctx.caller
  const token = newToken()
  const tokenHash = hashToken(token)
  await inTransaction(ctx, async ({ db, clock }) => {
    await db
      .update(sessions)
      .set({ tokenHash, confirmedAt: clock.now() })
      .where(eq(sessions.tokenHash, sessionHash))
    await db
      .update(oauthStates)
      .set({ sessionHash: tokenHash })
      .where(eq(oauthStates.sessionHash, sessionHash))
    await db
      .update(dataExports)
      .set({ openedBy: tokenHash })
      .where(
        and(eq(dataExports.userId, personOf(ctx.caller)), eq(dataExports.openedBy, sessionHash)),
      )
  })
  http.reply.setCookie(cookieName(http.origin), token, {
    ...cookieOptions(http.origin),
    maxAge: ABSOLUTE_MS / 1000,
  })
}

/** Throws 403 unless the password was given again within the last minutes; the screen asks for it and tries once more. */
export function requireConfirmed({ caller, clock }: CallerContext): void {
  const ageMs = clock.now().getTime() - (caller.confirmedAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (ageMs <= CONFIRMED_FOR_MS) return
  throw new AppError(
    'confirm_identity',
    'Por seguridad, antes de este cambio tienes que volver a escribir tu contraseña.',
  )
}

export async function endSession(ctx: Context, sessionHash: string): Promise<void> {
  const [ended] = await ctx.db
    .delete(sessions)
    .where(eq(sessions.tokenHash, sessionHash))
    .returning({ sessionId: sessions.id })
  if (ended) await lengthenVisit(ctx, ended.sessionId)
}

/** Ends every session of the user; with `exceptHash` the one that asks goes on. */
export async function endSessionsOf(
  ctx: Context,
  userId: string,
  exceptHash?: string,
): Promise<void> {
  await ctx.db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        exceptHash === undefined ? undefined : ne(sessions.tokenHash, exceptHash),
      ),
    )
}

export function clearCookie(reply: FastifyReply, origin: string): void {
  reply.clearCookie(cookieName(origin), cookieOptions(origin))
}

/** Extends the session by its sliding week, never past its end. */
export async function extendSession(ctx: Context, sessionHash: string): Promise<void> {
  const [row] = await ctx.db
    .select({ endsAt: sessions.endsAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, sessionHash))
  if (row) await touch(ctx, sessionHash, ctx.clock.now(), row.endsAt)
}

async function touch(ctx: Context, sessionHash: string, now: Date, endsAt: Date): Promise<void> {
  const expiresAt = new Date(Math.min(now.getTime() + SLIDING_MS, endsAt.getTime()))
  await ctx.db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt })
    .where(eq(sessions.tokenHash, sessionHash))
}

function cookieOptions(origin: string) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.startsWith('https:'),
  } as const
}
