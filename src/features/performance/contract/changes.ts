import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import {
  hasKeywordLength,
  hasKeywordWords,
  KEYWORD_CHARACTERS,
  KEYWORD_WORDS,
} from '#shared/keyword-text.ts'
import { AdGroupId, CampaignId, CustomerId, ToldInstant } from '#shared/wire.ts'

/** Changes made in Google Ads from here: shown first, checked by Google, logged, and undone with one click. */

const KeywordText = z.string('Escribe la palabra clave.').check(
  z.trim(),
  z.minLength(1, 'Escribe la palabra clave.'),
  z.refine((text) => !/\p{Cc}/u.test(text), 'El texto contiene caracteres que no valen.'),
  z.refine(
    hasKeywordLength,
    `Una palabra clave tiene como mucho ${KEYWORD_CHARACTERS} caracteres.`,
  ),
  z.refine(hasKeywordWords, `Una palabra clave tiene como mucho ${KEYWORD_WORDS} palabras.`),
)
const MatchType = z.enum(['EXACT', 'PHRASE', 'BROAD'])

const KeywordInput = z.object({
  campaignId: CampaignId,
  adGroupId: AdGroupId,
  text: KeywordText,
  matchType: MatchType,
  /** Maximum cost per click in account currency units; without it the ad group's applies. */
  bid: z.optional(z.coerce.number().check(z.positive('La puja tiene que ser mayor que cero.'))),
})

const NegativeInput = z.object({
  campaignId: CampaignId,
  level: z.enum(['ad_group', 'campaign']),
  /** Required for the level of ad groups. */
  adGroupId: z.optional(AdGroupId),
  text: KeywordText,
  matchType: MatchType,
})

export const ChangePreview = z.object({
  /** What will be there, in one Spanish line. */
  summary: z.string(),
  /** What stands in the way or should be known, in Spanish. `blocking`: Google would refuse, or nothing would change. */
  conflicts: z.array(
    z.object({
      kind: z.enum([
        'same_keyword',
        'same_negative',
        'blocked_by_negative',
        'blocks_keyword',
        'bid_unused',
      ]),
      blocking: z.boolean(),
      message: z.string(),
    }),
  ),
  /** Terms with conversions in the last 90 days that a negative would block, those with most first; at most 20. */
  blockedTerms: z.array(
    z.object({
      search_term: z.string(),
      ad_group_name: z.string(),
      conversions: z.number(),
      cost: z.number(),
    }),
  ),
  /** Bids of this campaign are set by hand, so that a keyword may carry one of its own. */
  takesBid: z.boolean(),
  /** Google's answer to the same change without doing it; null when it would accept. */
  problem: z.nullable(z.string()),
})
export type ChangePreview = z.infer<typeof ChangePreview>

export const OwnChange = z.object({
  changeId: z.string(),
  /** 'add_keyword', 'add_negative', or what a recommendation did. */
  kind: z.string(),
  summary: z.string(),
  /** Instant, ISO. */
  at: ToldInstant,
  undoneAt: z.nullable(ToldInstant),
  /** Whether it can be undone through `undoChange`. */
  canUndo: z.boolean(),
})
export type OwnChange = z.infer<typeof OwnChange>

export const LoggedOwnChange = z.extend(OwnChange, {
  /** Name of who made it; null where that person is gone, or the reader is not to know colleagues. */
  by: z.nullable(z.string()),
  /** The same of its undoing; null while it holds. */
  undoneBy: z.nullable(z.string()),
  /** 'open': Google has not answered, and it is looked up. */
  outcome: z.enum(['done', 'failed', 'open']),
})
export type LoggedOwnChange = z.infer<typeof LoggedOwnChange>

export const previewKeyword = endpoint('GET /api/campaigns/:campaignId/keywords/preview', {
  access: 'subscriber',
  permission: 'see',
  summary: 'What adding a keyword would do; Google checks it without doing it',
  input: KeywordInput,
  reply: ChangePreview,
})

export const addKeyword = endpoint('POST /api/campaigns/:campaignId/keywords', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Adds a keyword to an ad group, in Google Ads',
  input: KeywordInput,
  reply: OwnChange,
})

export const previewNegative = endpoint(
  'GET /api/campaigns/:campaignId/negative-keywords/preview',
  {
    access: 'subscriber',
    permission: 'see',
    summary: 'What adding a negative keyword would do and block; Google checks it without doing it',
    input: NegativeInput,
    reply: ChangePreview,
  },
)

export const addNegative = endpoint('POST /api/campaigns/:campaignId/negative-keywords', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Adds a negative keyword to a campaign or an ad group, in Google Ads',
  input: NegativeInput,
  reply: OwnChange,
})

export const undoChange = endpoint('POST /api/changes/:changeId/deshacer', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Takes a change back in Google Ads; harmless to repeat',
  input: z.object({ changeId: z.uuid('No existe ese cambio.') }),
  reply: OwnChange,
})

export const listOwnChanges = endpoint('GET /api/own-changes/:customerId', {
  access: 'subscriber',
  permission: 'see',
  summary:
    'Changes made from here and who made them, newest first; at most 100. `only=keywords`: keywords and negatives that were added by hand, whatever came of it',
  input: z.object({ customerId: CustomerId, only: z.optional(z.enum(['keywords'])) }),
  reply: z.array(LoggedOwnChange),
})
