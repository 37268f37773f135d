import type { Letter } from '#platform/mail/letter.ts'

/** `asker`: the colleague who asked, where it was not the owner. */
export function answerLetter(
  to: { name: string; origin: string; asker?: string | undefined },
  text: string,
): Letter {
  return {
    subject: 'Te hemos respondido en Pujante',
    greeting: `Hola, ${to.name}:`,
    lead: to.asker ? `La pregunta de ${to.asker} tiene respuesta.` : 'Tu pregunta tiene respuesta.',
    paragraphs: text.split(/\n+/).filter(Boolean),
    button: { label: 'Ver la conversación', url: `${to.origin}/dashboard/help#soporte` },
  }
}

/** To the team, with how long the plan gives it. */
export function questionLetter(
  from: {
    name: string
    email: string
    /** In whose team they asked; null: in their own name. */
    owner: string | null
    planName: string
    promisedHours: number
    origin: string
  },
  text: string,
): Letter {
  return {
    subject: `Soporte: ${from.name} (${from.planName}), respuesta en ${from.promisedHours} h`,
    greeting: 'Hola:',
    lead: `${from.name} (${from.email})${from.owner ? `, del equipo de ${from.owner},` : ''} escribe:`,
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
