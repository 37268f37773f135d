// `npm run admin -- create <correo> <nombre>`: the first administrator, with a link to choose a password.
// `npm run admin -- reseal`: seals with ENCRYPTION_KEY what a key of ENCRYPTION_KEYS_OLDER has sealed.
import { createAdministrator } from '../src/features/auth/actions/create-administrator.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { openContext } from '../src/server/open-context.ts'
import { resealAll } from '../src/server/reseal.ts'
import { plural } from '../src/shared/spanish-numbers.ts'
import { explainFailure } from './explain-failure.ts'

const HELP = `npm run admin -- create <correo> <nombre>   crea un administrador
npm run admin -- reseal                     cifra con ENCRYPTION_KEY lo cifrado con claves anteriores`

try {
  const [command, ...rest] = process.argv.slice(2)
  const work = command === 'create' ? create : command === 'reseal' ? reseal : null
  if (!work || (command === 'create' && rest.length < 2)) {
    console.error(HELP)
    process.exitCode = 1
  } else {
    const { ctx, close } = await openContext(readConfig())
    await work(ctx, rest).finally(close)
  }
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}

async function create(ctx: Context, [email = '', ...name]: readonly string[]): Promise<void> {
  const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
  const link = await createAdministrator(ctx, { email, name: name.join(' '), origin })
  console.log(`Administrador creado. Elige la contraseña en 24 horas:\n${link}`)
}

async function reseal(ctx: Context): Promise<void> {
  const count = await resealAll(ctx)
  console.log(
    `Cifrado de nuevo: ${plural(count, 'texto', 'textos')}. Ya se abren sin ENCRYPTION_KEYS_OLDER.`,
  )
}
