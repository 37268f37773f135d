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
  /** The same in the campaign that has it as an exact keyword, where that is the better one. */
  owner?: Term
  better: TermPlace
  worse: TermPlace
  move: TwinMove
  /** P(the worse costs over 1.2 × as much per conversion). */
  probability: number
  key: string
}

/** `group` shares its worse ad group, or campaign, and is not empty. */
export function duplicateTermTexts(
  context: Context,
  group: readonly TermTwins[],
  operations: MutateOperation[],
) {
  const { term } = group[0]!
  const figures = twinFigures(context, group)
  const { show } = figures
  const { from, to, kind, told, passed, other } = placesOf(context, group)
  const what =
    group.length === 1 ? `la búsqueda «${term.text}»` : `${show('terms')} búsquedas repetidas`
  return {
    title: `Deja ${what} solo en ${to}: en ${from} ${show('cost')} rinden menos`,
    description: `${told} En ${from} ${show('worseCpa') === '—' ? 'no ha llegado ninguna conversión' : `cada conversión sale a ${show('worseCpa')}`} y en ${to} cada una cuesta ${show('betterCpa')}. Con una palabra clave negativa exacta en ${from}, ${passed}.`,
    whyNow: `Siguen gastando unos ${show('monthlyCost')} al mes en ${kind} peor.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: tableOf(context, group),
      test: {
        name: `Gamma–Poisson: comparación de dos ${group[0]!.owner ? 'campañas' : 'grupos de anuncios'}`,
        sentence: `Hay una probabilidad del ${show('probability')} de que en ${from} cada conversión cueste más de ${show('ratio')} veces lo que en ${to}, descontada la suerte.`,
        numbers: figures.list.filter(({ key }) => ['probability', 'ratio'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        other,
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

/** What the texts call the worse place and the better ones. */
function placesOf(context: Context, group: readonly TermTwins[]) {
  const [{ term, worse, owner }] = group as [TermTwins]
  const all = (names: string[]) => listed([...new Set(names)].sort())
  if (owner) {
    const from = `«${term.campaign.name}»`
    const to = all(group.flatMap((one) => (one.owner ? [`«${one.owner.campaign.name}»`] : [])))
    return {
      ...{ from, to, kind: 'la campaña' },
      told: `${from} sale también con búsquedas que son palabras clave exactas de ${to}.`,
      passed: `esas búsquedas quedan para la palabra clave que mejor las convierte`,
      other: `${to} puede no ganar todas las subastas que ganaba esta: se ha contado con que solo una parte pasa allí.`,
    }
  }
  const nameOf = (id: string) => `«${context.adGroups.get(id)?.name ?? id}»`
  return {
    from: nameOf(worse.adGroupId),
    to: all(group.map(({ better }) => nameOf(better.adGroupId))),
    kind: 'el grupo',
    told: `En «${term.campaign.name}», dos grupos de anuncios salen con lo mismo.`,
    passed: 'esas búsquedas pasan al grupo que mejor las convierte',
    other:
      'El otro grupo puede no ganar todas las subastas que ganaba este: parte del tráfico se perdería.',
  }
}

function tableOf(context: Context, group: readonly TermTwins[]): EvidenceTable {
  const place = group[0]!.owner ? 'campaign' : 'adGroup'
  return {
    columns: columnsOf('term', place, 'impressions', 'clicks', 'cost', 'conversions'),
    rows: group.flatMap(({ term, owner, better, worse }) =>
      [better, worse].map((one) => ({
        term: term.text,
        [place]: owner
          ? (one === better ? owner : term).campaign.name
          : (context.adGroups.get(one.adGroupId)?.name ?? one.adGroupId),
        ...sumCells(one.sums),
      })),
    ),
  }
}

function twinFigures(context: Context, group: readonly TermTwins[]) {
  const worse = addUp(group.map((twins) => twins.worse.sums))
  const better = addUp(group.map((twins) => twins.better.sums))
  const cpa = (sums: typeof worse) =>
    sums.conversionsMicros > 0 ? (sums.costMicros * MICROS) / sums.conversionsMicros : null
  const kind = group[0]!.owner ? 'campaña' : 'grupo'
  const the = kind === 'grupo' ? 'el grupo' : 'la campaña'
  const probability = group.reduce((sum, twins) => sum + twins.probability, 0) / group.length
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    terms: { label: 'Búsquedas repetidas', unit: 'integer', value: group.length },
    clicks: { label: `Clics en ${the} peor`, unit: 'integer', value: worse.clicks },
    cost: { label: `Coste en ${the} peor`, unit: 'money', value: worse.costMicros },
    monthlyCost: {
      label: `Coste al mes en ${the} peor`,
      unit: 'money',
      value: context.monthFactor * worse.costMicros,
    },
    worseCpa: { label: `Coste por conversión, ${kind} peor`, unit: 'money', value: cpa(worse) },
    betterCpa: { label: `Coste por conversión, ${kind} mejor`, unit: 'money', value: cpa(better) },
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
  'Ninguna búsqueda con datos suficientes sale a la vez en dos grupos de anuncios de una campaña, ni es palabra clave exacta de una y sale también en otra.'

export const ALIKE =
  'Hay búsquedas que salen en dos grupos de anuncios de la misma campaña, o en otra que la de su palabra clave exacta, pero no se puede asegurar que en uno de los sitios cuesten más por conversión.'
