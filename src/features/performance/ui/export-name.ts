import type { DayRange } from '#shared/dates.ts'

/** Of the file that a table is saved as: what it lists, of what, and the days that its figures are of. */
export function exportName(list: string, id: string, range: Partial<DayRange>): string {
  const days = [range.from, range.to].filter((day) => day !== undefined)
  return [`${list}-${id}`, ...days].join('_')
}
