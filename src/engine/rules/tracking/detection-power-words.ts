import type { Context } from '../../account/context.ts'
import type { DetectionPower } from '../../account/lost-conversions.ts'

/** Nothing was found: what of it would have been seen at this account's volume. */
export function powerText(
  { say }: Context,
  { perDay, outageDays, halfDays }: DetectionPower,
): string {
  const volume = `Con unas ${say.decimal(perDay, digitsOf(perDay))} conversiones al día`
  const days = (count: number) => (count === 1 ? 'un día' : `unos ${say.integer(count)} días`)
  const soFar = 'No se ve ninguna avería de la medición.'
  if (outageDays === null) {
    return `${soFar} ${volume} hay demasiado pocas para distinguir una avería de la casualidad: conviene comprobar la etiqueta a mano.`
  }
  const half =
    halfDays === null
      ? 'perder solo la mitad puede pasar sin notarse'
      : `perder la mitad, a partir de ${days(halfDays)}`
  return `${soFar} ${volume}, una parada total se ve a partir de ${days(outageDays)}; ${half}.`
}

/** So many that the first figure shows: 12, 1,5, 0,03. */
function digitsOf(perDay: number): number {
  if (perDay >= 10) return 0
  return perDay >= 0.1 ? 1 : perDay >= 0.01 ? 2 : 3
}
