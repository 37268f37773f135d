import type { CallerContext } from '#platform/context.ts'
import type { LlmFailure } from '#platform/llm.ts'
import { noticeOf } from '../rules/notices.ts'

export function whyTemplate({ config, caller }: CallerContext, reason: LlmFailure): string {
  const monthlyTokens = config.llm?.monthlyTokens ?? 0
  return noticeOf(reason, { monthlyTokens, isDemo: caller.readOnly && config.llm !== undefined })
}
