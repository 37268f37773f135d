import type { Letter } from '#platform/mail/letter.ts'

const NOT_ME = 'Si no has sido tú, cambia tu contraseña ahora mismo y revisa las sesiones abiertas.'

function letter(name: string, subject: string, lead: string, more?: string): Letter {
  return {
    subject,
    greeting: `Hola, ${name}:`,
    lead,
    paragraphs: [...(more ? [more] : []), NOT_ME],
    button: { label: 'Revisar la seguridad', url: '/dashboard/settings' },
  }
}

export const factorAddedLetter = (name: string, what: string) =>
  letter(
    name,
    'Verificación en dos pasos en tu cuenta de Pujante',
    `Se ha añadido ${what} a tu cuenta.`,
    'Desde ahora la contraseña sola no la abre.',
  )

export const factorRemovedLetter = (name: string, what: string, isLast: boolean) =>
  letter(
    name,
    'Se ha quitado un segundo factor de tu cuenta de Pujante',
    `Se ha quitado ${what} de tu cuenta.`,
    isLast ? 'Era el último: la contraseña sola vuelve a abrirla.' : undefined,
  )

export const lostFactorsLetter = (name: string) =>
  letter(
    name,
    'Hemos quitado la verificación en dos pasos de tu cuenta de Pujante',
    'Como nos has pedido, hemos quitado de tu cuenta la aplicación de códigos, las llaves de acceso y los códigos de recuperación.',
    'La contraseña sola vuelve a abrirla, y hemos cerrado todas las sesiones. Activa otra vez la verificación en cuanto entres, y guarda los códigos nuevos fuera del móvil.',
  )

export const recoveryCodeUsedLetter = (name: string, left: number) =>
  letter(
    name,
    'Se ha usado un código de recuperación de Pujante',
    'Se ha entrado en tu cuenta con un código de recuperación.',
    `${left === 1 ? 'Queda 1' : `Quedan ${left}`}; puedes hacer otros en la configuración.`,
  )

export const recoveryCodesRenewedLetter = (name: string) =>
  letter(
    name,
    'Códigos de recuperación nuevos en Pujante',
    'Se han hecho códigos de recuperación nuevos para tu cuenta.',
    'Los anteriores ya no sirven.',
  )

export const codesGuessedLetter = (name: string) =>
  letter(
    name,
    'Códigos equivocados en tu cuenta de Pujante',
    'Se han escrito varios códigos equivocados al entrar en tu cuenta, después de acertar la contraseña.',
    'Hemos bloqueado el segundo paso durante un rato.',
  )
