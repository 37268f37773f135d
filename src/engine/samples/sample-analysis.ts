import * as spanish from '#shared/spanish-numbers.ts'
import type { AccountSnapshot, WholeSnapshot } from '../account/snapshot.ts'
import { analyseAccount } from '../analyse-account.ts'
import type { Recommendation } from '../findings/recommendation.ts'
import { unsupportedNumbers } from '../findings/unsupported-numbers.ts'
import type { RuleName } from '../rules/rules.ts'
import { sampleAccount } from './sample-account.ts'

/** For tests: what one rule says of an account. */
export function found(snapshot: AccountSnapshot, rule: RuleName): Recommendation[] {
  return analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)
}

/** Why the rule is silent; undefined when it speaks. */
export function reasonOf(snapshot: AccountSnapshot, rule: RuleName): string | undefined {
  return analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason
}

/** Both of one rule. */
export const sayingsOf = (rule: RuleName) => ({
  found: (snapshot: AccountSnapshot) => found(snapshot, rule),
  reason: (snapshot: AccountSnapshot) => reasonOf(snapshot, rule),
})

/** With ordinary spaces, as one would type it. */
export const plain = (text: string) => text.replace(/\u00a0/g, ' ')

/** The ordinary account and some more search terms. */
export function withTerms(...terms: WholeSnapshot['searchTerms']): WholeSnapshot {
  const base = sampleAccount()
  return { ...base, searchTerms: [...base.searchTerms, ...terms] }
}

/** Numbers that the texts of a recommendation say and its card does not show; any card may say that nothing is gained. */
export function numbersMissing(recommendation: Recommendation): string[] {
  const nothing = spanish.money(0, recommendation.evidence.currencyCode)
  return unsupportedNumbers(recommendation).filter(
    (figure) => figure !== nothing.match(/[\d.,]+/)?.[0],
  )
}
