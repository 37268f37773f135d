import { type Metrics, MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../context.ts'
import type { AdFacts } from '../../inventory.ts'
import type { MutateOperation } from '../../recommendation.ts'
import type { Duel } from '../../rules/ads/losing-ads.ts'
import { columnsOf, figuresOf } from '../say.ts'
import { textColumn } from '../setup-texts.ts'
import { certainty, conversionCaveats } from '../shared-texts.ts'

export function losingAdTexts(context: Context, duel: Duel, operations: MutateOperation[]) {
  const { loser, winner, metric } = duel
  const figures = duelFigures(context, duel)
  const { show } = figures
  const group = context.adGroups.get(loser.adGroupId)?.name ?? ''
  const [bad, good] = namesOf(loser, winner)
  const what =
    metric === 'conversions'
      ? 'conversiones por cada mil impresiones'
      : 'clics por cada mil impresiones'
  return {
    titulo: `Pausa el anuncio «${bad}» del grupo «${group}»: rinde menos que «${good}»`,
    descripcion: `Mostrados los mismos ${show('days')} días, «${good}» consigue ${show('winnerRate')} ${what} y «${bad}» ${show('loserRate')}. Cada impresión del segundo es una que no tiene el primero. En pausa conserva su historial y puede volver a activarse.`,
    whyNow: `«${bad}» se sigue llevando unas ${show('monthlyImpressions')} impresiones al mes.`,
    impact: ({ low, high }: { low: string; high: string }) =>
      `Beneficio neto de entre ${low} y ${high} al mes`,
    card: {
      figures: figures.list,
      table: tableOf(duel),
      test: {
        name: 'Dos proporciones con reparto previo uniforme, en los días comunes',
        sentence: `Contando solo los ${show('days')} días en que salieron los dos, hay una probabilidad del ${show('probability')} de que «${good}» sea mejor y compense. La pérdida esperada de quedarse con él es del ${show('loss')} de lo que consigue.`,
        numbers: figures.list.filter(({ key }) =>
          ['winnerRate', 'loserRate', 'probability', 'loss'].includes(key),
        ),
      },
      counterEvidence: [
        ...(metric === 'clicks'
          ? [
              'Aún no hay conversiones suficientes de cada anuncio: se comparan sus clics, tras comprobar que los del perdedor no convierten mejor.',
            ]
          : conversionCaveats(context, show('knownShare'))),
        'Google no reparte los anuncios al azar: puede mostrar uno en búsquedas más fáciles o en otro dispositivo.',
        'Sin un segundo anuncio ya no hay con qué comparar: conviene escribir otro que probar.',
      ],
      change: {
        operations,
        before: `«${bad}»: activo.`,
        after: `«${bad}»: en pausa.`,
      },
    },
  }
}

/** Names may contain anything the advertiser wrote; without texts, the id. */
const adName = ({ headlines, adId }: AdFacts) => {
  const [first, second] = headlines
  return first ? [first.text, ...(second ? [second.text] : [])].join(' | ') : adId
}

/** Two ads that begin alike are told apart by their ids. */
function namesOf(...ads: readonly [AdFacts, AdFacts]): [string, string] {
  const [a, b] = ads
  const [one, other] = [adName(a), adName(b)]
  return one === other ? [`${one} (${a.adId})`, `${other} (${b.adId})`] : [one, other]
}

function duelFigures(context: Context, duel: Duel) {
  const { winnerSums, loserSums, verdict, loser, metric } = duel
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
    loss: { label: 'Pérdida esperada', unit: 'percent', value: verdict.relativeLoss },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: duel.target.micros,
    },
    probability: certainty(duel.probability),
    knownShare: {
      label: 'Clics con tiempo para convertir',
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
