import type { Letter } from '#platform/mail/letter.ts'
import { longDay } from '#shared/spanish-numbers.ts'

/** To who made a key and to the owner of the accounts: it works without a password, and after this one is changed. */
export function newKeyLetter(
  name: string,
  key: { name: string; scopes: readonly string[]; expiresAt: Date | null; maker: string },
): Letter {
  const until = key.expiresAt
    ? `Vale hasta el ${longDay(key.expiresAt.toISOString().slice(0, 10))}.`
    : 'No caduca.'
  return {
    subject: 'Hay una clave de API nueva en Pujante',
    greeting: `Hola, ${name}:`,
    lead: `${key.maker} ha creado la clave «${key.name}». Con ella otros programas entran en estas cuentas sin contraseña.`,
    paragraphs: [
      `Permisos: ${key.scopes.join(', ')}. ${until}`,
      'Si no lo esperabas, revócala y cambia tu contraseña.',
    ],
    button: { label: 'Ver las claves', url: '/dashboard/settings?tab=integrations' },
  }
}
