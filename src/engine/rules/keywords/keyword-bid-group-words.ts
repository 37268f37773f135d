import type { Context } from '../../account/context.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { groupFigures, groupTest } from '../../words/group-figures.ts'
import { savingImpact } from '../../words/waste-texts.ts'

/** `parts`: bids of one campaign, two or more. */
export function keywordBidGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const figures = groupFigures(context, parts, 'Pujas que se mueven')
  const { show } = figures
  const name = context.campaigns.get(parts[0]!.campaignId ?? '')?.name ?? ''
  const lowers = parts.filter(({ kpi }) => kpi === 'coste').length
  const all = lowers === parts.length
  const verb = all ? 'Baja' : lowers === 0 ? 'Sube' : 'Ajusta'
  return {
    titulo: `${verb} ${show('count')} pujas de «${name}»`,
    descripcion: `${all ? LOWER : lowers === 0 ? RAISE : BOTH} Gastan unos ${show('monthlyCost')} al mes; la tabla dice la puja de ahora y la propuesta de cada una. Es un solo paso: dentro de unas semanas se vuelve a medir.`,
    whyNow: WHY[verb],
    impact: all
      ? savingImpact
      : ({ low, high }) =>
          `Beneficio neto de entre ${low} y ${high} al mes, descontado el gasto extra`,
    figures: figures.list,
    test: groupTest(parts, figures),
    before: 'Las pujas de ahora, en la tabla.',
    after: 'Las pujas propuestas, en la tabla.',
  }
}

const LOWER =
  'En estas palabras clave cada conversión cuesta más de lo que debería: con una puja más baja se pagan menos clics y más baratos.'
const RAISE =
  'En estas palabras clave las conversiones salen baratas y hay margen para pagar más por clic y salir más veces.'
const BOTH =
  'Unas palabras clave pagan de más por cada conversión y a otras les sobra margen para salir más veces.'

const WHY = {
  Baja: 'Cada clic de más cuesta más de lo que devuelve en conversiones.',
  Sube: 'Cada subasta que se pierde por una puja corta la gana otro anunciante.',
  Ajusta: 'El mismo dinero rinde más en las que convierten barato que en las que convierten caro.',
} as const
