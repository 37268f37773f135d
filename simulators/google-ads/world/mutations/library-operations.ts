import type { AssetLink } from '../structure.ts'
import { refuseRemoved, text } from './campaign-operations.ts'
import { keywordOf, sameKeyword } from './criterion-operations.ts'
import {
  alreadyExists,
  type ChangeInfo,
  find,
  idPart,
  type Json,
  type Operation,
  oneOf,
  type Prepared,
  Refused,
  required,
  type Scope,
} from './operation.ts'

export function sharedSetOperation(scope: Scope, { create, remove }: Operation): Prepared {
  const { state } = scope
  if (remove) {
    const set = find(scope, state.sharedSets, Number(idPart(scope, remove, 'sharedSets')), remove)
    return removed('SHARED_SET', remove, () => {
      set.status = 'REMOVED'
    })
  }
  if (!create) throw required(scope, 'create')
  const name = text(scope, 'name', create.name)
  oneOf(scope, 'type', create.type, ['NEGATIVE_KEYWORDS'])
  for (const set of state.sharedSets.values())
    if (set.name === name && set.status === 'ENABLED')
      throw new Refused(
        'sharedSetError',
        'DUPLICATE_NAME',
        'A shared set with this name already exists.',
        [...scope.path, 'name'],
        name,
      )
  const id = state.nextId
  return created(
    scope,
    'SHARED_SET',
    `sharedSets/${id}`,
    { sharedSet: { name, type: 'NEGATIVE_KEYWORDS' } },
    () => {
      state.nextId++
      state.sharedSets.set(id, { id, name, status: 'ENABLED' })
    },
  )
}

export function sharedCriterionOperation(scope: Scope, { create, remove }: Operation): Prepared {
  const { state } = scope
  if (remove) {
    const key = idPart(scope, remove, 'sharedCriteria')
    find(scope, state.sharedCriteria, key, remove)
    return removed('SHARED_CRITERION', remove, () => state.sharedCriteria.delete(key))
  }
  if (!create) throw required(scope, 'create')
  const sharedSetId = Number(idPart(scope, create.sharedSet, 'sharedSets'))
  find(scope, state.sharedSets, sharedSetId, create.sharedSet)
  const keyword = keywordOf(scope, create.keyword)
  for (const known of state.sharedCriteria.values())
    if (known.sharedSetId === sharedSetId && sameKeyword(known, keyword))
      throw alreadyExists(scope, keyword.text)
  const id = state.nextId
  const key = `${sharedSetId}~${id}`
  return created(
    scope,
    'SHARED_CRITERION',
    `sharedCriteria/${key}`,
    { sharedCriterion: { keyword } },
    () => {
      state.nextId++
      state.sharedCriteria.set(key, { id, sharedSetId, ...keyword })
    },
  )
}

export function campaignSharedSetOperation(scope: Scope, { create, remove }: Operation): Prepared {
  const { state } = scope
  if (remove) {
    const key = idPart(scope, remove, 'campaignSharedSets')
    find(scope, state.campaignSharedSets, key, remove)
    return removed('CAMPAIGN_SHARED_SET', remove, () => state.campaignSharedSets.delete(key))
  }
  if (!create) throw required(scope, 'create')
  const campaignId = Number(idPart(scope, create.campaign, 'campaigns'))
  const sharedSetId = Number(idPart(scope, create.sharedSet, 'sharedSets'))
  refuseRemoved(scope, find(scope, state.campaigns, campaignId, create.campaign).status)
  find(scope, state.sharedSets, sharedSetId, create.sharedSet)
  const key = `${campaignId}~${sharedSetId}`
  if (state.campaignSharedSets.has(key)) throw alreadyExists(scope, key)
  const resource = { campaignSharedSet: { campaign: create.campaign, sharedSet: create.sharedSet } }
  const prepared = created(
    scope,
    'CAMPAIGN_SHARED_SET',
    `campaignSharedSets/${key}`,
    resource,
    () => state.campaignSharedSets.set(key, { campaignId, sharedSetId, status: 'ENABLED' }),
  )
  return { ...prepared, ...(prepared.info && { info: { ...prepared.info, campaignId } }) }
}

