import type { Context } from '../../account/context.ts'
import type { FirstPlaces } from '../../account/inventory.ts'
import { presentShares } from '../../account/known-settings.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts, KeywordFacts, SearchTermFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { labelsOf, quoted, settingsGroupTexts } from '../../words/setup-groups.ts'
import { directCheck, listed, textColumn, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, theShare } from '../../words/shared-texts.ts'
import type { LostShare } from '../bidding/campaign-evidence.ts'
import {
  campaignTable,
  integer,
  keywordTable,
  money,
  percent,
  sumCells,
  type Texts,
} from '../bidding/campaign-facts.ts'
import { broughtBy, hiddenBrandCaveat } from './brand-split-words.ts'

/** `share` of what its keywords cost, or all of it where there are `searches`, `sold` of the conversions. */
export type BrandMix = {
  campaign: CampaignFacts
  /** That name the brand, and searches that name it and that none of these brought. */
  keywords: readonly KeywordFacts[]
  searches: readonly SearchTermFacts[]
  share: number
  sold: number
}
export type BrandLoss = {
  campaign: CampaignFacts
  budget: LostShare
  rank: LostShare
  /** Of the searches, where that is seldom; else null. */
  first: number | null
}
export type SeldomFirst = { campaign: CampaignFacts; places: FirstPlaces; probability: number }

export function brandMixTexts(
  context: Context,
  { campaign, keywords, searches, share, sold }: BrandMix,
): Texts {
  const sought = byText(searches.map(({ term, sums }) => ({ text: term, sums })))
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    count: integer('Palabras clave de marca', keywords.length),
    searches: integer('Búsquedas de marca por otras vías', sought.length),
    share: percent('Gasto en la marca', share),
    rest: percent('Gasto en lo demás', 1 - share),
    sold: percent('Conversiones de la marca', sold),
  })
  const { show } = figures
  const isMax = campaign.channelType === 'PERFORMANCE_MAX'
  return {
    title: `Separa la marca en «${campaign.name}»: se lleva el ${show('share')} del gasto${sold > share ? ` y trae el ${show('sold')} de las conversiones` : ''}`,
    description: `La campaña mezcla búsquedas con tu marca y búsquedas sin ella (el ${show('rest')} del gasto).${broughtBy(searches)} Quien busca la marca ya te conoce y suele convertir mucho más: juntas, el coste por conversión parece mejor de lo que es y la puja aprende de lo fácil. Lleva la marca a su propia campaña${isMax ? ' de búsqueda' : ''} y exclúyela de esta${isMax ? ', con una lista de marcas' : ''}.`,
    whyNow: 'Mientras sigan juntas no se puede saber cuánto cuesta un cliente nuevo.',
    impact: withoutAmount('lo que cambia es qué se puede decidir'),
    card: {
      figures: figures.list,
      table:
        searches.length > 0
          ? soughtTable([...keywords, ...sought])
          : keywordTable(keywords, (id) => context.adGroups.get(id)?.name ?? ''),
      test: directCheck(
        searches.length > 0
          ? `El ${show('share')} del gasto de la campaña es de búsquedas que nombran la marca.`
          : `El ${show('share')} del gasto en palabras clave de la campaña nombra la marca y el ${show('rest')} no.`,
      ),
      counterEvidence: [
        'Se toma por marca lo que dicen el nombre de la cuenta y las campañas de marca: compruébalo en la tabla.',
        ...hiddenBrandCaveat(searches),
        'Con muy poco gasto, una campaña más puede no merecer la pena.',
      ],
      change: {
        operations: [],
        before: 'Marca y resto en una misma campaña.',
        after: 'La marca en su propia campaña y como negativa en esta.',
      },
    },
  }
}

type Named = Pick<KeywordFacts, 'text' | 'sums'>

/** Several keywords bring one search, each in a row of its own. */
const byText = (rows: readonly Named[]): Named[] =>
  [...Map.groupBy(rows, ({ text }) => text)].map(([text, same]) => {
    return { text, sums: addUp(same.map(({ sums }) => sums)) }
  })

