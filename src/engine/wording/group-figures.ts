import type { Context } from '../context.ts'
import type { EvidenceCard, Figure, Finding } from '../recommendation.ts'
import { figuresOf } from './say.ts'
import { certainty } from './shared-texts.ts'

/** Figures of several findings decided together: how many, and what those that say a cost have cost. */
export function groupFigures(context: Context, parts: readonly Finding[], label: string) {
  const sum = (key: string) =>
    parts.reduce((total, { card }) => total + Number(figureOf(card.figures, key)?.value ?? 0), 0)
  const probability = parts.reduce((total, one) => total + one.probability, 0) / parts.length
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    count: { label, unit: 'integer', value: parts.length },
    clicks: { label: 'Clics', unit: 'integer', value: sum('clicks') },
    cost: { label: 'Coste', unit: 'money', value: sum('cost') },
    monthlyCost: {
      label: 'Coste al mes',
      unit: 'money',
      value: sum('cost') * context.monthFactor,
    },
    conversions: { label: 'Conversiones', unit: 'quantity', value: sum('conversions') },
    probability: certainty(probability),
  })
}

/** The method of one, and how sure all are on average. */
export function groupTest(
  parts: readonly Finding[],
  figures: ReturnType<typeof groupFigures>,
): EvidenceCard['test'] {
  return {
    name: parts[0]!.card.test.name,
    sentence: `Cada caso se ha comprobado por separado; de media, hay una probabilidad del ${figures.show('probability')} de acertar.`,
    numbers: figures.list.filter(({ key }) => key === 'probability'),
  }
}

function figureOf(figures: readonly Figure[], key: string): Figure | undefined {
  return figures.find((figure) => figure.key === key)
}
