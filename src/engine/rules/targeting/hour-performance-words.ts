import { uncapitalised } from '#shared/ads-words/forms.ts'
import { WEEKDAY_NAMES } from '#shared/ads-words/places.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { ratioZ } from '../../statistics/rate-ratio.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { listed, textColumn, withAmount } from '../../words/setup-texts.ts'
import {
  certainty,
  comingClicks,
  comingClicksCaveat,
  conversionCaveats,
  limitName,
  targetName,
} from '../../words/shared-texts.ts'
import { type BidSlice, type SliceAdvice, worthOf } from './bid-slices.ts'
import { adjustment, SPLIT_COLUMNS, splitRow } from './modifier-words.ts'

/** Hours of every day, or whole weekdays: one campaign is never cut both ways. */
export type Cut = 'hours' | 'weekdays'
export type HourCase = { campaign: CampaignFacts; cut: Cut; slots: SliceAdvice[]; all: BidSlice[] }

const PLURAL_DAYS = WEEKDAY_NAMES.map((name) => {
  const day = uncapitalised(name)
  return day.endsWith('s') ? day : `${day}s`
})

/** 'de 8 a 12 h' for the third block of a day, 'los lunes' for weekday 1. */
export function slotLabel(cut: Cut, slot: number): string {
  if (cut === 'weekdays') return `los ${PLURAL_DAYS[slot - 1] ?? ''}`
  const hours = THRESHOLDS.scheduleBlockHours.value
  return `de ${slot * hours} a ${(slot + 1) * hours} h`
}

export function hourTexts(context: Context, one: HourCase, operations: MutateOperation[]) {
  const { campaign, slots, all, cut } = one
  const figures = hourFigures(context, one)
  const isPlain = slots.every(({ adjustedP }) => adjustedP <= THRESHOLDS.slicePlainChance.value)
  const { show } = figures
  const changes = slots.map(({ label, next }) => `${label}, ${adjustment(context, next)}`)
  const where = listed(slots.map(({ label }) => label))
  const { name } = campaign
  return {
    title: `Ajusta la puja ${where} en «${name}»`,
    description: `En «${name}» la conversión cambia con ${cut === 'hours' ? 'la hora' : 'el día de la semana'}${isPlain ? ' más de lo que explica el azar' : ''}: la tasa ${where} se aparta del ${show('rate')} de la campaña. Ajuste propuesto: ${listed(changes)}. El resto sigue con la puja que tiene.`,
    whyNow: `Los clics de ${cut === 'hours' ? 'esas horas' : 'esos días'} cuestan unos ${show('monthlyCost')} al mes.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: {
        columns: [
          textColumn('slot', cut === 'hours' ? 'Franja' : 'Día'),
          ...SPLIT_COLUMNS,
          { key: 'present', label: 'Ajuste actual', unit: 'percent' as const },
          { key: 'next', label: 'Ajuste propuesto', unit: 'percent' as const },
        ],
        rows: all.map((slice) => slotRow(slice, slots)),
      },
      test: {
        name: 'Razón de tasas por franja, encogida hacia lo que se ve en el resto de la cuenta',
        sentence: `Cada ${cut === 'hours' ? 'franja' : 'día'} se compara con el resto de la campaña; tras corregir por todas las comparaciones, una diferencia así pasaría por casualidad como mucho el ${show('adjustedP')} de las veces. Hay una probabilidad del ${show('probability')} de que el cambio salga a cuenta con ${show('target')} por conversión (${isLowered(slots) ? limitName(slots[0]!.target) : targetName(slots[0]!.target)}).`,
        numbers: figures.list.filter(({ key }) => ['z', 'adjustedP', 'probability'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        ...comingClicksCaveat(show('comingClicks')),
        'La hora es la del clic: quien mira de noche y compra por la mañana cuenta en la noche.',
        'Cuánto cambian los clics al mover la puja es un supuesto, medido en otra cuenta.',
        ...(operations.length === 0
          ? ['El calendario de la campaña no coincide con estas franjas: hay que rehacerlo a mano.']
          : []),
      ],
      change: {
        operations,
        before: `Ajustes: ${listed(slots.map(({ label, present }) => `${label}, ${adjustment(context, present)}`))}.`,
        after: `Ajustes: ${listed(changes)}.`,
      },
    },
  }
}

function slotRow(slice: BidSlice, slots: HourCase['slots']) {
  const changed = slots.find(({ value }) => value === slice.value)
  return {
    slot: slice.label,
    ...splitRow(slice.sums),
    present: slice.present - 1,
    next: (changed?.next ?? slice.present) - 1,
  }
}

const isLowered = (slots: readonly SliceAdvice[]) =>
  slots.every(({ next, present }) => next < present)

function hourFigures(context: Context, { slots, all }: HourCase) {
  const cost = slots.reduce((sum, { sums }) => sum + sums.costMicros, 0)
  const least = slots.reduce((a, b) => (a.adjustedP > b.adjustedP ? a : b))
  const probability = slots.reduce((sum, slot) => sum + slot.probability, 0) / slots.length
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    rate: { label: 'Tasa de conversión', unit: 'percent', value: rateOf(all.map((s) => s.sums)) },
    monthlyCost: {
      label: 'Coste al mes en estas franjas',
      unit: 'money',
      value: cost * context.monthFactor,
    },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: isLowered(slots) ? worthOf(least) : least.target.micros,
    },
    z: { label: 'Desviaciones típicas (la menor)', unit: 'quantity', value: ratioZ(least.ratio) },
    adjustedP: {
      label: 'Valor p corregido (como mucho)',
      unit: 'percent',
      value: Math.max(0.001, least.adjustedP),
    },
    probability: certainty(probability),
    comingClicks: comingClicks(context),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
  })
}

function rateOf(rows: readonly CountedSums[]): number {
  const total = (key: 'clicks' | 'conversionsMicros') => rows.reduce((sum, r) => sum + r[key], 0)
  return ratio(total('conversionsMicros') / MICROS, total('clicks'))
}

export const NONE_BY_HAND =
  'Ninguna campaña activa obedece ajustes por hora: la puja automática de Google ya los calcula sola.'

export const ALIKE =
  'Ninguna franja ni día de la semana convierte de forma tan distinta como para mover su puja.'

export const tooShort = ({ say }: Context, missing: number): string =>
  `Hacen falta ${say.plural(missing, 'día', 'días')} más para que cada hora se repita bastantes veces.`
