import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { customerCare, supportMessages } from '#platform/db/schema/support.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { may } from '#shared/permissions.ts'
import { PLANS, planHas, responseHoursOf } from '#shared/plans.ts'
import { answerLetter, questionLetter } from '../emails.ts'
import { teamAddresses } from '../queries/team-addresses.ts'

const SAME_WITHIN_MS = 60_000

type Said = { text: string; origin: string }

/** What a user asks; the team gets it by mail, and the manager whom the plan names. */
export async function writeMessage(ctx: CallerContext, { text, origin }: Said): Promise<void> {
  const user = await userOf(ctx, ctx.caller.userId)
  const author = await userOf(ctx, personOf(ctx.caller))
  const promisedHours = responseHoursOf(user.plan)
  const manager = planHas(user.plan, 'manager') ? await managerOf(ctx, user.id) : null
  const to = new Set([...(await teamAddresses(ctx)), ...(manager ? [manager] : [])])
  await inTransaction(ctx, async (ctx) => {
    const written = { userId: user.id, side: 'customer' as const, body: text, promisedHours }
    if (!(await addMessage(ctx, author, written))) return
    const planName = PLANS[user.plan ?? 'basic'].name
    const owner = author.id === user.id ? null : user.email
    const from = { name: author.name, email: author.email, owner, planName, promisedHours, origin }
    for (const address of to) await enqueueMail(ctx, address, questionLetter(from, text))
  })
}

async function managerOf(ctx: CallerContext, userId: string): Promise<string | null> {
  const { managerEmail } = customerCare
  const [care] = await ctx.db
    .select({ managerEmail })
    .from(customerCare)
    .where(eq(customerCare.userId, userId))
  return care?.managerEmail ?? null
}

/** What an administrator answers, to who asked last and to the owner. Throws 404 for an unknown user. */
export async function answerThread(
  ctx: CallerContext,
  { userId, text, origin }: Said & { userId: string },
): Promise<void> {
  const user = await userOf(ctx, userId)
  const author = await userOf(ctx, ctx.caller.userId)
  await inTransaction(ctx, async (ctx) => {
    const written = { userId, side: 'team' as const, body: text, promisedHours: null }
    if (!(await addMessage(ctx, author, written))) return
    const asker = await lastAsker(ctx, userId)
    for (const { name, email } of asker ? [asker, user] : [user])
      await enqueueMail(ctx, email, answerLetter({ name, origin, asker: asker?.name }, text))
  })
}

/** False for a second click, which sends the same again: its author is locked, so that of two at once one comes first. */
async function addMessage(
  ctx: CallerContext,
  author: { id: string; name: string },
  written: Pick<typeof supportMessages.$inferInsert, 'userId' | 'side' | 'body' | 'promisedHours'>,
): Promise<boolean> {
  const { id: authorId, name: authorName } = author
  const writtenAt = ctx.clock.now()
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, authorId)).for('update')
  const [last] = await ctx.db
    .select()
    .from(supportMessages)
    .where(eq(supportMessages.userId, written.userId))
    .orderBy(desc(supportMessages.writtenAt))
    .limit(1)
  const isSame = last?.authorId === authorId && last.body === written.body
  if (isSame && writtenAt.getTime() - last.writtenAt.getTime() < SAME_WITHIN_MS) return false
  const added = { id: randomUUID(), authorId, authorName, writtenAt, ...written }
  await ctx.db.insert(supportMessages).values(added)
  return true
}

/** The colleague whose question is answered, while they may still read it; undefined where it is the owner's own. */
async function lastAsker(ctx: CallerContext, ownerId: string) {
  const [last] = await ctx.db
    .select({ authorId: supportMessages.authorId })
    .from(supportMessages)
    .where(and(eq(supportMessages.userId, ownerId), eq(supportMessages.side, 'customer')))
    .orderBy(desc(supportMessages.writtenAt))
    .limit(1)
  if (!last?.authorId) return undefined
  const [asker] = await ctx.db
    .select({ name: users.name, email: users.email, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(
      and(
        eq(teamMembers.ownerId, ownerId),
        eq(teamMembers.userId, last.authorId),
        isNull(teamMembers.suspendedAt),
        eq(users.deactivatedManually, false),
      ),
    )
  return asker && may(asker.role, 'see_all') ? asker : undefined
}

/** In the log that administrators read: what this customer asks goes to that address. Throws 404 for an unknown user. */
export async function nameManager(
  ctx: CallerContext,
  input: { userId: string; name: string | null; email?: string | null },
): Promise<void> {
  const user = await userOf(ctx, input.userId)
  const actor = await userOf(ctx, ctx.caller.userId)
  const manager = {
    managerName: input.name,
    managerEmail: input.name && input.email ? normaliseEmail(input.email) : null,
  }
  await inTransaction(ctx, async (ctx) => {
    const [known] = await ctx.db
      .select()
      .from(customerCare)
      .where(eq(customerCare.userId, user.id))
      .for('update')
    await ctx.db
      .insert(customerCare)
      .values({ userId: user.id, ...manager })
      .onConflictDoUpdate({ target: customerCare.userId, set: manager })
    const changes = managerChanges(known, manager)
    if (Object.keys(changes).length === 0) return
    await ctx.db.insert(auditLog).values({
      at: ctx.clock.now(),
      action: 'name_manager',
      actorId: actor.id,
      actorEmail: actor.email,
      targetId: user.id,
      targetEmail: user.email,
      changes,
    })
  })
}

type Manager = Pick<typeof customerCare.$inferSelect, 'managerName' | 'managerEmail'>

/** The address always beside the name: by it alone is known whose name it is, when they are erased. */
function managerChanges(
  known: Manager | undefined,
  after: Manager,
): (typeof auditLog.$inferInsert)['changes'] {
  const managerName = { before: known?.managerName ?? null, after: after.managerName }
  const managerEmail = { before: known?.managerEmail ?? null, after: after.managerEmail }
  if (managerName.before !== managerName.after) return { managerName, managerEmail }
  return managerEmail.before === managerEmail.after ? {} : { managerEmail }
}

/** Throws 403 for a plan without it. */
export async function setWording(ctx: CallerContext, { text }: { text: string }): Promise<void> {
  requirePlan(ctx.caller, 'ownWording')
  const wording = text || null
  await ctx.db
    .insert(customerCare)
    .values({ userId: ctx.caller.userId, wording })
    .onConflictDoUpdate({ target: customerCare.userId, set: { wording } })
}

async function userOf(ctx: CallerContext, userId: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('not_found', 'No existe ese usuario.')
  return user
}
