import { hasSequence } from '#engine/account/matches.ts'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import { fingerprintOf } from '#engine/findings/fingerprint.ts'
import type { Forecast, MutateOperation, Recommendation } from '#engine/findings/recommendation.ts'
import type { RuleName } from '#engine/rules/rules.ts'
import { MICROS } from '#shared/metrics.ts'
import { withoutLists } from '../without-lists.ts'
import type { Candidate, Kind } from './candidate.ts'
import type { Splits } from './splits.ts'
import { pooled } from './unit-candidates.ts'
import { wordCoverage } from './word-coverage.ts'
import type { World } from './world.ts'

/** One thing that a recommendation changes. */
export type Decision = {
  kind: Kind
  problem: string
  candidate: Candidate | null
  probability: number
  isRight: boolean
  /** True net, € per 30 days. */
  net: number
}

/** A forecast beside what would really have come. */
export type Forecasted = { kind: Kind; low: number; middle: number; high: number; net: number }

export type Judgement = {
  decisions: Decision[]
  forecasts: Forecasted[]
  /** Problems that a right recommendation solves, with the share of it that is solved. */
  solved: Map<string, number>
}

const KIND_OF: Partial<Record<string, Kind>> = {
  'wasted-search-terms': 'wasted terms',
  'wasted-ngrams': 'wasted n-grams',
  'converting-terms': 'converting terms',
  'keyword-bids': 'bids',
  'idle-keywords': 'idle keywords',
  'duplicate-keywords': 'duplicate keywords',
  'limited-budgets': 'budgets',
  'budget-shift': 'budget shift',
  'losing-ads': 'losing ads',
  'device-performance': 'devices',
  'wasted-placements': 'placements',
} satisfies Partial<Record<RuleName, Kind>>

/** Holds every recommendation against the truth. */
export function judged(
  { world, splits, snapshot }: { world: World; splits: Splits; snapshot: AccountSnapshot },
  candidates: readonly Candidate[],
  recommendations: readonly Recommendation[],
): Judgement {
  const byKey = new Map(candidates.map((candidate) => [candidate.key, candidate]))
  const pages = new Map(
    splits.pages.map(({ key }) => [fingerprintOf('landing-pages', key), `page ${key}`]),
  )
  const judgement: Judgement = { decisions: [], forecasts: [], solved: new Map() }
  for (const one of recommendations) {
    const page = pages.get(one.fingerprint)
    const changes = page
      ? [{ kind: 'weak pages' as const, key: page, step: 1 }]
      : changesOf(one, snapshot)
    const parts = changes.map((change) => decisionOf(world, byKey, one, change))
    const net = parts.reduce((sum, decision) => sum + decision.net, 0)
    const decisions = one.rule === 'budget-shift' ? [shifted(one, net)] : parts
    judgement.decisions.push(...decisions)
    for (const { kind, isRight, problem, candidate } of parts) {
      if (isRight && candidate && kind !== 'wasted n-grams') judgement.solved.set(problem, 1)
    }
    const { forecast } = one.evidence
    const kind = decisions[0]?.kind
    const whole = !one.evidence.counterEvidence.some((text) => text.startsWith('Parte de este'))
    if (kind && forecast && whole && Number.isFinite(net)) {
      judgement.forecasts.push({ kind, net, ...euros(forecast) })
    }
  }
  for (const [word, share] of wordCoverage(world, recommendations)) {
    if (share >= WORD_SOLVED) judgement.solved.set(`gram ${word}`, share)
  }
  for (const problem of pausedCopies(byKey, recommendations)) judgement.solved.set(problem, 1)
  return judgement
}

/** A keyword is repeated no more once a copy is paused, by any card. */
function pausedCopies(
  byKey: ReadonlyMap<string, Candidate>,
  recommendations: readonly Recommendation[],
): string[] {
  const operations = recommendations.flatMap(({ evidence }) => evidence.change?.operations ?? [])
  return operations.flatMap((operation) => {
    const update = (operation.adGroupCriterionOperation as { update?: Fields } | undefined)?.update
    const copy = byKey.get(`copy ${update?.resourceName?.split('/').at(-1)}`)
    return update?.status === 'PAUSED' && copy ? [copy.problem] : []
  })
}

/** Share of a word's clicks that must stop. */
const WORD_SOLVED = 0.5

/** Money moved between campaigns is right as a whole or not at all. */
function shifted({ probability }: Recommendation, net: number): Decision {
  const isRight = net > 0
  return { kind: 'budget shift', problem: 'shift', candidate: null, probability, isRight, net }
}

function euros({ monthlyLowMicros, monthlyMidMicros, monthlyHighMicros }: Forecast) {
  return {
    low: monthlyLowMicros / MICROS,
    middle: monthlyMidMicros / MICROS,
    high: monthlyHighMicros / MICROS,
  }
}

