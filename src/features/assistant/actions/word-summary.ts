import { askLlm } from '#platform/llm.ts'
import type { TracedText } from '../contract/endpoints.ts'
import type { Asking } from '../queries/asking.ts'
import { readWeek } from '../queries/week.ts'
import { dataForModel, HOUSE_RULES, tableForModel } from '../rules/model-texts.ts'
import { textFaults } from '../rules/text-faults.ts'
import { tracedText } from '../rules/traced-text.ts'
import { weeklyText } from '../rules/weekly-text.ts'
import { whyTemplate } from './why-template.ts'

const TASK =
  'Escribe el resumen semanal de la cuenta en unas 120 palabras: cómo fue la semana frente a la anterior, qué se movió más, qué se cambió y qué hay pendiente. Di primero lo más importante.'

export async function getSummary(asking: Asking): Promise<TracedText> {
  const { text, tables, currencyCode } = await plainSummary(asking)
  return tracedText({ text, tables, currencyCode, source: 'template', notice: null })
}

/** By the model where it keeps to the rows, else as `getSummary`. */
export async function wordSummary(asking: Asking): Promise<TracedText> {
  const { text, tables, currencyCode } = await plainSummary(asking)
  const data = tables.map((table) => tableForModel(table, currencyCode))
  const result = await askLlm<string>(asking.ctx, {
    purpose: 'summary',
    instructions: `${HOUSE_RULES}\n\n${TASK}`,
    prompt: dataForModel({ plantilla: text, tablas: data }),
    faultsOf: (answer) => textFaults(answer, { tables }),
  })
  const shared = { tables, currencyCode }
  if (result.ok) return tracedText({ ...shared, text: result.answer, source: 'llm', notice: null })
  const notice = whyTemplate(asking.ctx, result.reason)
  return tracedText({ ...shared, text, source: 'template', notice })
}

async function plainSummary(asking: Asking) {
  const { currencyCode } = asking.account
  const week = await readWeek(asking)
  return { text: weeklyText(week, currencyCode), tables: Object.values(week), currencyCode }
}
