import type { EffectKind } from '#engine/effect/measure-effect.ts'
import type { Recommendation as Analysed } from '#engine/recommendation.ts'
import type { EffectPlace } from '#platform/watched-entities.ts'

type Body = Pick<Analysed, 'rule' | 'categoria' | 'campaignId' | 'adGroupId'>

/** Rules that want more results although their category saves as a rule. */
const MORE_RESULTS = [
  'converting-terms',
  'blocking-negatives',
  'silent-keywords',
  'limited-budgets',
]

/** Where its effect is looked for; null where the whole account was changed and nothing is left to compare with. */
export function effectPlaceOf({ campaignId, adGroupId }: Body): EffectPlace | null {
  if (!campaignId) return null
  return adGroupId
    ? { level: 'ad_group', id: adGroupId, campaignId }
    : { level: 'campaign', id: campaignId, campaignId }
}

/** What a recommendation is judged by follows from what it was meant to do. */
export function effectKindOf({ rule, categoria }: Body): EffectKind {
  if (MORE_RESULTS.includes(rule)) return 'budget'
  if (categoria === 'presupuesto') return 'budget'
  if (categoria === 'pujas') return 'bids'
  if (categoria === 'anuncios' || categoria === 'landing_pages') return 'ads'
  return 'saving'
}
