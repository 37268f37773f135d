import { type Metrics, MICROS, ratio } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { LandingPage } from '../../account/inventory.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { settingsGroupTexts } from '../../words/setup-groups.ts'
import { directCheck, textColumn, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats, targetName, worthCaveat } from '../../words/shared-texts.ts'

export type WeakPage = {
  url: string
  campaignIds: string[]
  sums: Metrics
  /** Of other pages of the same ad groups and devices. */
  peers: Metrics
  /** ln odds ratio against them, shrunk by how unlike the account's pages are. */
  belief: { value: number; sd: number }
  target: Target
  /** How many times the target a conversion brings here, and on the others; alike where values do not tell. */
  worth: { own: number; peers: number }
  probability: number
  key: string
}

export type PageFault = 'speed' | 'mobile'

export function weakPageTexts(context: Context, page: WeakPage) {
  const figures = pageFigures(context, page)
  const { show } = figures
  return {
    title: `Mejora o cambia la página ${page.url}: convierte menos que las demás`,
    description: `De quienes llegan a ${page.url} convierte el ${show('rate')}; en otras páginas de los mismos grupos de anuncios y dispositivos, el ${show('peerRate')}. Revisa qué ofrece esa página, o lleva los anuncios a la que funciona.`,
    whyNow: `Recibe unos ${show('monthlyClicks')} clics al mes, pagados igual que los de las demás.`,
    impact: withAmount(' si convirtiera como las demás'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          textColumn('page', 'Página'),
          ...columnsOf('clicks', 'cost', 'conversions'),
          { key: 'rate', label: 'Tasa de conversión', unit: 'percent' as const },
        ],
        rows: [row(page.url, page.sums), row('Otras de los mismos grupos', page.peers)],
      },
      test: {
        name: 'Razón de odds de Mantel–Haenszel por grupo de anuncios y dispositivo',
        sentence: `Comparada solo con otras páginas del mismo grupo y dispositivo, hay una probabilidad del ${show('probability')} de que de verdad convierta al menos un ${Math.round((1 - THRESHOLDS.pageOddsRatio.value) * 100)} % menos. Cada conversión se cuenta a ${show('target')} (${targetName(page.target)}).`,
        numbers: figures.list.filter(({ key }) => ['odds', 'sd', 'probability'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        ...worthCaveat(page.target),
        'Las palabras clave de un mismo grupo no llegan a todas las páginas por igual: parte de la diferencia puede ser de ellas.',
        page.worth.own === page.worth.peers
          ? 'Si la página vende algo más caro, convertir menos puede ser normal.'
          : 'También cuenta lo que trae cada conversión de cada página, acercado a lo usual en su campaña.',
      ],
      change: {
        operations: [],
        before: `Los anuncios llevan a ${page.url}.`,
        after: 'La página mejorada, o los anuncios hacia la que mejor convierte.',
      },
    },
  }
}

function row(page: string, sums: CountedSums) {
  const conversions = sums.conversionsMicros / MICROS
  return {
    page,
    clicks: sums.clicks,
    cost: sums.costMicros,
    conversions,
    rate: ratio(conversions, sums.clicks),
  }
}

function pageFigures(context: Context, page: WeakPage) {
  const rate = ({ clicks, conversionsMicros }: CountedSums) =>
    ratio(conversionsMicros / MICROS, clicks)
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    rate: { label: 'Tasa de conversión', unit: 'percent', value: rate(page.sums) },
    peerRate: { label: 'Tasa de las demás', unit: 'percent', value: rate(page.peers) },
    monthlyClicks: {
      label: 'Clics al mes',
      unit: 'integer',
      value: page.sums.clicks * context.monthFactor,
    },
    odds: {
      label: 'Razón de odds, encogida',
      unit: 'quantity',
      value: Math.exp(page.belief.value),
    },
    sd: { label: 'Desviación típica (logaritmo)', unit: 'quantity', value: page.belief.sd },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: page.target.micros,
    },
    probability: certainty(page.probability),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
  })
}

