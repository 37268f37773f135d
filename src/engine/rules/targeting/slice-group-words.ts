import type { Context } from '../../account/context.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { conversionsText, groupFigures, groupTest, whereListed } from '../../words/group-figures.ts'
import { columnsOf } from '../../words/say.ts'

/** `parts`: campaigns, two or more, each of which pays for people outside its places. */
export function outsideGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const { figures, card } = sliceGroup(context, parts)
  const { show } = figures
  return {
    ...card,
    titulo: `Limita ${show('count')} campañas a quien está en tus ubicaciones: ${show('monthlyCost')} al mes fuera`,
    descripcion: `${whereListed(context, parts)} admiten también a quien solo muestra interés por esos lugares. En ${show('days')} días han gastado ${show('cost')} en personas que no estaban en ellos, para ${conversionsText(figures)}.`,
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
    titulo: `Excluye zonas de ${show('count')} campañas: ${show('monthlyCost')} al mes a un precio demasiado alto`,
    descripcion: `Son ${places}. En ${show('days')} días han costado ${show('cost')} para ${conversionsText(figures)}; en las demás zonas esas campañas convierten mejor.`,
    whyNow: `Siguen gastando ahí unos ${show('monthlyCost')} al mes.`,
    before: `Las campañas se muestran también ahí: ${places}.`,
    after: 'Cada campaña deja de mostrarse en sus zonas señaladas.',
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
