import type { Letter } from '#platform/mail/letter.ts'

export function answerLetter(to: { name: string; origin: string }, text: string): Letter {
  return {
    subject: 'Te hemos respondido en Pujante',
    greeting: `Hola, ${to.name}:`,
    lead: 'Tu pregunta tiene respuesta.',
    paragraphs: text.split(/\n+/).filter(Boolean),
    button: { label: 'Ver la conversación', url: `${to.origin}/dashboard/help#soporte` },
  }
}

/** To the team, with how long the plan gives it. */
export function questionLetter(
  from: { name: string; email: string; planName: string; promisedHours: number; origin: string },
  text: string,
): Letter {
  return {
    subject: `Soporte: ${from.name} (${from.planName}), respuesta en ${from.promisedHours} h`,
    greeting: 'Hola:',
    lead: `${from.name} (${from.email}) escribe:`,
    paragraphs: text.split(/\n+/).filter(Boolean),
    button: { label: 'Responder', url: `${from.origin}/admin/support` },
  }
}

/** To the team, without an account: it is answered by mail. */
export function contactLetter(from: { name: string; email: string; text: string }): Letter {
  return {
    subject: `Contacto: ${from.name}`,
    greeting: 'Hola:',
    lead: `${from.name} (${from.email}) escribe desde la página de contacto:`,
    paragraphs: from.text.split(/\n+/).filter(Boolean),
    button: { label: 'Responder por correo', url: `mailto:${encodeURIComponent(from.email)}` },
    notes: ['La dirección la ha escrito quien envía el mensaje y no está comprobada.'],
  }
}