type ChangeKey = { kind: Kind; key: string; step: number }

function changesOf(one: Recommendation, snapshot: AccountSnapshot): ChangeKey[] {
  if (one.rule === 'conversion-tracking') return [{ kind: 'outage', key: 'outage', step: 1 }]
  if (one.fingerprint === fingerprintOf('landing-pages', '', 'speed'))
    return [{ kind: 'slow pages', key: 'speed', step: 1 }]
  const kind = KIND_OF[one.rule]
  if (!kind) return []
  return withoutLists(one.evidence.change?.operations ?? []).flatMap((operation) =>
    keyOf(kind, operation, snapshot),
  )
}

type Fields = {
  resourceName?: string
  status?: string
  campaign?: string
  adGroup?: string
  keyword?: { text: string }
  placement?: { url: string }
  device?: { type: string }
  bidModifier?: number
  cpcBidMicros?: string
  amountMicros?: string
}

function keyOf(kind: Kind, operation: MutateOperation, snapshot: AccountSnapshot): ChangeKey[] {
  const [body] = Object.values(operation) as { create?: Fields; update?: Fields }[]
  const fields = { ...body?.create, ...body?.update }
  const id = fields.resourceName?.split('/').at(-1) ?? ''
  const campaignId = fields.campaign?.split('/').at(-1) ?? ''
  const change = (key: string, step = 1) => [{ kind, key, step }]
  switch (kind) {
    case 'wasted terms':
      return change(`negative ${campaignId} ${fields.keyword!.text}`)
    case 'wasted n-grams':
      return change(`gram ${campaignId} ${fields.keyword!.text}`)
    case 'converting terms':
      return change(`keyword ${fields.adGroup!.split('/').at(-1)} ${fields.keyword!.text}`)
    case 'bids': {
      const step = stepOf(snapshot, id, fields)
      return change(`bid ${id} ${step < 1 ? 'lower' : 'raise'}`, step)
    }
    case 'idle keywords':
      return change(`pause ${id}`)
    case 'duplicate keywords':
      return change(`copy ${id}`)
    case 'losing ads':
      return change(`ad ${id.split('~')[1]}`)
    case 'devices':
      return change(`device ${campaignId} ${fields.device!.type}`, fields.bidModifier)
    case 'placements':
      return change(`place ${campaignId} ${fields.placement!.url}`)
    default:
      return change(`budget ${id.slice(1)}`, stepOf(snapshot, id, fields))
  }
}

/** The factor of a change, by what the account shows now. */
function stepOf(snapshot: AccountSnapshot, id: string, fields: Fields): number {
  const keyword = snapshot.keywords.find((one) => `${one.adGroupId}~${one.criterionId}` === id)
  const campaign = snapshot.campaigns.find(({ budgetId }) => budgetId === id)
  const before = keyword?.bidMicros ?? campaign?.budgetMicros ?? Number.NaN
  return Number(fields.cpcBidMicros ?? fields.amountMicros) / before
}

function decisionOf(
  world: World,
  byKey: ReadonlyMap<string, Candidate>,
  one: Recommendation,
  { kind, key, step }: ChangeKey,
): Decision {
  const { probability } = one
  if (kind === 'wasted n-grams') return gramDecision(world, byKey, key, probability)
  const candidate = byKey.get(key) ?? null
  return {
    kind,
    problem: candidate?.problem ?? key,
    candidate,
    probability,
    isRight: candidate?.isRight(step) ?? false,
    net: candidate?.net(step) ?? Number.NaN,
  }
}

/** Judged by the queries that they stop, not by which words were chosen. */
function gramDecision(
  world: World,
  byKey: ReadonlyMap<string, Candidate>,
  key: string,
  probability: number,
): Decision {
  const [, campaignId = '', ...words] = key.split(' ')
  const stopped = world.units.filter(
    (unit) => unit.campaignId === campaignId && hasSequence(unit.term.split(' '), words),
  )
  const all = pooled(world, world.campaigns.find(({ id }) => id === campaignId)!, stopped)
  const gram = stopped.find((unit) => unit.gram)?.gram
  const candidate = byKey.get(`gram ${gram}`) ?? null
  const share = all.clicks / (candidate?.seen?.clicks ?? Number.POSITIVE_INFINITY)
  return {
    kind: 'wasted n-grams',
    problem: share >= 0.5 ? (candidate?.problem ?? key) : key,
    candidate: share >= 0.5 ? candidate : null,
    probability,
    isRight: all.rate < all.cpc / all.stopping.limit,
    net: candidate ? candidate.net(1) * Math.min(1, share) : Number.NaN,
  }
}
