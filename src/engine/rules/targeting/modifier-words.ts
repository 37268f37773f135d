import { MICROS, ratio } from '#shared/metrics.ts'
import { percentDigits } from '#shared/unit-text.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { ratioZ } from '../../statistics/rate-ratio.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { textColumn, withAmount } from '../../words/setup-texts.ts'
import {
  budgetLimitedCaveat,
  certainty,
  comingClicks,
  comingClicksCaveat,
  conversionCaveats,
  limitName,
  targetName,
} from '../../words/shared-texts.ts'
import { type SliceAdvice, worthOf } from './bid-slices.ts'

/** Texts of one changed bid modifier; `one.label` says where, 'en móvil'. */
export function modifierTexts(context: Context, one: SliceAdvice, operations: MutateOperation[]) {
  const figures = modifierFigures(context, one)
  const { show } = figures
  const list = figures.list.filter(({ key, value }) => key !== 'worth' || value !== null)
  const lower = one.next < one.present
  const { name } = one.campaign
  return {
    title: `${lower ? 'Baja' : 'Sube'} la puja ${one.label} un ${show('step')} en «${name}»`,
    description: `En «${name}», la tasa de conversión ${one.label} es del ${show('rate')}; en el resto, del ${show('restRate')}. Se propone ${lower ? 'bajar' : 'subir'} ahí la puja un ${show('step')} y volver a medir.`,
    whyNow: lower
      ? `Ahí se gastan unos ${show('monthlyCost')} al mes, con menos resultado que en el resto.`
      : `Esos clics convierten más que los demás y ${one.present === 1 && !one.isPresentUnknown ? 'se compran con la misma puja' : 'la puja no lo recoge del todo'}.`,
    impact: withAmount(),
    card: {
      figures: list,
      table: {
        columns: [textColumn('slice', 'Parte de la campaña'), ...SPLIT_COLUMNS],
        rows: [
          { slice: capital(one.label), ...splitRow(one.sums) },
          { slice: 'El resto', ...splitRow(one.rest) },
        ],
      },
      test: {
        name: 'Razón de tasas de conversión, encogida hacia «sin diferencia»',
        sentence: `Convertir el ${show('rate')} frente al ${show('restRate')} ${one.adjustedP <= THRESHOLDS.slicePlainChance.value ? 'no se explica por azar' : 'es raro por azar, pero no imposible'}: tras corregir por todas las comparaciones hechas, pasaría por casualidad como mucho el ${show('adjustedP')} de las veces. La diferencia se ha rebajado a lo prudente, y hay una probabilidad del ${show('probability')} de que el cambio salga a cuenta con ${show('target')} por conversión (${lower ? limitName(one.target) : targetName(one.target)}).`,
        numbers: list.filter(({ key }) =>
          ['rate', 'restRate', 'z', 'adjustedP', 'shrunk', 'worth', 'probability'].includes(key),
        ),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        ...comingClicksCaveat(show('comingClicks')),
        'Cuánto cambian los clics al mover la puja es un supuesto, medido en otra cuenta; por eso el paso es pequeño y conviene medirlo.',
        'Quien mira en un sitio y compra en otro cuenta solo donde hizo el último clic.',
        ...valueCaveat(one),
        ...(lower ? budgetLimitedCaveat(one.campaign) : []),
      ],
      change: {
        operations,
        before: `Ajuste de puja ${one.label}: ${one.isPresentUnknown ? 'el que tenga ahora en cada sitio' : adjustment(context, one.present)}.`,
        after: one.isPresentUnknown
          ? `Un ${show('step')} ${lower ? 'menos' : 'más'} que ahora.`
          : `Ajuste de puja ${one.label}: ${adjustment(context, one.next)}.`,
      },
    },
  }
}

/** Of a multiplier, with its sign as Google Ads prints it: '+29 %', '−23 %', '0 %'. */
export function adjustment({ say }: Context, modifier: number): string {
  const change = modifier - 1
  const text = say.percent(Math.abs(change), percentDigits(change))
  return change > 0 ? `+${text}` : change < 0 ? `−${text}` : text
}

export const SPLIT_COLUMNS = [
  ...columnsOf('clicks', 'cost', 'conversions'),
  { key: 'rate', label: 'Tasa de conversión', unit: 'percent' as const },
  { key: 'cpa', label: 'Coste por conversión', unit: 'money' as const },
]

/** CPA is empty where nothing converted. */
export function splitRow({ clicks, costMicros, conversionsMicros }: CountedSums) {
  const conversions = conversionsMicros / MICROS
  return {
    clicks,
    cost: costMicros,
    conversions,
    rate: ratio(conversions, clicks),
    cpa: conversions > 0 ? costMicros / conversions : null,
  }
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function modifierFigures(context: Context, one: SliceAdvice) {
  const percent = 'percent' as const
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    present: {
      label: 'Ajuste actual',
      unit: percent,
      value: one.isPresentUnknown ? null : one.present - 1,
    },
    next: {
      label: 'Ajuste propuesto',
      unit: percent,
      value: one.isPresentUnknown ? null : one.next - 1,
    },
    step: { label: 'Cambio de puja', unit: percent, value: Math.abs(one.next / one.present - 1) },
    rate: { label: 'Tasa de conversión aquí', unit: percent, value: rateOf(one.sums) },
    restRate: { label: 'Tasa de conversión del resto', unit: percent, value: rateOf(one.rest) },
    monthlyCost: {
      label: 'Coste al mes aquí',
      unit: 'money',
      value: one.sums.costMicros * context.monthFactor,
    },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: worthOf(one),
    },
    z: { label: 'Desviaciones típicas', unit: 'quantity', value: ratioZ(one.ratio) },
    adjustedP: {
      label: 'Valor p corregido (como mucho)',
      unit: percent,
      value: Math.max(0.001, one.adjustedP),
    },
    shrunk: {
      label: 'Razón de tasas, encogida',
      unit: 'quantity',
      value: Math.exp(one.belief.value),
    },
    worth: {
      label: 'Razón de valores por conversión, encogida',
      unit: 'quantity',
      value: one.worth && Math.exp(one.worth.ln),
    },
    probability: certainty(one.probability),
    comingClicks: comingClicks(context),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: percent,
      value: context.measurement.knownShare,
    },
  })
}

const rateOf = ({ clicks, conversionsMicros }: CountedSums) =>
  ratio(conversionsMicros / MICROS, clicks)

/** A conversion here may be worth more or less than elsewhere. */
function valueCaveat({ sums, rest, worth: known }: SliceAdvice): string[] {
  const worth = ({ valueMicros = 0, conversionsMicros }: CountedSums) =>
    ratio(valueMicros, conversionsMicros)
  const [here, there] = [worth(sums), worth(rest)]
  if (here <= 0 || there <= 0 || Math.abs(Math.log(here / there)) < Math.log(1.2)) return []
  return [
    `El valor medio por conversión es ${here > there ? 'mayor' : 'menor'} aquí que en el resto${known ? ': se ha tenido en cuenta, rebajado a lo prudente' : ', y no se ha tenido en cuenta'}.`,
  ]
}
