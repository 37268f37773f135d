import type { Context } from '../account/context.ts'
import type { Figure, Finding, GroupTexts } from '../findings/recommendation.ts'
import { groupFigures } from './group-figures.ts'
import { listed, withoutAmount } from './setup-texts.ts'

/** Names as in the titles of the parts, e.g. campaigns. */
export const labelsOf = (parts: readonly Finding[]): string[] =>
  parts.map(({ group }) => group?.label ?? '')

/** What findings about settings say together: the same of each, so the first one's words and everybody's rows. */
function together(
  context: Context,
  parts: readonly Finding[],
  label: string,
  texts: Pick<GroupTexts, 'titulo' | 'descripcion'> &
    Partial<Pick<GroupTexts, 'whyNow' | 'after' | 'impact'>>,
  more: readonly Figure[] = [],
): GroupTexts {
  const [first] = parts
  const figures = groupFigures(context, parts, label).list.filter(({ key }) =>
    ['days', 'count'].includes(key),
  )
  return {
    whyNow: first!.whyNow,
    figures: [...figures, ...more],
    test: { ...first!.card.test, sentence: CHECKED, numbers: [] },
    before: 'Como se ve en la tabla.',
    after: first!.card.change?.after ?? '',
    ...texts,
  }
}

const CHECKED =
  'No hay azar que valorar: se ha mirado cada caso de la tabla en los datos de Google.'

const quoted = (names: readonly string[]) => listed(names.map((name) => `«${name}»`))

export function adStrengthGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  const advised = parts[0]!.card.figures.filter(({ key }) =>
    ['headlines', 'descriptions'].includes(key),
  )
  const texts = {
    titulo: `Completa los textos de los anuncios de ${count} campañas`,
    descripcion: `En ${quoted(labelsOf(parts))}, la mayor parte de las impresiones sale con anuncios de eficacia media o mala. La tabla dice qué le falta a cada anuncio: con más títulos y descripciones distintos, Google tiene más combinaciones que probar.`,
  }
  return together(context, parts, 'Campañas', texts, advised)
}

export function missingAssetGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  return together(context, parts, 'Tipos de recurso', {
    titulo: `Añade los recursos que faltan en búsqueda: ${listed(labelsOf(parts))}`,
    descripcion:
      'Son extras del anuncio (enlaces, ventajas, imágenes) que no suben el precio del clic y le dan más sitio. La tabla dice qué le falta a cada campaña, contando lo que hereda de la cuenta.',
    after: 'Los recursos de la tabla; lo que se crea en la cuenta lo heredan todas las campañas.',
  })
}

export function landingGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const figures = parts.flatMap(({ card }, i) =>
    card.figures.map((figure) => ({ ...figure, key: `${figure.key}${i}` })),
  )
  const texts = {
    titulo: 'Mejora en el móvil las páginas de destino: velocidad y adaptación',
    descripcion: joined(parts.map(({ descripcion }) => descripcion)),
    after: 'Páginas más ligeras (imágenes, guiones y servidor) y con diseño para móvil.',
  }
  return together(context, parts, 'Problemas', texts, figures)
}

/** What all end with is said once, at the end. */
function joined(texts: readonly string[]): string {
  const endings = texts.map((text) => text.slice(text.lastIndexOf('. ') + 1))
  const isAlike = new Set(endings).size === 1
  return isAlike
    ? `${texts.map((text, i) => text.slice(0, -endings[i]!.length)).join(' ')}${endings[0]}`
    : texts.join(' ')
}

export function brandMixGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  return together(context, parts, 'Campañas', {
    titulo: `Separa la marca en ${count} campañas que la mezclan con lo demás`,
    descripcion: `${quoted(labelsOf(parts))} mezclan búsquedas con tu marca y sin ella. Quien busca la marca ya te conoce y convierte mucho más: juntas, el coste por conversión parece mejor de lo que es. Lleva la marca a su propia campaña y exclúyela de estas.`,
  })
}

export function brandLossGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  return together(context, parts, 'Campañas', {
    titulo: `${count} campañas de marca dejan de salir en parte de las búsquedas de tu marca`,
    descripcion: `${quoted(labelsOf(parts))}: son búsquedas baratas de quien ya te conoce, y un competidor puede estar ocupando ese sitio. La tabla dice cuánto se pierde por presupuesto y cuánto por posición.`,
  })
}

export function smartBiddingGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  return together(context, parts, 'Campañas', {
    titulo: `Prueba la puja automática en ${count} campañas que ya tienen conversiones`,
    descripcion: `${quoted(labelsOf(parts))} llevan las pujas a mano y ya tienen las conversiones con las que la puja automática aprende. Empieza por la primera, en un experimento con la mitad del tráfico, antes de cambiarla del todo.`,
  })
}

export function lostToRankGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  return together(context, parts, 'Campañas', {
    titulo: `${count} campañas que convierten barato pierden muchas subastas por posición`,
    descripcion: `${quoted(labelsOf(parts))} consiguen conversiones por menos del coste de referencia y aun así dejan de salir muchas veces, por la puja o por la calidad. La tabla dice cuánto pierde cada una: mejora primero la calidad y sube las pujas poco a poco.`,
    whyNow: 'Cada subasta perdida la gana otro anunciante.',
    impact: withoutAmount('no se puede saber cuántas de esas subastas se ganarían'),
    after: 'Mejor calidad primero; después, pujas u objetivos menos exigentes, por pasos.',
  })
}
