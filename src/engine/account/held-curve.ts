/** Google restates conversions for weeks: so many of the newest days are read again with every sync. */
export const RESTATED_DAYS = 30

/** As long as Google waits for a conversion after a click, at most (Google Ads Help, 'About conversion windows'). */
export const LATE_DAYS = 90

/** Where conversions take longer than RESTATED_DAYS, older days are read again so often: 26 operations each time. */
export const LATE_EVERY_DAYS = 7

/** What of an account's conversions may come after RESTATED_DAYS without a word. */
const NOT_WORTH_READING = 0.02

/** Whether days are to be read again when they are older than RESTATED_DAYS. */
export function comesLate(
  lagCurve: readonly number[] | undefined,
  lookbackDays: readonly (number | null)[],
): boolean {
  if (lookbackDays.some((days) => (days ?? 0) > RESTATED_DAYS)) return true
  return (lagCurve?.[RESTATED_DAYS - 1] ?? 1) < 1 - NOT_WORTH_READING
}

/**
 * Share of the conversions of a day that its figures hold, by its age. `lateReadAgo`: how many days ago those older than
 * RESTATED_DAYS were read again; null: never. What came since is not in them.
 */
export function heldCurve(lagCurve: readonly number[], lateReadAgo: number | null): number[] {
  if (lagCurve.length <= RESTATED_DAYS) return [...lagCurve]
  const restated = RESTATED_DAYS - 1
  const readAt = (age: number) =>
    lateReadAgo === null
      ? Math.min(age, restated)
      : Math.max(Math.min(age, restated), age - lateReadAgo)
  const length = lateReadAgo === null ? RESTATED_DAYS : lagCurve.length + lateReadAgo
  return Array.from({ length }, (_, age) => lagCurve[readAt(age)] ?? 1)
}
