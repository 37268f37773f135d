import { type Made, madeLines } from '#account-data/made-by.ts'
import type { Letter } from '#platform/mail/letter.ts'

export function confirmEmailLetter(name: string, url: string): Letter {
  return {
    subject: 'Confirma tu nuevo correo en Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Has pedido que esta sea la dirección de tu cuenta.',
    paragraphs: ['Confírmalo para empezar a usarla.'],
    button: { label: 'Confirmar el correo', url },
    notes: [
      'El enlace vale 24 horas y se puede usar una sola vez.',
      'Si no lo has pedido tú, no hagas nada: sin este enlace no cambia nada.',
    ],
  }
}

/** To an address that another account has: its owner must not learn who asked. */
export function addressTakenLetter(): Letter {
  return {
    subject: 'Este correo ya tiene cuenta en Pujante',
    greeting: 'Hola:',
    lead: 'Alguien ha querido poner este correo en otra cuenta de Pujante.',
    paragraphs: ['No se puede, porque ya tiene la suya.'],
    notes: ['No tienes que hacer nada: tu cuenta sigue igual.'],
  }
}

export function emailChangeAskedLetter(name: string, newEmail: string): Letter {
  return {
    subject: 'Se ha pedido cambiar el correo de tu cuenta de Pujante',
    greeting: `Hola, ${name}:`,
    lead: `Se ha pedido que el correo de tu cuenta pase a ser ${newEmail}.`,
    paragraphs: [
      'Cambiará cuando se confirme desde esa dirección.',
      'Si no has sido tú, cambia tu contraseña cuanto antes.',
    ],
    button: { label: 'Cambiar mi contraseña', url: '/dashboard/settings' },
  }
}

export function emailChangedLetter(name: string, newEmail: string): Letter {
  return {
    subject: 'El correo de tu cuenta de Pujante ha cambiado',
    greeting: `Hola, ${name}:`,
    lead: `El correo de tu cuenta es ahora ${newEmail}.`,
    paragraphs: [
      'A esta dirección ya no te escribiremos.',
      'Si no has sido tú, escríbenos cuanto antes para que podamos ayudarte.',
    ],
    button: { label: 'No he sido yo', url: '/contact' },
  }
}

/** What works for other programs needs no password, so it goes on: who changes theirs out of suspicion must know. */
export function passwordChangedLetter(name: string, recoveryUrl: string, made: Made): Letter {
  const lines = madeLines(made)
  return {
    subject: 'Tu contraseña de Pujante ha cambiado',
    greeting: `Hola, ${name}:`,
    lead: 'Has cambiado tu contraseña, y se han cerrado las demás sesiones.',
    paragraphs: [
      ...(lines.length > 0
        ? [
            'Siguen valiendo, porque funcionan sin la contraseña:',
            ...lines,
            'Si alguna no la hiciste tú, revócala en Configuración › Integraciones.',
          ]
        : []),
      'Si no has sido tú, recupera la cuenta ahora mismo.',
    ],
    button: { label: 'Recuperar la cuenta', url: recoveryUrl },
  }
}
