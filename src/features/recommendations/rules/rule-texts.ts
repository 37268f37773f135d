import { LAST_PLACE } from '#engine/rules/rule.ts'
import { ruleNamed } from '#engine/rules/rules.ts'

/** What a reply says of a rule beside its name. One of an older version is shown by that. */
export function toldRule(rule: string) {
  const known = ruleNamed(rule)
  return { rule, ruleTitle: known?.title ?? rule, rulePlace: known?.place ?? LAST_PLACE }
}
