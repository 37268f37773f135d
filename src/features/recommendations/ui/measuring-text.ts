import { plural } from '#shared/spanish-numbers.ts'

/** When there will be a verdict of what is being measured and why only then; without days, what keeps it from coming. */
export function measuringText(daysLeft: number | null, why: string | null): string | null {
  if (daysLeft === null) return why
  const when =
    daysLeft > 0 ? `Quedan ${plural(daysLeft, 'día', 'días')}.` : 'Se mide en la próxima revisión.'
  return why ? `${when} ${why}` : when
}
