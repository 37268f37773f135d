import type { Context } from '../../account/context.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { labelsOf, settingsGroupTexts } from '../../words/setup-groups.ts'
import {
  countColumn,
  directCheck,
  listed,
  textColumn,
  withoutAmount,
} from '../../words/setup-texts.ts'

export type AssetKind = 'CALL' | 'SITELINK' | 'CALLOUT' | 'STRUCTURED_SNIPPET' | 'AD_IMAGE'

export type MissingAssets = {
  kind: AssetKind
  needed: number
  campaigns: { campaign: CampaignFacts; count: number }[]
}

export const ASSET_NAMES: Record<AssetKind, { what: string; does: string }> = {
  CALL: { what: 'números de teléfono', does: 'Dejan llamar con un toque desde el anuncio' },
  SITELINK: { what: 'enlaces de sitio', does: 'Llevan a otras páginas bajo el anuncio' },
  CALLOUT: { what: 'textos destacados', does: 'Añaden ventajas breves al anuncio' },
  STRUCTURED_SNIPPET: {
    what: 'fragmentos estructurados',
    does: 'Enumeran modelos, servicios o marcas',
  },
  AD_IMAGE: { what: 'imágenes', does: 'Acompañan al anuncio con una foto' },
}

export function missingAssetTexts(context: Context, one: MissingAssets, live: number) {
  const { what, does } = ASSET_NAMES[one.kind]
  const figures = figuresOf(context.say, {
    campaigns: {
      label: 'Campañas con menos de lo aconsejado',
      unit: 'integer',
      value: one.campaigns.length,
    },
    live: { label: 'Campañas de búsqueda activas', unit: 'integer', value: live },
    needed: { label: 'Mínimo aconsejado', unit: 'integer', value: one.needed },
  })
  const { show } = figures
  const campaigns = figures.count('campaigns', 'campaña', 'campañas')
  const few = one.needed > 1 ? `con menos de ${show('needed')} ${what}` : `sin ${what}`
  return {
    title: `Añade ${what} a ${campaigns} de búsqueda`,
    description: `La cuenta tiene ${figures.count('live', 'campaña de búsqueda activa', 'campañas de búsqueda activas')}; en ${campaigns} hay algún grupo de anuncios ${few}, contando lo que hereda de la cuenta y de la campaña. ${does} y no suben el precio del clic.`,
    whyNow: 'El anuncio ocupa menos sitio que el de quien sí los tiene.',
    impact: withoutAmount('cuánto suben los clics por esto no está demostrado.'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          ...columnsOf('campaign'),
          textColumn('kind', 'Recurso'),
          countColumn('count', 'Tiene'),
          ...COSTS,
        ],
        rows: one.campaigns.map(({ campaign, count }) => ({
          campaign: campaign.name,
          kind: what,
          count,
          impressions: campaign.sums.impressions ?? null,
          cost: campaign.sums.costMicros,
        })),
      },
      test: directCheck(
        'No hay azar que valorar: se cuenta lo que puede mostrar cada grupo de anuncios, también lo heredado.',
      ),
      counterEvidence: [
        'Google no siempre muestra los recursos, y también crea algunos por su cuenta que aquí no se cuentan.',
        'Tener muchos no mejora nada si repiten lo que ya dice el anuncio.',
      ],
      change: {
        operations: [],
        before: `${campaigns} con algún grupo ${few}.`,
        after: `Al menos ${show('needed')} en cada una; lo que se crea en la cuenta lo heredan todas.`,
      },
    },
  }
}

const COSTS = columnsOf('impressions', 'cost')

export const NO_CAMPAIGNS =
  'No hay campañas de búsqueda activas con impresiones y anuncios que muestren recursos.'

export const ENOUGH = 'Todas las campañas de búsqueda activas tienen recursos suficientes.'

export function missingAssetGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  return settingsGroupTexts(context, parts, 'Tipos de recurso', {
    title: `Añade los recursos que faltan en búsqueda: ${listed(labelsOf(parts))}`,
    description:
      'Son extras del anuncio (enlaces, ventajas, imágenes) que no suben el precio del clic y le dan más sitio. La tabla dice qué le falta a cada campaña, contando lo que hereda de la cuenta.',
    after: 'Los recursos de la tabla; lo que se crea en la cuenta lo heredan todas las campañas.',
  })
}
