import type { ToolSet } from 'ai'
import { askLlm } from '#platform/llm.ts'
import { AppError } from '#shared/app-error.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import type { DataTable, ToolName } from '../contract/data-table.ts'
import type { TracedText } from '../contract/endpoints.ts'
import type { PlainAnswer } from '../queries/answer-figures.ts'
import { answerPlainly, understand } from '../queries/answer-plainly.ts'
import type { Asking } from '../queries/asking.ts'
import { readTable, TableQuestion } from '../queries/read-table.ts'
import { HOUSE_RULES, tableForModel } from '../rules/model-texts.ts'
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

/** By rules; what they cannot answer they say. */
export async function getAnswer(asking: Asking, question: string): Promise<TracedText> {
  return plainText(asking, await plainAnswerTo(asking, question))
}

/** The language model's wording of the same look-ups, or `getAnswer` where its answer does not hold. */
export async function askQuestion(asking: Asking, question: string): Promise<TracedText> {
  const plain = await plainAnswerTo(asking, question)
  // What was not understood, ordered or is not known needs no wording, and leaves nothing to make up.
  if (plain.tables.length === 0) return plainText(asking, plain)
  const { currencyCode } = asking.account
  let lookUps = newLookUps()
  const result = await askLlm<string>(asking.ctx, {
    purpose: 'answer',
    instructions: `${HOUSE_RULES}\n\n${TASK}\nHoy es ${longDay(asking.today)} (${asking.today}). Moneda: ${currencyCode}.`,
    prompt: `PREGUNTA:\n${question}\n\nRESPUESTA COMPROBADA:\n${plain.text}`,
    tools: () => {
      lookUps = newLookUps()
      return toolsOf(asking, lookUps, plain.tables[0])
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
  return { ...plainText(asking, plain), notice: whyTemplate(asking.ctx, result.reason) }
}

async function plainAnswerTo(asking: Asking, question: string): Promise<PlainAnswer> {
  const reading = await understand(asking, question)
  if ('refusal' in reading) return { text: reading.refusal.text, tables: [] }
  return await answerPlainly(asking, reading.question)
}

function plainText({ account }: Asking, { text, tables }: PlainAnswer): TracedText {
  const { currencyCode } = account
  return tracedText({
    currencyCode,
    source: 'template',
    notice: null,
    text,
    tables: numbered(tables),
  })
}

/** What one attempt has read, and the ids it was refused: with one of those nothing it says is shown. */
type LookUps = { tables: DataTable[]; refused: string[] }

const newLookUps = (): LookUps => ({ tables: [], refused: [] })

function toolsOf(asking: Asking, lookUps: LookUps, about: Days | undefined): ToolSet {
  const names = Object.keys(TOOL_TEXTS) as ToolName[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: TOOL_TEXTS[name],
        inputSchema: TableQuestion,
        execute: (input: TableQuestion) =>
          lookUp(asking, lookUps, name, { ...input, ...daysOf(about) }),
      },
    ]),
  )
}

/** A model looks at the days that the question is about, and at no others. */
type Days = Pick<DataTable, 'from' | 'to'>
const daysOf = (about: Days | undefined) =>
  about?.from && about.to ? { from: about.from, to: about.to } : {}

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
