import { fingerprintOf } from './fingerprint.ts'
import type { Category, Finding } from './recommendation.ts'

/** What is known of a finding by the rule that made it. */
export type Owner = {
  name: string
  category: Category
  place: number
  isLast?: boolean
  needs?: { conversions?: true | 'now' | 'once' }
}

export type OwnedFinding = Finding & { rule: Owner; fingerprint: string; category: Category }

/** Its texts are not worked out for that. */
export function ownedBy(rule: Owner, finding: Finding): OwnedFinding {
  const { identity, category = rule.category } = finding
  const own = { rule, category, fingerprint: fingerprintOf(rule.name, ...identity) }
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(finding),
      ...Object.getOwnPropertyDescriptors(own),
    },
  ) as OwnedFinding
}
