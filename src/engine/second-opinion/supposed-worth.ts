import { isSupposed } from '../account/targets.ts'
import type { SecondOpinion, Surroundings, Verdict } from './advice.ts'
import { ORIGINS, saying } from './opinion-figures.ts'

/** What its owner never said may be so many times as much, or as little. */
export const SUPPOSED_TIMES = 2

/**
 * What the verdict would be were conversions allowed to cost twice or half of what is supposed; empty where their owner says what
 * they may cost, or where the verdict does not rest on it.
 */
export function supposedWorth(
  { verdict, figures }: SecondOpinion,
  around: Surroundings,
  verdictAt: (times: number) => Verdict,
): string[] {
  const { target } = around
  if (!target || !isSupposed(target) || !figures.some(({ key }) => key === 'target')) return []
  const [twice, half] = [verdictAt(SUPPOSED_TIMES), verdictAt(1 / SUPPOSED_TIMES)]
  const other = [
    ...(twice === verdict ? [] : [`con el doble, ${WOULD_BE[twice]}`]),
    ...(half === verdict ? [] : [`con la mitad, ${WOULD_BE[half]}`]),
  ].join('; ')
  const told = other === '' ? 'con el doble o la mitad diríamos lo mismo' : other
  const supposed = `${saying(around).money(target.micros)} (${ORIGINS[target.origin]})`
  return [
    `No se ha dicho cuánto puede costar aquí una conversión y se suponen ${supposed}: ${told}.`,
  ]
}

const WOULD_BE: Record<Verdict, string> = {
  apply: 'convendría aplicarla',
  try: 'habría que probarla antes',
  discard: 'sería mejor descartarla',
  wait: 'habría que esperar',
  no_opinion: 'no podríamos opinar',
}
