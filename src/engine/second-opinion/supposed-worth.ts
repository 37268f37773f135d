import type { Target } from '../account/context.ts'
import { isSupposed } from '../account/targets.ts'
import type { SecondOpinion, Surroundings, Verdict } from './advice.ts'
import { ORIGINS, saying } from './opinion-figures.ts'

/** What its owner never said may be so many times as much, or as little. */
export const SUPPOSED_TIMES = 2

/**
 * An opinion with what is supposed of a conversion's worth, where it rests on that, and what would be said at twice and half of
 * it. What is refused only as long as a conversion is worth no more than the mean costs is no refusal: the next one always costs
 * more than the mean.
 */
export function asSupposed(
  opinion: SecondOpinion,
  around: Surroundings,
  judgedWith: (target: Target) => SecondOpinion,
): SecondOpinion {
  const { target } = around
  if (!target || !isSupposed(target) || !opinion.figures.some(({ key }) => key === 'target'))
    return opinion
  const [twice, half] = [SUPPOSED_TIMES, 1 / SUPPOSED_TIMES].map(
    (times) => judgedWith({ micros: target.micros * times, origin: 'goal' }).verdict,
  ) as [Verdict, Verdict]
  const supposed = `${saying(around).money(target.micros)} (${ORIGINS[target.origin]})`
  const told = toldOf(opinion.verdict, twice, half)
  const caveat = `No se ha dicho cuánto puede costar aquí una conversión y se suponen ${supposed}: ${told}.`
  const caveats = [...opinion.caveats, caveat]
  // A saving is the other way round: it is worth less the more a conversion is.
  const isFirm = twice === 'discard' && half === 'discard'
  if (opinion.verdict !== 'discard' || isFirm) return { ...opinion, caveats }
  return { ...opinion, verdict: 'no_opinion', reason: `${opinion.reason} ${DEPENDS}`, caveats }
}

function toldOf(verdict: Verdict, twice: Verdict, half: Verdict): string {
  const other = [
    ...(twice === verdict ? [] : [`con el doble, ${WOULD_BE[twice]}`]),
    ...(half === verdict ? [] : [`con la mitad, ${WOULD_BE[half]}`]),
  ].join('; ')
  if (other === '') return 'con el doble o la mitad diríamos lo mismo'
  return verdict === 'discard' ? `así ${WOULD_BE.discard}; ${other}` : other
}

const DEPENDS =
  'Que compense depende de lo que valga aquí una conversión, y no se ha dicho: dilo en «Cuánto vale una conversión».'

const WOULD_BE: Record<Verdict, string> = {
  apply: 'convendría aplicarla',
  try: 'habría que probarla antes',
  discard: 'sería mejor descartarla',
  wait: 'habría que esperar',
  no_opinion: 'no podríamos opinar',
}
