import { randomUUID } from 'node:crypto'
import type { LanguageModel } from 'ai'
import { and, eq, gte, sql } from 'drizzle-orm'
import * as z from 'zod'
import { startOfMonth } from '#shared/dates.ts'
import { planHas } from '#shared/plans.ts'
import type { LlmConfig } from './config.ts'
import type { CallerContext } from './context.ts'
import { llmCalls } from './db/schema/assistant.ts'
import { customerCare } from './db/schema/support.ts'
import { vendorSeconds } from './figures.ts'

/** One thing that a language model is to word. Its text is checked before it is shown. */
export type LlmTask<T> = {
  purpose: 'answer' | 'summary' | 'explanation' | 'ad_drafts' | 'negative_themes'
  instructions: string
  prompt: string
  /** The shape of the answer; without it the answer is the text itself. */
  schema?: z.ZodType<T>
  /** What is wrong with the answer, in words the model understands; none: it may be shown. */
  faultsOf: (answer: T) => readonly string[] | Promise<readonly string[]>
}

export type LlmFailure =
  | 'off'
  /** Not of the caller's plan. */
  | 'plan'
  | 'spent'
  | 'rejected'
  | 'unreadable'
  | 'empty'
  | 'timeout'
  | 'failed'
export type LlmResult<T> = { ok: true; answer: T } | { ok: false; reason: LlmFailure }

type Attempt<T> = LlmResult<T> & { faults?: readonly string[] }
type Tokens = { inputTokens: number; outputTokens: number }

const ATTEMPTS = 2
const MOST_OUTPUT_TOKENS = 2_000
const MAX_RETRIES = 2

/**
 * The model's answer, or why there is none: then a template speaks. A refused answer is sent back once with what is
 * wrong with it. Every attempt is logged with its tokens; a visitor of the demo tenant spends none.
 */
export async function askLlm<T>(ctx: CallerContext, task: LlmTask<T>): Promise<LlmResult<T>> {
  const { llm } = ctx.config
  if (!llm || ctx.caller.readOnly) return { ok: false, reason: 'off' }
  if (!planHas(ctx.caller.plan, 'aiWording')) return { ok: false, reason: 'plan' }
  const own = { ...task, instructions: task.instructions + (await ownWording(ctx)) }
  let last: Attempt<T> = { ok: false, reason: 'failed' }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if ((await tokensThisMonth(ctx)) >= llm.monthlyTokens) return { ok: false, reason: 'spent' }
    last = await attemptOnce(ctx, llm, own, last.faults ?? [])
    if (last.ok || !last.faults) return last
  }
  return last
}

/** What the caller asks of the AI's manner; what it says is checked like all else. */
async function ownWording({ db, caller }: CallerContext): Promise<string> {
  if (!planHas(caller.plan, 'ownWording')) return ''
  const [care] = await db
    .select({ wording: customerCare.wording })
    .from(customerCare)
    .where(eq(customerCare.userId, caller.userId))
  return care?.wording ? `\n\nTono y palabras que pide el cliente: ${care.wording}` : ''
}

/** Of the caller, since the first of the calendar month (UTC). */
export async function tokensThisMonth(ctx: CallerContext): Promise<number> {
  const [row] = await ctx.db
    .select({
      tokens: sql<number>`coalesce(sum(${llmCalls.inputTokens} + ${llmCalls.outputTokens}), 0)::float8`,
    })
    .from(llmCalls)
    .where(and(eq(llmCalls.userId, ctx.caller.userId), gte(llmCalls.at, monthStart(ctx))))
  return row?.tokens ?? 0
}

export function monthStart({ clock }: Pick<CallerContext, 'clock'>): Date {
  return new Date(startOfMonth(clock.now().toISOString().slice(0, 10)))
}

async function attemptOnce<T>(
  ctx: CallerContext,
  llm: LlmConfig,
  task: LlmTask<T>,
  complaints: readonly string[],
): Promise<Attempt<T>> {
  const at = ctx.clock.now()
  const tokens: Tokens = { inputTokens: 0, outputTokens: 0 }
  const attempt = await generate(llm, task, complaints, tokens).catch((error: unknown) => {
    // Neither the question nor a key may end up in a log.
    const { name, message } = error instanceof Error ? error : { name: '', message: '' }
    ctx.log.warn({ name, message: message.slice(0, 200) }, 'the language model failed')
    return failureOf<T>(error)
  })
  await ctx.db.insert(llmCalls).values({
    userId: ctx.caller.userId,
    id: randomUUID(),
    at,
    purpose: task.purpose,
    model: llm.model,
    ...tokens,
    ms: Math.max(0, ctx.clock.now().getTime() - at.getTime()),
    outcome: attempt.ok ? 'shown' : outcomeOf(attempt.reason),
  })
  return attempt
}

