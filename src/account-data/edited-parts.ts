import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adGroups, keywords } from '#platform/db/schema/entities.ts'
import { type ChangingCard, changedCampaigns } from './changed-campaigns.ts'
import { readsOf } from './reads-of.ts'
import { shortName } from './small-edits.ts'

/** Parts of a campaign that a card changed, whose own days are known. */
export type EditedParts = {
  adGroupIds: Set<number>
  /** `31~77`: of ad group and criterion. */
  keywords: Set<string>
  /** Searches that were excluded, in the whole campaign or in an ad group. */
  stopped: { text: string; matchType: MatchType; adGroupId: number | null }[]
}

type MatchType = 'EXACT' | 'PHRASE' | 'BROAD'

export type Edits = {
  /** Ids of campaigns of which everything may have changed. */
  whole: Set<string>
  parts: Map<string, EditedParts>
  /** Ids of those in whose parts cards changed nothing. */
  byHand: Set<string>
}

/**
 * What was changed, campaign by campaign: of cards parts of it where every step names one, else all of what it is about; and `places` besides.
 * `isTold`: of which budgets (`campaignBudgets/7`) Google's history says how far they moved.
 */
export async function editsOf(
  ctx: Context,
  customerId: number,
  { cards: all, places: byHand }: { cards: readonly ChangingCard[]; places: readonly Place[] },
  isTold: (budget: string) => boolean,
): Promise<Edits> {
  const cards = all.filter((card) => !isBudgets(card, isTold))
  const read = cards.map((card) => ({ card, places: placesOf(card) }))
  const ofCards = read.flatMap(({ places }) => places ?? [])
  const owners = await readOwners(ctx, customerId, [...ofCards, ...byHand])
  const parts = new Map<string, EditedParts>()
  const wholly: ChangingCard[] = []
  const listed: string[] = []
  for (const { card, places } of read) {
    const own = places?.map((place) => ({ place, id: campaignOf(place, owners) }))
    if (!own?.every(({ id }) => id !== null)) {
      wholly.push(card)
      continue
    }
    for (const { place, id } of own) note(partsIn(parts, id!), place, owners.isKeyword)
    const named = [card.campaignId ?? [], card.evidence.campaignIds ?? []].flat()
    listed.push(...named.filter((id) => own.every((one) => one.id !== id)))
  }
  const whole = new Set([...listed, ...(await changedCampaigns(ctx, customerId, wholly))])
  const inCards = new Set(parts.keys())
  for (const place of byHand) {
    const id = campaignOf(place, owners)
    if (id !== null) note(partsIn(parts, id), place, owners.isKeyword)
  }
  for (const id of whole) parts.delete(id)
  return { whole, parts, byHand: new Set([...parts.keys()].filter((id) => !inCards.has(id))) }
}

function isBudgets({ evidence }: ChangingCard, isTold: (budget: string) => boolean): boolean {
  const operations = evidence.change?.operations ?? []
  return operations.length > 0 && operations.every((operation) => isAmount(operation, isTold))
}

function isAmount(operation: object, isTold: (budget: string) => boolean): boolean {
  const [key, step] = Object.entries(operation)[0] as [string, Step]
  const name = step.update?.resourceName ?? ''
  const isBudget = key === 'campaignBudgetOperation' && step.updateMask === 'amountMicros'
  return isBudget && isTold(shortName(name))
}

/** What one step is about. */
export type Place =
  | { level: 'ad_group'; adGroupId: number }
  | { level: 'keyword'; adGroupId: number; criterionId: number }
  | {
      level: 'stopped'
      text: string
      matchType: MatchType
      in: { campaignId: string } | { adGroupId: number }
    }

/** Null where any step is about more than a part, or it is not known about what. */
function placesOf({ evidence }: ChangingCard): Place[] | null {
  const operations = evidence.change?.operations ?? []
  const places = operations.map((operation) => placeOf(Object.entries(operation)[0]!))
  return places.length > 0 && places.every((place) => place !== null) ? places : null
}

