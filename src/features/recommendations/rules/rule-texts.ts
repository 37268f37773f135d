import { ruleNamed } from '#engine/rules/rules.ts'

/** What a reply says of a rule beside its name. One of an older version is shown by that. */
export function toldRule(rule: string) {
  return { rule, ruleTitle: ruleNamed(rule)?.title ?? rule }
}
