import { type Metrics, MICROS, ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context, Target } from '../../account/context.ts'
import type { AdFacts } from '../../account/inventory.ts'
import type { Finding, GroupTexts, MutateOperation } from '../../findings/recommendation.ts'
import type { GammaMixture } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { groupFigures, groupTest } from '../../words/group-figures.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { labelsOf } from '../../words/setup-groups.ts'
import { listed, textColumn, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats, worthCaveat } from '../../words/shared-texts.ts'
import type { AdGap, Shown as Compared, Worths } from './ad-gap.ts'
import { adName } from './ad-name.ts'

/** Sums are those of the days on which both ads were shown. */
export type Pair = {
  winner: AdFacts
  loser: AdFacts
  winnerSums: Metrics
  loserSums: Metrics
  days: number
  target: Target
  gap: AdGap
  /** What a conversion of the loser brings, and of the winner. */
  worths: Worths
  /** The loser, and what would be shown in its place. */
  instead: Compared
  insteadGap: AdGap
  insteadWorths: Worths
  /** Belief about the ad group's conversions per known click before its own are counted. */
  rates: GammaMixture
}

export type Duel = Pair & {
  /** What the card shows; both count. */
  metric: 'conversions' | 'clicks'
  /** Expected loss of keeping the winner, as a fraction of what it brings. */
  relativeLoss: number
  /** P(the winner is better, and pausing the loser leaves more than it costs). */
  probability: number
  /** Mean net effect of pausing the loser, micros per 30 days. */
  meanNet: number
  key: string
}

export function losingAdTexts(
  context: Context,
  duel: Duel,
  mayPause: boolean,
  operations: MutateOperation[],
) {
  const { loser, winner, metric } = duel
  const figures = duelFigures(context, duel)
  const { show } = figures
  const group = context.adGroups.get(loser.adGroupId)?.name ?? ''
  const campaign = context.campaigns.get(loser.campaignId)
  const isBrand = campaign !== undefined && isBrandCampaign(campaign)
  const [bad, good] = namesOf(loser, winner)
  const what =
    metric === 'conversions'
      ? 'conversiones por cada mil impresiones'
      : 'clics por cada mil impresiones'
  return {
    title: `${mayPause ? 'Pausa' : 'Sustituye'} el anuncio «${bad}»: rinde menos que otro de su grupo`,
    description: `En el grupo «${group}», mostrados los mismos ${show('days')} días, «${good}» consigue ${show('winnerRate')} ${what} y «${bad}» ${show('loserRate')}. Cada impresión del segundo es una que no tiene el primero. ${mayPause ? 'En pausa conserva su historial y puede volver a activarse.' : 'Son los dos únicos del grupo: escribe otro con lo que hace bueno al ganador y pausa este cuando el nuevo ya salga.'}`,
    whyNow: `«${bad}» se sigue llevando unas ${show('monthlyImpressions')} impresiones al mes.`,
    impact: losingAdImpact(isBrand),
    card: {
      figures: figures.list,
      table: tableOf(duel),
      test: {
        name: 'Cociente de tasas en los días comunes, corregido por lo que se parecen los demás anuncios de la cuenta',
        sentence: `Contando solo los ${show('days')} días en que salieron los dos, hay una probabilidad del ${show('probability')} de que «${good}» sea mejor y compense. La pérdida esperada de quedarse con él es del ${show('loss')} de lo que consigue.`,
        numbers: figures.list.filter(({ key }) =>
          ['winnerRate', 'loserRate', 'probability', 'loss'].includes(key),
        ),
      },
      counterEvidence: [
        ...worthCaveat(duel.target),
        ...(metric === 'clicks'
          ? [
              'Aún no hay conversiones suficientes de cada anuncio: cuentan sobre todo sus clics, y sus conversiones solo en lo poco que prueban.',
            ]
          : conversionCaveats(context, show('knownShare'))),
        ...(duel.worths[0] === duel.worths[1] ? [] : [BY_VALUE]),
        'Google no reparte los anuncios al azar: puede mostrar uno en búsquedas más fáciles o en otro dispositivo.',
      ],
      change: {
        operations,
        before: `«${bad}»: activo.`,
        after: mayPause ? `«${bad}»: en pausa.` : `Otro anuncio en lugar de «${bad}».`,
      },
    },
  }
}

const BY_VALUE =
  'También cuenta lo que trae cada conversión de cada anuncio, acercado a lo usual en su grupo.'

