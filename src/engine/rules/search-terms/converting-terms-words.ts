import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { EvidenceTable, MutateOperation } from '../../findings/recommendation.ts'
import type { GammaMixture } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { adGroupName } from '../../words/place-names.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { withAmount } from '../../words/setup-texts.ts'
import {
  certainty,
  conversionCaveats,
  lessSpend,
  targetName,
  worthCaveat,
} from '../../words/shared-texts.ts'
import { sumCells } from '../bidding/campaign-facts.ts'
import type { BidMove } from '../keywords/bid-move.ts'
import type { Term } from './search-terms.ts'

export type Harvest = {
  term: Term
  adGroupId: string
  /** Of the keyword that brings it today, as far as known. */
  criterionId: string | undefined
  target: Target
  /** Conversion rates, fractions. */
  breakEven: number
  rate: number
  posterior: GammaMixture
  /** P(cost per conversion ≤ target). */
  probability: number
  /** Conversions that its cost would bring elsewhere in the campaign; null where nothing has to give way to it. */
  otherwise: number | null
  key: string
}

/** What a new exact keyword begins with. */
export type FirstBid = {
  /** Of the keyword that brings the search today, and of the new one. */
  bidMicros: number
  newBidMicros: number
  /** The step between them; null where they are the same. */
  step: (BidMove & { sums: CountedSums; coming: GammaMixture }) | null
}

/** `group` is of one ad group and not empty. */
export function convertingTermTexts(
  context: Context,
  group: readonly Harvest[],
  operations: MutateOperation[],
  bids: ReadonlyMap<Harvest, FirstBid>,
) {
  const { term, target, adGroupId } = group[0]!
  const figures = harvestFigures(context, group)
  const { show } = figures
  const adGroup = context.adGroups.get(adGroupId)?.name ?? ''
  const one = group.length === 1
  const raised = group.filter((harvest) => bids.get(harvest)?.step).length
  const brought = `${figures.count('conversions', 'conversión', 'conversiones')} a ${show('costPerConversion')}`
  const exact = group.map((harvest) => `[${harvest.term.text}]`).join(', ')
  return {
    title: one
      ? `Añade «${term.text}» como palabra clave: ${brought}`
      : `Añade ${show('terms')} búsquedas como palabras clave en ${adGroupName(context, adGroupId)}: ${brought}`,
    description: one
      ? `Esta búsqueda llega por otras palabras clave de «${term.campaign.name}» y convierte a ${show('costPerConversion')}, frente a ${show('target')} de referencia. Con su propia palabra clave exacta se controla su puja y su anuncio, y no depende de que Google decida mostrarla.`
      : `Estas búsquedas llegan por otras palabras clave de «${term.campaign.name}» y convierten a ${show('costPerConversion')} de media, frente a ${show('target')} de referencia. Con sus propias palabras clave exactas se controlan su puja y su anuncio, y no dependen de que Google decida mostrarlas.`,
    whyNow: one
      ? `En ${show('days')} días ha traído ${figures.count('conversions', 'conversión', 'conversiones')} y todavía no es palabra clave.`
      : `En ${show('days')} días han traído ${figures.count('conversions', 'conversión', 'conversiones')} y todavía no son palabras clave.`,
    impact: withAmount(
      `${lessSpend(target.origin)} (supuesto: hasta un ${show('uplift')} más de clics)${raised > 0 ? `, con lo que dejan ${raised === 1 ? 'una puja que empieza' : `${context.say.integer(raised)} pujas que empiezan`} un paso más arriba` : ''}`,
    ),
    card: {
      figures: figures.list,
      table: tableOf(context, group, bids),
      test: {
        name: 'Gamma–Poisson con reparto previo aprendido de la cuenta',
        sentence: `Hay una probabilidad del ${show('probability')} de que el coste real por conversión ${one ? 'de esta búsqueda' : 'de cada una, de media,'} esté por debajo de ${show('target')} (${targetName(target)}), aun descontando la suerte.`,
        numbers: figures.list.filter(({ key }) =>
          ['probability', 'rate', 'breakEven'].includes(key),
        ),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        ...worthCaveat(target),
        'Hoy ya salen anuncios en estas búsquedas: lo que se gana es control. Que lleguen más clics es un supuesto, no una medición.',
        ...(group.some(({ otherwise }) => otherwise !== null) ? [NO_BUDGET] : []),
        ...(group.some((one) => bids.has(one)) ? [FIRST_BIDS] : []),
      ],
      change: {
        operations,
        before: one ? `«${term.text}» no es palabra clave.` : 'No son palabras clave.',
        after: one
          ? `Palabra clave exacta ${exact} activa en el grupo de anuncios «${adGroup}».`
          : `Palabras clave exactas activas en el grupo de anuncios «${adGroup}»: ${exact}.`,
      },
    },
  }
}

