import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import { limitOf } from '../../account/targets.ts'
import type { EvidenceCard, Figure } from '../../findings/recommendation.ts'
import { figuresOf, isSold } from '../../words/say.ts'
import { textColumn } from '../../words/setup-texts.ts'
import {
  budgetLimitedCaveat,
  certainty,
  comingClicks,
  comingClicksCaveat,
  conversionCaveats,
  limitName,
  smartBiddingCaveat,
} from '../../words/shared-texts.ts'
import { SPLIT_COLUMNS, splitRow } from './modifier-words.ts'
import { type JudgedSlice, sharedProbability } from './slice-waste.ts'

/** Figures of spend that is too dear, over one or several slices of one campaign. */
export function sliceFigures(context: Context, slices: readonly JudgedSlice[]) {
  const sums = addUp(slices.map((slice) => slice.sums))
  const expected = slices.reduce(
    (sum, { verdict }) => sum + verdict.knownClicks * verdict.breakEven,
    0,
  )
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    slices: { label: 'Partes señaladas', unit: 'integer', value: slices.length },
    clicks: { label: 'Clics', unit: 'integer', value: sums.clicks },
    cost: { label: 'Coste', unit: 'money', value: sums.costMicros },
    monthlyCost: {
      label: 'Coste al mes',
      unit: 'money',
      value: sums.costMicros * context.monthFactor,
    },
    conversions: {
      label: 'Conversiones',
      unit: 'quantity',
      value: sums.conversionsMicros / MICROS,
    },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: meanLimit(slices),
    },
    expected: { label: 'Conversiones que harían falta', unit: 'decimal', value: expected },
    probability: certainty(sharedProbability(slices)),
    comingClicks: comingClicks(context),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
  })
}

/** Of several parts, that at which all of them together need as many conversions as each by its own. */
function meanLimit(slices: readonly JudgedSlice[]): number {
  const [first] = slices
  const isSame = slices.every(({ target }) => limitOf(target) === limitOf(first!.target))
  if (isSame) return limitOf(first!.target)
  const sum = (of: (slice: JudgedSlice) => number) =>
    slices.reduce((total, slice) => total + of(slice), 0)
  return (
    sum(({ sums }) => sums.costMicros) /
    sum(({ sums, target }) => sums.costMicros / limitOf(target))
  )
}

type Shown = { list: readonly Figure[]; show: (key: 'monthlyCost') => string }

/** 'ha conseguido 5,5 conversiones' or 'no ha conseguido ninguna conversión'. */
export function noneText(verb: string, { list, count }: ReturnType<typeof sliceFigures>): string {
  return isSold(list)
    ? `${verb} ${count('conversions', 'conversión', 'conversiones')}`
    : `no ${verb} ninguna conversión`
}

/** 'gasta 28,40 € al mes sin ninguna conversión': what is wrong with it, for a title. */
export function dearText({ list, show }: Shown): string {
  const outcome = isSold(list) ? 'y convierte demasiado caro' : 'sin ninguna conversión'
  return `gasta ${show('monthlyCost')} al mes ${outcome}`
}

export function sliceTest(
  figures: ReturnType<typeof sliceFigures>,
  slices: readonly JudgedSlice[],
): EvidenceCard['test'] {
  const { show } = figures
  const [first] = slices
  return {
    name: 'Gamma–Poisson con reparto previo en torno al resto de la campaña',
    sentence: `Para pagar como mucho ${show('target')} por conversión (${limitName(first!.target)}), estos clics deberían haber traído ${figures.someConversions('expected')} y ${isSold(figures.list) ? `han traído ${show('conversions')}` : 'no han traído ninguna'}. Con lo que un mes difiere de otro, hay una probabilidad del ${show('probability')} de que el mes que viene cada conversión salga por encima de esa referencia.`,
    numbers: [
      ...figures.list.filter(({ key }) => ['expected', 'conversions', 'probability'].includes(key)),
      {
        key: 'breakEven',
        label: 'Tasa necesaria',
        unit: 'percent',
        value: first!.verdict.breakEven,
      },
      { key: 'rate', label: 'Tasa estimada', unit: 'percent', value: first!.verdict.rate },
    ],
  }
}

export function sliceCaveats(
  context: Context,
  figures: ReturnType<typeof sliceFigures>,
  slices: readonly JudgedSlice[],
): string[] {
  const { campaign } = slices[0]!
  return [
    ...conversionCaveats(context, figures.show('knownShare')),
    ...comingClicksCaveat(figures.show('comingClicks')),
    ...smartBiddingCaveat(campaign),
    ...budgetLimitedCaveat(campaign),
  ]
}

/** One row per slice, then the rest of the campaign; the column of `campaign` is shown beside those of others only. */
export function sliceTable(
  heading: string,
  rows: readonly { label: string; sums: CountedSums }[],
  campaign?: string,
): EvidenceCard['table'] {
  return {
    columns: [textColumn('slice', heading), ...SPLIT_COLUMNS],
    rows: rows.map(({ label, sums }) => ({
      ...(campaign === undefined ? {} : { campaign }),
      slice: label,
      ...splitRow(sums),
    })),
  }
}
