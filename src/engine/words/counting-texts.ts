import { quoted } from '#shared/quoted.ts'
import { longDay, plural } from '#shared/spanish-numbers.ts'
import type { CountingNote } from '../account/counted-window.ts'
import type { CountingChange } from '../account/counting-changes.ts'
import type { SettingChange } from '../account/snapshot.ts'
import type { TwinActions } from '../account/twin-actions.ts'

/** 'Desde el 3 nov 2026, más o menos, se cuenta también «Registro» como conversión'. */
export function countingText(change: CountingChange): string {
  const action = change.action === null ? 'otra acción' : quoted(change.action)
  const { on, until } = change
  if (change.kind !== 'setting') {
    const what = change.kind === 'begun' ? 'se cuenta también' : 'ya no se cuenta'
    return `Desde el ${longDay(on)}, más o menos, ${what} ${action} como conversión`
  }
  const when = until ? `Entre el ${longDay(on)} y el ${longDay(until)}` : `El ${longDay(on)}`
  return `${when} ${settingText(change.change, action)}`
}

/** Of a card whose figures are of days that count otherwise than today's, or leave these out. */
export function countingNoteText({ change, days }: CountingNote): string {
  return `${countingText(change)}: ${NOTES[days]}`
}

/** Of a card whose conversions are those that are shown, repeated ones with them. */
export function twinNoteText({ first, second }: TwinActions): string {
  return `${quoted(first.name)} y ${quoted(second.name)} parecen contar lo mismo: entre las conversiones que aquí se ven hay repetidas. Al juzgar lo que cuestan y lo que valen, cada una entra una sola vez.`
}

const NOTES: Record<CountingNote['days'], string> = {
  'left-out': 'solo se mira lo de después, que son menos días.',
  mixed: 'aquí está sumado lo de antes y lo de después, que no se cuenta igual.',
  before: 'lo que se mira aquí es de antes, y se contaba de otra manera.',
}

function settingText({ setting, former, present }: SettingChange, action: string): string {
  if (setting === 'attribution_model') return `cambió el modelo de atribución de ${action}`
  if (setting === 'counting_type')
    return present === 'ONE_PER_CLICK'
      ? `${action} pasó de contar todas las conversiones de un clic a contar una`
      : `${action} pasó de contar una conversión por clic a contarlas todas`
  const days = (number: string) => plural(Number(number), 'día', 'días')
  return `${action} pasó de contar lo que llega hasta ${days(former)} después del clic a contar hasta ${days(present)}`
}