type Step = {
  create?: Created
  update?: { resourceName?: string }
  updateMask?: string
  remove?: string
}
type Created = {
  campaign?: string
  adGroup?: string
  negative?: boolean
  keyword?: { text?: string; matchType?: string }
}

/** Null where it is about more than a part. */
export function placeOf([key, step]: [string, Step]): Place | null {
  const { create } = step
  const name = step.remove ?? step.update?.resourceName ?? create?.adGroup ?? ''
  const [adGroupId = 0, criterionId = 0] = (name.split('/').at(-1) ?? '').split('~').map(Number)
  const isNew = create !== undefined
  if (create?.negative && create.keyword) return stoppedIn(create, adGroupId)
  if (!(adGroupId > 0)) return null
  if (key === 'adGroupCriterionOperation' && !isNew)
    return { level: 'keyword', adGroupId, criterionId }
  const isWithin = /^adGroup(Ad|BidModifier|Criterion)?Operation$/.test(key)
  return isWithin ? { level: 'ad_group', adGroupId } : null
}

function stoppedIn({ campaign, keyword }: Created, adGroupId: number): Place | null {
  const { text, matchType } = keyword!
  const campaignId = campaign?.split('/').at(-1)
  if (!text || !MATCH_TYPES.some((one) => one === matchType)) return null
  if (!campaignId && !(adGroupId > 0)) return null
  const place = campaignId ? { campaignId } : { adGroupId }
  return { level: 'stopped', text, matchType: matchType as MatchType, in: place }
}

const MATCH_TYPES: readonly MatchType[] = ['EXACT', 'PHRASE', 'BROAD']

type Owners = {
  campaignOf: ReadonlyMap<number, number>
  /** Whether searches come by it: a negative one or an audience has no days of its own. */
  isKeyword: (adGroupId: number, criterionId: number) => boolean
}

async function readOwners(
  ctx: Context,
  customerId: number,
  places: readonly Place[],
): Promise<Owners> {
  const ids = [...new Set(places.flatMap((place) => adGroupOf(place) ?? []))]
  const groups = await readsOf(ctx, customerId)
    .select({ id: adGroups.adGroupId, campaignId: adGroups.campaignId })
    .from(adGroups)
    .where(and(eq(adGroups.customerId, customerId), inArray(adGroups.adGroupId, ids)))
  const { adGroupId, criterionId } = keywords
  const known = await readsOf(ctx, customerId)
    .select({ adGroupId, criterionId })
    .from(keywords)
    .where(and(eq(keywords.customerId, customerId), inArray(adGroupId, ids)))
  const names: ReadonlySet<string> = new Set(
    known.map((one) => `${one.adGroupId}~${one.criterionId}`),
  )
  return {
    campaignOf: new Map(groups.map(({ id, campaignId }) => [id, campaignId])),
    isKeyword: (group, criterion) => names.has(`${group}~${criterion}`),
  }
}

function adGroupOf(place: Place): number | null {
  if (place.level !== 'stopped') return place.adGroupId
  return 'adGroupId' in place.in ? place.in.adGroupId : null
}

function campaignOf(place: Place, { campaignOf: owners }: Owners): string | null {
  if (place.level === 'stopped' && 'campaignId' in place.in) return place.in.campaignId
  const id = owners.get(adGroupOf(place)!)
  return id === undefined ? null : String(id)
}

function partsIn(parts: Map<string, EditedParts>, campaignId: string): EditedParts {
  const known = parts.get(campaignId)
  if (known) return known
  const none = { adGroupIds: new Set<number>(), keywords: new Set<string>(), stopped: [] }
  parts.set(campaignId, none)
  return none
}

function note(parts: EditedParts, place: Place, isKeyword: Owners['isKeyword']): void {
  if (place.level === 'stopped') {
    const { text, matchType } = place
    parts.stopped.push({ text, matchType, adGroupId: adGroupOf(place) })
  } else if (place.level === 'keyword' && isKeyword(place.adGroupId, place.criterionId))
    parts.keywords.add(`${place.adGroupId}~${place.criterionId}`)
  else parts.adGroupIds.add(place.adGroupId)
}
