import { MICROS } from '#shared/metrics.ts'
import { budgetExponentOf } from '../account/budget-exponent.ts'
import type { Context } from '../account/context.ts'
import { COUNTED } from '../account/known-figures.ts'
import { withKnown } from '../account/known-snapshot.ts'
import { addUp, type TrackingProblem } from '../account/measurement.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import { simulatedBudget } from '../rules/bidding/campaign-simulation.ts'
import { exponentOf } from '../statistics/budget-response.ts'
import { raisesBlockedReason } from '../words/shared-texts.ts'
import type { GoogleAdvice, Surroundings } from './advice.ts'
import { proposesBudget } from './judge-budget.ts'

/** Counts the snapshot of a whole account has no cheap place for. */
export type Counts = {
  sitelinks: ReadonlyMap<string, number> | null
  callouts: ReadonlyMap<string, number> | null
  /** By ad group. */
  liveAds: ReadonlyMap<string, number> | null
}

/** What surrounds one of Google's recommendations; `counts` by campaign, the account's own links included. */
export function surroundingsOf(
  advice: GoogleAdvice,
  snapshot: AccountSnapshot,
  context: Context,
  counts: Counts,
): Surroundings {
  const id = advice.campaignId
  const known = withKnown(snapshot, ['campaign'], COUNTED)?.campaigns
  const campaign = known?.find((one) => one.id === id) ?? null
  const joint = new Set(advice.campaignIds)
  const isAboutAll = id === null && advice.adGroupId === null && joint.size === 0
  const together = isAboutAll ? known : known?.filter((one) => joint.has(one.id))
  const countOf = (of: ReadonlyMap<string, number> | null, key: string | null) =>
    of && key !== null ? (of.get(key) ?? 0) : null
  const moved = movedBy(advice, context)
  const believed = campaign && budgetExponentOf(snapshot, campaign)
  return {
    currencyCode: snapshot.account.currencyCode,
    days: context.days,
    blocked: raisesBlockedReason(context) ?? doubtOf(context),
    knownShare: context.measurement.knownShare,
    campaign,
    jointSums:
      (isAboutAll || joint.size > 0) && together ? addUp(together.map(({ sums }) => sums)) : null,
    isJoint: joint.size > 0,
    target: id === null ? (isAboutAll ? context.ofAccount : null) : context.targetOf(id),
    valuesTell: context.values !== null,
    settings: snapshot.inventory?.campaignSettings?.find((one) => one.campaignId === id) ?? null,
    preferences: snapshot.inventory?.preferences ?? {},
    isSettling: [...joint, ...(id === null ? [] : [id])].some((one) => moved.has(one)),
    budgetElasticity: believed && simulatedBudget(snapshot, campaign, believed),
    budgetExponent: believed ?? exponentOf(snapshot.budgetResponses, id),
    sideNetworks: {
      SEARCH_PARTNERS: networkOf(snapshot, context, 'SEARCH_PARTNERS'),
      CONTENT: networkOf(snapshot, context, 'CONTENT'),
    },
    sitelinks: countOf(counts.sitelinks, id),
    callouts: countOf(counts.callouts, id),
    liveAds: countOf(counts.liveAds, advice.adGroupId),
  }
}

/** Campaigns in which the last change of what it is about is to be read first. */
function movedBy(advice: GoogleAdvice, { settling }: Context): ReadonlySet<string> {
  if (proposesBudget(advice)) return settling.budgets
  return /TARGET|MAXIMIZE|ENHANCED_CPC/.test(advice.type) ? settling.bidding : new Set()
}

/** What is wrong with the measurement at this moment, though most of the window can be believed. */
function doubtOf(context: Context): string | null {
  const open = context.measurement.problems.find(
    (problem) => !('loss' in problem) || problem.loss.isOngoing,
  )
  return open ? DOUBTS[open.kind] : null
}

const UNRELIABLE =
  'La medición de conversiones tiene un problema abierto: hasta resolverlo no se puede juzgar.'
const DOUBTS: Record<TrackingProblem['kind'], string> = {
  'no-primary-action': UNRELIABLE,
  'no-conversions': UNRELIABLE,
  outage:
    'En los últimos días no ha llegado ninguna conversión y la medición parece rota: hasta arreglarla no se puede saber si compensa.',
  'partial-loss':
    'En los últimos días llegan menos conversiones de las que traen esos clics: hasta saber por qué no se puede juzgar.',
  'action-loss':
    'Una de las conversiones principales ha dejado de llegar: hasta saber por qué no se puede juzgar.',
  'values-lost':
    'En los últimos días las conversiones llegan sin su valor: hasta saber por qué no se puede juzgar.',
}

/** Only what Search campaigns paid there: Display campaigns have nothing else. */
function networkOf(snapshot: AccountSnapshot, context: Context, network: string) {
  const { knownShare } = context.measurement
  const own = (snapshot.inventory?.networks ?? []).filter(
    (one) =>
      one.network === network && context.campaigns.get(one.campaignId)?.channelType === 'SEARCH',
  )
  if (own.length === 0 || knownShare <= 0) return null
  const sum = (of: (one: (typeof own)[number]) => number) =>
    own.reduce((all, one) => all + of(one), 0)
  return {
    costMicros: sum(({ sums }) => sums.costMicros),
    conversions: sum(({ sums }) => sums.conversionsMicros) / MICROS / knownShare,
  }
}
