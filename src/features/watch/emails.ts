import type { Letter } from '#platform/mail/letter.ts'

export type MorningLines = {
  /** 'Conversiones −31 % desde el 9 nov. Zapatería, «Marca». Sobre todo, …' */
  alerts: readonly string[]
  /** New decisions, the first in the stored order. */
  decisions: readonly string[]
  moreDecisions: number
}

/** One letter for all accounts; what is broken or odd before the money. */
export function morningLetter(occasion: {
  userName: string
  lines: MorningLines
  url: string
  settingsUrl: string
}): Letter {
  const { userName, lines, url, settingsUrl } = occasion
  const { alerts, decisions, moreDecisions } = lines
  return {
    subject: `Hoy: ${subjectOf(alerts.length, decisions.length + moreDecisions)}`,
    greeting: `Hola, ${userName}:`,
    paragraphs: [
      ...(alerts.length > 0 ? ['Fuera de lo normal en tus cuentas:', ...alerts.map(asLine)] : []),
      ...(decisions.length > 0
        ? [
            'Decisiones nuevas desde el último correo:',
            ...decisions.map(asLine),
            ...(moreDecisions > 0 ? [`Y ${moreDecisions} más.`] : []),
          ]
        : []),
    ],
    button: { label: 'Abrir Hoy', url },
    notes: ['Solo escribimos las mañanas en que hay algo nuevo.'],
    quietLink: { label: 'Dejar de recibir este correo', url: settingsUrl },
  }
}

const asLine = (text: string) => `• ${text}`

function subjectOf(odd: number, decisions: number): string {
  const parts = [
    ...(odd > 0 ? [`${odd} ${odd === 1 ? 'aviso' : 'avisos'}`] : []),
    ...(decisions > 0
      ? [`${decisions} ${decisions === 1 ? 'decisión nueva' : 'decisiones nuevas'}`]
      : []),
  ]
  return parts.join(' y ')
}
