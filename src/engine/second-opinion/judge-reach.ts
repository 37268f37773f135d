import { plural } from '#shared/spanish-numbers.ts'
import { gammaCdf } from '../statistics/stats.ts'
import { SECOND_OPINION_THRESHOLDS as T } from '../thresholds/second-opinion.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { judgePromise, plainOpinion, verdictOf } from './judge-promise.ts'
import {
  conversionsText,
  figure,
  monthlyConversions,
  saying,
  targetFigures,
} from './opinion-figures.ts'

const NAMES = { SEARCH_PARTNERS: 'los socios de búsqueda', CONTENT: 'la red de Display' } as const

/**
 * By what that network has brought wherever the account already pays for it: conversions are gamma(k + ½), and the cost
 * of one must lie under the target. Where it was never paid for, only the promise is left.
 */
export function judgeNetwork(
  advice: GoogleAdvice,
  around: Surroundings,
  network: keyof typeof NAMES,
): SecondOpinion {
  const { target, blocked, preferences } = around
  if (network === 'SEARCH_PARTNERS' && preferences.searchPartners === 'off')
    return plainOpinion('discard', WITHOUT_PARTNERS, around)
  if (blocked) return plainOpinion('no_opinion', blocked, around)
  const paid = around.sideNetworks[network]
  const enough = target && paid && paid.costMicros >= target.micros * T.fewestConversions.value
  if (!enough) return withoutHistory(advice, around, network)
  const say = saying(around)
  const known = paid.conversions * around.knownShare
  const needed = (paid.costMicros * around.knownShare) / target.micros
  const probability = 1 - gammaCdf(needed, known + 0.5, 1)
  const verdict = verdictOf(probability)
  const brought =
    paid.conversions > 0
      ? `ha costado ${say.money(paid.costMicros / paid.conversions)} por conversión`
      : `ha costado ${say.money(paid.costMicros)} sin una sola conversión`
  return {
    verdict,
    reason: `Donde la cuenta ya usa ${NAMES[network]}, ${brought}. La probabilidad de que salga a ${say.money(target.micros)} o menos es ${say.chance(probability)}.${verdict === 'try' ? ' Actívala en una sola campaña y mírala por separado a las cuatro semanas.' : ''}`,
    figures: [
      figure('networkCost', 'Coste en esa red', 'money', paid.costMicros),
      figure('networkConversions', 'Conversiones en esa red', 'quantity', paid.conversions),
      ...targetFigures(target, probability),
    ],
    caveats: ['Lo que pasa en otras campañas no tiene por qué repetirse en esta.'],
  }
}

const WITHOUT_PARTNERS = 'Dijiste que esta cuenta va sin socios de búsqueda, y esto los activa.'

function withoutHistory(
  advice: GoogleAdvice,
  around: Surroundings,
  network: keyof typeof NAMES,
): SecondOpinion {
  if (network === 'CONTENT')
    return plainOpinion(
      'discard',
      'Mezclar Display en una campaña de búsqueda junta dos públicos con un solo presupuesto y una sola puja, y ya no se puede medir ninguno. Si quieres Display, hazle su propia campaña.',
      around,
    )
  return judgePromise(advice, around, {
    drift: T.newTrafficDrift.value,
    best: 'try',
    howToTest: 'Actívala en una sola campaña y mírala por separado a las cuatro semanas.',
    caveats: ['Esta cuenta no ha pagado todavía por esa red: no hay con qué comparar la promesa.'],
  })
}

/** Performance Max spends where its searches and places cannot be read: a test at best, and only with conversions to learn from. */
export function judgePerformanceMax(
  advice: GoogleAdvice,
  around: Surroundings,
  instead = NEW_ONE,
): SecondOpinion {
  if (around.blocked) return plainOpinion('no_opinion', around.blocked, around)
  const monthly = monthlyConversions(around)
  const own = around.preferences.performanceMaxConversions
  const needed = own ?? THRESHOLDS.smartManyConversions.value
  const asked = own === undefined ? 'se suelen pedir' : 'aquí pides'
  if ((around.campaign || around.jointSums) && monthly < needed)
    return plainOpinion(
      'discard',
      `Con ${conversionsText(saying(around), monthly)} al mes no tiene de qué aprender; ${asked} ${plural(needed, 'conversión', 'conversiones')}.`,
      around,
    )
  return judgePromise(advice, around, {
    drift: T.newTrafficDrift.value,
    best: 'try',
    howToTest: instead.howToTest,
    caveats: [
      ...instead.caveats,
      'Se queda con búsquedas de marca que ya te llegaban: sus conversiones parecen más baratas de lo que son.',
    ],
  })
}

const NEW_ONE = {
  howToTest: 'Hazlo como experimento, con la marca excluida y un CPA o ROAS objetivo.',
  caveats: [] as readonly string[],
}

/** In place of a campaign that is there. */
export const IN_PLACE: typeof NEW_ONE = {
  howToTest:
    'Crea la de máximo rendimiento al lado, con parte del presupuesto y la marca excluida, y compáralas cuatro semanas antes de apagar la de ahora.',
  caveats: ['Se pierden el historial de la campaña de ahora y lo que en ella se puede separar.'],
}

/** Whom Google would show it to was never paid for: a test at best. */
export function judgeAudience(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  return judgePromise(advice, around, {
    drift: T.newTrafficDrift.value,
    best: 'try',
    howToTest: 'Ponlo en su propio grupo de anuncios y míralo por separado a las cuatro semanas.',
  })
}