function soughtTable(rows: readonly Named[]): Texts['card']['table'] {
  return {
    columns: [
      textColumn('sought', 'Búsqueda o palabra clave'),
      ...columnsOf('impressions', 'clicks', 'cost', 'conversions'),
    ],
    rows: byText(rows)
      .toSorted((a, b) => b.sums.costMicros - a.sums.costMicros)
      .slice(0, TABLE_ROWS)
      .map(({ text, sums }) => ({ sought: text, ...sumCells(sums) })),
  }
}

const TABLE_ROWS = 10

export function brandLostTexts(context: Context, loss: BrandLoss): Texts {
  const { campaign, budget, rank, first } = loss
  const { sums } = campaign
  const won = presentShares(campaign)?.won ?? 0
  const lost = budget.shown + rank.shown
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    lost: percent('Búsquedas de marca perdidas', lost),
    budget: percent('Por presupuesto', budget.shown),
    rank: percent('Por posición', rank.shown),
    most: money(
      'Coste de recuperarlas al mes, como mucho',
      extraCost(context, sums.costMicros, lost, won),
    ),
    first: percent(FIRST, first),
  })
  const { show } = figures
  const budgetLoss =
    budget.shown > 0 ? [`${theShare(show('budget'), budget.shown, 'lost')} por presupuesto`] : []
  const rankLoss =
    rank.shown > 0 ? [`${theShare(show('rank'), rank.shown, 'lost')} por ranking`] : []
  const main = budget.shown > rank.shown ? 'el presupuesto' : 'la puja o la calidad'
  const top =
    first === null ? '' : ` Su anuncio solo es el primero en ${partOf(first)} ${show('first')}.`
  return {
    title: `«${campaign.name}» deja de salir en ${theShare(show('lost'), lost, 'lost')} de las búsquedas de tu marca`,
    description: `Pierde ${listed([...budgetLoss, ...rankLoss])}.${top} Son búsquedas baratas de quien ya te conoce, y un competidor puede estar ocupando ese sitio. Revisa primero ${main}.`,
    whyNow: 'Cada búsqueda de la marca sin tu anuncio deja sitio al de otro.',
    impact: withoutAmount('parte de esas personas llega igual por el resultado gratuito'),
    card: {
      figures: figures.list.filter(({ key, value }) => key !== 'first' || value !== null),
      table: campaignTable(
        [campaign],
        {
          lostToBudget: ['Perdidas por presupuesto', 'percent'],
          lostToRank: ['Perdidas por ranking', 'percent'],
        },
        () => ({ lostToBudget: budget.shown, lostToRank: rank.shown }),
      ),
      test: directCheck(
        `Google estima que la campaña pierde ${theShare(show('lost'), lost, 'lost')} de las impresiones posibles; en la marca, lo habitual es perder muy pocas.`,
      ),
      counterEvidence: [
        'Muchos de esos clics llegan también por el resultado gratuito: no todo lo que se recupera es nuevo.',
        'La cuota de impresiones es una estimación de Google, redondeada por debajo del 10 % y por encima del 90 %.',
        'Si la concordancia es amplia, entre las búsquedas perdidas puede haber otras sin la marca.',
      ],
      change: null,
    },
  }
}

const FIRST = 'Búsquedas en las que su anuncio es el primero'

/** Of less than a tenth Google says no more than that. */
const partOf = (first: number) => (first < 0.1 ? 'menos del' : 'el')

