// `npm run admin -- create <correo> <nombre>`: the first administrator, with a link to choose a password.
// `npm run admin -- remove-factors <correo>`: for who lost their second factor and the recovery codes.
// `npm run admin -- reseal`: seals with ENCRYPTION_KEY what a key of ENCRYPTION_KEYS_OLDER has sealed.
import { createAdministrator } from '../src/features/auth/actions/create-administrator.ts'
import { removeLostFactors } from '../src/features/second-factor/actions/remove-lost-factors.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { openContext } from '../src/server/open-context.ts'
import { resealAll } from '../src/server/reseal.ts'
import { opens, readSealed } from '../src/server/sealed-texts.ts'
import { plural } from '../src/shared/spanish-numbers.ts'
import { explainFailure } from './explain-failure.ts'

const HELP = `npm run admin -- create <correo> <nombre>   crea un administrador
npm run admin -- remove-factors <correo>    quita la verificación en dos pasos a quien perdió el móvil y los códigos
npm run admin -- reseal                     cifra con ENCRYPTION_KEY lo cifrado con claves anteriores`

type Work = (ctx: Context, rest: readonly string[]) => Promise<void>

const COMMANDS: Record<string, { work: Work /** It wants at least. */; words: number }> = {
  create: { work: create, words: 2 },
  'remove-factors': { work: removeFactors, words: 1 },
  reseal: { work: reseal, words: 0 },
}

try {
  const [command, ...rest] = process.argv.slice(2)
  const asked = COMMANDS[command ?? '']
  if (!asked || rest.length < asked.words) {
    console.error(HELP)
    process.exitCode = 1
  } else {
    const { ctx, close } = await openContext(readConfig())
    await asked.work(ctx, rest).finally(close)
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

async function removeFactors(ctx: Context, [email = '']: readonly string[]): Promise<void> {
  await removeLostFactors(ctx, email)
  console.log(
    'Verificación en dos pasos quitada: la contraseña sola vuelve a abrir la cuenta. Se lo decimos por correo, y queda en el registro de actividad.',
  )
}

async function reseal(ctx: Context): Promise<void> {
  const count = await resealAll(ctx)
  const sealed = await readSealed(ctx.db)
  const lost = sealed.filter((one) => !opens(ctx.vault, one.sealed)).length
  console.log(`Cifrado de nuevo: ${plural(count, 'texto', 'textos')}.`)
  console.log(
    lost > 0
      ? `${plural(lost, 'texto no se abre', 'textos no se abren')} con ninguna clave: npm run doctor dice cuáles.`
      : 'Todos se abren ya sin ENCRYPTION_KEYS_OLDER.',
  )
}
