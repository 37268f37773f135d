import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { EvidenceTable, MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { listed, withAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats, smartBiddingCaveat } from '../../words/shared-texts.ts'
import { sumCells } from '../bidding/campaign-facts.ts'
import type { Term } from './search-terms.ts'
import type { TermPlace, TwinMove } from './twin-move.ts'

export type TermTwins = {
  term: Term
  better: TermPlace
  worse: TermPlace
  move: TwinMove
  /** P(the worse costs over 1.2 × as much per conversion). */
  probability: number
  key: string
}

/** `group` shares its worse ad group and is not empty. */
export function duplicateTermTexts(
  context: Context,
  group: readonly TermTwins[],
  operations: MutateOperation[],
) {
  const { term, worse } = group[0]!
  const figures = twinFigures(context, group)
  const { show } = figures
  const nameOf = (id: string) => `«${context.adGroups.get(id)?.name ?? id}»`
  const from = nameOf(worse.adGroupId)
  const to = listed([...new Set(group.map(({ better }) => nameOf(better.adGroupId)))].sort())
  const what =
    group.length === 1 ? `la búsqueda «${term.text}»` : `${show('terms')} búsquedas repetidas`
  return {
    title: `Deja ${what} solo en ${to}: en ${from} ${show('cost')} rinden menos`,
    description: `En «${term.campaign.name}», dos grupos de anuncios salen con lo mismo. En ${from} ${show('worseCpa') === '—' ? 'no ha llegado ninguna conversión' : `cada conversión sale a ${show('worseCpa')}`} y en ${to} cada una cuesta ${show('betterCpa')}. Con una palabra clave negativa exacta en ${from}, esas búsquedas pasan al grupo que mejor las convierte.`,
    whyNow: `Siguen gastando unos ${show('monthlyCost')} al mes en el grupo peor.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: tableOf(context, group),
      test: {
        name: 'Gamma–Poisson: comparación de dos grupos de anuncios',
        sentence: `Hay una probabilidad del ${show('probability')} de que en ${from} cada conversión cueste más de ${show('ratio')} veces lo que en ${to}, descontada la suerte.`,
        numbers: figures.list.filter(({ key }) => ['probability', 'ratio'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'El otro grupo puede no ganar todas las subastas que ganaba este: parte del tráfico se perdería.',
        ...smartBiddingCaveat(term.campaign),
      ],
      change: {
        operations,
        before: `${group.length === 1 ? 'La búsqueda sale' : 'Las búsquedas salen'} en ${from} y en ${to}.`,
        after: `Palabra clave negativa exacta en ${from}: ${group.map((twins) => `[${twins.term.text}]`).join(', ')}.`,
      },
    },
  }
}

function tableOf(context: Context, group: readonly TermTwins[]): EvidenceTable {
  return {
    columns: columnsOf('term', 'adGroup', 'impressions', 'clicks', 'cost', 'conversions'),
    rows: group.flatMap(({ term, better, worse }) =>
      [better, worse].map(({ adGroupId, sums }) => ({
        term: term.text,
        adGroup: context.adGroups.get(adGroupId)?.name ?? adGroupId,
        ...sumCells(sums),
      })),
    ),
  }
}

function twinFigures(context: Context, group: readonly TermTwins[]) {
  const worse = addUp(group.map((twins) => twins.worse.sums))
  const better = addUp(group.map((twins) => twins.better.sums))
  const cpa = (sums: typeof worse) =>
    sums.conversionsMicros > 0 ? (sums.costMicros * MICROS) / sums.conversionsMicros : null
  const probability = group.reduce((sum, twins) => sum + twins.probability, 0) / group.length
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    terms: { label: 'Búsquedas repetidas', unit: 'integer', value: group.length },
    clicks: { label: 'Clics en el grupo peor', unit: 'integer', value: worse.clicks },
    cost: { label: 'Coste en el grupo peor', unit: 'money', value: worse.costMicros },
    monthlyCost: {
      label: 'Coste al mes en el grupo peor',
      unit: 'money',
      value: context.monthFactor * worse.costMicros,
    },
    worseCpa: { label: 'Coste por conversión, grupo peor', unit: 'money', value: cpa(worse) },
    betterCpa: { label: 'Coste por conversión, grupo mejor', unit: 'money', value: cpa(better) },
    ratio: {
      label: 'Veces más caro, como poco',
      unit: 'quantity',
      value: THRESHOLDS.twinRatio.value,
    },
    probability: certainty(probability),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
  })
}

export const NO_TWINS =
  'Ninguna búsqueda con datos suficientes sale a la vez en dos grupos de anuncios.'

export const ALIKE =
  'Hay búsquedas que salen en dos grupos de anuncios de la misma campaña, pero no se puede asegurar que en uno cuesten más por conversión.'
