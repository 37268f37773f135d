import { isSmartBidding } from '../account/bidding-strategy.ts'
import { SECOND_OPINION_THRESHOLDS as T } from '../thresholds/second-opinion.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { judgePromise, plainOpinion } from './judge-promise.ts'
import { conversionsText, monthlyConversions, saying } from './opinion-figures.ts'

type Keyword = { text?: string; matchType?: string }

/** The keyword that is proposed; empty where Google names none. */
export function proposedKeyword({ proposal }: GoogleAdvice): Keyword {
  return (proposal.keyword ?? {}) as Keyword
}

/** A new keyword brings searches without history: its promise is taken with more doubt. */
export function judgeKeyword(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const broad = proposedKeyword(advice).matchType === 'BROAD'
  const refusal = broad ? broadMatchRefusal(around) : null
  if (refusal) return plainOpinion('discard', refusal, around)
  return judgePromise(advice, around, {
    drift: T.newTrafficDrift.value,
    best: broad ? 'try' : 'apply',
    howToTest: broad
      ? 'Añádela en concordancia de frase y revisa sus términos de búsqueda cada semana.'
      : 'Añádela con una puja baja y revisa sus términos de búsqueda a las dos semanas.',
    caveats: ['Google calcula con búsquedas parecidas; esta cuenta aún no las ha pagado.'],
  })
}

/** Broad match leaves the choice of searches to the bidding: without it, or without data for it, searches are not chosen. */
export function judgeBroadMatch(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const refusal = broadMatchRefusal(around)
  if (refusal) return plainOpinion('discard', refusal, around)
  return judgePromise(advice, around, {
    drift: T.newTrafficDrift.value,
    best: 'try',
    howToTest: 'Hazlo en un experimento con la mitad del tráfico, con las negativas al día.',
    caveats: [
      'No se puede volver atrás de una vez: habría que devolver cada palabra clave a mano.',
    ],
  })
}

/** Another match type of a keyword that is there. */
export function judgeMatchType(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  if (advice.proposal.recommendedMatchType === 'BROAD') return judgeBroadMatch(advice, around)
  return judgePromise(advice, around, {
    drift: T.newTrafficDrift.value,
    best: 'try',
    howToTest:
      'Añádela con esa concordancia al lado de la que hay y compáralas a las cuatro semanas.',
  })
}

function broadMatchRefusal(around: Surroundings): string | null {
  const { campaign } = around
  if (!campaign) return null
  if (!isSmartBidding(campaign))
    return 'La campaña puja a mano: en concordancia amplia pagaría lo mismo por búsquedas que no vienen al caso.'
  if (around.blocked) return null
  const monthly = monthlyConversions(around)
  if (monthly >= THRESHOLDS.smartConversions.value) return null
  return `Con ${conversionsText(saying(around), monthly)} al mes, la puja automática no tiene de qué aprender qué búsquedas amplias sobran.`
}
