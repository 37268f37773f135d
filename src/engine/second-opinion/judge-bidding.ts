import { ratio } from '#shared/metrics.ts'
import { isSmartBidding } from '../account/bidding-strategy.ts'
import { bidsForAPlace } from '../account/campaign-purpose.ts'
import type { CampaignFacts } from '../account/snapshot.ts'
import type { Figure } from '../findings/recommendation.ts'
import { SECOND_OPINION_THRESHOLDS as T } from '../thresholds/second-opinion.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { judgePromise, plainOpinion } from './judge-promise.ts'
import {
  conversionsOf,
  conversionsText,
  figure,
  mayCost,
  monthlyConversions,
  numberAt,
  saying,
  targetFigures,
} from './opinion-figures.ts'

/** The target CPA Google proposes, in micros, under the field name of its type; null where it names none. */
export function proposedTargetCpa({ type, proposal }: GoogleAdvice): number | null {
  const raised = (average: number | null, factor: number | null) =>
    average !== null && factor !== null ? Math.round(average * factor) : null
  if (type === 'RAISE_TARGET_CPA_BID_TOO_LOW')
    return raised(
      numberAt(proposal, 'averageTargetCpaMicros'),
      numberAt(proposal, 'recommendedTargetMultiplier'),
    )
  if (type === 'RAISE_TARGET_CPA')
    return raised(
      numberAt(proposal, 'targetAdjustment', 'currentAverageTargetMicros'),
      numberAt(proposal, 'targetAdjustment', 'recommendedTargetMultiplier'),
    )
  return numberAt(proposal, 'recommendedTargetCpaMicros')
}

const OF_BIDDING = new Set([
  'TARGET_CPA_OPT_IN',
  'MAXIMIZE_CONVERSIONS_OPT_IN',
  'SET_TARGET_CPA',
  'FORECASTING_SET_TARGET_CPA',
  'RAISE_TARGET_CPA_BID_TOO_LOW',
  'RAISE_TARGET_CPA',
  'TARGET_ROAS_OPT_IN',
  'MAXIMIZE_CONVERSION_VALUE_OPT_IN',
  'SET_TARGET_ROAS',
  'FORECASTING_SET_TARGET_ROAS',
  'LOWER_TARGET_ROAS',
  'MAXIMIZE_CLICKS_OPT_IN',
  'ENHANCED_CPC_OPT_IN',
])

/** The average of what is asked of the bidding now, micros; null where Google does not say it. */
export function averageTarget({ proposal }: Pick<GoogleAdvice, 'proposal'>): number | null {
  return (
    numberAt(proposal, 'targetAdjustment', 'currentAverageTargetMicros') ??
    numberAt(proposal, 'averageTargetCpaMicros')
  )
}

/** Spanish: why advice on the bidding of one campaign, or of a portfolio, is not for here; null where it may be followed. */
export function portfolioObstacle(
  { type, proposal }: Pick<GoogleAdvice, 'type' | 'proposal'>,
  campaign: Pick<CampaignFacts<never>, 'portfolioId' | 'portfolioName'> | null,
): string | null {
  if (!OF_BIDDING.has(type)) return null
  if (campaign?.portfolioId !== undefined)
    return `La campaña puja con la cartera «${campaign.portfolioName ?? ''}»: aplicar esto aquí la sacaría de ella o cambiaría el objetivo de todas las campañas que la usan. Decídelo en Google Ads.`
  const { sharedSet } = (proposal.targetAdjustment ?? {}) as { sharedSet?: string }
  return sharedSet ? OF_PORTFOLIO : null
}

const OF_PORTFOLIO =
  'Es el objetivo de una cartera: aplicarlo lo cambia en todas las campañas que la usan. Decídelo en Google Ads.'

/** Automatic bidding learns from conversions: first whether there are enough, then what it promises. */
export function judgeSmartBidding(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const { campaign, target } = around
  const wanted = proposedTargetCpa(advice)
  const isOpen = advice.type === 'MAXIMIZE_CONVERSIONS_OPT_IN'
  const say = saying(around)
  return judgeOptIn(advice, around, {
    figures: wanted === null ? [] : [figure('newTarget', 'CPA que propone', 'money', wanted)],
    already:
      campaign && isSmartBidding(campaign) && isOpen
        ? 'La campaña ya puja sola por conversiones.'
        : null,
    fewTell: '',
    refusal:
      wanted !== null && target && isTooDear(wanted, around)
        ? {
            reason: `Pujaría por conversiones de ${say.money(wanted)}, cuando ${mayCost(target, say)}. Con otro objetivo sí podría compensar.`,
            figures: targetFigures(target, null),
          }
        : null,
    caveats: isOpen
      ? ['Sin un CPA objetivo gasta todo el presupuesto, cueste lo que cueste cada conversión.']
      : [],
  })
}

/** Spanish sentences, null where they do not hold; `fewTell`: what few conversions tell even less of. */
type OptIn = {
  /** What is proposed. */
  figures: Figure[]
  already: string | null
  fewTell: string
  /** With the figures that it rests on. */
  refusal: { reason: string; figures: Figure[] } | null
  caveats: readonly string[]
}

