import type { ToolSet } from 'ai'
import { askLlm } from '#platform/llm.ts'
import { AppError } from '#shared/app-error.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import type { DataTable, ToolName } from '../contract/data-table.ts'
import type { TracedText } from '../contract/endpoints.ts'
import type { Asking } from '../queries/asking.ts'
import { readTable, TableQuestion } from '../queries/read-table.ts'
import { HOUSE_RULES, tableForModel } from '../rules/model-texts.ts'
import { plainAnswer } from '../rules/plain-answer.ts'
import { planOf, WHAT_CAN_BE_ASKED } from '../rules/plain-question.ts'
import { textFaults } from '../rules/text-faults.ts'
import { numbered, tracedText } from '../rules/traced-text.ts'
import { whyTemplate } from './why-template.ts'

const TASK =
  'Responde a la pregunta sobre la cuenta. Consulta primero con las herramientas los datos que necesites; contesta en pocas frases y solo con lo que han devuelto. Si los datos no bastan para responder, dilo.'

const TOOL_TEXTS: Record<ToolName, string> = {
  account_metrics: 'Métricas de toda la cuenta en un periodo, con el periodo anterior y el cambio',
  campaigns: 'Campañas de la cuenta con sus métricas',
  ad_groups: 'Grupos de anuncios de una campaña (campaignId) con sus métricas',
  keywords: 'Palabras clave de la cuenta, de una campaña o de un grupo',
  search_terms: 'Términos de búsqueda de la cuenta, de una campaña o de un grupo',
  daily_trend: 'Métricas día a día de la cuenta, de una campaña o de un grupo',
  recommendations: 'Recomendaciones pendientes con su previsión mensual en dinero',
  changes: 'Cambios hechos en la cuenta en un periodo',
}

/** By templates; what they cannot answer they say. */
export async function getAnswer(asking: Asking, question: string): Promise<TracedText> {
  const { currencyCode } = asking.account
  const plan = planOf(question, asking.today)
  const shared = { currencyCode, source: 'template', notice: null } as const
  if (!plan) return tracedText({ ...shared, text: WHAT_CAN_BE_ASKED, tables: [] })
  const tables = numbered([await readTable(asking, plan.tool, plan.question)])
  const text = plainAnswer(plan, tables[0]!, currencyCode)
  return tracedText({ ...shared, text, tables })
}

/** By the model, from look-ups of this account alone; as `getAnswer` where its answer does not hold. */
export async function askQuestion(asking: Asking, question: string): Promise<TracedText> {
  const { currencyCode } = asking.account
  let lookUps = newLookUps()
  const result = await askLlm<string>(asking.ctx, {
    purpose: 'answer',
    instructions: `${HOUSE_RULES}\n\n${TASK}\nHoy es ${longDay(asking.today)} (${asking.today}). Moneda: ${currencyCode}.`,
    prompt: `PREGUNTA:\n${question}`,
    tools: () => {
      lookUps = newLookUps()
      return toolsOf(asking, lookUps)
    },
    faultsOf: (answer) => [
      ...lookUps.refused,
      ...textFaults(answer, { tables: lookUps.tables, texts: [question] }),
    ],
  })
  if (result.ok)
    return tracedText({
      currencyCode,
      text: result.answer,
      tables: lookUps.tables,
      source: 'llm',
      notice: null,
    })
  const plain = await getAnswer(asking, question)
  return { ...plain, notice: whyTemplate(asking.ctx, result.reason) }
}

/** What one attempt has read, and the ids it was refused: with one of those nothing it says is shown. */
type LookUps = { tables: DataTable[]; refused: string[] }

const newLookUps = (): LookUps => ({ tables: [], refused: [] })

function toolsOf(asking: Asking, lookUps: LookUps): ToolSet {
  const names = Object.keys(TOOL_TEXTS) as ToolName[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: TOOL_TEXTS[name],
        inputSchema: TableQuestion,
        execute: (input: TableQuestion) => lookUp(asking, lookUps, name, input),
      },
    ]),
  )
}

async function lookUp(asking: Asking, lookUps: LookUps, tool: ToolName, input: TableQuestion) {
  try {
    const read = await readTable(asking, tool, input)
    const table = { ...read, id: `t${lookUps.tables.length + 1}` }
    lookUps.tables.push(table)
    return tableForModel(table, asking.account.currencyCode)
  } catch (error) {
    if (!(error instanceof AppError)) {
      // The model must not read what went wrong inside.
      asking.ctx.log.error({ err: error }, 'a look-up failed')
      lookUps.refused.push('Una consulta ha fallado.')
      return { error: 'internal' }
    }
    if (error.code === 'not_found')
      lookUps.refused.push('Has pedido datos de una cuenta, campaña o grupo que no existe aquí.')
    return { error: error.code, mensaje: error.message }
  }
}