async function generate<T>(
  llm: LlmConfig,
  task: LlmTask<T>,
  complaints: readonly string[],
  tokens: Tokens,
): Promise<Attempt<T>> {
  const { generateText, Output } = await openSdk()
  const model = await modelOf(llm)
  const observe = vendorSeconds.startTimer({ vendor: 'llm' })
  const { text } = await generateText({
    model,
    instructions: task.instructions,
    prompt: promptOf(task, complaints),
    ...(task.schema && llm.structured && { output: Output.object({ schema: task.schema }) }),
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    maxRetries: MAX_RETRIES,
    abortSignal: AbortSignal.timeout(llm.timeoutMs),
    onStepEnd: ({ usage }) => {
      tokens.inputTokens += usage.inputTokens ?? 0
      tokens.outputTokens += usage.outputTokens ?? 0
    },
  }).then(
    (answer) => {
      observe({ status: '200' })
      return answer
    },
    (error: unknown) => {
      observe({ status: statusOf(error) })
      throw error
    },
  )
  return await judge(task, text)
}

/** Of what the vendor answered, within the tries of the SDK; 'none' where nothing came, or nothing of use. */
function statusOf(error: unknown): string {
  const { statusCode, lastError } = (error ?? {}) as { statusCode?: number; lastError?: unknown }
  return lastError === undefined ? String(statusCode ?? 'none') : statusOf(lastError)
}

async function judge<T>({ schema, faultsOf }: LlmTask<T>, text: string): Promise<Attempt<T>> {
  if (text.trim() === '')
    return { ok: false, reason: 'empty', faults: ['La respuesta está vacía.'] }
  // Without a shape T is the text.
  const answer = schema ? readJson(schema, text) : (text.trim() as T)
  if (answer === undefined) return { ok: false, reason: 'unreadable', faults: [UNREADABLE] }
  const faults = await faultsOf(answer)
  return faults.length === 0 ? { ok: true, answer } : { ok: false, reason: 'rejected', faults }
}

const UNREADABLE = 'La respuesta no es el JSON pedido.'

/** Undefined when it is not of that shape. Models like to wrap JSON in words and fences. */
function readJson<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

function promptOf<T>({ prompt, schema }: LlmTask<T>, complaints: readonly string[]): string {
  const shape =
    schema && `Responde solo con JSON de esta forma: ${JSON.stringify(z.toJSONSchema(schema))}`
  const repair =
    complaints.length > 0 &&
    `Tu respuesta anterior se rechazó: ${complaints.slice(0, 10).join(' ')} Corrígela.`
  return [prompt, shape, repair].filter(Boolean).join('\n\n')
}

function failureOf<T>(error: unknown): Attempt<T> {
  const { name } = error instanceof Error ? error : { name: '' }
  if (name === 'AI_NoObjectGeneratedError' || name === 'AI_NoOutputGeneratedError')
    return { ok: false, reason: 'unreadable', faults: [UNREADABLE] }
  return { ok: false, reason: isTimeout(error) ? 'timeout' : 'failed' }
}

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['TimeoutError', 'AbortError'].includes(error.name) || isTimeout(error.cause)
}

function outcomeOf(reason: LlmFailure) {
  return reason === 'off' || reason === 'plan' || reason === 'spent' ? 'failed' : reason
}

/** Thirty megabytes that only an answer needs: loaded with the first one. */
async function openSdk() {
  // Its warnings go to the console, past our log.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return await import('ai')
}

async function modelOf(llm: LlmConfig): Promise<LanguageModel> {
  const { apiKey, baseUrl, model, structured } = llm
  if (llm.provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ ...(baseUrl && { baseURL: baseUrl }), ...(apiKey && { apiKey }) })(
      model,
    )
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl ?? '',
    ...(apiKey && { apiKey }),
    supportsStructuredOutputs: structured,
  })(model)
}
