import type { MutateOperation, Recommendation } from '#engine/findings/recommendation.ts'
import { withoutLists } from '../without-lists.ts'
import type { Account } from './account.ts'
import { isMatch, type MatchType } from './texts.ts'
import type { Stopped } from './weeks.ts'

/** What an operation of a card does to an account under smart bidding; null: nothing that this world knows. */
export type Step = { kind: Kind; stopped: Stopped; budgets: ReadonlyMap<string, number> }

export type Kind = 'negatives' | 'pauses' | 'networks' | 'budgets'

type Fields = {
  resourceName?: string
  campaign?: string
  adGroup?: string
  status?: string
  amountMicros?: string | number
  negative?: boolean
  keyword?: { text: string; matchType: MatchType }
  networkSettings?: Record<string, boolean>
}
type Named = Record<string, { create?: Fields; update?: Fields } | undefined>

export function stepsOf({ evidence }: Recommendation, account: Account): (Step | null)[] {
  return withoutLists(evidence.change?.operations ?? []).map((one) => stepOf(one, account))
}

function stepOf(operation: MutateOperation, account: Account): Step | null {
  const parts = operation as Named
  const created =
    parts.campaignCriterionOperation?.create ?? parts.adGroupCriterionOperation?.create
  if (created?.negative && created.keyword) return negativeOf(created)
  const keyword = parts.adGroupCriterionOperation?.update
  if (keyword?.status === 'PAUSED') {
    const [adGroupId, id] = lastId(keyword.resourceName).split('~')
    const own = account.keywords.filter((one) => one.adGroupId === adGroupId && one.id === id)
    return stepWith('pauses', { keywords: new Set(own) })
  }
  const budget = parts.campaignBudgetOperation?.update
  if (budget?.amountMicros !== undefined)
    return {
      ...stepWith('budgets', {}),
      budgets: new Map([[lastId(budget.resourceName), Number(budget.amountMicros)]]),
    }
  const campaign = parts.campaignOperation?.update
  const settings = Object.entries(campaign?.networkSettings ?? {}).filter(([, isOn]) => !isOn)
  if (settings.length === 0) return null
  const off = settings.map(([name]) => `${lastId(campaign!.resourceName)} ${NETWORKS[name]}`)
  return stepWith('networks', { networks: new Set(off) })
}

const NETWORKS: Record<string, string> = {
  targetContentNetwork: 'CONTENT',
  targetSearchNetwork: 'SEARCH_PARTNERS',
}

function negativeOf({ campaign, adGroup, keyword }: Fields): Step {
  const place = lastId(campaign ?? adGroup)
  return stoppingStep(
    (search, by) =>
      (campaign ? by.campaign.id : by.adGroupId) === place && isMatch(keyword!, search.text),
  )
}

export function stoppingStep(stops: Stopped['stops']): Step {
  return stepWith('negatives', { stops })
}

function stepWith(kind: Kind, stopped: Partial<Stopped>): Step {
  const nothing: Stopped = { keywords: new Set(), stops: () => false, networks: new Set() }
  return { kind, stopped: { ...nothing, ...stopped }, budgets: new Map() }
}

/** All at once. */
export function together(steps: readonly Step[]): Step {
  const stopping = steps.filter(({ kind }) => kind === 'negatives')
  return {
    kind: steps[0]!.kind,
    stopped: {
      keywords: new Set(steps.flatMap(({ stopped }) => [...stopped.keywords])),
      stops: (search, by) => stopping.some(({ stopped }) => stopped.stops(search, by)),
      networks: new Set(steps.flatMap(({ stopped }) => [...stopped.networks])),
    },
    budgets: new Map(steps.flatMap(({ budgets }) => [...budgets])),
  }
}

const lastId = (name = '') => name.split('/').at(-1)!
