import type { Letter, LetterItem } from '#platform/mail/letter.ts'
import { plural } from '#shared/spanish-numbers.ts'

export type MorningLines = {
  /** 'Conversiones −31 % desde el 9 nov', under it 'Zapatería, «Marca». Sobre todo, …' */
  alerts: readonly LetterItem[]
  moreAlerts: number
  /** New decisions, the first in the stored order. */
  decisions: readonly LetterItem[]
  moreDecisions: number
}

/** One letter for all accounts; what is broken or odd before the money. */
export function morningLetter(occasion: {
  userName: string
  lines: MorningLines
  url: string
  wayOutUrl: string
}): Letter {
  const { userName, lines, url, wayOutUrl } = occasion
  const { alerts, moreAlerts, decisions, moreDecisions } = lines
  const counts = [alerts.length + moreAlerts, decisions.length + moreDecisions] as const
  return {
    subject: `Hoy: ${subjectOf(...counts)}`,
    greeting: `Hola, ${userName}:`,
    lead: leadOf(...counts),
    paragraphs: [],
    lists: [
      { title: 'Fuera de lo normal en tus cuentas', items: alerts, ...restOf(moreAlerts) },
      {
        title: 'Decisiones nuevas desde el último correo',
        items: decisions,
        ...restOf(moreDecisions),
      },
    ].filter(({ items }) => items.length > 0),
    button: { label: 'Abrir Hoy', url },
    notes: ['Solo escribimos las mañanas en que hay algo nuevo.'],
    quietLink: { label: 'Dejar de recibir este correo', url: wayOutUrl },
  }
}

const restOf = (more: number) => (more > 0 ? { rest: `Y ${more} más.` } : {})

function leadOf(odd: number, decisions: number): string {
  if (odd === 0)
    return `${plural(decisions, DECISION, DECISIONS)}${decisions > 1 ? ': empieza por la primera' : ''}.`
  const watched = `${plural(odd, 'aviso', 'avisos')} que conviene mirar antes de decidir nada`
  return decisions === 0
    ? `${watched}.`
    : `${watched}, y ${plural(decisions, DECISION, DECISIONS)}.`
}

const [DECISION, DECISIONS] = ['decisión nueva', 'decisiones nuevas'] as const

function subjectOf(odd: number, decisions: number): string {
  const parts = [
    ...(odd > 0 ? [plural(odd, 'aviso', 'avisos')] : []),
    ...(decisions > 0 ? [plural(decisions, DECISION, DECISIONS)] : []),
  ]
  return parts.join(' y ')
}
