import type { Letter } from '#platform/mail/letter.ts'

export function confirmEmailLetter(name: string, url: string): Letter {
  return {
    subject: 'Confirma tu nuevo correo en Pujante',
    greeting: `Hola, ${name}:`,
    paragraphs: [
      'Has pedido que esta sea la dirección de tu cuenta. Confírmalo para empezar a usarla.',
    ],
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
    paragraphs: [
      'Alguien ha querido poner este correo en otra cuenta de Pujante. No se puede, porque ya tiene la suya.',
    ],
    notes: ['No tienes que hacer nada: tu cuenta sigue igual.'],
  }
}

export function emailChangeAskedLetter(name: string, newEmail: string): Letter {
  return {
    subject: 'Se ha pedido cambiar el correo de tu cuenta de Pujante',
    greeting: `Hola, ${name}:`,
    paragraphs: [
      `Se ha pedido que el correo de tu cuenta pase a ser ${newEmail}. Cambiará cuando se confirme desde esa dirección.`,
      'Si no has sido tú, cambia tu contraseña cuanto antes.',
    ],
  }
}

export function emailChangedLetter(name: string, newEmail: string): Letter {
  return {
    subject: 'El correo de tu cuenta de Pujante ha cambiado',
    greeting: `Hola, ${name}:`,
    paragraphs: [
      `El correo de tu cuenta es ahora ${newEmail}. A esta dirección ya no te escribiremos.`,
      'Si no has sido tú, responde a este correo para que podamos ayudarte.',
    ],
  }
}

export function passwordChangedLetter(name: string, recoveryUrl: string): Letter {
  return {
    subject: 'Tu contraseña de Pujante ha cambiado',
    greeting: `Hola, ${name}:`,
    paragraphs: [
      'Has cambiado tu contraseña, y se han cerrado las demás sesiones.',
      'Si no has sido tú, recupera la cuenta ahora mismo.',
    ],
    button: { label: 'Recuperar la cuenta', url: recoveryUrl },
  }
}
