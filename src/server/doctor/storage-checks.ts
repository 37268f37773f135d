import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { MIGRATIONS } from '#platform/db/client.ts'
import { READER } from '#platform/db/handles.ts'
import { newestMigration } from '#platform/db/migrate-postgres.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { opens, readSealed } from '../sealed-texts.ts'
import { bad, type Check, type Finding, good, notice } from './finding.ts'

const OLDEST_POSTGRES = 15
const CLOCK_MAY_DIFFER_MS = 2_000
const GIGABYTE = 1e9
const SCARCE_BYTES = 5 * GIGABYTE
const NONE_BYTES = GIGABYTE

export const storageChecks: readonly Check[] = [
  { name: 'Base de datos', look: lookAtVersion },
  { name: 'Conexiones', look: lookAtConnections },
  { name: 'Ajustes de las sesiones', look: lookAtSessions },
  { name: 'TLS de la base de datos', look: lookAtDatabaseTls },
  { name: 'Usuario de la base de datos', look: lookAtDatabaseUser },
  { name: 'Muro entre cuentas', look: lookAtWall },
  { name: 'Hora', look: lookAtClock },
  { name: 'Disco', look: lookAtDisk },
  { name: 'Claves de cifrado', look: lookAtKeys },
]

async function firstRow<T>(ctx: Context, statement: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await ctx.db.execute(statement)
  return rows[0] as T
}

async function lookAtVersion(ctx: Context): Promise<Finding> {
  const { version } = await firstRow<{ version: string }>(
    ctx,
    sql`select current_setting('server_version') as version`,
  )
  if (ctx.storage.engine === 'pglite')
    return notice(
      `Integrada (PostgreSQL ${version}): un solo proceso y sin protección ante un corte de luz. Para clientes reales, DATABASE_URL.`,
    )
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    return bad(`PostgreSQL ${version}: hace falta ${OLDEST_POSTGRES} o posterior.`)
  const { isNewer } = await firstRow<{ isNewer: boolean }>(
    ctx,
    sql`select max(created_at) > ${newestMigration(MIGRATIONS)}::bigint as "isNewer"
      from drizzle.__drizzle_migrations`,
  )
  return isNewer
    ? notice(
        `PostgreSQL ${version}, con el esquema de una versión más nueva que esta, que deja como está lo que no conoce (deploy/runbook.md, «A new version»).`,
      )
    : good(`PostgreSQL ${version}, con el esquema al día.`)
}

