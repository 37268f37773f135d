export const COPY_LIFE_DAYS = 7
export const REFLECTION_DAYS = 14
export const DAY_MS = 86_400_000

/** A spreadsheet would take a text that begins so for a formula, and run it (ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** One line of a CSV file; what is itself a structure stays JSON. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Asked = { askedAt: Date; status: 'waiting' | 'ready' | 'failed' }

/** Once a day; one that could not be made may be asked for again at once. */
export function nextCopyAt(last: Asked | undefined, now: Date): Date | null {
  if (!last || last.status === 'failed') return null
  const at = new Date(last.askedAt.getTime() + DAY_MS)
  return at > now ? at : null
}
