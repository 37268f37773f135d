import { plural } from '#shared/spanish-numbers.ts'

/** When there will be a verdict of what is being measured, or what keeps it from coming. */
export function measuringText(daysLeft: number | null, held: string | null): string | null {
  if (held || daysLeft === null) return held
  return daysLeft > 0
    ? `Quedan ${plural(daysLeft, 'día', 'días')}.`
    : 'Se mide en la próxima revisión.'
}
