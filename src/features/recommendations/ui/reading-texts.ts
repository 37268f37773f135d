import type { ReplyOf } from '#shared/endpoint.ts'
import { plural } from '#shared/spanish-numbers.ts'
import type { getSilence } from '../contract/recommendations.ts'

type Reading = NonNullable<ReplyOf<typeof getSilence>['reading']>

/** In days: a percentage would contradict that of the sync, which reads more of them. */
export function readingText({ daysKnown, daysWanted }: Reading): string {
  const known = `Leyendo historial: ${daysKnown} de ${plural(daysWanted, 'día', 'días')}.`
  return daysKnown === 0
    ? `${known} Por ahora solo se ven las cifras que van llegando. Las recomendaciones empiezan con los primeros 30 días.`
    : `${known} Por ahora solo se recomienda lo que ya se sostiene.`
}

export function waitingText({ waiting, daysWanted }: Reading): string | null {
  if (waiting.length === 0) return null
  const titles = waiting.map(({ ruleTitle }) => ruleTitle).join(' · ')
  return `Esperan a que estén los ${plural(daysWanted, 'día', 'días')}: ${titles}`
}