export function seldomFirstTexts(context: Context, one: SeldomFirst): Texts {
  const { campaign, places, probability } = one
  const { lostToBudget, lostToRank } = places
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    first: percent(FIRST, places.first),
    budget: percent('No es el primero por presupuesto', lostToBudget ?? null),
    rank: percent('No es el primero por ranking', lostToRank ?? null),
    usual: percent('Lo que se espera en la marca, al menos', THRESHOLDS.brandFirstShare.value),
    probability: certainty(probability),
  })
  const { show } = figures
  return {
    title: `«${campaign.name}» solo es el primer anuncio en ${partOf(places.first)} ${show('first')} de las búsquedas de tu marca`,
    description: `En las demás, quien busca tu marca ve antes otro anuncio, o no ve el tuyo. ${remedyOf(places)}`,
    whyNow: 'Quien busca tu marca ya te ha elegido: el primer anuncio es el que puede llevárselo.',
    impact: withoutAmount('parte de esas personas te encuentra igual, más abajo o sin anuncio'),
    card: {
      figures: figures.list.filter(({ value }) => value !== null),
      table: campaignTable([campaign], { first: ['Es el primero', 'percent'] }, () => ({
        first: places.first,
      })),
      test: {
        name: 'Beta sobre las impresiones',
        sentence: `Hay una probabilidad del ${show('probability')} de que sea el primero en menos del ${show('usual')} de las búsquedas en las que podía salir.`,
        numbers: figures.list.filter(({ key }) => ['first', 'usual', 'probability'].includes(key)),
      },
      counterEvidence: [
        'Ser el primero sube el precio del clic: si nadie más se anuncia con tu marca, no hace falta pagar más.',
        'Es una estimación de Google, que por debajo del 10 % no dice cuánto.',
        'Si la concordancia es amplia, entre esas búsquedas puede haber otras sin la marca.',
      ],
      change: null,
    },
  }
}

/** What holds it back most, where Google says it. */
function remedyOf({ lostToBudget = 0, lostToRank = 0 }: FirstPlaces): string {
  if (lostToBudget > lostToRank)
    return 'Lo que más la frena es el presupuesto: deja de salir antes de que acabe el día.'
  return 'Mira qué anuncio sale antes buscándolo en la vista previa de anuncios; si es de un competidor, mejora la calidad y sube la puja de tus palabras de marca por pasos.'
}

function extraCost(context: Context, costMicros: number, lost: number, won: number): number | null {
  return won > 0 ? costMicros * context.monthFactor * (lost / won) : null
}

export const NO_BRAND =
  'No se reconoce cuál es la marca: ni por el nombre de la cuenta ni por una campaña.'

export const NO_BRAND_BID_ON =
  'Ninguna palabra clave activa nombra la marca, y no consta ninguna campaña de marca.'

export const SEPARATE = 'La marca va separada de lo demás.'

export const HARDLY_MIXED =
  'No consta ninguna campaña de marca, y las que la mezclan con lo demás apenas gastan ni venden con ella.'

export const SELLS_ALIKE =
  'No consta ninguna campaña de marca, y donde se mezcla con lo demás no trae claramente más por su dinero.'

export const FIRST_TOO =
  'La marca va separada de lo demás; sus campañas no pierden una parte apreciable de las búsquedas y no suelen tener otro anuncio por delante.'

export const FIRST_UNKNOWN =
  'La marca va separada de lo demás y sus campañas no pierden una parte apreciable de las búsquedas; no consta con qué frecuencia su anuncio es el primero.'

export function brandMixGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  return settingsGroupTexts(context, parts, 'Campañas', {
    title: `Separa la marca en ${count} campañas que la mezclan con lo demás`,
    description: `${quoted(labelsOf(parts))} mezclan búsquedas con tu marca y sin ella. Quien busca la marca ya te conoce y suele convertir mucho más: juntas, el coste por conversión parece mejor de lo que es. Lleva la marca a su propia campaña y exclúyela de estas.`,
  })
}

export function brandLossGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  return settingsGroupTexts(context, parts, 'Campañas', {
    title: `${count} campañas de marca dejan de salir en parte de las búsquedas de tu marca`,
    description: `${quoted(labelsOf(parts))}: son búsquedas baratas de quien ya te conoce, y un competidor puede estar ocupando ese sitio. La tabla dice cuánto se pierde por presupuesto y cuánto por ranking.`,
  })
}

export function seldomFirstGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  return settingsGroupTexts(context, parts, 'Campañas', {
    title: `En ${count} campañas de marca, tu anuncio no suele ser el primero`,
    description: `${quoted(labelsOf(parts))}: la tabla dice en qué parte de las búsquedas de tu marca es tu anuncio el primero. Donde se acaba el presupuesto, empieza por él; donde no, mira quién sale antes y, si es un competidor, mejora la calidad y sube por pasos la puja de tus palabras de marca.`,
  })
}
