import type { Letter } from '#platform/mail/letter.ts'
import { COPY_SCREEN_PATH } from './contract.ts'

export function copyReadyLetter(name: string, url: string): Letter {
  return {
    subject: 'Tu copia de datos de Pujante está lista',
    greeting: `Hola, ${name}:`,
    lead: 'Ya puedes descargar la copia de tus datos.',
    paragraphs: ['Te pediremos que inicies sesión.'],
    button: { label: 'Descargar mi copia', url },
    notes: [
      'El enlace vale 7 días, se puede usar una sola vez y solo con tu cuenta.',
      'Si no la has pedido tú, cambia tu contraseña cuanto antes.',
    ],
  }
}

export function copyFailedLetter(name: string, url: string): Letter {
  return {
    subject: 'No hemos podido preparar tu copia de datos de Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Lo hemos intentado varias veces y no ha salido.',
    paragraphs: ['Puedes pedir otra ahora mismo. Si tampoco llega, escríbenos.'],
    button: { label: 'Pedir otra copia', url },
  }
}

export function erasureAskedLetter(name: string, day: string, url: string): Letter {
  return {
    subject: 'Tu cuenta de Pujante se eliminará',
    greeting: `Hola, ${name}:`,
    lead: `Has pedido eliminar tu cuenta: el ${day} se borrará con todos sus datos.`,
    paragraphs: [
      'Ese día terminará también la suscripción y retiraremos el permiso en Google.',
      'Hasta entonces puedes cambiar de idea: entra y elige conservarla.',
    ],
    button: { label: 'Conservar mi cuenta', url },
    notes: ['Si no has sido tú, entra, consérvala y cambia tu contraseña ahora mismo.'],
  }
}

/** On the day that was named, when something stands in the way. */
export function erasureHeldLetter(name: string, by: 'team' | 'administration'): Letter {
  const { reason, label, url } = HELD_BY[by]
  return {
    subject: 'Todavía no hemos podido eliminar tu cuenta de Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Hoy tocaba eliminar tu cuenta, como pediste, y algo lo impide.',
    paragraphs: [reason, 'En cuanto lo hagas, la eliminamos sin que tengas que volver a pedirlo.'],
    button: { label, url },
  }
}

const HELD_BY = {
  team: {
    reason:
      'Hay personas trabajando en tus cuentas: traspasa el equipo o quita a quien está en él.',
    label: 'Ver mi equipo',
    // Open without a subscription too.
    url: COPY_SCREEN_PATH,
  },
  administration: {
    reason: 'Eres el último administrador activo: nombra a otro.',
    label: 'Ver los usuarios',
    url: '/admin/users',
  },
}

export function erasedLetter(name: string): Letter {
  return {
    subject: 'Tu cuenta de Pujante se ha eliminado',
    greeting: `Hola, ${name}:`,
    lead: 'Como pediste, hemos eliminado tu cuenta.',
    paragraphs: [
      'El resto de los datos se borra en las próximas horas. Las facturas quedan en Stripe el tiempo que marca la ley.',
      'Este es nuestro último correo.',
    ],
  }
}
