import type { ReplyOf } from '#shared/endpoint.ts'
import { percent, plural } from '#shared/spanish-numbers.ts'
import type { getSilence } from '../contract/recommendations.ts'

type Reading = NonNullable<ReplyOf<typeof getSilence>['reading']>

export function readingText({ daysKnown, daysWanted }: Reading): string {
  // Never 100 % while a day is missing.
  const share = percent(Math.floor((100 * daysKnown) / daysWanted) / 100, 0)
  return daysKnown === 0
    ? `Leyendo historial (${share}): por ahora solo se ven las cifras que van llegando. Las recomendaciones empiezan con los primeros 30 días.`
    : `Leyendo historial (${share}): por ahora solo se recomienda lo que se sostiene con ${plural(daysKnown, 'día', 'días')}.`
}

export function waitingText({ waiting, daysWanted }: Reading): string | null {
  if (waiting.length === 0) return null
  const titles = waiting.map(({ ruleTitle }) => ruleTitle).join(' · ')
  return `Esperan a que estén los ${plural(daysWanted, 'día', 'días')}: ${titles}`
}
