import type { Letter } from '#platform/mail/letter.ts'
import type { Day } from '#shared/dates.ts'
import { longDay } from '#shared/spanish-numbers.ts'

export function confirmRecipientLetter(sender: string, brand: string, url: string): Letter {
  return {
    subject: `¿Quieres recibir los informes de ${brand}?`,
    greeting: 'Hola:',
    paragraphs: [
      `${sender} quiere enviarte por correo informes de campañas de Google Ads. Solo llegarán si dices que sí.`,
    ],
    button: { label: 'Sí, quiero recibirlos', url },
    notes: [
      'El enlace vale 7 días. Podrás darte de baja en cualquier momento desde cada informe.',
      'Si no los quieres, no hagas nada: no te escribiremos más.',
    ],
  }
}

type Occasion = {
  brand: string
  scheduleName: string
  from: Day
  to: Day
  /** One per account: 'Zapatería: 1.234,50 € y 35 conversiones.' */
  lines: readonly string[]
  unsubscribeUrl: string
}

export function reportLetter(occasion: Occasion): Letter {
  const { brand, scheduleName, from, to, lines, unsubscribeUrl } = occasion
  const only = lines.length === 1 ? lines[0] : null
  return {
    subject: `${scheduleName}: del ${longDay(from)} al ${longDay(to)}`,
    greeting: `Informe de ${brand}`,
    // The account's figures; of several none stands for all.
    ...(only && { lead: only }),
    paragraphs: [
      `Adjuntamos el informe del ${longDay(from)} al ${longDay(to)}, en PDF y en Excel.`,
    ],
    lists: only ? [] : [{ items: lines.map((text) => ({ text })) }],
    quietLink: { label: 'Dejar de recibir este informe', url: unsubscribeUrl },
  }
}
