import { adText } from '../build-ads.ts'
import type { Ad, AdText } from '../structure.ts'
import { refuseRemoved, write } from './campaign-operations.ts'
import {
  EDITABLE_STATUS,
  find,
  idPart,
  type Json,
  type Operation,
  oneOf,
  type Prepared,
  Refused,
  required,
  type Scope,
  update,
} from './operation.ts'

const LIMITS = {
  headlines: { min: 3, max: 15, length: 30 },
  descriptions: { min: 2, max: 4, length: 90 },
} as const
const PATH_LENGTH = 15

type PlainText = { text: string; pinnedField?: string }

function textsOf(scope: Scope, field: keyof typeof LIMITS, value: unknown): PlainText[] {
  const { min, max, length } = LIMITS[field]
  const path = [...scope.path, 'responsive_search_ad', field]
  const texts = (Array.isArray(value) ? value : []) as Json[]
  if (texts.length < min || texts.length > max)
    throw new Refused(
      'collectionSizeError',
      texts.length < min ? 'TOO_FEW' : 'TOO_MANY',
      `Between ${min} and ${max} ${field} are needed.`,
      path,
    )
  return texts.map(({ text, pinnedField }) => {
    const line = String(text ?? '')
    if (!line.trim()) throw required({ ...scope, path }, 'text')
    if (line.length > length)
      throw new Refused(
        'adError',
        'LINE_TOO_WIDE',
        `The text is longer than ${length} characters.`,
        path,
        line,
      )
    return { text: line, ...(typeof pinnedField === 'string' && { pinnedField }) }
  })
}

function pathOf(scope: Scope, field: string, value: unknown): string {
  const path = String(value ?? '')
  if (path.length > PATH_LENGTH)
    throw new Refused(
      'adError',
      'LINE_TOO_WIDE',
      `The path is longer than ${PATH_LENGTH} characters.`,
      [...scope.path, 'responsive_search_ad', field],
      path,
    )
  return path
}

function urlsOf(scope: Scope, value: unknown): string[] {
  const urls = (Array.isArray(value) ? value : []) as string[]
  if (urls.length === 0) throw required(scope, 'final_urls')
  for (const url of urls)
    if (!/^https?:\/\/[^\s/]+/.test(url))
      throw new Refused(
        'urlFieldError',
        'INVALID_FINAL_URL',
        'Final url is invalid.',
        [...scope.path, 'final_urls'],
        url,
      )
  return urls
}

export function adGroupAdOperation(scope: Scope, operation: Operation): Prepared {
  if (operation.create) return createAd(scope, operation.create)
  const name = operation.remove ?? operation.update?.resourceName
  const id = Number(idPart(scope, name, 'adGroupAds').split('~')[1])
  const ad = find(scope, scope.state.ads, id, name)
  refuseRemoved(scope, ad.status)
  const target = adTarget(scope, ad, 'AD_GROUP_AD', String(name))
  if (operation.remove)
    return {
      resourceName: String(name),
      info: {
        ...target,
        operation: 'REMOVE',
        changedFields: [],
        oldResource: { adGroupAd: { status: ad.status } },
        newResource: {},
      },
      apply: write(ad, 'status', 'REMOVED'),
    }
  return update(
    operation,
    { ...target, wire: 'adGroupAd' },
    {
      status: {
        old: ad.status,
        check: (value) => write(ad, 'status', oneOf(scope, 'status', value, EDITABLE_STATUS)),
      },
    },
  )
}

function adTarget({ state }: Scope, ad: Ad, resourceType: string, resourceName: string) {
  const campaignId = state.adGroups.get(ad.adGroupId)?.campaignId
  return {
    resourceType,
    resourceName,
    adGroupId: ad.adGroupId,
    ...(campaignId !== undefined && { campaignId }),
  }
}

function createAd(scope: Scope, create: Json): Prepared {
  const { state, prefix } = scope
  const adGroupId = Number(idPart(scope, create.adGroup, 'adGroups'))
  refuseRemoved(scope, find(scope, state.adGroups, adGroupId, create.adGroup).status)
  const inside = { ...scope, path: [...scope.path, 'ad'] }
  const ad = create.ad as Json | undefined
  const rsa = ad?.responsiveSearchAd as Json | undefined
  if (!ad || !rsa) throw required(inside, 'responsive_search_ad')
  const texts = {
    headlines: textsOf(inside, 'headlines', rsa.headlines),
    descriptions: textsOf(inside, 'descriptions', rsa.descriptions),
    path1: pathOf(inside, 'path1', rsa.path1),
    path2: pathOf(inside, 'path2', rsa.path2),
    finalUrls: urlsOf(inside, ad.finalUrls),
  }
  const status =
    create.status === undefined ? 'ENABLED' : oneOf(scope, 'status', create.status, EDITABLE_STATUS)
  const id = state.nextId
  const resourceName = `${prefix}/adGroupAds/${adGroupId}~${id}`
  const made: Ad = { id, adGroupId, status, ...texts, headlines: [], descriptions: [] }
  return {
    resourceName,
    info: {
      ...adTarget(scope, made, 'AD_GROUP_AD', resourceName),
      operation: 'CREATE',
      changedFields: [
        'status',
        'ad.responsiveSearchAd.headlines',
        'ad.responsiveSearchAd.descriptions',
        'ad.finalUrls',
      ],
      oldResource: {},
      newResource: { adGroupAd: { status, ad } },
    },
    apply: () => {
      state.nextId++
      made.headlines = withAssets(scope, texts.headlines)
      made.descriptions = withAssets(scope, texts.descriptions)
      state.ads.set(id, made)
    },
  }
}

export function adOperation(scope: Scope, operation: Operation): Prepared {
  const name = operation.update?.resourceName
  const ad = find(scope, scope.state.ads, Number(idPart(scope, name, 'ads')), name)
  refuseRemoved(scope, ad.status)
  const texts = (field: 'headlines' | 'descriptions') => ({
    old: ad[field].map(({ text, pinnedField }) => ({ text, ...(pinnedField && { pinnedField }) })),
    check: (value: unknown) => {
      const checked = textsOf(scope, field, value)
      return () => {
        ad[field] = withAssets(scope, checked)
      }
    },
  })
  return update(
    operation,
    { ...adTarget(scope, ad, 'AD', String(name)), wire: 'ad' },
    {
      'responsiveSearchAd.headlines': texts('headlines'),
      'responsiveSearchAd.descriptions': texts('descriptions'),
      'responsiveSearchAd.path1': {
        old: ad.path1,
        check: (value) => write(ad, 'path1', pathOf(scope, 'path1', value)),
      },
      'responsiveSearchAd.path2': {
        old: ad.path2,
        check: (value) => write(ad, 'path2', pathOf(scope, 'path2', value)),
      },
      finalUrls: {
        old: ad.finalUrls,
        check: (value) => write(ad, 'finalUrls', urlsOf(scope, value)),
      },
    },
  )
}

function withAssets({ state }: Scope, texts: readonly PlainText[]): AdText[] {
  return texts.map((text) => ({ ...adText(state, text.text), ...text }))
}
