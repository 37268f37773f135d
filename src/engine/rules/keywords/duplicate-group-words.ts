import type { Context } from '../../account/context.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { groupFigures, groupTest } from '../../words/group-figures.ts'

/** `parts`: repeated keywords, two or more, either all proven dearer or none. */
export function duplicateGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const figures = groupFigures(context, parts, 'Palabras clave repetidas')
  const paused = parts.reduce((sum, { acts = [] }) => sum + acts.length, 0)
  const isDearer = parts[0]!.drawMonthlyNet !== null
  const { show } = figures
  return {
    titulo: isDearer
      ? `Quita las copias caras de ${show('count')} palabras clave repetidas: ${show('monthlyCost')} al mes`
      : `Deja una sola copia de ${show('count')} palabras clave repetidas`,
    descripcion: `Cada una está activa con la misma concordancia en varios grupos que pueden coincidir: Google elige uno cada vez y lo aprendido se reparte. Se queda la de mejor nivel de calidad o conversiones más baratas; las demás se pausan (${context.say.plural(paused, 'copia', 'copias')}).${isDearer ? ' Las copias que se pausan pagan más por cada conversión.' : ''}`,
    whyNow: `Las copias gastan unos ${show('monthlyCost')} al mes.`,
    figures: [
      ...figures.list,
      { key: 'copies', label: 'Copias que se pausan', unit: 'integer', value: paused },
    ],
    test: isDearer ? groupTest(parts, figures) : parts[0]!.card.test,
    before: 'Activas en varios grupos a la vez.',
    after: 'Activas solo en el grupo que la tabla marca como «se queda».',
  }
}
