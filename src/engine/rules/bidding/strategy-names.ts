import { uncapitalised, wordOf } from '#shared/ads-words/forms.ts'
import { BIDDING_STRATEGIES } from '#shared/ads-words/settings.ts'

/** As in 'la campaña usa …'; Google's own name where there is no Spanish one. */
export function strategyName(type: string): string {
  const name = wordOf<string>(BIDDING_STRATEGIES, type)
  return name === undefined ? type : uncapitalised(name)
}
