import { AD_STRENGTHS } from '#shared/ads-words/ads.ts'
import { wordOf } from '#shared/ads-words/forms.ts'
import type { Context } from '../../account/context.ts'
import type { AdFacts } from '../../account/inventory.ts'
import type { AdGroupFacts, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { labelsOf, quoted, settingsGroupTexts } from '../../words/setup-groups.ts'
import {
  countColumn,
  directCheck,
  listed,
  textColumn,
  withoutAmount,
} from '../../words/setup-texts.ts'

export type StrengthCase = {
  campaign: CampaignFacts
  weak: AdFacts[]
  /** Ad groups with keywords and no responsive search ad. */
  without: AdGroupFacts[]
  /** How many of these have no ad at all and so cannot be shown. */
  unserved: number
  /** Of the impressions whose ads can be judged; null where they are too few. */
  strongShare: number | null
}

export function adStrengthTexts(context: Context, one: StrengthCase) {
  const figures = figuresOf(context.say, {
    weak: { label: 'Anuncios con eficacia baja', unit: 'integer', value: one.weak.length },
    without: {
      label: 'Grupos sin anuncio adaptable',
      unit: 'integer',
      value: one.without.length,
    },
    strongShare: {
      label: 'Impresiones con anuncios buenos',
      unit: 'percent',
      value: one.strongShare,
    },
    limit: { label: 'Mínimo habitual', unit: 'percent', value: THRESHOLDS.strongAdShare.value },
    headlines: {
      label: 'Títulos aconsejados',
      unit: 'integer',
      value: THRESHOLDS.headlinesEnough.value,
    },
    descriptions: {
      label: 'Descripciones aconsejadas',
      unit: 'integer',
      value: THRESHOLDS.descriptionsEnough.value,
    },
  })
  const { show } = figures
  const { name } = one.campaign
  const groups = figures.count('without', 'grupo', 'grupos')
  const lacks = one.without.length > 0
  const isBare = lacks && one.unserved === one.without.length
  const oldAds = lacks ? OLD_ADS : NO_NEW_TEXTS
  return {
    title: lacks
      ? `Crea anuncios adaptables en «${name}»: ${groups} sin ninguno`
      : `Completa los textos de los anuncios de «${name}»`,
    description: isBare
      ? `En ${groups} con palabras clave activas no hay ningún anuncio activo: no salen en ninguna búsqueda. Crea uno adaptable en cada grupo, o pon en pausa los que sobren.`
      : lacks
        ? `En ${groups} con palabras clave activas no hay ningún anuncio adaptable de búsqueda (el que combina varios títulos y descripciones): se muestran anuncios antiguos, que ya no se pueden editar, o ninguno.`
        : `${one.strongShare === 0 ? 'Ninguna impresión' : `Solo el ${show('strongShare')} de las impresiones`} sale con anuncios de eficacia buena o excelente; lo habitual es al menos el ${show('limit')}. Con más títulos y descripciones distintos, Google tiene más combinaciones que probar.`,
    whyNow: isBare ? NO_ADS : oldAds,
    impact: withoutAmount('la eficacia del anuncio no mide resultados; solo una prueba lo diría.'),
    card: {
      figures: figures.list,
      table: tableOf(context, one),
      test: directCheck(
        lacks
          ? 'No hay azar que valorar: se han mirado los anuncios activos de cada grupo.'
          : 'No hay azar que valorar: es la eficacia que Google da a cada anuncio, con el peso de sus impresiones.',
      ),
      counterEvidence: [
        'La eficacia del anuncio mide cuántos textos distintos hay, no cuánto vende: un anuncio con eficacia baja puede ser el que mejor convierte.',
        'Fijar títulos a una posición la baja, y a veces hace falta por motivos legales o de marca.',
      ],
      change: {
        operations: [],
        before: lacks
          ? `${groups} sin anuncio adaptable.`
          : `Anuncios buenos en el ${show('strongShare')} de las impresiones.`,
        after: `Cada anuncio con al menos ${show('headlines')} títulos y ${show('descriptions')} descripciones distintos, escritos a mano en Google Ads.`,
      },
    },
  }
}

const OLD_ADS = 'Sin anuncio adaptable, esos grupos compiten con textos que no se pueden mejorar.'
const NO_ADS = 'Sin ningún anuncio, esas palabras clave no pueden traer a nadie.'
const NO_NEW_TEXTS = 'Cada día sin textos que probar es un día sin saber cuáles funcionan mejor.'

function tableOf(context: Context, { weak, without, campaign }: StrengthCase) {
  const groupName = (id: string) => context.adGroups.get(id)?.name ?? ''
  return {
    columns: [
      ...columnsOf('adGroup'),
      textColumn('ad', 'Anuncio'),
      textColumn('strength', 'Eficacia'),
      countColumn('headlines', 'Títulos'),
      countColumn('descriptions', 'Descripciones'),
      textColumn('lacks', 'Qué le falta'),
      ...columnsOf('impressions'),
    ],
    rows: [
      ...without.map(({ name }) => ({
        adGroup: name,
        ad: '',
        strength: '',
        headlines: null,
        descriptions: null,
        lacks: 'Un anuncio adaptable',
        impressions: null,
      })),
      ...weak.map((ad) => ({
        adGroup: groupName(ad.adGroupId) || campaign.name,
        ad: ad.headlines[0]?.text ?? ad.adId,
        strength: wordOf(AD_STRENGTHS, ad.strength ?? '')?.onCard ?? 'Sin valorar',
        headlines: ad.headlines.length,
        descriptions: ad.descriptions.length,
        lacks: lacksOf(ad),
        impressions: ad.sums.impressions,
      })),
    ],
  }
}

function lacksOf({ headlines, descriptions }: AdFacts): string {
  const pinned = headlines.filter(({ pinnedField }) => pinnedField).length
  const lacks = [
    ...(headlines.length < THRESHOLDS.headlinesEnough.value ? ['más títulos'] : []),
    ...(descriptions.length < THRESHOLDS.descriptionsEnough.value ? ['más descripciones'] : []),
    ...(pinned > THRESHOLDS.pinnedShare.value * headlines.length ? ['menos títulos fijados'] : []),
  ]
  return listed(lacks) || 'textos más variados'
}

export const NO_SEARCH = 'No hay campañas de búsqueda activas, las únicas con anuncios de texto.'

export const MOSTLY_STRONG =
  'La mayor parte de las impresiones ya son de anuncios con eficacia buena o excelente.'

export const NOT_RATED =
  'Los anuncios tienen demasiadas pocas impresiones, o Google aún no ha valorado su eficacia.'

export function adStrengthGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  const advised = parts[0]!.card.figures.filter(({ key }) =>
    ['headlines', 'descriptions'].includes(key),
  )
  const texts = {
    title: `Completa los textos de los anuncios de ${count} campañas`,
    description: `En ${quoted(labelsOf(parts))}, la mayor parte de las impresiones sale con anuncios de eficacia media o mala. La tabla dice qué le falta a cada anuncio: con más títulos y descripciones distintos, Google tiene más combinaciones que probar.`,
  }
  return settingsGroupTexts(context, parts, 'Campañas', texts, advised)
}
