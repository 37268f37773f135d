import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { camelCase, type Json, snakeCase, valueAt } from '#platform/google-ads/field-paths.ts'
import { entitiesQuery, isOneOf } from '#platform/google-ads/queries.ts'
import { type Image, imageOf, isTemporary, sameValue, type Target } from './operations.ts'
import { RESOURCES } from './resources.ts'

/** An entity as Google has it at this moment. */
export type Found = {
  resourceName: string
  image: Image
  /** What names it; see the shape's `labels`. */
  labels: Image
  campaignName: string | null
  adGroupName: string | null
  /** It, or what it is in. */
  isRemoved: boolean
}

/** In the order of the targets; null where there is none (of a create: not yet there). */
export async function readTargets(
  ads: AccountAds,
  targets: readonly Target[],
): Promise<(Found | null)[]> {
  const found = new Map<Target, Found | null>()
  const groups = Map.groupBy(targets, ({ kind, key }) => `${kind === 'create'} ${key}`)
  for (const group of groups.values()) {
    const rows = await readGroup(ads, group)
    for (const target of group) {
      const row = rows.find((candidate) => isTarget(target, candidate))
      found.set(target, row ? foundOf(target, row) : null)
    }
  }
  return targets.map((target) => found.get(target) ?? null)
}

async function readGroup(ads: AccountAds, group: readonly Target[]): Promise<Json[]> {
  const [{ shape, kind }] = group as [Target]
  const narrowed = conditionsOn(group)
  if (!narrowed) return []
  const own = ['resourceName', ...shape.labels, ...group.flatMap(({ fields }) => fields)]
  if (kind === 'create') own.push(...shape.identity)
  if (shape.hasStatus) own.push('status')
  const around = shape.around.flatMap((place) => [`${place}.name`, `${place}.status`])
  if (shape.around.includes('ad_group')) around.push('ad_group.cpc_bid_micros')
  return (await ads.search(
    entitiesQuery({
      from: shape.from,
      fields: [...own.map((path) => fieldOf(shape.from, path)), ...around],
      where: [...narrowed, ...(shape.where ? [shape.where] : [])],
    }),
  )) as Json[]
}

/** Null when the parents of what is to be created are not there yet either. */
function conditionsOn(group: readonly Target[]): string[] | null {
  const [{ kind, shape }] = group as [Target]
  const names = group.map(({ resourceName }) => resourceName ?? '')
  if (kind !== 'create') return [isOneOf(`${shape.from}.resource_name`, names)]
  const { parent } = shape
  const parents = group.map(({ wanted }) => String(parent ? wanted[parent] : ''))
  const real = parents.filter((name) => !isTemporary(name))
  if (parent && real.length === 0) return null
  return [
    ...(parent ? [isOneOf(fieldOf(shape.from, parent), real)] : []),
    ...(shape.hasStatus ? [`${shape.from}.status != 'REMOVED'`] : []),
  ]
}

const fieldOf = (from: string, path: string) => `${from}.${snakeCase(path)}`

const resourceOf = (target: Target, row: Json) =>
  (valueAt(row, camelCase(target.shape.from)) ?? {}) as Json

function isTarget(target: Target, row: Json): boolean {
  const resource = resourceOf(target, row)
  if (target.kind !== 'create') return resource.resourceName === target.resourceName
  const { identity } = target.shape
  return identity.every((path) => sameValue(path, target.wanted[path], valueAt(resource, path)))
}

function foundOf(target: Target, row: Json): Found {
  const { shape, fields } = target
  const resource = resourceOf(target, row)
  const nameOf = (place: 'campaign' | 'ad_group') => {
    const name = shape.around.includes(place) && valueAt(row, `${camelCase(place)}.name`)
    return typeof name === 'string' ? name : null
  }
  const around = [valueAt(row, 'campaign.status'), valueAt(row, 'adGroup.status')]
  return {
    resourceName: String(resource.resourceName ?? ''),
    image: {
      ...imageOf(resource, shape.hasStatus ? [...fields, 'status'] : fields),
      groupBidMicros: valueAt(row, 'adGroup.cpcBidMicros'),
    },
    labels: imageOf(resource, shape.labels),
    campaignName: nameOf('campaign'),
    adGroupName: nameOf('ad_group'),
    isRemoved: [resource.status, ...around].includes('REMOVED'),
  }
}

/** How what holds others is read, by the field that names it. */
const PLACES: Readonly<Record<string, string>> = {
  campaign: 'campaignOperation',
  adGroup: 'adGroupOperation',
}

/** The campaigns and ad groups in which something is to be created, by resource name. */
export async function readParents(
  ads: AccountAds,
  targets: readonly Target[],
): Promise<Map<string, { name: string; isRemoved: boolean }>> {
  const places = targets.flatMap(({ kind, shape: { parent = '' }, wanted }): Target[] => {
    const key = PLACES[parent]
    if (kind !== 'create' || !key) return []
    const resourceName = String(wanted[parent])
    return [{ kind: 'update', key, shape: RESOURCES[key]!, resourceName, fields: [], wanted: {} }]
  })
  const found = (await readTargets(ads, places)).filter((place) => place !== null)
  return new Map(
    found.map(({ resourceName, labels, isRemoved }) => [
      resourceName,
      { name: String(labels.name ?? ''), isRemoved },
    ]),
  )
}
