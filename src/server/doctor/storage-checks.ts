import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { READER } from '#platform/db/handles.ts'
import { googleConnections } from '#platform/db/schema/access.ts'
import { plural } from '#shared/spanish-numbers.ts'
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
  return Number.parseInt(version, 10) >= OLDEST_POSTGRES
    ? good(`PostgreSQL ${version}, con el esquema al día.`)
    : bad(`PostgreSQL ${version}: hace falta ${OLDEST_POSTGRES} o posterior.`)
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
  const { bavail, bsize } = await statfs(ctx.config.databaseUrl ? '.' : ctx.config.dataDir)
  const free = bavail * bsize
  const text = `Quedan ${Math.round(free / GIGABYTE)} GB.`
  if (free < NONE_BYTES) return bad(text)
  return free < SCARCE_BYTES ? notice(text) : good(text)
}

async function lookAtKeys(ctx: Context): Promise<Finding> {
  const rows = await ctx.db
    .select({ sealed: googleConnections.refreshTokenSealed })
    .from(googleConnections)
  const sealed = rows.map((row) => row.sealed).filter((text) => text !== '')
  const lost = sealed.filter((text) => !opens(ctx, text)).length
  const old = sealed.filter((text) => !ctx.vault.isCurrent(text)).length
  if (lost > 0)
    return bad(`${lost} de ${sealed.length} permisos de Google no se abren con ENCRYPTION_KEY.`)
  if (old > 0)
    return notice(
      `${plural(old, 'permiso', 'permisos')} de una clave anterior: npm run admin -- reseal.`,
    )
  return good(`Se abren: ${plural(sealed.length, 'permiso', 'permisos')} de Google.`)
}

function opens(ctx: Context, sealed: string): boolean {
  try {
    ctx.vault.open(sealed)
    return true
  } catch {
    return false
  }
}
