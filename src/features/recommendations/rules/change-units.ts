import { areTogether, type Operation, type Target, targetOf } from '#changes/operations.ts'
import { termIdentity } from '#engine/account/terms.ts'
import type { AppliedHalves, ChangeUnit, UnitPlace } from '#shared/applied-halves.ts'

/** A card taken apart; `common`: places of operations that both halves need. */
export type TakenApart = {
  units: ChangeUnit[]
  common: number[]
  /** What a unit is about stops altogether: searches that are excluded. */
  isStopped: boolean
}

/** The parts of a card that can be changed one without the other; null where its steps belong together, or are of unlike kinds. */
export function unitsOf(operations: readonly Operation[]): TakenApart | null {
  const targets = operations.map(targetOf)
  const isList = targets.map(isOfList)
  // Words of one list, and the hours of each campaign, do not hang together with those of the others.
  if (areTogether(operations) && !isList.every(Boolean) && !targets.every(isOfHours)) return null
  const common = targets.flatMap((target, i) => (isCommon(target) ? i : []))
  const units = new Map<string, ChangeUnit>()
  for (const [i, target] of targets.entries()) {
    if (isCommon(target)) continue
    const place = placeOf(target)
    if (!place) return null
    const key = keyOf(place)
    const known = units.get(key)
    if (known) known.operations.push(i)
    else units.set(key, { key, operations: [i], place })
  }
  const all = [...units.values()]
  if (all.length === 0) return null
  if (new Set(all.map(({ place }) => place.level)).size !== 1) return null
  const stops = ({ wanted }: Target, i: number) => isList[i] || wanted.negative === true
  return { units: all, common, isStopped: all[0]!.place.level === 'term' && targets.every(stops) }
}

/** Places of the operations that are made first, and of those that are made later; each in the order of the card. */
export function operationsInHalves(
  { pairs, outside, units }: Pick<AppliedHalves, 'pairs' | 'outside' | 'units'>,
  common: readonly number[],
): { first: number[]; second: number[] } {
  const later = new Set(pairs.flatMap((pair) => pair.later))
  const now = new Set([...pairs.flatMap((pair) => pair.now), ...outside])
  const of = (keys: ReadonlySet<string>) =>
    [...common, ...units.flatMap(({ key, operations }) => (keys.has(key) ? operations : []))].sort(
      (a, b) => a - b,
    )
  return { first: of(now), second: of(later) }
}

const LIST_KEYS = ['sharedSetOperation', 'sharedCriterionOperation', 'campaignSharedSetOperation']
const isOfList = ({ key, kind }: Target) => kind === 'create' && LIST_KEYS.includes(key)
const isOfHours = ({ wanted }: Target) => wanted['adSchedule.dayOfWeek'] !== undefined
const isCommon = (target: Target) => isOfList(target) && target.key !== 'sharedCriterionOperation'

function placeOf(target: Target): UnitPlace | null {
  const { key, kind, wanted } = target
  const text = wanted['keyword.text']
  if (kind === 'create' && typeof text === 'string') {
    const matchType = String(wanted['keyword.matchType']) as 'EXACT' | 'PHRASE' | 'BROAD'
    return { level: 'term', texts: [{ text, matchType }] }
  }
  const level = LEVELS[key]
  const id = level && idAt(target, level)
  return id ? { level, id } : null
}

/** At which level what an operation changes is judged: a keyword's searches go to others of its ad group. */
const LEVELS: Readonly<Record<string, 'ad_group' | 'campaign' | 'budget'>> = {
  adGroupOperation: 'ad_group',
  adGroupCriterionOperation: 'ad_group',
  adGroupAdOperation: 'ad_group',
  campaignOperation: 'campaign',
  campaignCriterionOperation: 'campaign',
  campaignAssetOperation: 'campaign',
  campaignBudgetOperation: 'budget',
}

/** 'customers/1/adGroupCriteria/31~77' → '31'; of what is made, its parent's. */
function idAt({ resourceName, wanted, shape }: Target, level: string): string | null {
  const name = resourceName ?? String(wanted[shape.parent ?? ''] ?? '')
  const [id = ''] = (name.split('/').at(-1) ?? '').split('~')
  return level && /^\d+$/.test(id) ? id : null
}

function keyOf(place: UnitPlace): string {
  if (place.level !== 'term') return `${place.level}:${place.id}`
  return place.texts.map(({ text, matchType }) => `${matchType} ${termIdentity(text)}`).join('\n')
}
