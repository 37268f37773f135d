import { asc, eq, gte } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { customerCare, supportMessages } from '#platform/db/schema/support.ts'
import { PLANS } from '#shared/plans.ts'
import type { Desk, WaitingThread } from '../contract/support.ts'
import { answersOf, openWait, waitsOf } from '../rules.ts'

const DAY_MS = 86_400_000
const LOOKED_BACK_DAYS = 90

type Row = Awaited<ReturnType<typeof messagesSince>>[number]

/** All threads with something in the last 90 days, those that wait first. */
export async function getDesk(ctx: CallerContext): Promise<Desk> {
  const now = ctx.clock.now()
  const rows = await messagesSince(ctx, new Date(now.getTime() - LOOKED_BACK_DAYS * DAY_MS))
  const threads = [...Map.groupBy(rows, ({ user }) => user.id).values()]
  return {
    threads: threads.map((thread) => summaryOf(thread, now)).toSorted(bySoonest),
    answers: answersOf(threads.flatMap((thread) => waitsOf(thread.map(({ message }) => message)))),
  }
}

/** Oldest first. */
async function messagesSince(ctx: CallerContext, since: Date) {
  return await ctx.db
    .select({ message: supportMessages, user: users, care: customerCare })
    .from(supportMessages)
    .innerJoin(users, eq(users.id, supportMessages.userId))
    .leftJoin(customerCare, eq(customerCare.userId, supportMessages.userId))
    .where(gte(supportMessages.writtenAt, since))
    .orderBy(asc(supportMessages.writtenAt), asc(supportMessages.id))
}

function summaryOf(thread: readonly Row[], now: Date): WaitingThread {
  // A thread has the message that made it one.
  const { user, care, message } = thread.at(-1)!
  const wait = openWait(thread.map((row) => row.message))
  return {
    userId: user.id,
    name: user.name,
    email: user.email,
    planName: user.plan && PLANS[user.plan].name,
    managerName: care?.managerName ?? null,
    managerEmail: care?.managerEmail ?? null,
    lastText: message.body,
    lastAt: message.writtenAt.toISOString(),
    dueAt: wait?.dueAt.toISOString() ?? null,
    isLate: wait !== null && wait.dueAt < now,
  }
}

function bySoonest(a: WaitingThread, b: WaitingThread): number {
  if (a.dueAt && b.dueAt) return a.dueAt < b.dueAt ? -1 : 1
  if (a.dueAt || b.dueAt) return a.dueAt ? -1 : 1
  return a.lastAt > b.lastAt ? -1 : 1
}
