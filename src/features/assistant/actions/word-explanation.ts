import * as z from 'zod'
import { CATEGORY_WORDS, PRIORITY_WORDS } from '#features/recommendations/contract/wire-words.ts'
import { askLlm } from '#platform/llm.ts'
import { money } from '#shared/spanish-numbers.ts'
import type { DataTable } from '../contract/data-table.ts'
import type { Explanation } from '../contract/endpoints.ts'
import type { Asking, PendingRecommendation } from '../queries/asking.ts'
import { recommendationRow } from '../queries/event-tables.ts'
import { dataForModel, HOUSE_RULES } from '../rules/model-texts.ts'
import { byCategory, cardTexts, type Group, groupText } from '../rules/recommendation-groups.ts'
import { textFaults } from '../rules/text-faults.ts'
import { whyTemplate } from './why-template.ts'

const MOST_FOR_MODEL = 40
/** As many as one total can be asked for. */
const MOST_IN_TOTAL = 50

const TASK =
  'Agrupa las recomendaciones por lo que tienen en común (campaña, causa o categoría) y explica cada grupo en dos o tres frases: qué pasa, por qué importa y por dónde empezar. Cada recomendación va por su número n en un grupo como mucho.'

const Grouped = z.object({
  groups: z.array(
    z.object({ title: z.string(), text: z.string(), recommendations: z.array(z.number().int()) }),
  ),
})
type Grouped = z.output<typeof Grouped>

export async function getExplanation(asking: Asking): Promise<Explanation> {
  const pending = await readPending(asking)
  const groups = await plainGroups(asking, pending)
  return replyOf(pending, groups, { source: 'template', notice: null })
}

/** Grouped by the model, which names recommendations by number; those it leaves out follow by category. */
export async function wordExplanation(asking: Asking): Promise<Explanation> {
  const pending = await readPending(asking)
  const known = pending.slice(0, MOST_FOR_MODEL)
  if (known.length === 0) return replyOf([], [], { source: 'template', notice: null })
  const result = await askLlm<Grouped>(asking.ctx, {
    purpose: 'explanation',
    instructions: `${HOUSE_RULES}\n\n${TASK}`,
    prompt: dataForModel({ recomendaciones: known.map(forModel) }),
    schema: Grouped,
    faultsOf: (grouped) => groupFaults(grouped, known),
  })
  if (!result.ok)
    return replyOf(pending, await plainGroups(asking, pending), {
      source: 'template',
      notice: whyTemplate(asking.ctx, result.reason),
    })
  const groups = result.answer.groups.map(({ title, text, recommendations }) => ({
    title,
    text,
    ids: recommendations.flatMap((n) => known[n]?.id ?? []),
  }))
  const grouped = new Set(groups.flatMap(({ ids }) => ids))
  const others = pending.filter(({ id }) => !grouped.has(id))
  const rest = await plainGroups(asking, others)
  return replyOf(pending, [...groups, ...rest], { source: 'llm', notice: null })
}

async function readPending({ ask, account }: Asking): Promise<PendingRecommendation[]> {
  return await ask.listRecommendations({ customerId: account.googleCustomerId })
}

async function plainGroups(
  asking: Asking,
  all: readonly PendingRecommendation[],
): Promise<Group[]> {
  const groups: Group[] = []
  for (const [title, group] of byCategory(all)) {
    const ids = group.map(({ id }) => id)
    const text = groupText(group, await totalOf(asking, ids, group))
    groups.push({ title, text, ids })
  }
  return groups
}

async function totalOf(
  { ask, account }: Asking,
  ids: readonly string[],
  group: readonly PendingRecommendation[],
) {
  if (group.every(({ evidence }) => !evidence.forecast)) return null
  const { totals } = await ask.totalOfSeveral({ ids: ids.slice(0, MOST_IN_TOTAL) })
  const forecast = totals[0]?.forecast
  if (!forecast) return null
  const text = (micros: number) => money(micros, account.currencyCode)
  return {
    low: text(forecast.lowMicros),
    mid: text(forecast.midMicros),
    high: text(forecast.highMicros),
  }
}

function forModel(recommendation: PendingRecommendation, n: number) {
  return {
    n,
    titulo: recommendation.title,
    descripcion: recommendation.description,
    categoria: CATEGORY_WORDS[recommendation.category],
    prioridad: PRIORITY_WORDS[recommendation.priority],
    impacto: recommendation.estimatedImpact,
    porque: recommendation.whyNow,
  }
}

/** A group's figures must be on the cards of that very group. */
function groupFaults({ groups }: Grouped, known: readonly PendingRecommendation[]): string[] {
  const numbers = groups.flatMap(({ recommendations }) => recommendations)
  const faults = groups.flatMap(({ title, text, recommendations }) => {
    const cards = recommendations.flatMap((n) => known[n] ?? [])
    if (cards.length === 0) return ['Hay un grupo sin recomendaciones.']
    const tables = [tableOf(cards)]
    const texts = cards.flatMap((card) =>
      cardTexts(card).map((text) => ({ text, label: card.title })),
    )
    const periods = cards.map(({ evidence }) => evidence.window)
    return textFaults(`${title}\n${text}`, { tables, texts, periods })
  })
  if (groups.length === 0) faults.push('No hay ningún grupo.')
  if (numbers.some((n) => !known[n]))
    faults.push('Hay números que no son de ninguna recomendación.')
  if (new Set(numbers).size < numbers.length) faults.push('Hay recomendaciones en dos grupos.')
  return faults
}

function tableOf(cards: readonly PendingRecommendation[]): DataTable {
  return {
    id: 't1',
    tool: 'recommendations',
    title: '',
    asked: '',
    from: null,
    to: null,
    columns: [],
    rows: cards.map(recommendationRow),
    place: { anchor: null, campaignId: null, adGroupId: null },
  }
}

function replyOf(
  pending: readonly PendingRecommendation[],
  groups: readonly Group[],
  wording: Pick<Explanation, 'source' | 'notice'>,
): Explanation {
  const titles = new Map(pending.map(({ id, title }) => [id, title]))
  return {
    ...wording,
    groups: groups.map(({ title, text, ids }) => ({
      title,
      text,
      recommendations: ids.map((id) => ({ id, titulo: titles.get(id) ?? '' })),
    })),
  }
}
