import { type Made, madeLines } from '#account-data/made-by.ts'
import type { Letter } from '#platform/mail/letter.ts'

const IGNORE = 'Si no lo has pedido tú, no hagas nada: sin este enlace no cambia nada.'
const LIFE = 'El enlace vale 24 horas y se puede usar una sola vez.'

export function registrationLetter(url: string): Letter {
  return {
    subject: 'Completa tu registro en Pujante',
    greeting: '¡Te damos la bienvenida!',
    lead: 'Solo falta un paso: elige tu nombre y tu contraseña para crear la cuenta.',
    paragraphs: [],
    button: { label: 'Completar el registro', url },
    notes: [LIFE, IGNORE],
  }
}

export function alreadyRegisteredLetter(name: string, loginUrl: string): Letter {
  return {
    subject: 'Ya tienes cuenta en Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Alguien ha querido registrarse con este correo, que ya tiene cuenta.',
    paragraphs: [
      'Si has sido tú, solo tienes que iniciar sesión.',
      'Si no recuerdas la contraseña, en esa misma pantalla puedes elegir otra.',
    ],
    button: { label: 'Iniciar sesión', url: loginUrl },
    notes: ['Si no has sido tú, no hagas nada: tu cuenta sigue igual.'],
  }
}

export function recoveryLetter(name: string, url: string): Letter {
  return {
    subject: 'Recupera tu contraseña de Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Con este enlace puedes elegir una contraseña nueva.',
    paragraphs: [],
    button: { label: 'Elegir otra contraseña', url },
    notes: [LIFE, IGNORE],
  }
}

export function resetByAdministratorLetter(name: string, url: string): Letter {
  return {
    subject: 'Elige otra contraseña de Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Quien administra Pujante te envía este enlace para que elijas una contraseña nueva.',
    paragraphs: ['Hasta que lo uses, tu contraseña de ahora sigue valiendo.'],
    button: { label: 'Elegir otra contraseña', url },
    notes: [LIFE],
  }
}

export function passwordResetLetter(name: string, recoveryUrl: string, ended: Made): Letter {
  const lines = madeLines(ended)
  return {
    subject: 'Tu contraseña de Pujante ha cambiado',
    greeting: `Hola, ${name}:`,
    lead: 'Tu contraseña se ha cambiado con el enlace que te enviamos.',
    paragraphs: [
      'Se han cerrado todas las sesiones.',
      ...(lines.length > 0
        ? ['Por seguridad también ha dejado de valer lo que habías hecho para otros programas:']
        : []),
      ...lines,
      'Si no has sido tú, recupera la cuenta ahora mismo.',
    ],
    button: { label: 'Recuperar la cuenta', url: recoveryUrl },
  }
}

/** To the owner of a team in which that person had made something. */
export function endedByRecoveryLetter(name: string, maker: { name: string }, ended: Made): Letter {
  return {
    subject: 'Han dejado de valer integraciones de tu equipo de Pujante',
    greeting: `Hola, ${name}:`,
    lead: `${maker.name} ha recuperado su cuenta con otra contraseña. Por si alguien había entrado en ella, ha dejado de valer lo que había hecho para otros programas con tus cuentas.`,
    paragraphs: [
      ...madeLines(ended),
      'Si algo te hacía falta, puede hacer otro en Configuración › Integraciones.',
    ],
  }
}
