import { asc, desc, eq } from 'drizzle-orm'
import { ERASED_NAME } from '#account-data/forget-address.ts'
import type { CallerContext } from '#platform/context.ts'
import { customerCare, supportMessages } from '#platform/db/schema/support.ts'
import { type Caller, personOf } from '#platform/session.ts'
import { planHas, responseHoursOf } from '#shared/plans.ts'
import type { Message, Thread } from '../contract/support.ts'
import { answersOf, openWait, waitsOf } from '../rules.ts'
import { firstSteps } from './first-steps.ts'

const SHOWN = 200

export async function getThread(ctx: CallerContext): Promise<Thread> {
  const { userId, plan } = ctx.caller
  const messages = await messagesOf(ctx, userId)
  const [care] = await ctx.db.select().from(customerCare).where(eq(customerCare.userId, userId))
  const hasManager = planHas(plan, 'manager') && care?.managerName
  return {
    promisedHours: responseHoursOf(plan),
    dueAt: openWait(messages)?.dueAt.toISOString() ?? null,
    medianHours: answersOf(waitsOf(messages)).medianHours,
    manager: hasManager ? { name: hasManager, email: care.managerEmail } : null,
    messages: messages.map(messageFor(ctx.caller)),
    onboarding: planHas(plan, 'onboarding') ? await firstSteps(ctx) : null,
    wording: { available: planHas(plan, 'ownWording'), text: care?.wording ?? '' },
  }
}

/** Oldest first. */
export async function messagesOf(ctx: CallerContext, userId: string) {
  const newest = await ctx.db
    .select()
    .from(supportMessages)
    .where(eq(supportMessages.userId, userId))
    .orderBy(desc(supportMessages.writtenAt), asc(supportMessages.id))
    .limit(SHOWN)
  return newest.toReversed()
}

/** As this reader sees it. */
export function messageFor(caller: Caller) {
  const reader = personOf(caller)
  return (row: typeof supportMessages.$inferSelect): Message => {
    const { id, side, authorName, authorId, userId, body: text, writtenAt } = row
    // The owner's, from before authors were kept.
    const isOwners = side === 'customer' && authorName !== ERASED_NAME
    const isMine = (authorId ?? (isOwners ? userId : null)) === reader
    return { id, side, authorName, isMine, text, writtenAt: writtenAt.toISOString() }
  }
}
