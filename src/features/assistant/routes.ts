import type { CallerContext } from '#platform/context.ts'
import { type Exchange, type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { askQuestion, getAnswer } from './actions/answer-question.ts'
import { getAdDrafts, wordAdDrafts } from './actions/draft-ads.ts'
import { getExplanation, wordExplanation } from './actions/word-explanation.ts'
import { getNegativeThemes, wordNegativeThemes } from './actions/word-negative-themes.ts'
import { getSummary, wordSummary } from './actions/word-summary.ts'
import * as contract from './contract/endpoints.ts'
import { accountOfAdGroup } from './queries/ad-material.ts'
import { openAsking } from './queries/asking.ts'
import { getAssistant, getLlmUsage } from './queries/usage.ts'

const MINUTE = 60_000

type Opener = (
  ctx: CallerContext,
  googleCustomerId: string,
  exchange: Exchange,
) => ReturnType<typeof openAsking>

export function mountAssistant(mount: Mount): void {
  const checkTemplates = limitRate({ max: 60, perMs: MINUTE })
  const checkModel = limitRate({ max: 12, perMs: MINUTE })
  const openWith =
    (check: typeof checkModel): Opener =>
    (ctx, googleCustomerId, exchange) => {
      check(ctx.caller.userId, ctx.clock.now())
      return openAsking(mount, ctx, exchange, googleCustomerId)
    }
  serve(mount, contract.getAssistant, (ctx) => getAssistant(ctx))
  serve(mount, contract.getLlmUsage, (ctx) => getLlmUsage(ctx))
  mountTemplates(mount, openWith(checkTemplates))
  mountModel(mount, openWith(checkModel))
}

function mountTemplates(mount: Mount, open: Opener): void {
  serve(mount, contract.getAnswer, async (ctx, { customerId, question }, exchange) =>
    getAnswer(await open(ctx, customerId, exchange), question),
  )
  serve(mount, contract.getSummary, async (ctx, { customerId }, exchange) =>
    getSummary(await open(ctx, customerId, exchange)),
  )
  serve(mount, contract.getExplanation, async (ctx, { customerId }, exchange) =>
    getExplanation(await open(ctx, customerId, exchange)),
  )
  serve(mount, contract.getNegativeThemes, async (ctx, { customerId }, exchange) =>
    getNegativeThemes(await open(ctx, customerId, exchange)),
  )
  serve(mount, contract.getAdDrafts, async (ctx, { adGroupId }, exchange) =>
    getAdDrafts(await open(ctx, await accountOfAdGroup(ctx, adGroupId), exchange), adGroupId),
  )
}

function mountModel(mount: Mount, open: Opener): void {
  serve(mount, contract.askQuestion, async (ctx, { customerId, question }, exchange) =>
    askQuestion(await open(ctx, customerId, exchange), question),
  )
  serve(mount, contract.wordSummary, async (ctx, { customerId }, exchange) =>
    wordSummary(await open(ctx, customerId, exchange)),
  )
  serve(mount, contract.wordExplanation, async (ctx, { customerId }, exchange) =>
    wordExplanation(await open(ctx, customerId, exchange)),
  )
  serve(mount, contract.wordNegativeThemes, async (ctx, { customerId }, exchange) =>
    wordNegativeThemes(await open(ctx, customerId, exchange)),
  )
  serve(mount, contract.wordAdDrafts, async (ctx, { adGroupId }, exchange) =>
    wordAdDrafts(await open(ctx, await accountOfAdGroup(ctx, adGroupId), exchange), adGroupId),
  )
}
