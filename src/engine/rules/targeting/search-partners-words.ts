import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import type { JudgedSlice, SpendSlice } from './slice-waste.ts'
import {
  dearText,
  noneText,
  sliceCaveats,
  sliceFigures,
  sliceTable,
  sliceTest,
} from './slice-words.ts'

export type SideNetwork = 'SEARCH_PARTNERS' | 'CONTENT'

const WHAT: Record<SideNetwork, string> = {
  SEARCH_PARTNERS: 'otras webs con buscador que muestran anuncios de Google',
  CONTENT: 'banners y textos en webs y aplicaciones, sin que nadie esté buscando',
}

const BY_NETWORK =
  'Gamma–Poisson con reparto previo según lo que suele vender esa red y lo que vende en las demás campañas'

export function wastefulNetworkTexts(
  context: Context,
  one: JudgedSlice,
  operations: MutateOperation[],
) {
  const figures = sliceFigures(context, [one])
  const { show } = figures
  const { campaign, label } = one
  return {
    title: `Quita ${label} de «${campaign.name}»: ${dearText(figures)}`,
    description: `En ${show('days')} días, «${campaign.name}» ha gastado ${show('cost')} en ${label} (${WHAT[one.value as SideNetwork]}) y ${noneText('ha conseguido', figures)}. ${inSearch(one)}`,
    whyNow: `Sigue gastando ahí unos ${show('monthlyCost')} al mes.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: networkTable(one),
      test: {
        ...sliceTest(figures, [one]),
        ...(!isSmartBidding(campaign) && { name: BY_NETWORK }),
      },
      counterEvidence: [
        ...sliceCaveats(context, figures, [one]),
        'Los expertos no se ponen de acuerdo sobre esta red: aquí deciden los datos de la campaña.',
      ],
      change: {
        operations,
        before: `«${campaign.name}»: con ${label}.`,
        after: `«${campaign.name}»: sin ${label}.`,
      },
    },
  }
}

export function networkSettingTexts(
  context: Context,
  slice: SpendSlice,
  operations: MutateOperation[],
) {
  const { campaign, label, sums } = slice
  const isDisplay = slice.value === 'CONTENT'
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    clicks: { label: 'Clics', unit: 'integer', value: sums.clicks },
    cost: { label: 'Coste', unit: 'money', value: sums.costMicros },
  })
  const { show } = figures
  return {
    title: `Quita ${label} de la campaña de búsqueda «${campaign.name}»`,
    description: isDisplay
      ? `«${campaign.name}» es de búsqueda y además se muestra en ${label} (${WHAT.CONTENT}): ${show('cost')} en ${show('days')} días. Mezcladas, ni la puja ni los textos sirven bien a ninguna de las dos.`
      : `Has decidido no usar ${label}, y «${campaign.name}» los tiene activados: ${show('cost')} en ${show('days')} días.`,
    whyNow: isDisplay
      ? 'Google activa esta opción por defecto al crear la campaña.'
      : 'La campaña no sigue tu criterio.',
    impact: withoutAmount('con estos clics no se puede asegurar cuánto se ahorraría.'),
    card: {
      figures: figures.list,
      table: networkTable(slice),
      test: directCheck('No hay azar que valorar: es un ajuste de la campaña.'),
      counterEvidence: [
        isDisplay
          ? 'Si quieres Display, una campaña propia permite darle su presupuesto, sus textos y su puja.'
          : 'Con más datos podría resultar que convierten igual de bien.',
      ],
      change: {
        operations,
        before: `«${campaign.name}»: con ${label}.`,
        after: `«${campaign.name}»: sin ${label}.`,
      },
    },
  }
}

/** Of a campaign that is dear everywhere the network is only a part of the matter. */
function inSearch({ sums, rest }: SpendSlice): string {
  const isBetter =
    rest.conversionsMicros * sums.costMicros > sums.conversionsMicros * rest.costMicros
  return isBetter
    ? 'En el buscador de Google la misma campaña convierte mejor.'
    : 'En el buscador de Google la misma campaña no sale más barata: mira también qué le pasa a toda ella.'
}

const networkTable = ({ campaign, label, sums, rest }: SpendSlice) =>
  sliceTable(
    'Red',
    [
      { label: capital(label), sums },
      { label: 'El buscador de Google', sums: rest },
    ],
    campaign.name,
  )

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const NONE_ON =
  'Ninguna campaña de búsqueda activa se muestra en los socios de búsqueda ni en Display.'

export const KEPT =
  'Has decidido mantener los socios de búsqueda, y ninguna campaña se muestra en Display.'

export const NOT_DEARER =
  'De lo que llega de los socios de búsqueda y de Display no se puede asegurar que salga más caro de lo que puede costar (con puja automática, lo que cuestan las últimas conversiones), o aún tiene pocos clics.'
