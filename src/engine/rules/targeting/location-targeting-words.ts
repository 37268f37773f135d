import type { Context } from '../../account/context.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { listed } from '../../words/setup-texts.ts'
import { savingImpact } from '../../words/waste-texts.ts'
import type { JudgedSlice, SpendSlice } from './slice-waste.ts'
import {
  dearText,
  noneText,
  sliceCaveats,
  sliceFigures,
  sliceTable,
  sliceTest,
} from './slice-words.ts'

export function outsideTexts(context: Context, one: JudgedSlice, operations: MutateOperation[]) {
  const figures = sliceFigures(context, [one])
  const { show } = figures
  const { name } = one.campaign
  return {
    titulo: `Limita «${name}» a quien está en tus ubicaciones: ${show('monthlyCost')} al mes fuera`,
    descripcion: `«${name}» ha gastado ${show('cost')} en ${show('days')} días en personas que no estaban en los lugares elegidos, y ${noneText('han traído', figures)}. La campaña admite también a quien solo muestra interés por esos lugares.`,
    whyNow: `Sigue gastando fuera unos ${show('monthlyCost')} al mes.`,
    impact: savingImpact,
    card: {
      figures: figures.list,
      table: sliceTable(
        'Dónde estaba la persona',
        [
          { label: one.label, sums: one.sums },
          { label: 'Dentro', sums: one.rest },
        ],
        name,
      ),
      test: sliceTest(figures, [one]),
      counterEvidence: [
        ...sliceCaveats(context, figures, [one]),
        'Si vendes a quien va a viajar (hoteles, turismo, mudanzas), quien busca desde fuera es tu cliente.',
        'Google deduce el lugar: con algunas conexiones móviles o de empresa se equivoca de provincia.',
      ],
      change: {
        operations,
        before: 'Ubicación: personas presentes o interesadas.',
        after: 'Ubicación: solo personas presentes.',
      },
    },
  }
}

/** 'Murcia y Ceuta en «Zapatos»' */
export const regionsLabel = (slices: readonly JudgedSlice[]): string =>
  `${listed(slices.map(({ label }) => label))} en «${slices[0]!.campaign.name}»`

export function regionTexts(
  context: Context,
  slices: readonly JudgedSlice[],
  siblings: readonly SpendSlice[],
  operations: MutateOperation[],
) {
  const figures = sliceFigures(context, slices)
  const { show } = figures
  const { name } = slices[0]!.campaign
  const places = listed(slices.map(({ label }) => label))
  const rows = siblings.toSorted(
    (a, b) => b.sums.costMicros - a.sums.costMicros || (a.value < b.value ? -1 : 1),
  )
  return {
    titulo: `Excluye ${slices.length > 2 ? figures.count('slices', 'zona', 'zonas') : places} de «${name}»: ${dearText(figures)}`,
    descripcion: `En ${show('days')} días, «${name}» ha gastado ${show('cost')} en ${places} y ${noneText('ha conseguido', figures)}. En las demás zonas la misma campaña convierte mejor.`,
    whyNow: `Sigue gastando ahí unos ${show('monthlyCost')} al mes.`,
    impact: savingImpact,
    card: {
      figures: figures.list,
      table: sliceTable('Zona', rows, name),
      test: sliceTest(figures, slices),
      counterEvidence: [
        ...sliceCaveats(context, figures, slices),
        'Si ahí hay tienda, reparto propio o un plan de crecimiento, una puja menor es mejor que salir del todo.',
      ],
      change: {
        operations,
        before: `«${name}» se muestra en ${places}.`,
        after: `«${name}» ya no se muestra en ${places}.`,
      },
    },
  }
}
