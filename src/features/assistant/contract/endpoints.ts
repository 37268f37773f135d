import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { CustomerId, DayText, EntityId, Nothing } from '#shared/wire.ts'
import { DataTable, Figure } from './data-table.ts'

/**
 * Texts about an account. GET words them by templates and costs nothing; POST lets the configured language model
 * word them, and answers as GET does, with a notice, where there is none or its text was refused.
 */

const Wording = {
  source: z.enum(['template', 'llm']),
  /** Spanish; why a template speaks although a model was asked. */
  notice: z.nullable(z.string()),
}

export const TracedText = z.object({
  ...Wording,
  text: z.string(),
  currencyCode: z.string(),
  figures: z.array(Figure),
  tables: z.array(DataTable),
})
export type TracedText = z.infer<typeof TracedText>

const OfAccount = z.object({ customerId: CustomerId })

export const LONGEST_QUESTION = 500

const Asked = z.extend(OfAccount, {
  question: z.string('Escribe tu pregunta.').check(
    z.trim(),
    z.minLength(3, 'Escribe tu pregunta.'),
    z.maxLength(LONGEST_QUESTION, `La pregunta tiene como mucho ${LONGEST_QUESTION} caracteres.`),
    z.refine(
      (text) => !/[^\P{Cc}\n\t]/u.test(text),
      'La pregunta contiene caracteres que no valen.',
    ),
  ),
})

export const getAssistant = endpoint('GET /api/assistant', {
  access: 'subscriber',
  permission: 'see',
  summary: 'Whether a language model is configured, and what of the month is used',
  input: Nothing,
  reply: z.object({
    enabled: z.boolean(),
    model: z.nullable(z.string()),
    usedTokens: z.number(),
    /** Null without a model. */
    monthlyTokens: z.nullable(z.number()),
    /** Spanish; how to turn it on. Null when it is on. */
    howTo: z.nullable(z.string()),
  }),
})

export const getAnswer = endpoint('GET /api/assistant/:customerId/answer', {
  access: 'subscriber',
  permission: 'see',
  summary: 'A question read by rules and answered from the data',
  input: Asked,
  reply: TracedText,
})

export const askQuestion = endpoint('POST /api/assistant/:customerId/answer', {
  access: 'subscriber',
  permission: 'see',
  summary: 'The same answer in the words of the language model, with the same figures',
  input: Asked,
  reply: TracedText,
})

export const getSummary = endpoint('GET /api/assistant/:customerId/summary', {
  access: 'subscriber',
  permission: 'see',
  summary: 'The last seven whole days against the seven before',
  input: OfAccount,
  reply: TracedText,
})

export const wordSummary = endpoint('POST /api/assistant/:customerId/summary', {
  access: 'subscriber',
  permission: 'see',
  summary: 'The same, worded by the language model',
  input: OfAccount,
  reply: TracedText,
})

const Explanation = z.object({
  ...Wording,
  groups: z.array(
    z.object({
      title: z.string(),
      text: z.string(),
      recommendations: z.array(z.object({ id: z.string(), titulo: z.string() })),
    }),
  ),
})
export type Explanation = z.infer<typeof Explanation>

export const getExplanation = endpoint('GET /api/assistant/:customerId/explanation', {
  access: 'subscriber',
  permission: 'see',
  summary: 'Pending recommendations in groups, and what is at stake in each',
  input: OfAccount,
  reply: Explanation,
})

export const wordExplanation = endpoint('POST /api/assistant/:customerId/explanation', {
  access: 'subscriber',
  permission: 'see',
  summary: 'The same, grouped and worded by the language model',
  input: OfAccount,
  reply: Explanation,
})

const NegativeThemes = z.object({
  ...Wording,
  currencyCode: z.string(),
  from: DayText,
  to: DayText,
  themes: z.array(
    z.object({
      name: z.string(),
      /** A word that all its terms contain, in this form, and no converting one does; null where there is none, or few clicks. */
      word: z.nullable(z.string()),
      /** Account currency units. */
      cost: z.number(),
      clicks: z.number(),
      terms: z.array(
        z.object({
          text: z.string(),
          campaignId: z.string(),
          campaignName: z.string(),
          cost: z.number(),
          clicks: z.number(),
        }),
      ),
    }),
  ),
  /** Terms without conversions that share a theme with no other. */
  termsWithoutTheme: z.number(),
  /** Spanish: why nothing can be told of what does not convert; null where it can. */
  whyNone: z.nullable(z.string()),
})
export type NegativeThemes = z.infer<typeof NegativeThemes>

export const getNegativeThemes = endpoint('GET /api/assistant/:customerId/negative-themes', {
  access: 'subscriber',
  permission: 'see',
  summary: 'Search terms that cost and never convert in 90 days, grouped by the words they share',
  input: OfAccount,
  reply: NegativeThemes,
})

export const wordNegativeThemes = endpoint('POST /api/assistant/:customerId/negative-themes', {
  access: 'subscriber',
  permission: 'see',
  summary: 'The same, grouped by meaning by the language model',
  input: OfAccount,
  reply: NegativeThemes,
})

const AdPart = z.object({ text: z.string(), length: z.number() })
const AdDrafts = z.object({
  ...Wording,
  headlines: z.array(AdPart),
  descriptions: z.array(AdPart),
  /** What was thrown away, and why, in Spanish. */
  discarded: z.array(z.object({ text: z.string(), reason: z.string() })),
})
export type AdDrafts = z.infer<typeof AdDrafts>

const OfAdGroup = z.object({ adGroupId: EntityId })

export const getAdDrafts = endpoint('GET /api/ad-groups/:adGroupId/ad-drafts', {
  access: 'subscriber',
  permission: 'see',
  summary: 'Headlines and descriptions for a responsive search ad, from what the ad group has',
  input: OfAdGroup,
  reply: AdDrafts,
})

export const wordAdDrafts = endpoint('POST /api/ad-groups/:adGroupId/ad-drafts', {
  access: 'subscriber',
  permission: 'see',
  summary: 'The same, drafted by the language model within the limits of Google',
  input: OfAdGroup,
  reply: AdDrafts,
})

const Spent = {
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
}

export const getLlmUsage = endpoint('GET /api/admin/llm-usage', {
  access: 'admin',
  permission: 'self',
  summary: 'What language models were used for this calendar month: totals and users',
  input: Nothing,
  reply: z.object({
    from: DayText,
    totals: z.array(
      z.object({
        purpose: z.string(),
        model: z.string(),
        outcome: z.string(),
        ...Spent,
        /** Mean length of a call in milliseconds. */
        meanMs: z.number(),
      }),
    ),
    users: z.array(z.object({ email: z.string(), ...Spent })),
  }),
})
