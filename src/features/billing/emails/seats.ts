import type { Letter } from '#platform/mail/letter.ts'
import { listed, plural } from '#shared/spanish-numbers.ts'

export function membersSuspendedLetter(
  name: string,
  planName: string,
  members: readonly string[],
): Letter {
  const count = plural(members.length, 'persona', 'personas')
  const isOne = members.length === 1
  return {
    subject: `${count} de tu equipo en pausa por tu cambio de plan`,
    greeting: `Hola, ${name}:`,
    lead: `Tu plan es ahora ${planName}, y tenías en el equipo más personas de las que incluye.`,
    paragraphs: [
      isOne
        ? `Ha quedado en pausa la última que entró: ${members.join()}.`
        : `Han quedado en pausa las últimas que entraron: ${listed(members)}.`,
      isOne
        ? 'No entra en tus cuentas, pero sigue en el equipo con su papel. Vuelve a entrar sola si amplías el plan o quitas a otra persona.'
        : 'No entran en tus cuentas, pero siguen en el equipo con su papel. Vuelven a entrar solas si amplías el plan o quitas a otra persona.',
    ],
    button: { label: 'Ver el equipo', url: '/dashboard/settings?tab=team' },
  }
}

export function suspendedLetter(name: string, owner: string): Letter {
  return {
    subject: 'Tu acceso a un equipo de Pujante está en pausa',
    greeting: `Hola, ${name}:`,
    lead: `El plan de ${owner} incluye ahora menos personas: de momento no puedes entrar en sus cuentas.`,
    paragraphs: ['Sigues en el equipo: cuando haya sitio volverás a entrar sin hacer nada.'],
  }
}
