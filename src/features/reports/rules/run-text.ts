import { type PlanId, planHas } from '#shared/plans.ts'
import { plural } from '#shared/spanish-numbers.ts'

export const PAUSED_TEXTS = {
  user: 'En pausa.',
  plan: 'En pausa: tu plan ya no incluye los informes programados. Seguirá solo en cuanto vuelvas a tener Premium.',
  accounts:
    'En pausa: ninguna de sus cuentas sigue conectada. Seguirá solo en cuanto vuelvas a conectar una; también puedes editarlo y elegir otras.',
  recipients:
    'En pausa: ningún destinatario ha confirmado su correo, o se han dado de baja. Seguirá solo en cuanto uno diga que sí; también puedes editarlo y elegir otros.',
} as const

/** Why a mail did not arrive, as it stands before the addresses. */
export const DELIVERY_PROBLEMS = {
  refused: 'El correo se rechazó',
  silent: 'El servidor de correo no respondió',
  died: 'El envío se interrumpió',
} as const

/** 'El correo se rechazó: ana@…, luis@…. El servidor de correo no respondió: eva@….' */
export function failedText(failed: readonly { email: string; problem: string | null }[]): string {
  const byProblem = Map.groupBy(failed, ({ problem }) => shortProblem(problem))
  return [...byProblem]
    .map(([problem, those]) => `${problem}: ${those.map(({ email }) => email).join(', ')}.`)
    .join(' ')
}

/** Stored before there were several: of any last error, and mostly no answer came. */
const ONCE_CALLED_REFUSAL = 'El servidor de correo lo ha rechazado.'

function shortProblem(problem: string | null): string {
  if (problem === null || problem === ONCE_CALLED_REFUSAL) return DELIVERY_PROBLEMS.silent
  return problem.replace(/\.$/, '')
}

/** What a schedule lacked when it was due. */
export const STOPPED_TEXTS = {
  accounts: 'Ninguna de sus cuentas sigue conectada.',
  recipients: 'Ningún destinatario ha confirmado su correo, o se han dado de baja.',
} as const

/** Why a report that is due already is not sent, as it stands after 'No se envió: '. */
export const UNWANTED_TEXTS = {
  paused: 'el envío estaba en pausa.',
  plan: 'tu plan no incluye los informes programados.',
  dropped: 'ya no estaban entre sus destinatarios.',
  left: 'se habían dado de baja.',
  files:
    'los archivos de sus cuentas acaban antes de este periodo. Importa los nuevos y saldrá en su próxima fecha.',
} as const

/** What its owner has said, or lost, since the report was due. */
export function whyNotNow(
  schedule: { pausedBecause: string | null },
  user: { isActive: boolean; plan: PlanId | null },
): string | null {
  if (schedule.pausedBecause === 'user') return UNWANTED_TEXTS.paused
  return user.isActive && planHas(user.plan, 'schedules') ? null : UNWANTED_TEXTS.plan
}

/** Of a run that goes out without some of its accounts; null where all are in it. */
export function leftOutText(accounts: readonly { name: string }[]): string | null {
  if (accounts.length === 0) return null
  const names = accounts.map(({ name }) => `«${name}»`).join(', ')
  return `Sin ${names}: no ${accounts.length === 1 ? 'está conectada' : 'están conectadas'}.`
}

/** Of one that is sent, the problem is what it lacks. */
type Run = { status: 'waiting' | 'sending' | 'failed'; problem: string | null }
type Delivery = {
  status: 'waiting' | 'sent' | 'failed' | 'skipped'
  email: string
  problem: string | null
}

/** What became of a run, in one line. */
export function lastText(
  run: Run,
  deliveries: readonly Delivery[],
): { state: 'waiting' | 'sent' | 'partly' | 'failed'; text: string } {
  if (run.status === 'failed') return { state: 'failed', text: run.problem ?? 'No se pudo enviar.' }
  if (run.status === 'waiting') return { state: 'waiting', text: run.problem ?? 'Preparándose.' }
  const sent = deliveries.filter(({ status }) => status === 'sent').length
  const failed = deliveries.filter(({ status }) => status === 'failed')
  const waiting = deliveries.filter(({ status }) => status === 'waiting')
  const done = `Enviado a ${plural(sent, 'dirección', 'direcciones')}`
  const leftOut = run.problem ? ` ${run.problem}` : ''
  if (waiting.length > 0) {
    const problem = waiting.find((one) => one.problem)?.problem
    return { state: 'waiting', text: problem ?? 'Enviándose.' }
  }
  if (failed.length === 0)
    return sent > 0
      ? { state: run.problem ? 'partly' : 'sent', text: `${done}.${leftOut}` }
      : {
          state: 'sent',
          text: `No lo recibió nadie: ${deliveries[0]?.problem ?? UNWANTED_TEXTS.left}`,
        }
  if (sent === 0) return { state: 'failed', text: failedText(failed) }
  return { state: 'partly', text: `${done}. ${failedText(failed)}${leftOut}` }
}