const LIMITS = { linkText: 25, description1: 35, description2: 35, calloutText: 25 }

export function assetOperation(scope: Scope, { create }: Operation): Prepared {
  if (!create) throw required(scope, 'create')
  const { state } = scope
  const id = state.nextId
  const sitelink = create.sitelinkAsset as Json | undefined
  const callout = create.calloutAsset as Json | undefined
  if (!sitelink && !callout) throw required(scope, 'asset_data')
  for (const [field, limit] of Object.entries(LIMITS)) {
    const value = (sitelink ?? callout)?.[field]
    if (typeof value === 'string' && value.length > limit)
      throw new Refused(
        'stringLengthError',
        'TOO_LONG',
        `The text is longer than ${limit} characters.`,
        [...scope.path, sitelink ? 'sitelink_asset' : 'callout_asset', field],
        value,
      )
  }
  const finalUrls = (create.finalUrls ?? []) as string[]
  if (sitelink && finalUrls.length === 0) throw required(scope, 'final_urls')
  return created(
    scope,
    'ASSET',
    `assets/${id}`,
    { asset: { ...create, resourceName: undefined } },
    () => {
      state.nextId++
      if (callout) state.assets.set(id, { id, type: 'CALLOUT', text: String(callout.calloutText) })
      else
        state.assets.set(id, {
          id,
          type: 'SITELINK',
          text: String(sitelink?.linkText ?? ''),
          description1: String(sitelink?.description1 ?? ''),
          description2: String(sitelink?.description2 ?? ''),
          finalUrls,
        })
    },
  )
}

export function campaignAssetOperation(scope: Scope, { create, remove }: Operation): Prepared {
  const { state } = scope
  if (remove) {
    const key = `campaign~${idPart(scope, remove, 'campaignAssets')}`
    const link = find(scope, state.assetLinks, key, remove)
    return removed('CAMPAIGN_ASSET', remove, () => {
      link.status = 'REMOVED'
    })
  }
  if (!create) throw required(scope, 'create')
  const campaignId = Number(idPart(scope, create.campaign, 'campaigns'))
  const assetId = Number(idPart(scope, create.asset, 'assets'))
  refuseRemoved(scope, find(scope, state.campaigns, campaignId, create.campaign).status)
  find(scope, state.assets, assetId, create.asset)
  const fieldType: AssetLink['fieldType'] = oneOf(scope, 'field_type', create.fieldType, [
    'SITELINK',
    'CALLOUT',
  ])
  const key = `${campaignId}~${assetId}~${fieldType}`
  if (state.assetLinks.get(`campaign~${key}`)?.status === 'ENABLED') throw alreadyExists(scope, key)
  const prepared = created(
    scope,
    'CAMPAIGN_ASSET',
    `campaignAssets/${key}`,
    { campaignAsset: { asset: create.asset, fieldType } },
    () =>
      state.assetLinks.set(`campaign~${key}`, {
        level: 'campaign',
        parentId: campaignId,
        assetId,
        fieldType,
        status: 'ENABLED',
      }),
  )
  return { ...prepared, ...(prepared.info && { info: { ...prepared.info, campaignId } }) }
}

function created(
  scope: Scope,
  resourceType: string,
  path: string,
  newResource: object,
  apply: () => unknown,
): Prepared {
  const resourceName = `${scope.prefix}/${path}`
  const [fields = {}] = Object.values(newResource) as object[]
  const info: ChangeInfo = {
    resourceType,
    operation: 'CREATE',
    resourceName,
    changedFields: Object.keys(fields),
    oldResource: {},
    newResource,
  }
  return { resourceName, info, apply: () => void apply() }
}

function removed(resourceType: string, resourceName: string, apply: () => unknown): Prepared {
  const info: ChangeInfo = {
    resourceType,
    operation: 'REMOVE',
    resourceName,
    changedFields: [],
    oldResource: {},
    newResource: {},
  }
  return { resourceName, info, apply: () => void apply() }
}
