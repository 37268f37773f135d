import type { Notice } from '#kit/components/toast-card.tsx'
import { OPEN } from '#kit/google-change.ts'
import { integer, plural } from '#shared/spanish-numbers.ts'
import type { ChangeResult } from '../../contract/changes.ts'
import { STATE_WORDS } from '../../contract/wire-words.ts'
import { noticeOf } from '../change-notice.ts'

/** What was made, whole or in part. */
export type Made = Pick<ChangeResult, 'id' | 'titulo' | 'estado_cambio' | 'message'>

/** What one became that was to be taken back; 'open': not known yet. */
export type Back = { id: string; state: 'undone' | 'partly' | 'open' | 'refused'; text: string }

const HISTORY = 'en «Historial de aplicadas» de su cuenta'

/** The row's own word for it, before it leaves. */
export const madeMark = (made: Made): string => noticeOf(made, 'Aplicado').title

/** `sent`: how many were asked for. Their rows leave, so that the notice says which were made in part only. */
export function madeNotice(made: readonly Made[], sent: number): Notice {
  const [first] = made
  if (sent === 1 && first) {
    const isPart = isPartly(first)
    const description = isPart ? `${first.titulo}: ${first.message}` : first.titulo
    return { title: madeMark(first), description, variant: isPart ? 'warning' : 'success' }
  }
  const partly = made.filter(isPartly)
  const noted = made.filter(({ estado_cambio }) => estado_cambio === STATE_WORDS.by_hand)
  const whole = made.length - partly.length - noted.length
  const isNotedOnly = noted.length > 0 && noted.length === made.length
  const sentences = [
    ...(partly.length > 0 ? [partlyText(partly)] : []),
    ...(noted.length > 0 && !isNotedOnly
      ? [`${plural(noted.length, 'anotada como hecha', 'anotadas como hechas')}.`]
      : []),
    ...(sent > made.length ? ['Las demás siguen en la lista, con su motivo.'] : []),
  ]
  return {
    title: isNotedOnly
      ? `${integer(noted.length)} de ${integer(sent)} anotadas como hechas`
      : `${integer(whole)} de ${integer(sent)} aplicadas`,
    description: sentences.join(' '),
    variant: partly.length > 0 ? 'warning' : 'success',
  }
}

/** `made`: what was to be taken back; those after a line that broke were not sent. */
export function backNotice(backs: readonly Back[], made: readonly Made[]): Notice {
  const asked = made.length
  const textsOf = (state: Back['state']) =>
    backs.filter((back) => back.state === state).map(({ text }) => text)
  const undone = textsOf('undone').length
  const refused = textsOf('refused')
  const [first] = made
  if (undone === asked && first) {
    const isByHand = first.estado_cambio === STATE_WORDS.by_hand
    const whole = isByHand ? first.titulo : `${first.titulo}. ${AS_BEFORE}`
    return returnedNotice(whole, asked)
  }
  const [only] = backs
  if (asked === 1 && only && first) return noticeOfOne(only, first.titulo)
  const partly = textsOf('partly')
  const open = textsOf('open').length
  const unsent = asked - backs.length
  const sentences = [
    ...(refused.length > 0 ? [`${integer(refused.length)} no: ${refused[0]}`] : []),
    ...(partly.length > 0 ? [`${integer(partly.length)} solo en parte: ${partly[0]}`] : []),
    ...(open > 0 ? [`De ${integer(open)} todavía no se sabe.`] : []),
    ...(unsent > 0
      ? [`${plural(unsent, 'no se ha enviado', 'no se han enviado')}: se deshacen ${HISTORY}.`]
      : []),
  ]
  const isNone = refused.length === asked
  return {
    title: isNone ? REFUSED : `Deshechas ${integer(undone)} de ${integer(asked)}`,
    description: sentences.join(' '),
    variant: isNone ? 'destructive' : 'warning',
  }
}

/** Of rows that are in the list again; `one`: what is said where it is the only one. */
export function returnedNotice(one: string, count: number): Notice {
  const description = count === 1 ? one : `Las ${integer(count)} vuelven a la lista.`
  return { title: 'Deshecho', description, variant: 'success' }
}

const AS_BEFORE = 'En Google Ads está otra vez como antes.'
const REFUSED = 'No se pudo deshacer'

function noticeOfOne({ state, text }: Back, titulo: string): Notice {
  const description = `${titulo}: ${text}`
  if (state === 'refused') return { title: REFUSED, description, variant: 'destructive' }
  return { title: state === 'open' ? OPEN : 'Deshecha en parte', description, variant: 'warning' }
}

function partlyText(partly: readonly Made[]): string {
  const titles = partly.map(({ titulo }) => `«${titulo}»`).join(', ')
  const [only] = partly
  if (partly.length === 1 && only) return `1 solo en parte, ${titles}: ${only.message}`
  return `${integer(partly.length)} solo en parte, ${titles}: lo que falta está ${HISTORY}.`
}

const isPartly = ({ estado_cambio }: Made) => estado_cambio === STATE_WORDS.partly_applied
