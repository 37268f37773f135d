import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { CampaignFacts, SearchTermFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { listed, textColumn, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats } from '../../words/shared-texts.ts'
import {
  extraColumns,
  integer,
  money,
  percent,
  quantity,
  type Texts,
} from '../bidding/campaign-facts.ts'

/** Sums by whether a keyword or a search names the brand; `unsplit`: of channels other than Search of which that is not known. */
export type BrandSplit = {
  brand: CountedSums
  rest: CountedSums
  unsplit: CountedSums
  isSearchAlone: boolean
  /** Those that name it and that no keyword naming it brought. */
  searches: readonly SearchTermFacts[]
  restCampaigns: readonly { campaign: CampaignFacts; rest: CountedSums }[]
}

type Judged = BrandSplit & { targetMicros: number; probability: number }

export function brandSplitTexts(context: Context, one: Judged): Texts {
  const { brand, rest, unsplit, isSearchAlone, searches } = one
  const all = brand.conversionsMicros + rest.conversionsMicros
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    together: money(
      isSearchAlone ? 'Coste por conversión en búsqueda' : 'Coste por conversión',
      ((brand.costMicros + rest.costMicros) * MICROS) / all,
    ),
    brandCpa: money('Con la marca', costPer(brand)),
    restCpa: money('Sin la marca', costPer(rest)),
    target: money('Lo que puede costar una conversión', one.targetMicros),
    limit: percent('Diferencia que se admite', THRESHOLDS.targetOff.value - 1),
    brandShare: percent('Conversiones con la marca', brand.conversionsMicros / all),
    restCost: money('Gasto sin la marca', rest.costMicros),
    restMonth: money('Gasto sin la marca al mes', rest.costMicros * context.monthFactor),
    restConversions: quantity('Conversiones sin la marca', rest.conversionsMicros / MICROS),
    probability: certainty(one.probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  return {
    title: `Sin la marca, cada conversión${isSearchAlone ? ' de búsqueda' : ''} cuesta ${show('restCpa')}, no ${show('together')}`,
    description: `En conjunto parece que ${isSearchAlone ? 'la búsqueda cumple' : 'las campañas cumplen'} (${show('together')} por conversión, y puede costar ${show('target')}), pero el ${show('brandShare')} de las conversiones viene de quien ya buscaba tu marca, a ${show('brandCpa')}.${broughtBy(searches)} El resto gastó ${show('restCost')} en ${show('days')} días y trajo ${show('restConversions')}: a ${show('restCpa')} cada una. Juzga las campañas sin la marca por su propio coste.`,
    whyNow: `Lo que no es marca sigue gastando unos ${show('restMonth')} al mes, y cada conversión le cuesta más de lo que puede costar.`,
    impact: withoutAmount('dice dónde mirar; lo que se ahorra depende de lo que se cambie'),
    card: {
      figures: figures.list,
      table: tableOf([
        ['Con la marca', brand],
        ['Sin la marca', rest],
        ...(unsplit.costMicros > 0 ? [['Otros canales, sin separar', unsplit] as const] : []),
      ]),
      test: {
        name: 'Gamma sobre las conversiones',
        sentence: `Hay una probabilidad del ${show('probability')} de que, sin la marca, el coste por conversión pase en más de un ${show('limit')} de ${show('target')}.`,
        numbers: figures.list.filter(({ key }) =>
          ['restCpa', 'target', 'probability'].includes(key),
        ),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'Cuántas de las personas que buscan tu marca habrían llegado igual por el resultado gratuito no consta: puede que la marca aporte menos de lo que parece, o que defienda de un competidor.',
        'Quien busca la marca pudo conocerla por un anuncio de los otros: parte del mérito puede ser suyo.',
        'La marca se reconoce por el nombre de la cuenta, las campañas de marca y las palabras que hayas dicho: si falta alguna, lo que la nombra cuenta como resto.',
        ...hiddenBrandCaveat(searches),
        ...(unsplit.costMicros > 0
          ? [
              'En Shopping, Máximo rendimiento y otros canales sin separar no consta qué búsquedas nombraban la marca, o apenas venden con ella: no se cuentan.',
            ]
          : []),
      ],
      change: null,
    },
  }
}

/** The dearest first. */
export function broughtBy(searches: readonly SearchTermFacts[]): string {
  if (searches.length === 0) return ''
  const dearest = searches.toSorted((a, b) => b.sums.costMicros - a.sums.costMicros)
  const texts = [...new Set(dearest.map(({ term }) => `«${term}»`))]
  const shown = texts.length > EXAMPLES ? [...texts.slice(0, EXAMPLES), 'otras'] : texts
  return ` Sin una palabra clave que la nombre, la marca llega por ${listed(shown)}.`
}

const EXAMPLES = 4

export const hiddenBrandCaveat = (searches: readonly SearchTermFacts[]): string[] =>
  searches.length > 0
    ? [
        'Google no muestra todas las búsquedas: las de la marca que no muestra cuentan como resto, que aún puede salir más caro.',
      ]
    : []

function tableOf(rows: readonly (readonly [string, CountedSums])[]): Texts['card']['table'] {
  return {
    columns: [
      textColumn('part', 'Búsquedas'),
      ...columnsOf('clicks', 'cost', 'conversions'),
      ...extraColumns({ cpa: ['Coste por conversión', 'money'] }),
    ],
    rows: rows.map(([part, sums]) => ({
      part,
      clicks: sums.clicks,
      cost: sums.costMicros,
      conversions: sums.conversionsMicros / MICROS,
      cpa: costPer(sums),
    })),
  }
}

function costPer({ costMicros, conversionsMicros }: CountedSums): number | null {
  return conversionsMicros > 0 ? (costMicros * MICROS) / conversionsMicros : null
}

export const LITTLE_BRAND =
  'No se reconoce la marca en las búsquedas, o trae tan pocas conversiones que no cambia el coste de las demás.'

export const NO_TARGET =
  'La marca trae buena parte de las conversiones, pero no consta cuánto puede costar una: dilo en los ajustes de la cuenta para saber si el resto sale caro.'

export const NOT_HIDDEN =
  'Sin la marca, el coste por conversión no pasa con seguridad de lo que puede costar, o ya se ve caro en conjunto.'
