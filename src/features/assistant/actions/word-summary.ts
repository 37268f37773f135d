import { lastReadDay } from '#account-data/last-known-day.ts'
import { lateDay } from '#account-data/late-days.ts'
import { askLlm } from '#platform/llm.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { LevelFacts } from '#shared/file-facts.ts'
import type { TracedText } from '../contract/endpoints.ts'
import type { Asking } from '../queries/asking.ts'
import { readWeek } from '../queries/week.ts'
import { rangeText } from '../rules/answer-period.ts'
import { isOfConversions, lateText } from '../rules/late-text.ts'
import { dataForModel, HOUSE_RULES, tableForModel } from '../rules/model-texts.ts'
import { textFaults } from '../rules/text-faults.ts'
import { tracedText } from '../rules/traced-text.ts'
import { weeklyText } from '../rules/weekly-text.ts'
import { whyTemplate } from './why-template.ts'

const TASK =
  'Escribe el resumen semanal de la cuenta en unas 120 palabras: cómo fue la semana frente a la anterior, qué se movió más, qué se cambió y qué hay pendiente. Di primero lo más importante.'

export async function getSummary(asking: Asking): Promise<TracedText> {
  const { text, late, tables, currencyCode } = await plainSummary(asking)
  return tracedText({ text: text + late, tables, currencyCode, source: 'template', notice: null })
}

/** By the model where it keeps to the rows, else as `getSummary`. */
export async function wordSummary(asking: Asking): Promise<TracedText> {
  const { text, late, tables, currencyCode } = await plainSummary(asking)
  const data = tables.map((table) => tableForModel(table, currencyCode))
  const result = await askLlm<string>(asking.ctx, {
    purpose: 'summary',
    instructions: `${HOUSE_RULES}\n\n${TASK}`,
    prompt: dataForModel({ plantilla: text, tablas: data }),
    faultsOf: (answer) => textFaults(answer, { tables }),
  })
  const shared = { tables, currencyCode }
  if (result.ok)
    return tracedText({ ...shared, text: result.answer + late, source: 'llm', notice: null })
  const notice = whyTemplate(asking.ctx, result.reason)
  return tracedText({ ...shared, text: text + late, source: 'template', notice })
}

async function plainSummary(asking: Asking) {
  const { currencyCode, fileFacts, source } = asking.account
  const unread = fileFacts && weekUnread(fileFacts.account, asking.today)
  if (unread) return { text: unread, late: '', tables: [], currencyCode }
  const last = lastReadDay(asking.account, asking.ctx.clock.now()) ?? asking.account.dataTo
  if (!last)
    return { text: 'Todavía no hay datos de esta cuenta.', late: '', tables: [], currencyCode }
  // A week of which days are missing would look like one that fell.
  const today = last < asking.today ? addDays(last, 1) : asking.today
  const week = await readWeek({ ...asking, today })
  const text = weeklyText(week, currencyCode, { isHistoryKnown: source === 'google' })
  const { from, to, rows } = week.metrics
  const hasConversions = rows.some(({ key }) => isOfConversions(key))
  const late =
    from && to && hasConversions
      ? lateText({ from, to }, await lateDay(asking.ctx, asking.account))
      : ''
  return { text, late, tables: Object.values(week), currencyCode }
}

/** Files say nothing of the days after them, nor weeks and months anything of their days. */
function weekUnread(facts: LevelFacts | undefined, today: Day): string | null {
  const week = { from: addDays(today, -7), to: addDays(today, -1) }
  if (!facts) return 'Los informes de esta cuenta no traen cifras de la cuenta.'
  if (facts.step === 'day' && facts.from <= week.from && facts.to >= week.to) return null
  return `Los informes de esta cuenta van ${rangeText(facts)}: no dicen cómo fue la última semana.`
}
