import { contextOf } from '#engine/account/context.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import type { Finding } from '#engine/findings/recommendation.ts'
import type { Rule } from '#engine/rules/rule.ts'
import { sayIn } from '#engine/words/say.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import type { Shop } from './shop.ts'
import { snapshotOf } from './shop-snapshot.ts'

/** What is said of a shop by one rule. */
export type Said = {
  campaignIds: Set<string>
  /** Of these, those with a change to be applied. */
  changed: Set<string>
  paused: Set<string>
  keywords: Set<string>
  cards: number
}

/** In the cards shown. `pausedByAny`: keywords that any card would pause. */
export function shown(
  shop: Shop,
  { name }: Pick<Rule, 'name'>,
): Said & { pausedByAny: Set<string> } {
  const all = analyseAccount(snapshotOf(shop)).recommendations.map(
    ({ rule, campaignId, evidence }) => ({ rule, campaignId, card: evidence }),
  )
  const own = all.filter(({ rule }) => rule === name)
  return { ...saidBy(own), pausedByAny: saidBy(all).paused }
}

/** By the rule itself, also where another card would be shown instead. */
export function spoken(shop: Shop, { run }: Pick<Rule, 'run'>): Said {
  const snapshot = snapshotOf(shop)
  return saidBy(run(snapshot, contextOf(snapshot, sayIn('EUR', spanishNumbers))).findings)
}

type Card = { campaignId: string | null; card: Pick<Finding['card'], 'change' | 'table'> }

function saidBy(cards: readonly Card[]): Said {
  const operations = cards.flatMap(({ card }) => card.change?.operations ?? [])
  return {
    cards: cards.length,
    keywords: new Set(
      cards.flatMap(({ card }) => card.table.rows.map((row) => String(row.keyword))),
    ),
    changed: new Set(
      cards
        .filter(({ card }) => (card.change?.operations.length ?? 0) > 0)
        .flatMap(({ campaignId }) => campaignId ?? []),
    ),
    campaignIds: new Set(cards.flatMap(({ campaignId }) => campaignId ?? [])),
    paused: new Set(
      operations.flatMap(({ adGroupCriterionOperation }) => {
        const { resourceName } = (adGroupCriterionOperation?.update ?? {}) as {
          resourceName?: string
        }
        return resourceName?.split('~').at(-1) ?? []
      }),
    ),
  }
}
