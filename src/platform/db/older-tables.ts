import { sql } from 'drizzle-orm'
import type { Db } from './handles.ts'
import { newestMigration } from './migrate-postgres.ts'

/** For programs that only look or copy: tables that other code still runs on are not theirs to change. */
export class OlderTables extends Error {
  constructor() {
    super(
      'Las tablas de la base de datos son de una versión anterior de Pujante, y esta orden no las cambia: usa el programa de aquella versión o ejecuta antes npm run db:migrate.',
    )
  }
}

/** An empty database is none of another version. */
export async function assertNotOlder(db: Db, migrationsFolder: string): Promise<void> {
  const { rows } = await db.execute<{ known: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  )
  if (!rows[0]?.known) return
  const last = await db.execute<{ at: number | null }>(
    sql`select max(created_at) as at from drizzle.__drizzle_migrations`,
  )
  const at = last.rows[0]?.at ?? null
  if (at !== null && Number(at) < newestMigration(migrationsFolder)) throw new OlderTables()
}
