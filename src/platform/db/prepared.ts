import type { AccountDb } from './handles.ts'

type Preparable<S> = { prepare: (name: string) => S }

/**
 * A statement that nearly every request asks. It is written once per handle, and PostgreSQL parses and plans it once
 * per connection under `name`, which takes longer than finding its row by key. Values are `sql.placeholder`s, in the
 * form the driver sends (instants as ISO texts).
 */
export function prepared<S>(
  name: string,
  write: (db: AccountDb) => Preparable<S>,
): (db: AccountDb) => S {
  const known = new WeakMap<AccountDb, S>()
  return (db) => {
    const statement = known.get(db) ?? write(db).prepare(name)
    known.set(db, statement)
    return statement
  }
}
