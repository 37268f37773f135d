import { hasOwnBids, isSmartBidding } from '../account/bidding-strategy.ts'
import type { CampaignFacts } from '../account/snapshot.ts'
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
  if (refusal) return refusal
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
  if (refusal) return refusal
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

function broadMatchRefusal(around: Surroundings): SecondOpinion | null {
  const { campaign } = around
  if (!campaign) return null
  if (campaign.biddingStrategyType === undefined)
    return plainOpinion('no_opinion', UNKNOWN_BIDDING, around)
  if (!isSmartBidding(campaign)) return plainOpinion('discard', unsuited(campaign), around)
  if (around.blocked) return null
  const monthly = monthlyConversions(around)
  if (monthly >= THRESHOLDS.smartConversions.value) return null
  return plainOpinion(
    'discard',
    `Con ${conversionsText(saying(around), monthly)} al mes, la puja automática no tiene de qué aprender qué búsquedas amplias sobran.`,
    around,
  )
}

/** Why bidding that does not look at conversions is not for broad match. */
function unsuited(campaign: CampaignFacts): string {
  if (hasOwnBids(campaign))
    return 'La campaña puja a mano: en concordancia amplia pagaría lo mismo por búsquedas que no vienen al caso.'
  return BIDDING_FOR[campaign.biddingStrategyType ?? ''] ?? BIDDING_FOR_OTHER
}

const BIDDING_FOR: Readonly<Record<string, string>> = {
  TARGET_SPEND:
    'La campaña puja por el máximo de clics: en concordancia amplia compraría los más baratos, vengan al caso o no.',
  TARGET_IMPRESSION_SHARE:
    'La campaña puja por salir en un sitio de la página: en concordancia amplia pagaría lo que cueste salir en búsquedas que no vienen al caso.',
}
const BIDDING_FOR_OTHER =
  'La campaña no puja por conversiones: en concordancia amplia pagaría también búsquedas que no vienen al caso.'
const UNKNOWN_BIDDING =
  'No se sabe cómo puja la campaña, y en concordancia amplia es la puja la que escoge las búsquedas.'
