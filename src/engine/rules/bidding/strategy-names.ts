import { uncapitalised, wordOf } from '#shared/ads-words/forms.ts'
import { BIDDING_STRATEGIES } from '#shared/ads-words/settings.ts'

/** As in 'la campaña usa …'. */
export function strategyName(type: string): string {
  const name = wordOf<string>(BIDDING_STRATEGIES, type)
  return name === undefined ? 'otra estrategia de puja' : uncapitalised(name)
}
