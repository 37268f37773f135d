import { DrizzleQueryError } from 'drizzle-orm'

/** Of the connection, as Node names them. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/**
 * SQLSTATE: connection lost (08), server stopping or starting (57P), no resources left (53: connections, disk, memory),
 * a standby that takes no writes (25006), a statement cut off for its length (57014) or its wait for a lock (55P03), or given up for another that waited for it
 * (40001, 40P01).
 */
const TEMPORARY = /^(08...|57P..|53...|25006|57014|55P03|40001|40P01)$/
/** The driver's own words, which carry no code; the last are for what comes after, as the end of a transaction. */
const DRIVER_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Connection ended|is not queryable/i

/** True for a failure of the database that passes by itself: the same request may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: string }
  if (code !== undefined) return UNREACHABLE.has(code) || TEMPORARY.test(code)
  return DRIVER_WORDS.test(cause.message)
}