/** Of an ad group of dynamic ads, which holds no keywords; `group` likewise. */
export function dynamicTermTexts(context: Context, group: readonly Harvest[]) {
  const texts = convertingTermTexts(context, group, [], new Map())
  const { term, adGroupId } = group[0]!
  const { show, count } = harvestFigures(context, group)
  const adGroup = context.adGroups.get(adGroupId)?.name ?? ''
  const one = group.length === 1
  const exact = group.map((harvest) => `[${harvest.term.text}]`).join(', ')
  return {
    ...texts,
    title: one
      ? `Saca «${term.text}» de los anuncios dinámicos: ${count('conversions', 'conversión', 'conversiones')} a ${show('costPerConversion')}`
      : `Saca ${show('terms')} búsquedas de los anuncios dinámicos de ${adGroupName(context, adGroupId)}: ${count('conversions', 'conversión', 'conversiones')} a ${show('costPerConversion')}`,
    description: `${one ? 'Esta búsqueda llega' : 'Estas búsquedas llegan'} por las páginas que Google elige para «${adGroup}» y ${one ? 'convierte' : 'convierten'} a ${show('costPerConversion')}${one ? '' : ' de media'}, frente a ${show('target')} de referencia. En un grupo dinámico no caben palabras clave: ${one ? 'ponla' : 'ponlas'} en un grupo normal, con su anuncio y su página, y ${one ? 'exclúyela' : 'exclúyelas'} de este cuando ya salgan allí.`,
    card: {
      ...texts.card,
      change: {
        operations: [],
        before: `Salen por anuncios dinámicos en «${adGroup}».`,
        after: `Palabras clave exactas en un grupo normal, y negativas exactas en «${adGroup}»: ${exact}.`,
      },
    },
  }
}

const NO_BUDGET =
  'Donde falta presupuesto, lo que estas búsquedas gasten de más lo dejan de gastar otras que paga el mismo presupuesto: la previsión ya lo descuenta.'

const FIRST_BIDS =
  'Donde se puja a mano, cada palabra nueva empieza con la puja de la que trae hoy la búsqueda (si la traen varias, con la media de sus clics si es mayor), o un paso por encima donde sus propios clics dan para ello: está en la tabla.'

function tableOf(
  context: Context,
  group: readonly Harvest[],
  bids: ReadonlyMap<Harvest, FirstBid>,
): EvidenceTable {
  const hasBids = group.some((one) => bids.has(one))
  return {
    columns: columnsOf(
      'term',
      'campaign',
      'adGroup',
      'impressions',
      'clicks',
      'cost',
      'conversions',
    ).concat(hasBids ? BID_COLUMNS : []),
    rows: group.flatMap((one) =>
      one.term.rows.map(({ adGroupId, sums }) => ({
        term: one.term.text,
        campaign: one.term.campaign.name,
        adGroup: context.adGroups.get(adGroupId)?.name ?? '',
        ...sumCells(sums),
        ...(hasBids && {
          bid: bids.get(one)?.bidMicros ?? null,
          newBid: bids.get(one)?.newBidMicros ?? null,
        }),
      })),
    ),
  }
}

const BID_COLUMNS: EvidenceTable['columns'] = [
  { key: 'bid', label: 'Puja de hoy', unit: 'money' },
  { key: 'newBid', label: 'Puja inicial', unit: 'money' },
]

/** Rates over the whole group, weighted by clicks. */
function harvestFigures(context: Context, group: readonly Harvest[]) {
  const sums = addUp(group.map(({ term }) => term.sums))
  const conversions = sums.conversionsMicros / 1_000_000
  const weighted = (of: (harvest: Harvest) => number) =>
    group.reduce((sum, one) => sum + of(one) * one.term.sums.clicks, 0) / sums.clicks
  const probability = group.reduce((sum, one) => sum + one.probability, 0) / group.length
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    terms: { label: 'Búsquedas', unit: 'integer', value: group.length },
    clicks: { label: 'Clics', unit: 'integer', value: sums.clicks },
    cost: { label: 'Coste', unit: 'money', value: sums.costMicros },
    conversions: { label: 'Conversiones', unit: 'quantity', value: conversions },
    costPerConversion: {
      label: 'Coste por conversión',
      unit: 'money',
      value: sums.costMicros / conversions,
    },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: group[0]!.target.micros,
    },
    rate: {
      label: 'Tasa de conversión estimada',
      unit: 'percent',
      value: weighted(({ rate }) => rate),
    },
    breakEven: {
      label: 'Tasa de conversión necesaria',
      unit: 'percent',
      value: weighted(({ breakEven }) => breakEven),
    },
    uplift: {
      label: 'Aumento máximo supuesto',
      unit: 'percent',
      value: THRESHOLDS.harvestUpliftMax.value,
    },
    probability: certainty(probability),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
  })
}

export const NOTHING_NEW =
  'Las búsquedas que convierten ya son palabras clave, o sus conversiones aún no bastan para asegurar que salen a buen precio.'

export const LITTLE =
  'Hay búsquedas que convierten y aún no son palabras clave, pero añadirlas apenas cambiaría el resultado.'
