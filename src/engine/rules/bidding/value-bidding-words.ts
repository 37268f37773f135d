import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { WithStrategy } from '../../account/known-settings.ts'
import type { ValueBelief, Valued } from '../../account/reported-values.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats } from '../../words/shared-texts.ts'
import { extraColumns, money, percent, roughly, sumCells, type Texts } from './campaign-facts.ts'
import { strategyName } from './strategy-names.ts'

type ValuedFacts = CampaignFacts<Valued>

export type ValuedGroup = { name: string; sums: ValuedFacts['sums']; belief: ValueBelief }

export type ValuesApart = {
  campaign: ValuedFacts & WithStrategy
  /** Those that tell, the dearest first. */
  groups: readonly ValuedGroup[]
  dear: ValuedGroup
  cheap: ValuedGroup
  /** P(a conversion of the dearest brings more than twice what one of the cheapest does). */
  probability: number
}

export function valuesApartTexts(context: Context, one: ValuesApart): Texts {
  const { campaign, groups, dear, cheap } = one
  const { name, sums } = campaign
  const strategy = strategyName(campaign.biddingStrategyType)
  const { knownShare, valueKnownShare } = context.measurement
  const figures = figuresOf(context.say, {
    dear: money(`Lo que trae una conversión de «${dear.name}»`, broughtBy(dear)),
    cheap: money(`Lo que trae una conversión de «${cheap.name}»`, broughtBy(cheap)),
    roas: percent('ROAS de la campaña', ratio(sums.valueMicros * valueKnownShare, sums.costMicros)),
    monthly: roughly(
      'Conversiones al mes',
      (sums.conversionsMicros / MICROS) * context.monthFactor,
    ),
    probability: certainty(one.probability),
    knownShare: percent('Parte de los clics con tiempo para convertir', knownShare),
  })
  const { show } = figures
  return {
    title: `«${name}» puja igual por conversiones de ${show('cheap')} que por otras de ${show('dear')}`,
    description: `La campaña usa ${strategy}: cuenta conversiones, no lo que traen. Las de «${dear.name}» traen ${show('dear')} de media y las de «${cheap.name}» ${show('cheap')}, así que paga de más por unas o se queda corta con las otras. Prueba a pujar por el valor, con un ROAS objetivo cercano al de ahora (${show('roas')}), en un experimento con la mitad del tráfico; o llévalas a campañas con su propio objetivo.`,
    whyNow: `Cada mes se puja así por unas ${show('monthly')} conversiones.`,
    impact: withoutAmount('lo que se gana depende de la cuenta y lo dirá el experimento'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          ...columnsOf('adGroup', 'impressions', 'clicks', 'cost', 'conversions'),
          ...extraColumns({
            brought: ['Valor por conversión', 'money'],
            roas: ['ROAS', 'percent'],
          }),
        ],
        rows: groups.map((group) => ({
          adGroup: group.name,
          ...sumCells(group.sums),
          brought: broughtBy(group),
          roas: ratio(group.sums.valueMicros, group.sums.costMicros),
        })),
      },
      test: {
        name: 'Valor por conversión, encogido hacia el de la campaña',
        sentence: `Hay una probabilidad del ${show('probability')} de que una conversión de «${dear.name}» traiga más del doble que una de «${cheap.name}», y no sea cosa de unos pocos pedidos grandes.`,
        numbers: figures.list.filter(({ key }) => ['dear', 'cheap', 'probability'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'Google registra lo que se cobra, no lo que queda: si lo más caro deja menos margen, pujar por el importe empeora la cuenta.',
        'Traerá menos conversiones, de más importe, y durante una o dos semanas, mientras aprende, pueden salir más caras.',
      ],
      change: {
        operations: [],
        before: `«${name}»: ${strategy}.`,
        after:
          'Experimento con la mitad del tráfico en «Maximizar el valor de las conversiones» con un ROAS objetivo; si mejora, se aplica a toda la campaña.',
      },
    },
  }
}

const broughtBy = ({ sums }: ValuedGroup) =>
  ratio(sums.valueMicros * MICROS, sums.conversionsMicros)

export const NO_VALUES =
  'Los importes que Google registra no distinguen una conversión de otra, faltan o cambiaron hace poco: pujar por ellos sería pujar por lo mismo.'

export const NONE_BY_NUMBERS =
  'Ninguna campaña activa con conversiones suficientes puja por su número, sin contar la marca.'

export const ALIKE =
  'En las campañas que pujan por el número de conversiones, las de un grupo de anuncios no traen con seguridad más del doble que las de otro.'
