import { randomUUID } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from './db/handles.ts'
import { processes } from './db/schema/work.ts'

const SEEN_EVERY_MS = 10_000
/** A process not seen for so long is dead, or cut off and cannot write what it hears either. */
export const DEAD_AFTER_SECONDS = 45

export type RegisteredProcess = { id: string; leave: () => Promise<void> }

/** Says that this process lives, by the database's clock, until it leaves. */
export async function registerProcess(db: Db): Promise<RegisteredProcess> {
  const id = randomUUID()
  const isMine = eq(processes.id, id)
  await db.insert(processes).values({ id })
  const seen = setInterval(() => {
    void db
      .insert(processes)
      .values({ id })
      .onConflictDoUpdate({ target: processes.id, set: { seenAt: sql`now()` } })
      // The database may be away for a moment; the next beat tells it again.
      .catch(() => {})
  }, SEEN_EVERY_MS)
  seen.unref()
  return {
    id,
    leave: async () => {
      clearInterval(seen)
      await db.delete(processes).where(isMine)
    },
  }
}

/** Rows of processes that died without leaving; kept for a day, since changes name them. */
export async function forgetDeadProcesses(db: Db): Promise<void> {
  await db.delete(processes).where(lt(processes.seenAt, sql`now() - interval '1 day'`))
}