async function lookAtConnections(ctx: Context): Promise<Finding> {
  if (ctx.storage.engine === 'pglite') return good('Una, del propio proceso.')
  const { most, used } = await firstRow<{ most: number; used: number }>(
    ctx,
    sql`select current_setting('max_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  )
  const perProcess = ctx.config.databasePool + 1
  const fit = Math.floor((most - 5) / perProcess)
  const text = `${used} de ${most} en uso; caben ${fit} procesos de ${perProcess}.`
  return fit >= 4 ? good(text) : notice(`${text} Baja DATABASE_POOL o pon PgBouncer delante.`)
}

/** Behind a pooler they are the role's; without them a statement that hangs holds its connection for ever. */
async function lookAtSessions(ctx: Context): Promise<Finding> {
  if (ctx.storage.engine === 'pglite') return good('Los del propio proceso.')
  const { limit } = await firstRow<{ limit: string }>(
    ctx,
    sql`select current_setting('statement_timeout') as limit`,
  )
  return limit === '0'
    ? notice(
        'Ninguna consulta tiene límite de tiempo: detrás de PgBouncer, alter role del usuario de la base de datos (deploy/runbook.md, «Setting up», paso 1).',
      )
    : good(`Cada consulta tiene ${limit} como mucho.`)
}

async function lookAtDatabaseTls(ctx: Context): Promise<Finding> {
  const address = ctx.config.databaseUrl
  if (!address) return good('No hace falta: la base de datos está en el proceso.')
  const { hostname, searchParams } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname)
  if (isHere) return good('La base de datos está en esta máquina.')
  const { encrypted } = await firstRow<{ encrypted: boolean | null }>(
    ctx,
    sql`select ssl as encrypted from pg_stat_ssl where pid = pg_backend_pid()`,
  )
  // Containers of one network call each other by such names, which public ones are not.
  if (!encrypted && /^[\w-]+$/.test(hostname))
    return notice(
      `Sin cifrar: vale si «${hostname}» es un contenedor de esta máquina; si no, añade ?sslmode=verify-full a DATABASE_URL.`,
    )
  if (!encrypted) return bad('Sin cifrar: añade ?sslmode=verify-full a DATABASE_URL.')
  return searchParams.get('sslmode') === 'verify-full'
    ? good('Cifrada, y se comprueba a quién se habla.')
    : notice('Cifrada, pero no se comprueba a quién se habla: usa sslmode=verify-full.')
}

async function lookAtDatabaseUser(ctx: Context): Promise<Finding> {
  if (ctx.storage.engine === 'pglite') return good('El propio proceso.')
  const { name, isSuper } = await firstRow<{ name: string; isSuper: boolean }>(
    ctx,
    sql`select rolname as name, rolsuper as "isSuper" from pg_roles where rolname = current_user`,
  )
  return isSuper
    ? notice(`«${name}» es superusuario: basta con uno dueño de su base de datos.`)
    : good(`«${name}», sin más derechos que los de su base de datos.`)
}

async function lookAtWall(ctx: Context): Promise<Finding> {
  if (ctx.storage.wallFault === null)
    return good('Las cifras de una cuenta se leen con un usuario que no ve las demás.')
  const { name } = await firstRow<{ name: string }>(ctx, sql`select current_user::text as name`)
  return notice(
    `No está, y solo cada consulta separa las cuentas (${ctx.storage.wallFault}). Como administrador de la base de datos: create role ${READER}; grant ${READER} to "${name}"; y después npm run db:migrate. En un clúster de Citus, además, con inicio de sesión en cada nodo (docs/cluster.md, paso 2).`,
  )
}

async function lookAtClock(ctx: Context): Promise<Finding> {
  const before = Date.now()
  const { at } = await firstRow<{ at: string }>(
    ctx,
    sql`select extract(epoch from clock_timestamp()) * 1000 as at`,
  )
  const differs = Math.abs(Number(at) - (before + Date.now()) / 2)
  return differs <= CLOCK_MAY_DIFFER_MS
    ? good('La de este proceso y la de la base de datos coinciden.')
    : bad(`Difiere ${Math.round(differs / 1000)} s de la base de datos: revisa NTP en las dos.`)
}

async function lookAtDisk(ctx: Context): Promise<Finding> {
  const folder = existsSync(ctx.config.dataDir) ? ctx.config.dataDir : '.'
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const elsewhere = ctx.config.databaseUrl ? ' El de PostgreSQL no se ve desde aquí.' : ''
  const text = `Quedan ${Math.round(free / GIGABYTE)} GB en ${resolve(folder)}.${elsewhere}`
  if (free < NONE_BYTES) return bad(text)
  return free < SCARCE_BYTES ? notice(text) : good(text)
}

async function lookAtKeys(ctx: Context): Promise<Finding> {
  const all = await readSealed(ctx.db)
  const lost = all.filter(({ sealed }) => !opens(ctx.vault, sealed))
  const old = all.filter(({ sealed }) => !ctx.vault.isCurrent(sealed))
  if (lost.length > 0) return bad(`No se abren con ENCRYPTION_KEY: ${countedByKind(lost)}.`)
  if (old.length > 0)
    return notice(`De una clave anterior: ${countedByKind(old)}. npm run admin -- reseal.`)
  return good(all.length > 0 ? `Se abren: ${countedByKind(all)}.` : 'Nada cifrado todavía.')
}

function countedByKind(sealed: Awaited<ReturnType<typeof readSealed>>): string {
  const byKind = Map.groupBy(sealed, ({ kind }) => kind)
  return [...byKind].map(([[one, many], some]) => plural(some.length, one, many)).join(', ')
}
