import type { Account } from '#account-data/owned-account.ts'
import { adGroupOfCampaign, type Campaign, ownedCampaign } from '#account-data/owned-entity.ts'
import { makeChange } from '#changes/make-changes.ts'
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
import { keywordChanges } from './keyword-changes.ts'

type KeywordInput = InputOf<typeof AddKeyword>
type NegativeInput = InputOf<typeof AddNegative>
type Plan = { account: Account; campaign: Campaign; place: string; change: KeywordChange }

export const addKeyword = async (ctx: CallerContext, input: KeywordInput) =>
  await add(ctx, await planKeyword(ctx, input))

export const addNegative = async (ctx: CallerContext, input: NegativeInput) =>
  await add(ctx, await planNegative(ctx, input))

export const previewKeyword = async (ctx: CallerContext, input: KeywordInput) =>
  await preview(ctx, await planKeyword(ctx, input))

export const previewNegative = async (ctx: CallerContext, input: NegativeInput) =>
  await preview(ctx, await planNegative(ctx, input))

async function planKeyword(ctx: CallerContext, input: KeywordInput): Promise<Plan> {
  const { account, campaign } = await ownedCampaign(ctx, input.campaignId)
  const { name, adGroupId } = await adGroupOfCampaign(ctx, campaign, input.adGroupId)
  const bid = input.bid === undefined ? null : bidMicros(input.bid, account.currencyCode)
  const place = { scope: 'ad_group', scopeId: adGroupId, campaignId: campaign.campaignId } as const
  const { text, matchType } = input
  const change = { ...place, negative: false, text, matchType, bidMicros: bid }
  return { account, campaign, place: name, change }
}

async function planNegative(ctx: CallerContext, input: NegativeInput): Promise<Plan> {
  const { account, campaign } = await ownedCampaign(ctx, input.campaignId)
  const { campaignId } = campaign
  const { text, matchType } = input
  const common = { negative: true, campaignId, text, matchType, bidMicros: null }
  if (input.level === 'campaign') {
    const change = { ...common, scope: 'campaign' as const, scopeId: campaignId }
    return { account, campaign, place: campaign.name, change }
  }
  if (!input.adGroupId) throw new AppError('invalid', 'adGroupId es requerido')
  const { name, adGroupId } = await adGroupOfCampaign(ctx, campaign, input.adGroupId)
  const change = { ...common, scope: 'ad_group' as const, scopeId: adGroupId }
  return { account, campaign, place: name, change }
}

/** Nothing is changed: Google only says whether it would take it. */
async function preview(ctx: CallerContext, plan: Plan): Promise<ChangePreview> {
  const { account, campaign, place, change } = plan
  // A visitor of the demonstration may look, but not spend the project's operations.
  refuseReadOnly(ctx.caller)
  const ads = await adsOfAccount(ctx, account)
  const operation = createOperation(account.googleCustomerId, change)
  const [problem] = await rehearse(ads, [operation], true)
  return {
    summary: summaryOf(change, place, account.currencyCode),
    conflicts: conflictsOf(change, await readSurroundings(ctx, campaign, change)),
    blockedTerms: change.negative ? await readBlockedTerms(ctx, account, change) : [],
    takesBid: !change.negative && isManual(campaign.biddingStrategyType),
    problem: problem ?? null,
  }
}

async function add(ctx: CallerContext, plan: Plan): Promise<OwnChange> {
  const { account, campaign, place, change } = plan
  const ads = await adsOfAccount(ctx, account)
  const conflicts = conflictsOf(change, await readSurroundings(ctx, campaign, change))
  const blocking = conflicts.find((conflict) => conflict.blocking)
  if (blocking) throw new AppError('conflict', blocking.message)
  const planned = {
    kind: change.negative ? 'add_negative' : 'add_keyword',
    summary: summaryOf(change, place, account.currencyCode),
    before: null,
    after: change,
    operation: createOperation(account.googleCustomerId, change),
  }
  return toOwnChange(await makeChange(ctx, ads, planned, keywordChanges))
}
