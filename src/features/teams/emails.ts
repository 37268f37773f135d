import type { Letter } from '#platform/mail/letter.ts'
import { type MemberRole, ROLE_TEXTS } from '#shared/permissions.ts'

export function invitationLetter(team: string, role: MemberRole, url: string): Letter {
  return {
    subject: `${team} te invita a su equipo en Pujante`,
    greeting: 'Hola:',
    paragraphs: [
      `${team} te invita a trabajar en sus cuentas de Google Ads en Pujante. Tu papel: ${ROLE_TEXTS[role]}.`,
      'Entra con este mismo correo; si aún no tienes cuenta, créala primero y vuelve a abrir el enlace.',
    ],
    button: { label: 'Ver la invitación', url },
    notes: [
      'El enlace vale 7 días y se puede usar una sola vez, solo con este correo.',
      'Si no esperabas esta invitación, no hagas nada.',
    ],
  }
}

export function joinedLetter(name: string, member: string, role: MemberRole): Letter {
  return {
    subject: 'Alguien se ha unido a tu equipo de Pujante',
    greeting: `Hola, ${name}:`,
    paragraphs: [
      `${member} ha aceptado la invitación. Su papel: ${ROLE_TEXTS[role]}.`,
      'Si no lo esperabas, quítale en Configuración → Equipo: deja de entrar en el acto.',
    ],
  }
}

export function removedLetter(name: string, team: string): Letter {
  return {
    subject: 'Ya no estás en un equipo de Pujante',
    greeting: `Hola, ${name}:`,
    paragraphs: [
      `Ya no trabajas en las cuentas de ${team}. Tu propia cuenta de Pujante sigue igual.`,
    ],
  }
}
