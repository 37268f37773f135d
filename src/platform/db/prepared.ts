import type { AccountDb } from './handles.ts'

type Preparable<S> = { prepare: (name: string) => S }

/**
 * A statement that nearly every request asks. It is written once per kind of handle, and PostgreSQL parses and plans it
 * once per connection under `name`, which takes longer than finding its row by key. Values are `sql.placeholder`s, in
 * the form the driver sends (instants as ISO texts).
 */
export function prepared<S extends object>(
  name: string,
  write: (db: AccountDb) => Preparable<S>,
): (db: AccountDb) => S {
  const known = new Map<unknown, S>()
  return (db) => {
    const { $client: client } = db as { $client?: object }
    // A transaction's handle has none.
    if (!client) return write(db).prepare(name)
    const statement = known.get(client.constructor) ?? keptByName(write(db).prepare(name))
    known.set(client.constructor, statement)
    return sentBy(statement, client)
  }
}

/** The driver of the embedded database is not told the name, and passes on how its rows are wanted. */
function keptByName<S extends object>(statement: S): S {
  const { queryConfig } = statement as { queryConfig?: object }
  return Object.assign(sentBy(statement, null), { queryConfig: { ...queryConfig, kept: true } })
}

/** The same statement over another client, which is all that drizzle's differs by between handles of a kind. */
function sentBy<S extends object>(statement: S, client: object | null): S {
  return Object.assign(Object.create(statement), { client })
}
