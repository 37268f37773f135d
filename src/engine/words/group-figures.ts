import type { Context } from '../account/context.ts'
import type { EvidenceCard, Figure, Finding } from '../findings/recommendation.ts'
import { figuresOf, isSold } from './say.ts'
import { listed } from './setup-texts.ts'
import { certainty } from './shared-texts.ts'

/** Figures of several findings decided together: how many, and what those that say a cost have cost. */
export function groupFigures(context: Context, parts: readonly Finding[], label: string) {
  const sum = (key: string) =>
    parts.reduce((total, { card }) => total + Number(figureOf(card.figures, key)?.value ?? 0), 0)
  const probability = parts.reduce((total, one) => total + one.probability, 0) / parts.length
  const figures = figuresOf(context.say, {
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
  return { ...figures, list: [...figures.list, ...campaignCount(context, parts)] }
}

/** Only where the texts name it. */
function campaignCount(context: Context, parts: readonly Finding[]): Figure[] {
  const { length } = campaignNames(context, parts)
  return length > 1 ? [{ key: 'campaigns', label: 'Campañas', unit: 'integer', value: length }] : []
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

/** '«Botas»' or '3 campañas', for a title. */
export function whereText(context: Context, parts: readonly Finding[]): string {
  const names = campaignNames(context, parts)
  return names.length === 1 ? `«${names[0]}»` : context.say.plural(names.length, '', 'campañas')
}

/** All of them by name, those worth most first. */
export function whereListed(context: Context, parts: readonly Finding[]): string {
  return listed(campaignNames(context, parts).map((name) => `«${name}»`))
}

function campaignNames(context: Context, parts: readonly Finding[]): string[] {
  const ids = new Set(
    parts.flatMap(({ campaignIds, campaignId }) => campaignIds ?? [campaignId ?? '']),
  )
  return [...ids].map((id) => context.campaigns.get(id)?.name ?? '')
}

/** '34 conversiones' or 'ninguna conversión'. */
export function conversionsText({ list, count }: ReturnType<typeof groupFigures>): string {
  return isSold(list) ? count('conversions', 'conversión', 'conversiones') : 'ninguna conversión'
}