/** Of bidding that learns, for conversions or for their value. */
export function judgeOptIn(
  advice: GoogleAdvice,
  around: Surroundings,
  { figures, already, fewTell, refusal, caveats }: OptIn,
): SecondOpinion {
  const { campaign, blocked } = around
  const withProposed = (opinion: SecondOpinion): SecondOpinion => ({
    ...opinion,
    figures: [...figures, ...opinion.figures],
  })
  const plain = (verdict: SecondOpinion['verdict'], reason: string, more: Figure[] = []) => {
    const opinion = plainOpinion(verdict, reason, around)
    return withProposed({ ...opinion, figures: [...opinion.figures, ...more] })
  }
  if (already) return plain('discard', already)
  if (blocked) return plain('no_opinion', blocked)
  const monthly = monthlyConversions(around)
  const { smartConversions, smartManyConversions } = THRESHOLDS
  if (campaign && monthly < smartConversions.value)
    return plain(
      'discard',
      `Con ${conversionsText(saying(around), monthly)} al mes la puja automática aprendería del azar${fewTell}: hacen falta al menos ${smartConversions.value}.`,
    )
  if (refusal) return plain('discard', refusal.reason, refusal.figures)
  const leavesPlace = campaign !== null && bidsForAPlace(campaign)
  return withProposed(
    judgePromise(advice, around, {
      drift: T.promiseDrift.value,
      best: monthly >= smartManyConversions.value && !leavesPlace ? 'apply' : 'try',
      howToTest: 'Hazlo en un experimento con la mitad del tráfico durante cuatro semanas.',
      caveats: [
        'Las primeras una o dos semanas aprende, y los resultados oscilan.',
        ...(leavesPlace ? [LEAVES_PLACE] : []),
        ...caveats,
      ],
    }),
  )
}

const LEAVES_PLACE =
  'Hoy la campaña puja por salir en un sitio de la página, como se suele hacer con la marca: si puja por conversiones puede dejar de salir en parte de esas búsquedas.'

/** Over what is wanted; where only the account's average tells, also over what this campaign pays already. */
export function isTooDear(wanted: number, around: Surroundings): boolean {
  const { campaign, target } = around
  const most = THRESHOLDS.targetOff.value
  if (!target || wanted <= target.micros * most) return false
  const conversions = conversionsOf(around)
  if (target.origin !== 'average' || !campaign || conversions <= 0) return true
  return wanted > (campaign.sums.costMicros / conversions) * most
}

/** A target for a campaign that has none: right when it is what conversions cost now, and that is acceptable. */
export function judgeSetTarget(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const wanted = proposedTargetCpa(advice)
  const { campaign, target, blocked } = around
  if (blocked) return plainOpinion('no_opinion', blocked, around)
  const conversions = conversionsOf(around)
  if (wanted === null || !campaign || conversions < T.fewestConversions.value)
    return plainOpinion('no_opinion', NO_COMPARISON, around)
  const say = saying(around)
  const paid = campaign.sums.costMicros / conversions
  const figures = [figure('newTarget', 'CPA que propone', 'money', wanted)]
  const { targetOff } = THRESHOLDS
  const said = target && target.origin !== 'average' ? target : null
  const opinion = (verdict: 'apply' | 'discard' | 'try', reason: string) => {
    const plain = plainOpinion(verdict, reason, around)
    return { ...plain, figures: [...figures, ...plain.figures, ...targetFigures(said, null)] }
  }
  if (said && wanted > said.micros * targetOff.value)
    return opinion(
      'discard',
      `Dejaría pagar ${say.money(wanted)} por conversión, y ${mayCost(said, say)}.`,
    )
  if (ratio(paid, wanted) > targetOff.value)
    return opinion(
      'try',
      `Hoy cada conversión cuesta ${say.money(paid)}: con un objetivo de ${say.money(wanted)} la campaña se quedaría sin entrar en parte de las subastas. Empieza por ${say.money(paid * (1 - THRESHOLDS.targetStep.value))} y baja poco a poco.`,
    )
  if (ratio(wanted, paid) > targetOff.value)
    return opinion(
      'discard',
      `Hoy cada conversión cuesta ${say.money(paid)}: un objetivo de ${say.money(wanted)} daría permiso para pagarlas más caras.`,
    )
  return opinion(
    'apply',
    `Hoy cada conversión cuesta ${say.money(paid)}: un objetivo de ${say.money(wanted)} sostiene ese precio sin frenar la campaña.`,
  )
}

/** More room for the bidding is more money for the next conversion: only the promise can justify it. */
export function judgeRaisedTarget(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const opinion = judgePromise(advice, around, {
    drift: T.promiseDrift.value,
    best: 'apply',
    howToTest: 'Sube el objetivo un 15 % como mucho y espera dos semanas.',
    caveats: ['Un objetivo más alto encarece también las conversiones que ya tenías.'],
  })
  const wanted = proposedTargetCpa(advice)
  if (wanted === null) return opinion
  return {
    ...opinion,
    figures: [figure('newTarget', 'CPA que propone', 'money', wanted), ...opinion.figures],
  }
}

export const NO_COMPARISON =
  'No hay bastantes conversiones, o Google no dice qué objetivo pondría: no se puede comparar con lo que se paga hoy.'
