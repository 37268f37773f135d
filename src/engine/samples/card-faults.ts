import { daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../account/known-figures.ts'
import { negativeBlocks, negativeSilences } from '../account/matches.ts'
import type {
  AccountSnapshot,
  KeywordFacts,
  MatchType,
  WholeSnapshot,
} from '../account/snapshot.ts'
import type { EvidenceCard, Recommendation } from '../findings/recommendation.ts'
import { unsupportedNumbers } from '../findings/unsupported-numbers.ts'
import { columnsNeeded } from '../rules/rule.ts'
import { ruleNamed } from '../rules/rules.ts'
import { dailySpend, type World } from './daily-account.ts'

/**
 * For tests: how a card contradicts itself, its limits or what is known. `snapshot` is what the analysis was given,
 * `truth` the same account with every figure in its place.
 */
export function cardFaults(
  card: Recommendation,
  { snapshot, truth, world }: { snapshot: AccountSnapshot; truth: WholeSnapshot; world: World },
): string[] {
  const faults = [
    ...unknownFaults(card, snapshot),
    ...rateFaults(card, snapshot),
    ...budgetFaults(card, truth, world),
    ...stepFaults(card, snapshot),
    ...exclusionFaults(card, truth),
    ...unsupportedNumbers(card).map((figure) => `says ${figure}, which is no fact of it`),
  ]
  return faults.map((fault) => `${card.rule}: ${fault}`)
}

/** Told here once more, so that a fault of the engine's own question is found. */
const isColumnKnown = ({ knownColumns }: AccountSnapshot, column: Column) =>
  knownColumns?.includes(column) ?? true

/** The columns that a cell or figure of this name is made of. */
const MADE_OF: Record<string, Column[]> = {
  impressions: ['impressions'],
  clicks: ['clicks'],
  cost: ['costMicros'],
  monthlyCost: ['costMicros'],
  amount: ['costMicros'],
  hidden: ['costMicros'],
  conversions: ['conversionsMicros'],
  extra: ['conversionsMicros'],
  expected: ['conversionsMicros'],
  rate: ['clicks', 'conversionsMicros'],
  restRate: ['clicks', 'conversionsMicros'],
  breakEven: ['clicks', 'costMicros'],
  cpa: ['costMicros', 'conversionsMicros'],
  costPerConversion: ['costMicros', 'conversionsMicros'],
  target: ['costMicros', 'conversionsMicros'],
  ctr: ['impressions', 'clicks'],
  lost: ['impressions'],
  won: ['impressions'],
}

/** A rule reads no more than it needs: what a card rests on are the needs of its rule. */
function unknownFaults({ rule, evidence }: Recommendation, snapshot: AccountSnapshot): string[] {
  const { needs } = ruleNamed(rule)!
  const { figures, table, forecast } = evidence
  const level = needs.levels?.find((one) => !snapshot.coverage?.[one])
  const column = columnsNeeded(needs).find((one) => !isColumnKnown(snapshot, one))
  const isUnknown = (key: string) =>
    (MADE_OF[key] ?? []).some((one) => !isColumnKnown(snapshot, one))
  const told = [
    ...figures.filter(({ value }) => value !== null).map(({ key }) => key),
    ...table.rows.flatMap((row) => Object.keys(row).filter((key) => row[key] !== null)),
  ]
  return [
    ...(level ? [`rests on level ${level}`] : []),
    ...(column ? [`rests on column ${column}`] : []),
    ...told.filter(isUnknown).map((key) => `states ${key}`),
    ...(forecast && isUnknown('cpa') ? ['promises money'] : []),
    ...(/UNKNOWN|undefined|NaN|Infinity/.test(JSON.stringify(evidence)) ? ['shows no value'] : []),
  ]
}

const figureOf = ({ figures }: EvidenceCard, wanted: string): number | null => {
  const value = figures.find(({ key }) => key === wanted)?.value
  return typeof value === 'number' ? value : null
}

/** Of days that are known, and per day of those. */
function rateFaults({ rule, evidence }: Recommendation, snapshot: AccountSnapshot): string[] {
  const { window } = evidence
  const [level] = ruleNamed(rule)!.needs.levels ?? []
  const covered = snapshot.coverage?.[level ?? 'campaign'] ?? snapshot.coverage?.account
  const [cost, monthly] = [figureOf(evidence, 'cost'), figureOf(evidence, 'monthlyCost')]
  const isOff = cost && monthly ? Math.abs((monthly * window.days) / (cost * 30) - 1) > 1e-6 : false
  return [
    ...(window.days !== daysInRange(window.from, window.to) ? ['counts other days'] : []),
    ...(covered && window.from < covered.from ? ['looks at days that were not read'] : []),
    ...(isOff ? ['a month is not 30 of its days'] : []),
  ]
}

type Fields = Record<string, unknown> & { resourceName?: string; campaign?: string }
type Step = { kind: string; create?: Fields; update?: Fields; remove?: string }

function stepsOf({ evidence }: Recommendation): Step[] {
  return (evidence.change?.operations ?? []).flatMap((operation) =>
    Object.entries(operation).map(([kind, fields]) => ({ kind, ...(fields as object) })),
  )
}

const lastId = (resource = '') => resource.split(/[/~]/).at(-1)!
const STEP = 0.3 + 1e-9

/** Against what is really spent on a day, and against what its own table says. */
function budgetFaults(card: Recommendation, truth: WholeSnapshot, world: World): string[] {
  return stepsOf(card).flatMap(({ kind, update }) => {
    if (kind !== 'campaignBudgetOperation') return []
    const campaign = truth.campaigns.find(
      ({ budgetId }) => budgetId === lastId(update?.resourceName),
    )
    if (!campaign) return ['moves a budget of nobody']
    const next = Number(update?.amountMicros)
    const present = campaign.budgetMicros!
    const spent = dailySpend(world, campaign.id)
    const rows = card.evidence.table.rows.map(({ newBudget }) => newBudget)
    const told = [...rows, figureOf(card.evidence, 'newBudget')]
    const amount = figureOf(card.evidence, 'amount') ?? 0
    return [
      ...(Math.abs(next / present - 1) > STEP ? [`budget × ${next / present}`] : []),
      ...(next < 0.65 * Math.min(present, spent) ? ['budget below what is spent'] : []),
      ...(told.includes(next) ? [] : ['another budget than it says']),
      ...(amount > 0.36 * 30 * world.units.length * spent ? ['moves more than there is'] : []),
      ...(next < present && amount > 0.36 * 30 * spent ? ['takes more than a step'] : []),
    ]
  })
}

/** Bids, targets and modifiers, each of a campaign that is known to take them. */
function stepFaults(card: Recommendation, { campaigns, keywords }: AccountSnapshot): string[] {
  const strategyOf = (id?: string) => campaigns.find((one) => one.id === id)?.biddingStrategyType
  const notManual = (id?: string) =>
    strategyOf(id) === 'MANUAL_CPC' ? [] : [`bid by hand in ${strategyOf(id)}`]
  return stepsOf(card).flatMap(({ kind, update, create }) => {
    const bid = Number(update?.cpcBidMicros ?? 0)
    const modifier = Number((update ?? create)?.bidModifier ?? 0)
    const held = update?.maximizeConversions ?? update?.targetCpa
    if (bid > 0) {
      const keyword = keywords.find(
        ({ criterionId }) => criterionId === lastId(update?.resourceName),
      )
      const factor = bid / (keyword?.bidMicros ?? 0)
      const isTold = card.evidence.table.rows.some(({ newBid }) => newBid === bid)
      return [
        ...(Math.abs(factor - 1) > STEP ? [`bid × ${factor}`] : []),
        ...(isTold ? [] : ['another bid than it says']),
        ...notManual(keyword?.campaignId),
      ]
    }
    if (modifier > 0)
      return [
        ...(Math.abs(modifier - 1) > STEP ? [`modifier ${modifier}`] : []),
        ...notManual(card.campaignId ?? undefined),
      ]
    if (kind !== 'campaignOperation' || !held) return []
    const campaign = campaigns.find(({ id }) => id === lastId(update?.resourceName))
    const target = Number((held as { targetCpaMicros: string }).targetCpaMicros)
    const factor = target / (campaign?.targetCpaMicros ?? 0)
    return Math.abs(factor - 1) > 0.15 + 1e-9 ? [`target × ${factor}`] : []
  })
}

/** Negatives and pauses: what they stop sold as much as the card says, and is nothing that the account bids on. */
function exclusionFaults(card: Recommendation, truth: WholeSnapshot): string[] {
  const said = figureOf(card.evidence, 'conversions')
  const steps = stepsOf(card)
  const stopped = steps.flatMap((step) => stoppedTerms(step, truth))
  const paused = steps.flatMap(({ update }) => {
    if (update?.status !== 'PAUSED') return []
    return truth.keywords.filter(({ criterionId }) => criterionId === lastId(update.resourceName))
  })
  const sold = [...new Set([...stopped, ...paused])].reduce(
    (sum, { sums }) => sum + sums.conversionsMicros / MICROS,
    0,
  )
  const own = steps.flatMap((step) => truth.keywords.filter((one) => isSilenced(step, one)))
  return [
    ...(sold > (said ?? 0) + 1e-9 ? [`stops ${sold} conversions and says ${said}`] : []),
    ...own.map(({ text }) => `silences the keyword ${text}`),
  ]
}

type Negative = { campaignId: string; text: string; matchType: MatchType }

function negativeOf({ create }: Step): Negative | null {
  if (!create?.negative || !create.keyword) return null
  return {
    campaignId: lastId(create.campaign),
    ...(create.keyword as Omit<Negative, 'campaignId'>),
  }
}

function stoppedTerms(step: Step, { searchTerms }: WholeSnapshot) {
  const negative = negativeOf(step)
  return searchTerms.filter(
    ({ campaignId, term }) => campaignId === negative?.campaignId && negativeBlocks(negative, term),
  )
}

function isSilenced(step: Step, keyword: KeywordFacts): boolean {
  const negative = negativeOf(step)
  return negative?.campaignId === keyword.campaignId && negativeSilences(negative, keyword)
}
