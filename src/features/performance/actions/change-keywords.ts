import type { Account } from '#account-data/owned-account.ts'
import { adGroupOfCampaign, type Campaign, ownedCampaign } from '#account-data/owned-entity.ts'
import { loadKept } from '#account-data/snapshot/load-inventory.ts'
import { assertOneMade, makeChange } from '#changes/make-change.ts'
import { lookAgain } from '#changes/read-back.ts'
import { rehearse } from '#changes/send.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { refuseReadOnly } from '#platform/http.ts'
import { AppError } from '#shared/app-error.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type {
  addKeyword as AddKeyword,
  addNegative as AddNegative,
  ChangePreview,
  OwnChange,
} from '../contract/changes.ts'
import { readBlockedTerms, readSurroundings } from '../queries/keyword-surroundings.ts'
import { toOwnChange } from '../queries/own-changes.ts'
import { conflictsOf, isManual } from '../rules/change-conflicts.ts'
import {
  bidMicros,
  createOperation,
  type KeywordChange,
  summaryOf,
} from '../rules/keyword-change.ts'
import { finishKeywords } from './keyword-changes.ts'

type KeywordInput = InputOf<typeof AddKeyword>
type NegativeInput = InputOf<typeof AddNegative>
type Plan = { account: Account; campaign: Campaign; place: string; change: KeywordChange }

export const addKeyword = (ctx: CallerContext, input: KeywordInput) => add(ctx, input)
export const addNegative = (ctx: CallerContext, input: NegativeInput) => add(ctx, input)
export const previewKeyword = (ctx: CallerContext, input: KeywordInput) => preview(ctx, input)
export const previewNegative = (ctx: CallerContext, input: NegativeInput) => preview(ctx, input)

async function planOf(ctx: CallerContext, input: KeywordInput | NegativeInput): Promise<Plan> {
  const { account, campaign } = await ownedCampaign(ctx, input.campaignId)
  const { campaignId } = campaign
  const { text, matchType } = input
  const negative = 'level' in input
  const bid = 'bid' in input && input.bid !== undefined ? input.bid : null
  const { billableUnits } =
    bid === null ? {} : await loadKept(ctx, account.customerId, ['billableUnits'])
  const bidInMicros = bid === null ? null : bidMicros(bid, account.currencyCode, billableUnits)
  const common = { negative, campaignId, text, matchType, bidMicros: bidInMicros }
  if (negative && input.level === 'campaign') {
    const change = { ...common, scope: 'campaign', scopeId: campaignId } as const
    return { account, campaign, place: campaign.name, change }
  }
  if (!input.adGroupId) throw new AppError('invalid', 'adGroupId es requerido')
  const { name, adGroupId } = await adGroupOfCampaign(ctx, campaign, input.adGroupId)
  const change = { ...common, scope: 'ad_group', scopeId: adGroupId } as const
  return { account, campaign, place: name, change }
}

/** Nothing is changed: Google only says whether it would take it. */
async function preview(
  ctx: CallerContext,
  input: KeywordInput | NegativeInput,
): Promise<ChangePreview> {
  const { account, campaign, place, change } = await planOf(ctx, input)
  // A visitor of the demonstration may look, but not spend the project's operations.
  refuseReadOnly(ctx.caller)
  const ads = await adsOfAccount(ctx, account)
  const operation = createOperation(account.googleCustomerId, change)
  const [problem] = await rehearse(ads, [operation])
  return {
    summary: summaryOf(change, place, account.currencyCode),
    conflicts: conflictsOf(change, await readSurroundings(ctx, campaign, change)),
    blockedTerms: change.negative ? await readBlockedTerms(ctx, account, change) : [],
    takesBid: !change.negative && isManual(campaign.biddingStrategyType),
    problem: problem ?? null,
  }
}

async function add(ctx: CallerContext, input: KeywordInput | NegativeInput): Promise<OwnChange> {
  const { account, campaign, place, change } = await planOf(ctx, input)
  const ads = await adsOfAccount(ctx, account)
  const conflicts = conflictsOf(change, await readSurroundings(ctx, campaign, change))
  const blocking = conflicts.find((conflict) => conflict.blocking)
  if (blocking) throw new AppError('conflict', blocking.message)
  const operation = createOperation(account.googleCustomerId, change)
  // Google may answer to one that is there as to one that it makes: taken back from here, it would be gone.
  const [theirs] = await lookAgain(ads, [operation])
  if (theirs) throw new AppError('conflict', MADE_SINCE)
  const made = await makeChange(ctx, ads, change.negative ? 'add_negative' : 'add_keyword', {
    operation,
    summary: summaryOf(change, place, account.currencyCode),
    before: null,
    noted: change,
  })
  await finishKeywords(ctx, account, made)
  assertOneMade(made)
  const { row, patch } = made.log[0]!
  return toOwnChange({ ...row, ...patch })
}

const MADE_SINCE =
  'Ya existe en Google Ads: se ha añadido después de la última sincronización, quizá tú hace un momento.'
