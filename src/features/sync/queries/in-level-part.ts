import { type SQL, sql } from 'drizzle-orm'
import type { LevelPart } from '../rules/fact-sources.ts'

/** ' and …' for the rows of a part in `table`, or nothing where a source has its level for itself. */
export function inLevelPart(part: LevelPart | undefined, table?: string): SQL {
  const column = (name: string) => (table ? `${table}.${name}` : name)
  const zero = (part?.zero ?? []).map((name) => ` and ${column(name)} = 0`)
  const other = (part?.other ?? []).map((name) => ` and ${column(name)} <> 0`)
  return sql.raw([...other, ...zero].join(''))
}
