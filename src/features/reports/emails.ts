import type { Letter, LetterBrand } from '#platform/mail/letter.ts'
import { type Day, dayInZone } from '#shared/dates.ts'
import { longDay, plural } from '#shared/spanish-numbers.ts'
import { SCHEDULE_ZONE } from './rules/periods.ts'
import { STOPPED_TEXTS } from './rules/run-text.ts'

export function confirmRecipientLetter(sender: string, brand: LetterBrand, url: string): Letter {
  return {
    subject: `¿Quieres recibir los informes de ${brand.name}?`,
    greeting: 'Hola:',
    brand,
    lead: `${sender} quiere enviarte por correo informes de campañas de Google Ads.`,
    paragraphs: ['Solo llegarán si dices que sí.'],
    button: { label: 'Sí, quiero recibirlos', url },
    notes: [
      'El enlace vale 7 días. Podrás darte de baja en cualquier momento desde cada informe.',
      'Si no los quieres, no hagas nada: sin tu sí no te llegará ninguno.',
    ],
  }
}

type Occasion = {
  brand: LetterBrand
  scheduleName: string
  from: Day
  to: Day
  /** One per account: 'Zapatería: 1.234,50 € y 35 conversiones.' */
  lines: readonly string[]
  unsubscribeUrl: string
  /** The way out ends all that this owner sends, not this report alone. */
  endsAll: boolean
}

export function reportLetter(occasion: Occasion): Letter {
  const { brand, scheduleName, from, to, lines, unsubscribeUrl, endsAll } = occasion
  const only = lines.length === 1 ? lines[0] : null
  return {
    subject: `${scheduleName}: del ${longDay(from)} al ${longDay(to)}`,
    brand,
    greeting: `Informe de ${brand.name}, del ${longDay(from)} al ${longDay(to)}`,
    // The account's figures; of several none stands for all.
    lead: only ?? `${plural(lines.length, 'cuenta', 'cuentas')}, cada una con sus cifras.`,
    paragraphs: ['El informe va adjunto, en PDF y en Excel.'],
    lists: only ? [] : [{ items: lines.map((text) => ({ text })) }],
    quietLink: {
      label: `Dejar de recibir ${endsAll ? `informes de ${brand.name}` : 'este informe'}`,
      url: unsubscribeUrl,
    },
  }
}

const SEE_TO_IT = { label: 'Ver los envíos', url: '/dashboard/settings?tab=reports' }
/** Its owner ends these letters with the schedule itself. */
const NOT_ANY_MORE = 'Si ya no quieres este envío, ponlo en pausa o elimínalo ahí.'

const GOES_ON = {
  accounts:
    'Seguirá solo, desde su próxima fecha, en cuanto vuelvas a conectar una. También puedes elegir otras cuentas.',
  recipients:
    'Seguirá solo, desde su próxima fecha, en cuanto uno diga que sí. También puedes elegir otros destinatarios.',
} as const

export function stoppedLetter(occasion: {
  userName: string
  name: string
  reason: keyof typeof GOES_ON
}): Letter {
  const { userName, name, reason } = occasion
  return {
    subject: `El envío «${name}» está en pausa`,
    greeting: `Hola, ${userName}:`,
    lead: `No hemos podido enviar «${name}» y lo hemos puesto en pausa.`,
    paragraphs: [STOPPED_TEXTS[reason], GOES_ON[reason]],
    button: SEE_TO_IT,
    notes: [NOT_ANY_MORE],
  }
}

export function notMadeLetter(occasion: {
  userName: string
  name: string
  nextRunAt: Date
}): Letter {
  const { userName, name, nextRunAt } = occasion
  return {
    subject: `El informe «${name}» no ha salido`,
    greeting: `Hola, ${userName}:`,
    lead: `No hemos podido preparar el informe «${name}», tampoco después de varios intentos.`,
    paragraphs: [
      `El próximo está previsto para el ${longDay(dayInZone(nextRunAt, SCHEDULE_ZONE))}. Mientras tanto puedes descargarlo en Configuración › Informes.`,
    ],
    button: SEE_TO_IT,
    notes: [NOT_ANY_MORE],
  }
}

export function notDeliveredLetter(occasion: {
  userName: string
  name: string
  /** Whom it did not reach, and why. */
  problem: string
}): Letter {
  const { userName, name, problem } = occasion
  return {
    subject: `El informe «${name}» no llegó a todos`,
    greeting: `Hola, ${userName}:`,
    lead: `El informe «${name}» no llegó a todos sus destinatarios.`,
    paragraphs: [problem, 'Durante 30 días puedes enviarlo otra vez a quienes no les llegó.'],
    button: SEE_TO_IT,
    notes: [NOT_ANY_MORE],
  }
}
