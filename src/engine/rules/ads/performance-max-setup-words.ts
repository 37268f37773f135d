import { AD_STRENGTHS } from '#shared/ads-words/ads.ts'
import { wordOf } from '#shared/ads-words/forms.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AssetGroup } from '../../account/inventory.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import {
  directCheck,
  listed,
  textColumn,
  withAmount,
  withoutAmount,
} from '../../words/setup-texts.ts'
import { roughly } from '../bidding/campaign-facts.ts'
import type { BrandOverlap } from './brand-overlap.ts'

export type GroupFault = 'strength' | 'images' | 'logos' | 'videos' | 'signals'

export type MaxCase = {
  campaign: CampaignFacts
  /** In 30 days. */
  conversions: number
  needed: number
  hasFewConversions: boolean
  groups: { group: AssetGroup; faults: GroupFault[] }[]
}

const FAULTS: Record<GroupFault, string> = {
  strength: 'textos y recursos variados',
  images: 'imágenes',
  logos: 'logotipos',
  videos: 'vídeos',
  signals: 'señales de audiencia o temas de búsqueda',
}

export function maxSetupTexts(context: Context, one: MaxCase) {
  const { campaign, groups } = one
  const figures = figuresOf(context.say, {
    conversions: roughly('Conversiones al mes', one.conversions),
    needed: { label: 'Mínimo aconsejado al mes', unit: 'integer', value: one.needed },
    groups: { label: 'Grupos de recursos incompletos', unit: 'integer', value: groups.length },
  })
  const { show } = figures
  const few = one.hasFewConversions
  const count = figures.count('groups', 'grupo de recursos', 'grupos de recursos')
  const incomplete =
    groups.length > 0
      ? ` A ${count} ${groups.length === 1 ? 'le' : 'les'} faltan piezas; la tabla dice cuáles.`
      : ''
  return {
    title: few
      ? `Revisa «${campaign.name}»: pocas conversiones para Máximo rendimiento`
      : `Completa ${count} de «${campaign.name}»`,
    description: few
      ? `Máximo rendimiento decide solo dónde y cuánto pujar, y aprende de las conversiones: «${campaign.name}» consigue alrededor de ${show('conversions')} al mes y lo aconsejable son ${show('needed')}.${incomplete}`
      : `Máximo rendimiento combina tus textos, imágenes y vídeos en todos los sitios de Google.${incomplete} Sin ellas, Google crea las suyas o no puede salir en algunos sitios.`,
    whyNow: few
      ? 'Con tan pocas, lo que aprende de una semana a otra es casi azar.'
      : 'Cada día sin esas piezas, la campaña prueba menos combinaciones.',
    impact: withoutAmount('no se sabe qué ganaría con más datos o mejores recursos.'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          textColumn('group', 'Grupo de recursos'),
          textColumn('strength', 'Eficacia'),
          textColumn('lacks', 'Le faltan'),
        ],
        rows: [
          ...groups.map(({ group, faults }) => ({
            group: group.name,
            strength: wordOf(AD_STRENGTHS, group.strength ?? '')?.onCard ?? 'Sin valorar',
            lacks: listed(faults.map((fault) => FAULTS[fault])),
          })),
          ...(few ? [{ group: 'Toda la campaña', strength: '', lacks: 'conversiones' }] : []),
        ],
      },
      test: directCheck('No hay azar que valorar: se cuentan conversiones y recursos.'),
      counterEvidence: [
        'El mínimo de conversiones es una regla de la profesión, no de Google: unos dicen treinta y otros cincuenta.',
        'En campañas con catálogo de productos, los recursos pesan menos: casi todo sale del catálogo.',
      ],
      change: {
        operations: [],
        before: few
          ? `${figures.count('conversions', 'conversión', 'conversiones')} al mes.`
          : `${count} sin completar.`,
        after: few
          ? 'Una conversión más frecuente como objetivo, o menos campañas que junten más datos.'
          : 'Recursos y señales completos, subidos a mano en Google Ads.',
      },
    },
  }
}

export function brandOverlapTexts(context: Context, one: BrandOverlap, isDearer: boolean) {
  const { campaign, brand } = one
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    share: { label: 'Conversiones que buscaban la marca', unit: 'percent', value: one.share },
    cost: { label: 'Coste en búsquedas de marca', unit: 'money', value: brand.costMicros },
    maxCpc: { label: 'Coste por clic aquí', unit: 'money', value: one.maxCpc },
    searchCpc: {
      label: 'Coste por clic en la campaña de marca',
      unit: 'money',
      value: one.searchCpc,
    },
  })
  const { show } = figures
  const { name } = campaign
  return {
    title: `Excluye tu marca de «${name}»: el ${show('share')} de sus conversiones ya te buscaba`,
    description: `El ${show('share')} de las conversiones de «${name}» viene de búsquedas con tu marca, que ya tienen su campaña de búsqueda. ${isDearer ? `Cada clic cuesta aquí ${show('maxCpc')} y allí ${show('searchCpc')}.` : 'Así la campaña parece mejor de lo que es, y su presupuesto no busca clientes nuevos.'}`,
    whyNow: 'Mientras compita por tu marca, no se sabe qué consigue por sí misma.',
    impact: isDearer
      ? withAmount()
      : withoutAmount('los clics de marca no cuestan más aquí que en su campaña.'),
    card: {
      figures: figures.list,
      table: {
        columns: columnsOf('campaign', 'clicks', 'cost', 'conversions'),
        rows: [
          {
            campaign: `${name}: búsquedas de marca`,
            clicks: brand.clicks,
            cost: brand.costMicros,
            conversions: brand.conversionsMicros / MICROS,
          },
          {
            campaign: name,
            clicks: campaign.sums.clicks,
            cost: campaign.sums.costMicros,
            conversions: campaign.sums.conversionsMicros / MICROS,
          },
        ],
      },
      test: {
        name: 'Comparación de precios por clic',
        sentence: isDearer
          ? `Las mismas búsquedas cuestan ${show('maxCpc')} por clic en Máximo rendimiento y ${show('searchCpc')} en la campaña de marca; se supone que al excluirlas pasan a ella con sus conversiones.`
          : 'Se cuentan las conversiones de búsquedas que llevan tu marca, de las que Google muestra.',
        numbers: figures.list.filter(({ key }) => ['share', 'maxCpc', 'searchCpc'].includes(key)),
      },
      counterEvidence: [
        'Google solo muestra parte de las búsquedas de Máximo rendimiento.',
        'Si la campaña de marca va justa de presupuesto, algunas de esas búsquedas se perderían.',
        'Al excluir la marca, las conversiones de esta campaña bajarán en los informes.',
      ],
      change: {
        operations: [],
        before: `«${name}» sin exclusión de marca.`,
        after: `«${name}» con tu marca excluida (lista de marcas en Google Ads).`,
      },
    },
  }
}

export const WELL_SET =
  'Las campañas de Máximo rendimiento tienen conversiones, recursos y señales suficientes.'

export const FEED_ONLY =
  'Hay grupos de recursos de Máximo rendimiento que salen solo del catálogo de productos, y a los demás no les falta nada: quien deja fuera textos e imágenes lo hace a propósito.'

export const GROUPS_UNKNOWN =
  'Las campañas de Máximo rendimiento tienen conversiones suficientes; de sus recursos y señales no consta nada.'

export const NO_CAMPAIGNS = 'No hay campañas de Máximo rendimiento activas.'
