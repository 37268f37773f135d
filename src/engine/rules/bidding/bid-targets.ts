import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { isLearning } from '../../account/known-settings.ts'
import { valueTimes } from '../../account/reported-values.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Act, Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { withoutUnwanted } from '../search-terms/unwanted-spend.ts'
import { shareSpent, spendsItsBudget } from './bid-room.ts'
import type { TargetOff } from './bid-targets-words.ts'
import * as words from './bid-targets-words.ts'
import { actsOn } from './budget-users.ts'
import { chanceCheaper, knownConversions, lostShare } from './campaign-evidence.ts'
import { targetSimulationOf } from './campaign-simulation.ts'
import { isOfOtherTarget, type TightenedTarget, tightenedTargets } from './changed-targets.ts'
import { tightenedTargetTexts } from './changed-targets-words.ts'
import { betterTargets } from './simulated-targets.ts'
import {
  actsOnTarget,
  askedOfAll,
  onlyUser,
  saidOfAll,
  type TargetUsers,
  targetUsers,
} from './target-users.ts'
import { aboveFinding, targetsAboveSaid } from './targets-above-said.ts'

/** Targets of Smart Bidding that choke the campaign, or that another value would make worth more. */
export const bidTargets = defineRule({
  name: 'bid-targets',
  title: 'Objetivos de puja',
  category: 'bids',
  place: 170,
  needs: { conversions: 'once', days: 30, levels: ['campaign'], settings: ['biddingStrategyType'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign'>, context: Context): RuleResult {
  const own = targetUsers(snapshot.campaigns.filter(({ id }) => !isOver(snapshot, id, context)))
  if (own.length === 0) return { findings: [], silence: words.NO_TARGETS }
  const ready = own.filter((one) => isReady(snapshot, one, context))
  const better = betterTargets(snapshot, ready, context)
  const moved = new Set(better.map(({ identity }) => identity[0]))
  const left = (all: readonly TargetUsers[]) =>
    all.filter(({ campaign }) => !moved.has(campaign.id))
  const above = targetsAboveSaid(left(own), context)
  const beyond = new Set(above.map(({ on }) => on))
  const judged = left(ready).filter((one) => !beyond.has(one))
  const tightened = acceptByFalseDiscovery(
    tightenedTargets(snapshot, judged).filter(
      ({ probability }) => probability >= targetProbability,
    ),
    THRESHOLDS.falseDiscoveryRate.value,
  )
  const kept = judged.filter((one) => !isOfOtherTarget(snapshot, one))
  const off = kept.flatMap((one) => offOf(snapshot, one, context))
  const accepted = acceptByFalseDiscovery(off, THRESHOLDS.falseDiscoveryRate.value)
  const leftOf = withoutUnwanted(snapshot, context)
  const told = accepted.filter((one) => {
    const ids = one.on.users.map(({ id }) => id)
    return !isMended(one, leftOf(one.on.campaign, ids), context)
  })
  const findings = [
    ...better,
    ...above.map((one) => aboveFinding(one, context)),
    ...tightened.map((one) => tightenedFinding(one, context)),
    ...told.map((one) => offFinding(one, context)),
  ]
  if (findings.length > 0) return { findings, silence: null }
  if (ready.length === 0) return { findings, silence: words.NOT_READY }
  const isNew = kept.length < judged.length ? words.CHANGED : wellSet(kept, context)
  const silence = accepted.length > told.length ? words.MENDED : isNew
  return { findings, silence }
}

/** Shown no more because it may have ended: what Google says has not is perhaps choked by its target. */
function isOver({ inventory }: AccountSnapshot, id: string, { resting, ending }: Context): boolean {
  if (ending.has(id)) return true
  return (
    resting.has(id) && !inventory?.campaignSettings?.some(({ campaignId }) => campaignId === id)
  )
}

function wellSet(own: readonly TargetUsers[], context: Context): string {
  return own.some((one) => askedOfAll(one, context) === null) ? words.UNVALUED : words.WELL_SET
}

/** Without searches that another card excludes it is not sure any more that the target is missed: a looser one would buy more of them. */
function isMended({ side, target }: TargetOff, left: CountedSums | null, context: Context) {
  return side === 'unreachable' && left && chanceMissed(context, left, target) < targetProbability
}

const { value: targetProbability } = THRESHOLDS.targetProbability

const chanceMissed = (context: Context, sums: CountedSums, { micros }: Target) =>
  1 - chanceCheaper(context, sums, micros * THRESHOLDS.targetOff.value)

/** Not while Google says it is learning. */
function isReady({ inventory }: AccountSnapshot<'campaign'>, on: TargetUsers, context: Context) {
  const settings = inventory?.campaignSettings ?? []
  const learns = on.users.some(({ id }) =>
    isLearning(settings.find(({ campaignId }) => campaignId === id)),
  )
  return !learns && isTelling(on, context)
}

/** Enough conversions, or so much spent that there should be; of what hardly sells at all its campaign is the matter. */
function isTelling(on: TargetUsers, context: Context): boolean {
  const { sums } = on.campaign
  const { targetConversions, returnlessSold } = THRESHOLDS
  const sold = knownConversions(context, sums)
  if (sold >= targetConversions.value) return true
  const target = askedOfAll(on, context)
  const expected = target ? sums.costMicros / target.micros : 0
  return expected >= targetConversions.value && sold > expected * returnlessSold.value
}

/** Slack only matters where the money runs out: a stricter target buys more with it. */
function offOf(snapshot: AccountSnapshot, on: TargetUsers, context: Context): TargetOff[] {
  const target = askedOfAll(on, context)
  if (!target) return []
  const { campaign } = on
  const { sums } = campaign
  const actualMicros = sums.costMicros / knownConversions(context, sums)
  const above = chanceMissed(context, sums, target)
  const below = chanceCheaper(context, sums, target.micros / THRESHOLDS.targetOff.value)
  const isTight = lostShare(campaign, 'budget').atLeast >= THRESHOLDS.budgetLostShare.value
  // Of all added up the few that lack budget may lose enough: the others are choked by the target.
  const isSpent = on.users.every((one) => spendsItsBudget(one, snapshot, context))
  const said = saidOfAll(on, context)
  const paid = { said, actualMicros, targetMicros: target.micros }
  const type = target.origin === 'roas' ? 'TARGET_ROAS' : 'TARGET_CPA'
  const isSimulated = targetSimulationOf(snapshot, on, type) !== null
  const saidMicros = said?.micros ?? null
  const shared = { on, target, actualMicros, saidMicros, isSimulated, key: campaign.id }
  if (above >= targetProbability) {
    const isDear = isBeyond(campaign, paid, context)
    const spent = said && !isDear ? 'paid' : 'spent'
    const unspent = isDear ? 'beyond' : 'choked'
    const shares = on.users.map((one) => shareSpent(one, snapshot, context) ?? 0)
    const isFading = Math.max(...shares) < THRESHOLDS.fadingShare.value
    const why = { kind: isSpent ? spent : unspent, isFading } as const
    return [{ ...shared, side: 'unreachable', ...why, probability: above }]
  }
  return below >= targetProbability && isTight
    ? [{ ...shared, side: 'slack', kind: 'slack', isFading: false, probability: below }]
    : []
}

/** Dearer than its owner said that it may be, or, where nothing is said, than who asks for so little can have meant. */
function isBeyond(
  campaign: CampaignFacts,
  paid: { said: Target | null; actualMicros: number; targetMicros: number },
  { values }: Context,
): boolean {
  const { said, actualMicros, targetMicros } = paid
  if (!said) return actualMicros > THRESHOLDS.targetLoosened.value * targetMicros
  const times = said.origin === 'actions' ? 1 : valueTimes(values, said, campaign, campaign.sums)
  return actualMicros > said.micros * times
}

function offFinding(one: TargetOff, context: Context): Finding {
  const { on, side, kind, probability } = one
  const campaignId = onlyUser(on.users)
  const part = on.portfolio ? `${on.campaign.id} ${side}` : side
  const group = {
    label: on.portfolio?.name ?? on.campaign.name,
    texts: (parts: readonly Finding[]) => words.targetOffGroupTexts(context, parts, kind),
  }
  const head = {
    ...{ campaignId, part, probability },
    priority: isFar(one) ? ('medium' as const) : ('low' as const),
    acts: actsOf(one),
    group: {
      ...{ identity: [campaignId ?? '', part], ...group, joinsMany: true as const },
      wider: { identity: ['group', kind], ...group },
    },
  }
  return setupFinding(head, words.targetOffTexts(context, one))
}

/** Another target changes what its budget buys: beside advice on that, only one of both is told. */
function actsOf({ on, kind }: TargetOff): Act[] {
  const target = actsOnTarget(on)
  if (kind === 'slack' || kind === 'paid') return target
  return [...target, ...actsOn(on), ...on.users.map(({ id }): Act => `campaign:${id}:return`)]
}

function tightenedFinding(one: TightenedTarget, context: Context): Finding {
  const head = {
    campaignId: one.on.campaign.id,
    part: 'tightened',
    probability: one.probability,
    priority: 'medium' as const,
    acts: actsOnTarget(one.on),
  }
  return setupFinding(head, tightenedTargetTexts(context, one))
}

/** Beyond what one that asks for it may value a conversion at, nearly all that its bidding could buy is out of reach. */
function isFar({ side, target, actualMicros }: TargetOff): boolean {
  return side === 'unreachable' && actualMicros > THRESHOLDS.targetWorth.value * target.micros
}
