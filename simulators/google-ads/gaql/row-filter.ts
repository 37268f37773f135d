import type { FieldRow, Measures } from '../account-source.ts'
import { fieldReader } from './columns.ts'
import { predicate } from './matches.ts'
import type { Query } from './query.ts'

/** The conditions of WHERE on the fields that `applies` picks, as one test. */
export function rowFilter(
  query: Query,
  today: string,
  applies: (field: string) => boolean,
): (fields: FieldRow, sums: Measures) => boolean {
  const tests = query.where
    .filter(({ field }) => applies(field))
    .map((condition) => ({
      read: fieldReader(condition.field),
      matches: predicate(condition, today),
    }))
  return (fields, sums) => tests.every(({ read, matches }) => matches(read(fields, sums)))
}
