import type { EffectPlace } from '#account-data/effect-evidence.ts'
import type { Advice } from '#engine/account/worth-of-conversions.ts'
import type { EffectKind } from '#engine/effect/measure-effect.ts'
import type {
  Recommendation as Analysed,
  MutateOperation,
} from '#engine/findings/recommendation.ts'
import { bidTargets } from '#engine/rules/bidding/bid-targets.ts'
import { ruleNamed } from '#engine/rules/rules.ts'

type Place = Pick<Analysed, 'campaignId' | 'adGroupId' | 'evidence'>

/**
 * Where its effect is looked for; `changed`: ids of the campaigns it is known to change. Null where that may not be all
 * of them: the account's own settings, what was done by hand in places that were not kept.
 */
export function effectPlaceOf(
  { campaignId, adGroupId, evidence }: Place,
  changed: readonly string[],
): EffectPlace | null {
  if (campaignId) return { adGroupId, campaignIds: [campaignId] }
  if (changed.length === 0) return null
  const operations = evidence.change?.operations ?? []
  const isKnown = evidence.campaignIds !== undefined || operations.every(isWithinCampaign)
  return isKnown ? { adGroupId: null, campaignIds: changed } : null
}

/** Its resource names lead to its campaigns. */
function isWithinCampaign(operation: MutateOperation): boolean {
  return Object.keys(operation).every((key) => /^(campaign|adGroup)/.test(key))
}

/** Each in an ad group of its own: neither is in the other's figures. */
export function isElsewhere(
  one: Pick<Analysed, 'adGroupId'>,
  other: Pick<Analysed, 'adGroupId'>,
): boolean {
  return Boolean(one.adGroupId && other.adGroupId && one.adGroupId !== other.adGroupId)
}

/** Whether nothing of the place itself runs on where it is done. */
export function stopsItsPlace({ evidence }: Pick<Analysed, 'evidence'>): boolean {
  const operations = evidence.change?.operations ?? []
  return operations.length > 0 && operations.every(isPause)
}

function isPause({ campaignOperation, adGroupOperation }: MutateOperation): boolean {
  const update = (campaignOperation ?? adGroupOperation)?.update
  return (update as { status?: unknown } | undefined)?.status === 'PAUSED'
}

/** What a recommendation is judged by follows from what it was meant to do. */
export function effectKindOf({ rule, category }: Pick<Analysed, 'rule' | 'category'>): EffectKind {
  const { effect } = ruleNamed(rule) ?? {}
  if (effect) return effect
  if (category === 'budget') return 'budget'
  if (category === 'bids') return 'bids'
  if (category === 'ads' || category === 'landing-pages') return 'ads'
  return 'saving'
}

/** What it counted with; of a card about a target the figure 'target' is the one that it moves. */
export function adviceOf(body: Analysed): Advice {
  const moves = movesTarget(body)
  const { value } =
    body.evidence.figures.find(({ key }) => key === (moves ? 'worth' : 'target')) ?? {}
  return { micros: typeof value === 'number' && value > 0 ? value : null, movesTarget: moves }
}

/** What a person was told to set by hand has no operations. */
export function movesTarget({ rule, evidence }: Pick<Analysed, 'rule' | 'evidence'>): boolean {
  const operations = evidence.change?.operations ?? []
  return rule === bidTargets.name || operations.some((one) => TARGETS.test(maskOf(one)))
}

const TARGETS = /targetCpa|targetRoas/

/** It makes a campaign bid for what sales bring, or moves what it aims at there. */
export function aimsAtValue({ evidence }: Pick<Analysed, 'evidence'>): boolean {
  return (evidence.change?.operations ?? []).some((one) => VALUE.test(maskOf(one)))
}

const VALUE = /targetRoas|maximizeConversionValue/

const maskOf = (operation: MutateOperation): string =>
  Object.values(operation)
    .map(({ updateMask }) => updateMask)
    .join()