function losingAdImpact(isBrand: boolean) {
  return isBrand ? withoutAmount('quien busca la marca suele llegar igual') : withAmount()
}

/** `parts`: ads of one campaign, two or more, all to be paused or all to be replaced. */
export function losingAdGroupTexts(
  context: Context,
  parts: readonly Finding[],
  mayPause: boolean,
): GroupTexts {
  const figures = groupFigures(context, parts, 'Anuncios que pierden')
  const { show } = figures
  const name = context.campaigns.get(parts[0]!.campaignId ?? '')?.name ?? ''
  const verb = mayPause ? 'Pausa' : 'Sustituye'
  return {
    title: `${verb} ${show('count')} anuncios${mayPause ? ` de «${name}»` : ''} que rinden menos que otro de su grupo`,
    description: `Mostrados los mismos días que otro de su grupo, consiguen menos: ${listed(labelsOf(parts))}. ${mayPause ? 'En pausa conservan su historial; en cada grupo quedan al menos dos con los que comparar.' : 'En cada grupo hay solo dos: escribe otro con lo que hace bueno al ganador y pausa el que pierde cuando el nuevo ya salga.'}`,
    whyNow: 'Cada impresión del que pierde es una que no tiene el que gana.',
    figures: figures.list.filter(({ key }) => ['days', 'count', 'probability'].includes(key)),
    test: groupTest(parts, figures),
    before: 'Los anuncios de la tabla, activos.',
    after: mayPause ? 'Los que pierden, en pausa.' : 'Otro anuncio en lugar de cada uno.',
  }
}

/** «anuncio» (grupo). */
export function losingAdLabel(context: Context, { loser, winner }: Duel): string {
  return `«${namesOf(loser, winner)[0]}» (${context.adGroups.get(loser.adGroupId)?.name ?? ''})`
}

/** Two ads that begin alike are told apart by their ids. */
function namesOf(...ads: readonly [AdFacts, AdFacts]): [string, string] {
  const [a, b] = ads
  const [one, other] = [adName(a), adName(b)]
  return one === other ? [`${one} (${a.adId})`, `${other} (${b.adId})`] : [one, other]
}

function duelFigures(context: Context, duel: Duel) {
  const { winnerSums, loserSums, loser, metric } = duel
  const rate = (sums: Metrics) =>
    1000 *
    ratio(
      metric === 'conversions' ? sums.conversionsMicros / MICROS : sums.clicks,
      sums.impressions,
    )
  return figuresOf(context.say, {
    days: { label: 'Días comunes', unit: 'integer', value: duel.days },
    winnerRate: {
      label: 'Ganador, por mil impresiones',
      unit: 'quantity',
      value: rate(winnerSums),
    },
    loserRate: { label: 'Perdedor, por mil impresiones', unit: 'quantity', value: rate(loserSums) },
    monthlyImpressions: {
      label: 'Impresiones al mes del perdedor',
      unit: 'integer',
      value: loser.sums.impressions * context.monthFactor,
    },
    loss: { label: 'Pérdida esperada', unit: 'percent', value: duel.relativeLoss },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: duel.target.micros,
    },
    probability: certainty(duel.probability),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
  })
}

function tableOf({ winner, loser, winnerSums, loserSums }: Duel) {
  const [bad, good] = namesOf(loser, winner)
  const row = (ad: string, sums: Metrics) => ({
    ad,
    impressions: sums.impressions,
    clicks: sums.clicks,
    ctr: ratio(sums.clicks, sums.impressions),
    cost: sums.costMicros,
    conversions: sums.conversionsMicros / MICROS,
  })
  return {
    columns: [
      textColumn('ad', 'Anuncio'),
      ...columnsOf('impressions', 'clicks'),
      { key: 'ctr', label: 'CTR', unit: 'percent' as const },
      ...columnsOf('cost', 'conversions'),
    ],
    rows: [row(good, winnerSums), row(bad, loserSums)],
  }
}

export const NO_RIVALS =
  'Ningún grupo tiene dos anuncios activos del mismo formato: no hay con qué comparar.'

export const NONE_WORSE =
  'Entre los anuncios que comparten grupo, ninguno es peor que otro con seguridad suficiente.'

export function tooShort({ say }: Context): string {
  const { adDaysShared, adImpressions } = THRESHOLDS
  return `Hacen falta ${say.integer(adDaysShared.value)} días con dos anuncios a la vez, y ${say.integer(adImpressions.value)} impresiones de cada uno, para compararlos.`
}
