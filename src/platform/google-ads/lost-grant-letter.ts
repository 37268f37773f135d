import { customerIdText } from '#shared/customer-id-text.ts'
import type { Letter } from '../mail/letter.ts'

type NamedAccount = { accountId: string; accountName: string }

const MOST_NAMED = 25

/** What a lost grant ends, and how it is mended. Of two accounts of one name the number tells which is meant. */
export function lostGrantLetter(
  { userName, googleEmail }: { userName: string; googleEmail: string | null },
  accounts: readonly NamedAccount[],
): Letter {
  const yours = accounts.length === 1 ? 'tu cuenta' : `tus ${accounts.length} cuentas`
  const more = accounts.length - MOST_NAMED
  return {
    subject: `Google ya no nos deja leer ${yours}`,
    greeting: `Hola, ${userName}:`,
    lead: `Google ha retirado el permiso${googleEmail ? ` de ${googleEmail}` : ''} con el que leemos ${yours}. Vuelve a conectar para seguir al día.`,
    paragraphs: [
      'Suele pasar al cambiar la contraseña de Google o al quitar el acceso en la seguridad de esa cuenta. Lo leído hasta ahora sigue en tu panel.',
      'Lo volvemos a probar una vez al día: si Google acepta otra vez el permiso, seguimos sin que hagas nada.',
    ],
    lists: [
      {
        title: accounts.length === 1 ? 'Ya no se lee' : 'Ya no se leen',
        items: accounts.slice(0, MOST_NAMED).map(({ accountName, accountId }) => ({
          text: accountName,
          detail: customerIdText(accountId),
        })),
        ...(more > 0 && { rest: `Y ${more} más.` }),
      },
    ],
    button: { label: 'Volver a conectar', url: '/dashboard/accounts' },
  }
}
