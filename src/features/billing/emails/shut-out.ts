import type { Letter } from '#platform/mail/letter.ts'
import { dayInZone } from '#shared/dates.ts'
import { longDay } from '#shared/spanish-numbers.ts'

/** To whom an administrator shuts out while a subscription is paid: what goes on, and where it is ended. */
export function shutOutLetter(
  name: string,
  paid: { planName: string; nextChargeOn: Date | null; charge: string | null },
): Letter {
  const { planName, nextChargeOn, charge } = paid
  const day = nextChargeOn ? longDay(dayInZone(nextChargeOn, 'Europe/Madrid')) : null
  return {
    subject: 'Un administrador ha cerrado tu acceso a Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Un administrador ha desactivado tu cuenta: el panel queda cerrado, y tus datos se conservan.',
    paragraphs: [
      day === null
        ? `Tu suscripción ${planName} termina con el período pagado y no se cobrará nada más.`
        : `Tu suscripción ${planName} sigue en marcha: si no la cancelas, el ${day} se cobrará otra vez${charge ? ` (${charge})` : ''}. Puedes cancelarla aunque tu acceso esté cerrado.`,
      'Si crees que es un error, responde a este correo.',
    ],
    button: { label: 'Ver mi suscripción', url: '/subscribe' },
  }
}
