import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AdGroupFacts } from '../../account/snapshot.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { countColumn, directCheck, textColumn, withoutAmount } from '../../words/setup-texts.ts'

export type CallAdGroup = {
  adGroup: AdGroupFacts
  /** Whether anything else can be shown in the group. */
  hasOtherAd: boolean
  /** Whether a telephone number goes with its other ads; null where assets were not read. */
  hasNumber: boolean | null
  ads: number
  /** Of the call ads, in the window; cost and conversions in micros. */
  clicks: number
  cost: number
  conversions: number
}

/** `areShown`: before the day from which Google shows none. */
export function callAdTexts(context: Context, groups: readonly CallAdGroup[], areShown: boolean) {
  const sumOf = (key: 'ads' | 'cost' | 'conversions') =>
    groups.reduce((sum, group) => sum + group[key], 0)
  const alone = groups.filter(({ hasOtherAd }) => !hasOtherAd).length
  const figures = figuresOf(context.say, {
    ads: { label: 'Anuncios de solo llamada', unit: 'integer', value: sumOf('ads') },
    last: { label: 'Google deja de mostrarlos', unit: 'text', value: 'febrero de 2027' },
    groups: {
      label: 'Grupos sin todo lo que los sustituye',
      unit: 'integer',
      value: groups.length,
    },
    alone: { label: 'Grupos que no tienen otro anuncio', unit: 'integer', value: alone },
    cost: { label: 'Coste de estos anuncios en el periodo', unit: 'money', value: sumOf('cost') },
    conversions: {
      label: 'Conversiones de estos anuncios en el periodo',
      unit: 'quantity',
      value: sumOf('conversions') / MICROS,
    },
  })
  const ads = figures.count('ads', 'anuncio de solo llamada', 'anuncios de solo llamada')
  const inGroups = figures.count('groups', 'grupo', 'grupos')
  const isOne = groups.length === 1
  return {
    title: `Sustituye los anuncios de solo llamada de ${inGroups}: Google ${areShown ? `deja de mostrarlos en ${figures.show('last')}` : 'ya no los muestra'}`,
    description: `Google retira este formato: ya no se pueden crear, y desde ${figures.show('last')} no se muestran. En ${inGroups} hay ${ads}, que en el periodo ${figures.show('ads') === '1' ? 'costó' : 'costaron'} ${figures.show('cost')} y ${figures.show('ads') === '1' ? 'trajo' : 'trajeron'} ${figures.count('conversions', 'conversión', 'conversiones')}. Los sustituye un anuncio de búsqueda adaptable con un recurso de llamada (el número de teléfono); la tabla dice qué le falta a cada grupo.`,
    whyNow: whyNow(alone, isOne, areShown),
    impact: withoutAmount(
      'lo que se deja de ganar depende de qué anuncios los sustituyan y de cuánta gente llame desde ellos.',
    ),
    card: {
      figures: figures.list,
      table: {
        columns: [
          ...columnsOf('adGroup'),
          countColumn('ads', 'De solo llamada'),
          textColumn('lacks', 'Le falta'),
          ...columnsOf('clicks', 'cost', 'conversions'),
        ],
        rows: groups.map((group) => ({
          adGroup: group.adGroup.name,
          ads: group.ads,
          lacks: lackOf(group),
          clicks: group.clicks,
          cost: group.cost,
          conversions: group.conversions / MICROS,
        })),
      },
      test: directCheck(
        'No hay azar que valorar: es el tipo de cada anuncio activo y el calendario que Google ha anunciado.',
      ),
      counterEvidence: [
        'Un anuncio adaptable también lleva a la web: parte de quienes llamaban visitará la página, que debe estar preparada para ello y medir las llamadas.',
        'Google no ha dicho el día exacto de febrero.',
      ],
      change: {
        operations: [],
        before: `${ads} en ${inGroups}.`,
        after:
          'En cada grupo un anuncio de búsqueda adaptable, y un recurso de llamada en la cuenta, la campaña o el grupo, con las llamadas como conversión.',
      },
    },
  }
}

function whyNow(alone: number, isOne: boolean, areShown: boolean): string {
  if (alone === 0) return 'Los demás anuncios de estos grupos no llevan el número de teléfono.'
  const who = isOne ? 'Este grupo' : 'Los grupos que no tienen otro anuncio'
  if (!areShown) return `${who} no ${isOne ? 'sale' : 'salen'} en ninguna búsqueda.`
  return `${who} ${isOne ? 'dejará' : 'dejarán'} de salir en todas sus búsquedas, y un anuncio nuevo necesita unas semanas para aprender.`
}

function lackOf({ hasOtherAd, hasNumber }: CallAdGroup): string {
  const number = hasNumber === false ? 'recurso de llamada' : ''
  if (hasOtherAd) return number
  return number ? `anuncio adaptable y ${number}` : 'anuncio adaptable'
}

export const NO_CALL_ADS = 'No hay anuncios de solo llamada, el formato que Google retira.'

export const READY =
  'Los grupos con anuncios de solo llamada tienen ya otro anuncio y un número de teléfono que los sustituyen.'
