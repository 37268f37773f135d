import { MICROS, ratio } from '#shared/metrics.ts'
import { percent } from '#shared/spanish-numbers.ts'
import { isValueBidding } from '../account/bidding-strategy.ts'
import { SECOND_OPINION_THRESHOLDS as T } from '../thresholds/second-opinion.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { isTooDear, judgeOptIn, NO_COMPARISON } from './judge-bidding.ts'
import { judgePromise, plainOpinion } from './judge-promise.ts'
import {
  conversionsOf,
  figure,
  mayCost,
  numberAt,
  saying,
  targetFigures,
  worthOf,
} from './opinion-figures.ts'

/** The target ROAS Google proposes, value over cost, under the field name of its type; null where it names none. */
export function proposedTargetRoas({ proposal }: Pick<GoogleAdvice, 'proposal'>): number | null {
  const average = numberAt(proposal, 'targetAdjustment', 'currentAverageTargetMicros')
  const factor = numberAt(proposal, 'targetAdjustment', 'recommendedTargetMultiplier')
  if (average !== null && factor !== null) return (average / MICROS) * factor
  return numberAt(proposal, 'recommendedTargetRoas')
}

/** Bidding for value tells sales apart by their amounts: first whether there are any that differ, then as any bidding. */
export function judgeValueBidding(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const { campaign } = around
  const wanted = proposedTargetRoas(advice)
  const isOpen = advice.type === 'MAXIMIZE_CONVERSION_VALUE_OPT_IN'
  return judgeOptIn(advice, around, {
    figures: proposed(wanted),
    already:
      campaign && isValueBidding(campaign) && isOpen
        ? 'La campaña ya puja por el valor de sus conversiones.'
        : null,
    fewTell: ', y más de sus importes',
    refusal: around.valuesTell ? tooDear(wanted, around) : { reason: NO_VALUES, figures: [] },
    caveats: [
      'Pujará más por quien compra más caro: traerá menos conversiones, de más importe.',
      ...(isOpen ? ['Sin un ROAS objetivo gasta todo el presupuesto, rinda lo que rinda.'] : []),
    ],
  })
}

function tooDear(wanted: number | null, around: Surroundings) {
  const { target } = around
  const allowed = allowedMicros(wanted, around)
  if (wanted === null || allowed === null || !target || !isTooDear(allowed, around)) return null
  const say = saying(around)
  const reason = `Con un ROAS del ${percent(wanted, 0)} pujaría por conversiones de ${say.money(allowed)}, cuando ${mayCost(target, say)}. Con otro objetivo sí podría compensar.`
  return { reason, figures: targetFigures(target, null) }
}

/** A target for a campaign that has none: right when it is what a euro brings now, and that is acceptable. */
export function judgeSetRoas(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const wanted = proposedTargetRoas(advice)
  const { campaign, target, blocked, knownShare } = around
  if (blocked) return plainOpinion('no_opinion', blocked, around)
  if (wanted === null || !campaign || conversionsOf(around) < T.fewestConversions.value)
    return plainOpinion('no_opinion', NO_COMPARISON, around)
  if (!around.valuesTell) return plainOpinion('discard', NO_VALUES, around)
  const say = saying(around)
  const brought = ratio(campaign.sums.valueMicros ?? 0, campaign.sums.costMicros * knownShare)
  const allowed = allowedMicros(wanted, around)
  const said = allowed !== null && target && target.origin !== 'average' ? target : null
  const opinion = (verdict: SecondOpinion['verdict'], reason: string) => {
    const plain = plainOpinion(verdict, reason, around)
    return showing(wanted)({ ...plain, figures: [...plain.figures, ...targetFigures(said, null)] })
  }
  const { targetOff, targetStep } = THRESHOLDS
  if (allowed !== null && said && allowed > said.micros * targetOff.value)
    return opinion(
      'discard',
      `Con un ROAS del ${percent(wanted, 0)} dejaría pagar ${say.money(allowed)} por conversión, y ${mayCost(said, say)}.`,
    )
  const today = `Hoy su ROAS es del ${percent(brought, 0)}: un objetivo del ${percent(wanted, 0)}`
  if (ratio(wanted, brought) > targetOff.value)
    return opinion(
      'try',
      `${today} dejaría a la campaña sin entrar en parte de las subastas. Empieza por el ${percent(brought * (1 + targetStep.value), 0)} y sube poco a poco.`,
    )
  if (ratio(brought, wanted) > targetOff.value)
    return opinion('discard', `${today} daría permiso para comprar ventas menos rentables.`)
  return opinion('apply', `${today} sostiene esa rentabilidad sin frenar la campaña.`)
}

/** Less asked of each euro is more money for the next sale: only the promise can justify it. */
export function judgeLoweredRoas(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const opinion = judgePromise(advice, around, {
    drift: T.promiseDrift.value,
    best: 'apply',
    howToTest: 'Baja el objetivo un 15 % como mucho y espera dos semanas.',
    caveats: ['Un objetivo más bajo paga también más caras las ventas que ya tenías.'],
  })
  return showing(proposedTargetRoas(advice))(opinion)
}

/** What a target ROAS lets one of the campaign's conversions cost, micros; null where that is not known. */
function allowedMicros(roas: number | null, around: Surroundings): number | null {
  const worth = worthOf(around)
  return roas !== null && roas > 0 && worth !== undefined ? worth / roas : null
}

const proposed = (roas: number | null) =>
  roas === null ? [] : [figure('newTarget', 'ROAS que propone', 'percent', roas)]

const showing =
  (roas: number | null) =>
  (opinion: SecondOpinion): SecondOpinion => ({
    ...opinion,
    figures: [...proposed(roas), ...opinion.figures],
  })

const NO_VALUES =
  'Los importes que Google registra no distinguen una conversión de otra: faltan, al menos en parte, o son iguales. Pujar por ellos sería pujar por lo mismo, o por nada.'
