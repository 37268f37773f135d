import { integer, plural } from '#shared/spanish-numbers.ts'
import type { ChangeResult, ChangeState } from '../contract/changes.ts'

type StepResult = ChangeResult['steps'][number]

/** Where an application stands after its steps were sent. */
export function appliedState(steps: readonly Pick<StepResult, 'outcome'>[]): ChangeState {
  if (steps.some(({ outcome }) => outcome === 'unknown')) return 'aplicando'
  const made = steps.filter(({ outcome }) => outcome === 'done').length
  if (made === 0) return 'no_se_pudo'
  return made === steps.length ? 'aplicada' : 'aplicada_en_parte'
}

/** After taking steps back; with none of them it is as it was. */
export function undoneState(
  steps: readonly Pick<StepResult, 'outcome'>[],
  former: ChangeState,
): ChangeState {
  if (steps.some(({ outcome }) => outcome === 'unknown')) return 'deshaciendo'
  const undone = steps.filter(({ outcome }) => outcome === 'done').length
  if (undone === steps.length) return 'deshecha'
  return undone === 0 ? former : 'deshecha_en_parte'
}

/** The sentence of the notice. */
export function resultText(state: ChangeState, steps: readonly StepResult[]): string {
  const made = steps.filter(({ outcome }) => outcome === 'done').length
  const first = steps.find(({ message }) => message !== null)?.message ?? ''
  const of = `${integer(made)} de ${plural(steps.length, 'cambio', 'cambios')}`
  switch (state) {
    case 'aplicada':
      return 'Aplicada en Google Ads.'
    case 'aplicada_en_parte':
      return `Se ${made === 1 ? 'ha hecho' : 'han hecho'} ${of}. ${first}`.trim()
    case 'hecha_a_mano':
      return 'Anotada como hecha a mano.'
    case 'aplicando':
    case 'deshaciendo':
      return first || 'Google Ads no responde. Lo comprobaremos en unos minutos.'
    case 'deshecha':
      return 'Deshecha: en Google Ads está otra vez como antes.'
    case 'deshecha_en_parte':
      return `Se ${made === 1 ? 'ha deshecho' : 'han deshecho'} ${of}. ${first}`.trim()
    case 'no_se_pudo':
      return first || 'No se pudo aplicar.'
  }
}

/** States in which there is something to take back. */
export const UNDOABLE: readonly ChangeState[] = [
  'aplicada',
  'aplicada_en_parte',
  'hecha_a_mano',
  'deshecha_en_parte',
]

/** States whose effect will be measured. */
export const MEASURED: readonly ChangeState[] = ['aplicada', 'aplicada_en_parte', 'hecha_a_mano']
