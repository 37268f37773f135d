import { ConfigFault } from '../src/platform/config.ts'
import { DataInUse } from '../src/platform/db/data-lock.ts'
import { isDatabaseAway } from '../src/platform/db/failures.ts'
import { OlderTables } from '../src/platform/db/older-tables.ts'
import { describeError } from '../src/platform/error-text.ts'
import { CopyFault } from '../src/server/backup/copy.ts'

const SAYS_ITSELF = [ConfigFault, DataInUse, CopyFault, OlderTables]

/** What the one who starts a program reads instead of a stack. */
export function explainFailure(error: unknown): string {
  if (SAYS_ITSELF.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, port, syscall, path } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `El puerto ${port} está ocupado. Cierra lo que lo usa o elige otro: PORT=3001 npm start`
  if (code === 'EACCES' && syscall === 'listen')
    return `No hay permiso para usar el puerto ${port}. Elige uno por encima de 1024 con PORT.`
  if (code === 'EACCES' && path) return `No hay permiso para usar ${path}.`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const sqlState = (cause as { code?: string }).code ?? ''
  if (NOT_TRUSTED.test(sqlState))
    return `El certificado de la base de datos no se puede comprobar (${sqlState}): con una autoridad propia, ?sslmode=verify-full&sslrootcert=/ruta/ca.pem en DATABASE_URL.`
  if (/no encryption/.test((cause as Error).message))
    return 'La base de datos solo admite conexiones cifradas: añade ?sslmode=verify-full a DATABASE_URL.'
  if (/does not support SSL/.test((cause as Error).message))
    return 'La base de datos no admite conexiones cifradas: actívalas en ella, o quita sslmode de DATABASE_URL si está en la misma máquina.'
  if ([error, cause].some((one) => one instanceof Error && FULL.test(one.message)))
    return 'El disco de DATA_DIR está lleno: haz sitio y vuelve a arrancar.'
  if (DATABASE_REFUSES[sqlState]) return DATABASE_REFUSES[sqlState]
  if (isDatabaseAway(error))
    return `No se puede usar la base de datos de DATABASE_URL (${sqlState || 'sin respuesta'}). ¿Está en marcha y es correcta la dirección?`
  return JSON.stringify(describeError(error), null, 2)
}

/** As Node names a certificate that it does not believe. */
const NOT_TRUSTED = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** As Node, and the embedded database's own system, say it. */
const FULL = /ENOSPC|No space left on device|ErrnoError', errno: 51\b/

const OLD_POOLER =
  'Delante de la base de datos hay un PgBouncer que no guarda sentencias preparadas: hace falta la versión 1.21 o posterior, con max_prepared_statements mayor que 0 (deploy/runbook.md).'

const DATABASE_REFUSES: Record<string, string> = {
  '42P05': OLD_POOLER,
  '26000': OLD_POOLER,
  '25006':
    'La base de datos solo admite lecturas: es un servidor de reserva que nadie ha promovido, o default_transaction_read_only está en «on». Promuévelo, o pon en DATABASE_URL el que manda.',
  '28P01': 'La base de datos rechaza la contraseña de DATABASE_URL.',
  '28000': 'La base de datos rechaza el usuario de DATABASE_URL.',
  '3D000': 'La base de datos que nombra DATABASE_URL no existe: créala con CREATE DATABASE.',
  '53100': 'El disco de la base de datos está lleno: dale más sitio.',
  '53300':
    'La base de datos no admite más conexiones: cada proceso usa DATABASE_POOL y una más. Sube max_connections o baja DATABASE_POOL.',
  '57014':
    'La base de datos ha cortado una orden que tardaba demasiado (statement_timeout). Está en marcha: puede que muy ocupada.',
  '42501':
    'El usuario de DATABASE_URL no puede crear tablas. Ejecuta antes npm run db:migrate con uno que pueda.',
}
