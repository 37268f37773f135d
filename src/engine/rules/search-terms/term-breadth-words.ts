import type { Context } from '../../account/context.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { withoutAmount } from '../../words/setup-texts.ts'
import type { Term } from './search-terms.ts'
import { termTable } from './term-table.ts'

export type Breadth = {
  verdict: 'loose' | 'tight'
  /** Lin–Rodnitzky: cost per conversion of all queries / of those that converted. */
  ratio: number
  /** The same ratio if every query converted alike and only luck told them apart. */
  byChance: number
  costMicros: number
  barrenMicros: number
  conversions: number
  /** Share of the cost that came by exact match, fraction. */
  exactShare: number
  /** And by broad match. */
  broadShare: number
  /** What it rests on: those that never converted, or those that did. */
  terms: readonly Term[]
}

export function termBreadthTexts(context: Context, breadth: Breadth) {
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    ratio: { label: 'Índice de Lin-Rodnitzky', unit: 'decimal', value: breadth.ratio },
    byChance: { label: 'El que daría el puro azar', unit: 'decimal', value: breadth.byChance },
    cost: { label: 'Coste de todas las búsquedas', unit: 'money', value: breadth.costMicros },
    barren: {
      label: 'Coste de las que no convirtieron',
      unit: 'money',
      value: breadth.barrenMicros,
    },
    conversions: { label: 'Conversiones', unit: 'quantity', value: breadth.conversions },
    exactShare: {
      label: 'Coste por concordancia exacta',
      unit: 'percent',
      value: breadth.exactShare,
    },
  })
  return {
    ...(breadth.verdict === 'loose' ? looseTexts(figures, breadth) : tightTexts(figures)),
    impact: withoutAmount('es un índice de conjunto; el ahorro lo dan las búsquedas una a una.'),
    card: {
      figures: figures.list,
      table: termTable(context, breadth.terms),
      test: {
        name: 'Índice de Lin-Rodnitzky frente al azar',
        sentence: `El coste por conversión de todas las búsquedas es ${figures.show('ratio')} veces el de las que convirtieron; si todas convirtieran igual, el azar daría ${figures.show('byChance')}.`,
        numbers: figures.list.filter(({ key }) => ['ratio', 'byChance'].includes(key)),
      },
      counterEvidence: [
        'Una búsqueda con pocos clics no convierte casi nunca: cuanto más variadas son, más sube el índice.',
        'Solo cuenta las búsquedas que Google muestra.',
      ],
      change: null,
    },
  }
}

type Figures = { show: (key: 'ratio' | 'barren' | 'days' | 'exactShare') => string }

function looseTexts({ show }: Figures, { broadShare }: Breadth) {
  const isBroad = broadShare >= 1 - THRESHOLDS.breadthExactShare.value
  const keywords = isBroad
    ? 'menos concordancia amplia, más palabras clave de frase y exactas,'
    : 'menos palabras clave de las que no venden,'
  return {
    title: `La cuenta compra búsquedas muy dispares: índice ${show('ratio')}`,
    description: `En ${show('days')} días se fueron ${show('barren')} en búsquedas que no convirtieron. Conviene acotar: ${keywords} y negativas para lo que no interesa.`,
    whyNow: 'Con un índice así, buena parte de cada euro se prueba en búsquedas que no venden.',
  }
}

function tightTexts({ show }: Figures) {
  return {
    title: `La cuenta apenas prueba búsquedas nuevas: índice ${show('ratio')}`,
    description: `Casi todo el gasto va a búsquedas que ya convierten, y en las campañas de búsqueda el ${show('exactShare')} llega por concordancia exacta. Hay margen para probar palabras clave de frase o amplias con un presupuesto pequeño y descubrir más demanda.`,
    whyNow: 'Lo que hoy vende es lo único que se prueba: la competencia encuentra antes lo nuevo.',
  }
}

export const BALANCED =
  'Lo que se gasta en búsquedas que no convierten es lo habitual, o lo explica el azar.'
