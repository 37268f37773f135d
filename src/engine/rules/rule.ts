import type { Context } from '../account/context.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import type { Finding } from '../findings/recommendation.ts'
import type { RuleName } from '../findings/rule-names.ts'

export type RuleResult = { findings: Finding[]; silence: string | null }

/** A rule looks at the whole account and returns what it can defend, or says why it is silent. */
export type Rule = (snapshot: AccountSnapshot, context: Context) => RuleResult
export type NamedRule = readonly [RuleName, Rule]
