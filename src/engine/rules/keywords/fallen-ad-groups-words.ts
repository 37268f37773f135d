import type { Context } from '../../account/context.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { adGroupName, keywordName } from '../../words/place-names.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { labelsOf, settingsGroupTexts } from '../../words/setup-groups.ts'
import { listed, textColumn, withoutAmount } from '../../words/setup-texts.ts'
import { certainty } from '../../words/shared-texts.ts'
import { integer, money, percent, roughly, type Texts } from '../bidding/campaign-facts.ts'
import type { Fallen } from './fallen-groups.ts'

export function nameOf(context: Context, { campaignId, adGroupId, keyword }: Fallen): string {
  if (keyword) return keywordName(context, keyword)
  if (adGroupId !== null) return adGroupName(context, adGroupId)
  return `«${context.campaigns.get(campaignId)?.name ?? ''}»`
}

export const kindOf = ({ adGroupId, keyword }: Fallen): keyof typeof KINDS =>
  keyword ? 'keyword' : adGroupId === null ? 'campaign' : 'adGroup'

/** What the texts say of keywords, of ad groups and of campaigns. */
const KINDS = {
  keyword: {
    many: 'palabras clave',
    others: 'Las demás palabras clave',
    theOthers: 'las demás palabras clave',
    of: 'de las demás palabras clave',
    column: 'keyword',
    label: 'Palabras clave',
    pause: 'pausa la palabra clave',
  },
  adGroup: {
    many: 'grupos de anuncios',
    others: 'Los demás grupos',
    theOthers: 'los demás grupos',
    of: 'de los demás grupos',
    column: 'adGroup',
    label: 'Grupos',
    pause: 'pausa el grupo',
  },
  campaign: {
    many: 'campañas',
    others: 'Las demás campañas',
    theOthers: 'las demás campañas',
    of: 'de las demás campañas',
    column: 'campaign',
    label: 'Campañas',
    pause: 'pausa la campaña',
  },
} as const

export function fallenTexts(context: Context, one: Fallen): Texts {
  const late = Math.floor(context.days / 3)
  const name = nameOf(context, one)
  const kind = KINDS[kindOf(one)]
  const own = ownName(context, one)
  const figures = figuresOf(context.say, {
    late: integer('Días más recientes', late),
    early: integer('Días anteriores', context.days - late),
    lateClicks: integer('Clics en los más recientes', one.lateClicks),
    sold: roughly('Conversiones en los más recientes', one.late),
    expected: roughly('Conversiones que se esperaban', one.expected),
    fewer: percent('Conversiones que faltan', 1 - one.late / one.expected),
    change: percent(`Cambio de la tasa ${kind.of}`, one.change - 1),
    least: percent('Diferencia que se admite', THRESHOLDS.fallenLoss.value),
    monthlyCost: money('Coste al mes', one.costMicros * context.monthFactor),
    probability: certainty(one.probability),
  })
  const { show } = figures
  const isNone = show('sold') === '0'
  const sold = isNone
    ? 'no trajeron ninguna conversión'
    : `trajeron ${figures.count('sold', 'conversión', 'conversiones')}`
  const what = isNone
    ? 'no registra ninguna conversión'
    : `vende un ${show('fewer')} menos por clic`
  return {
    title: `Mira qué le pasa a ${name}: ${what} desde hace un mes`,
    description: `En los últimos ${show('late')} días analizados, sus ${show('lateClicks')} clics ${sold}; al ritmo de los ${show('early')} anteriores habrían sido unas ${show('expected')}. ${kind.others} no han cambiado así: no parece la temporada, ni que falle la medición de toda la cuenta. ${isNone ? TAG_FIRST : ''}${lookAt(kind)}`,
    whyNow: `Gasta unos ${show('monthlyCost')} al mes.`,
    impact: withoutAmount('depende de qué haya pasado'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          ...columnsOf(kind.column),
          textColumn('period', 'Periodo'),
          ...columnsOf('clicks', 'conversions'),
        ],
        rows: [
          { [kind.column]: own, period: 'Antes', clicks: one.clicks, conversions: one.conversions },
          {
            [kind.column]: own,
            period: 'Último tercio',
            clicks: one.lateClicks,
            conversions: one.late,
          },
        ],
      },
      test: {
        name: `Cociente de las tasas de antes y de ahora, frente al ${kind.of}`,
        sentence: `Hay una probabilidad del ${show('probability')} de que convierta al menos un ${show('least')} menos que antes, contando con lo que suelen cambiar ${kind.theOthers} y con que ahora han cambiado un ${show('change')}.`,
        numbers: figures.list.filter(({ key }) => ['fewer', 'change', 'probability'].includes(key)),
      },
      counterEvidence: [
        'Otra puja, otros anuncios u otras búsquedas pueden traer clics que compran menos: mira también qué se cambió.',
        'Si lo que vende tiene su propia temporada, puede ser solo eso.',
      ],
      change: null,
    },
  }
}

function ownName({ campaigns, adGroups }: Context, one: Fallen): string {
  if (one.keyword) return one.keyword.text
  const place = one.adGroupId === null ? campaigns.get(one.campaignId) : adGroups.get(one.adGroupId)
  return place?.name ?? ''
}

const TAG_FIRST = 'Haz primero una conversión de prueba en su página: puede que ya no las cuente. '

const lookAt = ({ pause }: { pause: string }) =>
  `Suele ser un producto agotado, un precio que ha dejado de competir o una página que falla o ya no cuenta lo que vende: ábrela también desde un móvil. Si ahora no se puede vender, ${pause} hasta que se pueda.`

export function fallenGroupTexts(
  context: Context,
  parts: readonly Finding[],
  of: keyof typeof KINDS,
): GroupTexts {
  const kind = KINDS[of]
  const count = context.say.integer(parts.length)
  return {
    ...settingsGroupTexts(context, parts, kind.label, {
      title: `Mira qué les pasa a ${count} ${kind.many} que venden mucho menos por clic desde hace un mes`,
      description: `Son ${firstOf(labelsOf(parts))}. ${kind.others} no han cambiado así: no parece la temporada, ni que falle la medición de toda la cuenta. ${lookAt(kind)}`,
      whyNow: 'Mientras no se sepa por qué, siguen gastando.',
    }),
    test: {
      name: `Cociente de las tasas de antes y de ahora, frente al ${kind.of}`,
      sentence: `Cada caso se ha comprobado por separado, contando con lo que suelen cambiar ${kind.theOthers}.`,
      numbers: [],
    },
  }
}

/** Of many only the first ones: the table has the rest. */
function firstOf(names: readonly string[]): string {
  if (names.length <= MOST_NAMED) return listed(names)
  return `${names.slice(0, MOST_NAMED).join(', ')} y los demás de la tabla`
}

const MOST_NAMED = 8

export const MEASUREMENT_FIRST =
  'Ahora mismo hay conversiones que no se cuentan: hasta que se aclare no se puede decir de una campaña ni de un grupo que venda menos.'

export const NONE_FALLEN =
  'Ninguna campaña, grupo de anuncios ni palabra clave vende de un mes a esta parte con seguridad mucho menos que antes y que los demás, o no consta.'
