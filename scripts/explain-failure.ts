import { ConfigFault } from '../src/platform/config.ts'
import { DataInUse } from '../src/platform/db/data-lock.ts'
import { isDatabaseAway } from '../src/platform/db/failures.ts'
import { describeError } from '../src/platform/error-text.ts'
import { CopyFault } from '../src/server/backup/copy.ts'

const SAYS_ITSELF = [ConfigFault, DataInUse, CopyFault]

/** What the one who starts a program reads instead of a stack. */
export function explainFailure(error: unknown): string {
  if (SAYS_ITSELF.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `El puerto ${port} está ocupado. Cierra lo que lo usa o elige otro: PORT=3001 npm start`
  if (code === 'EACCES')
    return `No hay permiso para usar el puerto ${port}. Elige uno por encima de 1024 con PORT.`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const sqlState = (cause as { code?: string }).code ?? ''
  if (isDatabaseAway(error))
    return `No se puede usar la base de datos de DATABASE_URL (${sqlState || 'sin respuesta'}). ¿Está en marcha y es correcta la dirección?`
  if (DATABASE_REFUSES[sqlState]) return DATABASE_REFUSES[sqlState]
  return JSON.stringify(describeError(error), null, 2)
}

const DATABASE_REFUSES: Record<string, string> = {
  '28P01': 'La base de datos rechaza la contraseña de DATABASE_URL.',
  '28000': 'La base de datos rechaza el usuario de DATABASE_URL.',
  '3D000': 'La base de datos que nombra DATABASE_URL no existe: créala con CREATE DATABASE.',
  '42501':
    'El usuario de DATABASE_URL no puede crear tablas. Ejecuta antes npm run db:migrate con uno que pueda.',
}
