import type { Context } from '../../account/context.ts'
import type { Finding, GroupTexts, MutateOperation } from '../../findings/recommendation.ts'
import { conversionsText, groupFigures, groupTest, whereListed } from '../../words/group-figures.ts'
import { columnsOf } from '../../words/say.ts'
import { listed, withAmount } from '../../words/setup-texts.ts'
import type { Countries } from './country-slices.ts'
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
    title: `Limita «${name}» a quien está en tus ubicaciones: ${show('monthlyCost')} al mes fuera`,
    description: `«${name}» ha gastado ${show('cost')} en ${show('days')} días en personas que no estaban en los lugares elegidos, y ${noneText('han traído', figures)}. La campaña admite también a quien solo muestra interés por esos lugares.`,
    whyNow: `Sigue gastando fuera unos ${show('monthlyCost')} al mes.`,
    impact: withAmount(),
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
  { operations, isListed }: { operations: MutateOperation[]; isListed: boolean },
) {
  const figures = sliceFigures(context, slices)
  const { show } = figures
  const { name } = slices[0]!.campaign
  const places = listed(slices.map(({ label }) => label))
  const rows = siblings.toSorted(
    (a, b) => b.sums.costMicros - a.sums.costMicros || (a.value < b.value ? -1 : 1),
  )
  return {
    title: `Excluye ${slices.length > 2 ? figures.count('slices', 'zona', 'zonas') : places} de «${name}»: ${dearText(figures)}`,
    description: `En ${show('days')} días, «${name}» ha gastado ${show('cost')} en ${places} y ${noneText('ha conseguido', figures)}. En las demás zonas la misma campaña convierte mejor.`,
    whyNow: `Sigue gastando ahí unos ${show('monthlyCost')} al mes.`,
    impact: withAmount(),
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
        after: `«${name}» ya no se muestra en ${places}.${isListed ? LISTED : ''}`,
      },
    },
  }
}

const LISTED =
  ' Está entre las ubicaciones elegidas, y Google no deja excluir lo que se ha elegido: quítala antes de esa lista, y exclúyela solo si queda dentro de otra.'

/** `slices`: countries that are too dear in a campaign for which no place was chosen. */
export function countryTexts(
  context: Context,
  slices: readonly JudgedSlice[],
  { main, slices: all, isAll }: Countries,
) {
  const figures = sliceFigures(context, slices)
  const { show } = figures
  const { name } = slices[0]!.campaign
  const places = listed(slices.map(({ label }) => label))
  const where = slices.length > 2 ? figures.count('slices', 'país', 'países') : places
  const rows = all.toSorted(
    (a, b) => b.sums.costMicros - a.sums.costMicros || (a.value < b.value ? -1 : 1),
  )
  return {
    title: `Elige las ubicaciones de «${name}», que no tiene ninguna: en ${where} ${dearText(figures)}`,
    description: `«${name}» se muestra en ${isAll ? 'todo el mundo' : 'todos los países salvo lo que excluye'}, porque no tiene ninguna ubicación elegida. En ${show('days')} días ha gastado ${show('cost')} en ${places} y ${noneText('ha conseguido', figures)}; donde más vende es en ${main}.`,
    whyNow: `Sigue gastando ahí unos ${show('monthlyCost')} al mes.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: sliceTable('País', [{ label: main, sums: rows[0]!.rest }, ...rows], name),
      test: sliceTest(figures, slices),
      counterEvidence: [
        ...sliceCaveats(context, figures, slices),
        'Si también vendes ahí, déjalo elegido y mira antes el idioma, el envío y el precio.',
      ],
      change: {
        operations: [],
        before: `«${name}»: todos los países y territorios${isAll ? '' : ', salvo lo que excluye'}.`,
        after: choosePlaces(`«${name}»`),
      },
    },
  }
}

const choosePlaces = (where: string) =>
  `En Google Ads, en la configuración de ${where}, apartado Ubicaciones, quedan elegidos solo los países o las zonas donde vendes.`

export const NOTHING_DEAR =
  'En ninguna zona salen las conversiones claramente más caras que en el resto de su campaña.'

/** `parts`: campaigns, two or more, each of which pays for people outside its places. */
export function outsideGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const { figures, card } = sliceGroup(context, parts)
  const { show } = figures
  return {
    ...card,
    title: `Limita ${show('count')} campañas a quien está en tus ubicaciones: ${show('monthlyCost')} al mes fuera`,
    description: `${whereListed(context, parts)} admiten también a quien solo muestra interés por esos lugares. En ${show('days')} días han gastado ${show('cost')} en personas que no estaban en ellos, para ${conversionsText(figures)}.`,
    whyNow: `Siguen gastando fuera unos ${show('monthlyCost')} al mes.`,
    before: 'Ubicación: personas presentes o interesadas.',
    after: 'Ubicación: solo personas presentes, en cada campaña de la tabla.',
  }
}

/** `parts`: campaigns, two or more, each with regions that are too dear in it. */
export function regionGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const { figures, card } = sliceGroup(context, parts)
  const { show } = figures
  const places = parts.map(({ group }) => group?.label ?? '').join('; ')
  return {
    ...card,
    title: `Excluye zonas de ${show('count')} campañas: ${show('monthlyCost')} al mes a un precio demasiado alto`,
    description: `Son ${places}. En ${show('days')} días han costado ${show('cost')} para ${conversionsText(figures)}; en las demás zonas esas campañas convierten mejor.`,
    whyNow: `Siguen gastando ahí unos ${show('monthlyCost')} al mes.`,
    before: `Las campañas se muestran también ahí: ${places}.`,
    after: 'Cada campaña deja de mostrarse en sus zonas señaladas.',
  }
}

/** `parts`: campaigns, two or more, without chosen places, each with countries that are too dear in it. */
export function countryGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const { figures, card } = sliceGroup(context, parts)
  const { show } = figures
  const places = parts.map(({ group }) => group?.label ?? '').join('; ')
  return {
    ...card,
    title: `Elige las ubicaciones de ${show('count')} campañas, que no tienen ninguna: ${show('monthlyCost')} al mes a un precio demasiado alto`,
    description: `Se muestran en todo el mundo, salvo lo que excluyan, porque no tienen ninguna ubicación elegida. En ${show('days')} días estos países han costado ${show('cost')} para ${conversionsText(figures)}: ${places}.`,
    whyNow: `Siguen gastando ahí unos ${show('monthlyCost')} al mes.`,
    before: 'Todos los países y territorios, salvo lo que excluyan.',
    after: choosePlaces('cada campaña de la tabla'),
  }
}

function sliceGroup(context: Context, parts: readonly Finding[]) {
  const figures = groupFigures(context, parts, 'Campañas señaladas')
  const columns = [...columnsOf('campaign'), ...parts[0]!.card.table.columns]
  return {
    figures,
    card: { figures: figures.list, test: groupTest(parts, figures), columns },
  }
}