export function pageQualityTexts(
  context: Context,
  fault: PageFault,
  pages: readonly LandingPage[],
  share: number,
) {
  const figures = figuresOf(context.say, {
    pages: { label: 'Páginas afectadas', unit: 'integer', value: pages.length },
    share: { label: 'Parte de los clics', unit: 'percent', value: share },
    score: {
      label: 'Velocidad considerada lenta',
      unit: 'integer',
      value: THRESHOLDS.slowPageScore.value,
    },
    best: { label: 'Velocidad máxima', unit: 'integer', value: 10 },
    friendly: {
      label: 'Clics en páginas adaptadas, mínimo',
      unit: 'percent',
      value: THRESHOLDS.mobileFriendlyShare.value,
    },
  })
  const { show } = figures
  const count = figures.count('pages', 'página', 'páginas')
  const isSpeed = fault === 'speed'
  return {
    title: isSpeed
      ? `Acelera ${count} de destino en el móvil`
      : `Adapta ${count} de destino al móvil`,
    description: isSpeed
      ? `Google da a ${count} un ${show('score')} o menos en velocidad móvil, sobre ${show('best')}. Por ahí pasa el ${show('share')} de los clics que pagas.`
      : `En ${count}, menos del ${show('friendly')} de los clics de móvil llega a una versión adaptada. Por ahí pasa el ${show('share')} de los clics que pagas.`,
    whyNow: isSpeed
      ? 'Quien espera se va, y su clic ya está pagado.'
      : 'Leer y pagar con el zoom del dedo hace perder ventas ya pagadas.',
    impact: withoutAmount('cuántas ventas se ganan al arreglarlo depende de cada página.'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          textColumn('page', 'Página'),
          { key: 'speed', label: 'Velocidad (1 a 10)', unit: 'integer' as const },
          { key: 'friendly', label: 'Clics adaptados', unit: 'percent' as const },
          ...columnsOf('clicks', 'cost', 'conversions'),
        ],
        rows: pages.map((page) => ({
          page: page.url,
          speed: page.speedScore ?? null,
          friendly: page.mobileFriendlyShare ?? null,
          clicks: page.sums.clicks,
          cost: page.sums.costMicros,
          conversions: page.sums.conversionsMicros / MICROS,
        })),
      },
      test: directCheck(
        'No hay azar que valorar: es la nota que Google da a cada página con las visitas reales.',
      ),
      counterEvidence: [
        'La nota de Google se actualiza con retraso: si acabas de mejorar la web, espera unas semanas.',
      ],
      change: {
        operations: [],
        before: isSpeed ? `${count} con nota baja de velocidad.` : `${count} sin adaptar.`,
        after: isSpeed
          ? 'Páginas más ligeras: imágenes, guiones y servidor.'
          : 'Las mismas páginas con diseño para móvil.',
      },
    },
  }
}

export const NONE_SLOW = 'Ninguna página va lenta.'

export const SPEED_UNKNOWN = 'De lo rápidas que son no consta nada.'

export const NONE_WORSE =
  'Ninguna convierte peor que otras del mismo grupo con seguridad suficiente.'

export const tooFewClicks = ({ say }: Context, missing: number): string =>
  `${missing === 1 ? 'Hace falta un clic' : `Hacen falta unos ${say.integer(missing)} clics`} más en alguna página para compararla con otras.`

export function landingGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const figures = parts.flatMap(({ card }, i) =>
    card.figures.map((figure) => ({ ...figure, key: `${figure.key}${i}` })),
  )
  const texts = {
    title: 'Mejora en el móvil las páginas de destino: velocidad y adaptación',
    description: joined(parts.map(({ description }) => description)),
    after: 'Páginas más ligeras (imágenes, guiones y servidor) y con diseño para móvil.',
  }
  return settingsGroupTexts(context, parts, 'Problemas', texts, figures)
}

/** What all end with is said once, at the end. */
function joined(texts: readonly string[]): string {
  const endings = texts.map((text) => text.slice(text.lastIndexOf('. ') + 1))
  const isAlike = new Set(endings).size === 1
  return isAlike
    ? `${texts.map((text, i) => text.slice(0, -endings[i]!.length)).join(' ')}${endings[0]}`
    : texts.join(' ')
}
