import { ownedAdGroup } from '#account-data/owned-entity.ts'
import type { CallerContext } from '#platform/context.ts'
import { type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { askQuestion, getAnswer } from './actions/answer-question.ts'
import { getAdDrafts, wordAdDrafts } from './actions/draft-ads.ts'
import { getExplanation, wordExplanation } from './actions/word-explanation.ts'
import { getNegativeThemes, wordNegativeThemes } from './actions/word-negative-themes.ts'
import { getSummary, wordSummary } from './actions/word-summary.ts'
import * as contract from './contract/endpoints.ts'
import { type Asking, openAsking, type QuestionsOf } from './queries/asking.ts'
import { getAssistant, getLlmUsage } from './queries/usage.ts'

const MINUTE = 60_000

type Opener = (ctx: CallerContext, googleCustomerId: string) => Promise<Asking>

export function mountAssistant(mount: Mount, questionsOf: QuestionsOf): void {
  const checkTemplates = limitRate({ name: 'assistant', max: 60, perMs: MINUTE })
  const checkModel = limitRate({ name: 'assistant model', max: 12, perMs: MINUTE })
  const openWith =
    (check: typeof checkModel): Opener =>
    async (ctx, googleCustomerId) => {
      await check.count(ctx, ctx.caller.userId)
      return await openAsking(ctx, questionsOf, googleCustomerId)
    }
  serve(mount, contract.getAssistant, (ctx) => getAssistant(ctx))
  serve(mount, contract.getLlmUsage, (ctx) => getLlmUsage(ctx))
  mountTemplates(mount, openWith(checkTemplates))
  mountModel(mount, openWith(checkModel))
}

function mountTemplates(mount: Mount, open: Opener): void {
  serve(mount, contract.getAnswer, async (ctx, { customerId, question }) =>
    getAnswer(await open(ctx, customerId), question),
  )
  serve(mount, contract.getSummary, async (ctx, { customerId }) =>
    getSummary(await open(ctx, customerId)),
  )
  serve(mount, contract.getExplanation, async (ctx, { customerId }) =>
    getExplanation(await open(ctx, customerId)),
  )
  serve(mount, contract.getNegativeThemes, async (ctx, { customerId }) =>
    getNegativeThemes(await open(ctx, customerId)),
  )
  serve(mount, contract.getAdDrafts, async (ctx, { adGroupId }) =>
    getAdDrafts(await openForAdGroup(open, ctx, adGroupId), adGroupId),
  )
}

function mountModel(mount: Mount, open: Opener): void {
  serve(mount, contract.askQuestion, async (ctx, { customerId, question }) =>
    askQuestion(await open(ctx, customerId), question),
  )
  serve(mount, contract.wordSummary, async (ctx, { customerId }) =>
    wordSummary(await open(ctx, customerId)),
  )
  serve(mount, contract.wordExplanation, async (ctx, { customerId }) =>
    wordExplanation(await open(ctx, customerId)),
  )
  serve(mount, contract.wordNegativeThemes, async (ctx, { customerId }) =>
    wordNegativeThemes(await open(ctx, customerId)),
  )
  serve(mount, contract.wordAdDrafts, async (ctx, { adGroupId }) =>
    wordAdDrafts(await openForAdGroup(open, ctx, adGroupId), adGroupId),
  )
}

async function openForAdGroup(
  open: Opener,
  ctx: CallerContext,
  adGroupId: string,
): Promise<Asking> {
  const { account } = await ownedAdGroup(ctx, adGroupId)
  return await open(ctx, account.googleCustomerId)
}
