import { WEEKDAYS } from '../../gaql/days.ts'
import { PLACE_FIELDS } from '../entities/criterion-fields.ts'
import { fold } from '../matching.ts'
import {
  type AdGroupCriterion,
  type CampaignCriterion,
  DEVICE_IDS,
  type MatchType,
  type PlaceType,
} from '../structure.ts'
import { refuseRemoved, write } from './campaign-operations.ts'
import {
  alreadyExists,
  bidMicros,
  bidModifier,
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

const MATCH_TYPES = ['EXACT', 'PHRASE', 'BROAD'] as const
const MAX_KEYWORD_LENGTH = 80
const MAX_KEYWORD_WORDS = 10
const INVALID_CHARS = /[!@%^()={};~`<>?\\|,*"]/

/** A keyword's text and match type. @throws Refused as Google does for characters, length and words. */
export function keywordOf(scope: Scope, value: unknown): { text: string; matchType: MatchType } {
  const keyword = value as Json | undefined
  const text = String(keyword?.text ?? '').trim()
  const path = { ...scope, path: [...scope.path, 'keyword'] }
  if (!text) throw required(path, 'text')
  const refuse = (code: string, message: string) =>
    new Refused('criterionError', code, message, [...path.path, 'text'], text)
  if (INVALID_CHARS.test(text))
    throw refuse(
      'KEYWORD_HAS_INVALID_CHARS',
      'Keyword text contains invalid characters or symbols.',
    )
  if (text.length > MAX_KEYWORD_LENGTH)
    throw refuse('KEYWORD_TEXT_TOO_LONG', 'Keyword text should be less than 80 chars.')
  if (text.split(/\s+/).length > MAX_KEYWORD_WORDS)
    throw refuse('KEYWORD_HAS_TOO_MANY_WORDS', 'Keyword text has too many words.')
  return { text, matchType: oneOf(path, 'match_type', keyword?.matchType, MATCH_TYPES) }
}

/** Same words (case and accents aside) and match type. */
export function sameKeyword(
  a: { text?: string; matchType?: string },
  b: { text: string; matchType: string },
): boolean {
  return a.matchType === b.matchType && fold(a.text ?? '') === fold(b.text)
}

export function adGroupCriterionOperation(scope: Scope, operation: Operation): Prepared {
  if (operation.create) return createAdGroupCriterion(scope, operation.create)
  const name = operation.remove ?? operation.update?.resourceName
  const criterion = find(scope, scope.state.criteria, idPart(scope, name, 'adGroupCriteria'), name)
  refuseParts(scope, criterion.adGroupId)
  refuseRemoved(scope, criterion.status)
  const target = criterionTarget(scope, criterion, String(name))
  if (operation.remove) {
    return {
      resourceName: target.resourceName,
      info: {
        ...target,
        operation: 'REMOVE',
        changedFields: [],
        oldResource: { adGroupCriterion: printedKeyword(criterion) },
        newResource: {},
      },
      apply: () => {
        criterion.status = 'REMOVED'
      },
    }
  }
  return update(
    operation,
    { ...target, wire: 'adGroupCriterion' },
    {
      status: {
        old: criterion.status,
        check: (value) =>
          write(criterion, 'status', oneOf(scope, 'status', value, EDITABLE_STATUS)),
      },
      cpcBidMicros: {
        old: criterion.cpcBidMicros,
        // In the mask but not in the message: cleared, so that the ad group's bid counts.
        check: (value) =>
          value === undefined
            ? () => void delete criterion.cpcBidMicros
            : write(criterion, 'cpcBidMicros', bidMicros(scope, 'cpc_bid_micros', value)),
      },
      bidModifier: {
        old: criterion.bidModifier,
        check: (value) =>
          value === undefined
            ? () => void delete criterion.bidModifier
            : write(criterion, 'bidModifier', bidModifier(scope, value)),
      },
      finalUrls: {
        old: criterion.finalUrls,
        check: (value) => write(criterion, 'finalUrls', (value as string[]) ?? []),
      },
    },
  )
}

/** Of what is in ad groups of Shopping, Google makes no parts of a request. */
function refuseParts({ state, inParts, path }: Scope, adGroupId: number): void {
  const campaignId = state.adGroups.get(adGroupId)?.campaignId
  if (!inParts || state.campaigns.get(campaignId ?? 0)?.channel !== 'SHOPPING') return
  throw new Refused(
    'adGroupCriterionError',
    'CAMPAIGN_TYPE_NOT_COMPATIBLE_WITH_PARTIAL_FAILURE',
    'Partial failure is not supported for shopping campaign mutate operations.',
    path,
  )
}

function criterionTarget(scope: Scope, criterion: AdGroupCriterion, resourceName: string) {
  const campaignId = scope.state.adGroups.get(criterion.adGroupId)?.campaignId
  return {
    resourceType: 'AD_GROUP_CRITERION',
    resourceName,
    adGroupId: criterion.adGroupId,
    ...(campaignId !== undefined && { campaignId }),
  }
}

function createAdGroupCriterion(scope: Scope, create: Json): Prepared {
  const { state, prefix } = scope
  const groupId = Number(idPart(scope, create.adGroup, 'adGroups'))
  const group = find(scope, state.adGroups, groupId, create.adGroup)
  refuseRemoved(scope, group.status)
  refuseParts(scope, groupId)
  const keyword = keywordOf(scope, create.keyword)
  const negative = create.negative === true
  for (const known of state.criteria.values())
    if (
      known.adGroupId === groupId &&
      known.type === 'KEYWORD' &&
      known.status !== 'REMOVED' &&
      sameKeyword(known, keyword)
    )
      throw known.negative === negative
        ? alreadyExists(scope, keyword.text)
        : new Refused(
            'adGroupCriterionError',
            'CANNOT_TARGET_AND_EXCLUDE',
            'Cannot target and exclude the same criterion at once.',
            [...scope.path, 'keyword'],
            keyword.text,
          )
  const id = state.nextId
  const criterion: AdGroupCriterion = {
    id,
    adGroupId: groupId,
    type: 'KEYWORD',
    status:
      create.status === undefined
        ? 'ENABLED'
        : oneOf(scope, 'status', create.status, EDITABLE_STATUS),
    negative,
    ...keyword,
    ...(!negative && { quality: 6 }),
    ...(create.cpcBidMicros !== undefined && {
      cpcBidMicros: bidMicros(scope, 'cpc_bid_micros', create.cpcBidMicros),
    }),
    ...(Array.isArray(create.finalUrls) && { finalUrls: create.finalUrls as string[] }),
  }
  const resourceName = `${prefix}/adGroupCriteria/${groupId}~${id}`
  return {
    resourceName,
    info: {
      ...criterionTarget(scope, criterion, resourceName),
      operation: 'CREATE',
      changedFields: ['status', 'negative', 'keyword.text', 'keyword.matchType'],
      oldResource: {},
      newResource: { adGroupCriterion: printedKeyword(criterion) },
    },
    apply: () => {
      state.nextId++
      state.criteria.set(`${groupId}~${id}`, criterion)
    },
  }
}

function printedKeyword({
  status,
  negative,
  text,
  matchType,
}: AdGroupCriterion | CampaignCriterion): object {
  return { status, negative, ...(text && { keyword: { text, matchType } }) }
}

export function campaignCriterionOperation(scope: Scope, operation: Operation): Prepared {
  if (operation.create) return createCampaignCriterion(scope, operation.create)
  const name = operation.remove ?? operation.update?.resourceName
  const key = idPart(scope, name, 'campaignCriteria')
  const criterion = find(scope, scope.state.campaignCriteria, key, name)
  const target = {
    resourceType: 'CAMPAIGN_CRITERION',
    resourceName: String(name),
    campaignId: criterion.campaignId,
  }
  if (operation.remove) {
    return {
      resourceName: target.resourceName,
      info: {
        ...target,
        operation: 'REMOVE',
        changedFields: [],
        oldResource: { campaignCriterion: printedKeyword(criterion) },
        newResource: {},
      },
      apply: () => {
        scope.state.campaignCriteria.delete(key)
      },
    }
  }
  return update(
    operation,
    { ...target, wire: 'campaignCriterion' },
    {
      bidModifier: {
        old: criterion.bidModifier,
        check: (value) =>
          value === undefined
            ? () => void delete criterion.bidModifier
            : write(criterion, 'bidModifier', bidModifier(scope, value)),
      },
    },
  )
}

function createCampaignCriterion(scope: Scope, create: Json): Prepared {
  const { state, prefix } = scope
  const campaignId = Number(idPart(scope, create.campaign, 'campaigns'))
  refuseRemoved(scope, find(scope, state.campaigns, campaignId, create.campaign).status)
  const base = { campaignId, status: 'ENABLED' as const, negative: create.negative === true }
  let criterion: CampaignCriterion
  if (create.keyword) {
    const keyword = keywordOf(scope, create.keyword)
    if (!base.negative)
      throw new Refused(
        'campaignCriterionError',
        'CAMPAIGN_CRITERION_MUST_BE_NEGATIVE_OR_HAVE_BID_MODIFIER',
        'Keywords of a campaign can only be negative.',
        [...scope.path, 'negative'],
      )
    for (const known of state.campaignCriteria.values())
      if (
        known.campaignId === campaignId &&
        known.type === 'KEYWORD' &&
        sameKeyword(known, keyword)
      )
        throw alreadyExists(scope, keyword.text)
    criterion = { ...base, id: state.nextId, type: 'KEYWORD', ...keyword }
  } else if (create.adSchedule) {
    criterion = { ...base, id: state.nextId, ...scheduleOf(scope, create) }
  } else if (create.device) {
    const device = oneOf(scope, 'device', (create.device as Json).type, [
      'DESKTOP',
      'MOBILE',
      'TABLET',
    ])
    criterion = {
      ...base,
      id: DEVICE_IDS[device] as number,
      type: 'DEVICE',
      target: device,
      bidModifier: bidModifier(scope, create.bidModifier ?? 1),
    }
  } else criterion = excludedPlace(scope, create, base)
  const resourceName = `${prefix}/campaignCriteria/${campaignId}~${criterion.id}`
  return {
    resourceName,
    info: {
      resourceType: 'CAMPAIGN_CRITERION',
      operation: 'CREATE',
      resourceName,
      campaignId,
      changedFields: ['negative', 'status'],
      oldResource: {},
      newResource: { campaignCriterion: printedKeyword(criterion) },
    },
    apply: () => {
      state.nextId++
      state.campaignCriteria.set(`${campaignId}~${criterion.id}`, criterion)
    },
  }
}

/** A region, or a place of the Display network, in which a campaign is not to be shown. */
function excludedPlace(
  scope: Scope,
  create: Json,
  base: Pick<CampaignCriterion, 'campaignId' | 'status' | 'negative'>,
): CampaignCriterion {
  const { state } = scope
  const region = (create.location as Json | undefined)?.geoTargetConstant
  const found = Object.entries(PLACE_FIELDS).flatMap(([type, [message, field]]) => {
    const target = (create[message] as Json | undefined)?.[field]
    return target ? [{ type: type as PlaceType, target: String(target), id: state.nextId }] : []
  })
  const geoId = Number(String(region).split('/').at(-1))
  const [place = region ? { type: 'LOCATION' as const, target: geoId, id: geoId } : null] = found
  if (!place) throw required(scope, 'criterion')
  if (!base.negative)
    throw new Refused(
      'campaignCriterionError',
      'CAMPAIGN_CRITERION_MUST_BE_NEGATIVE_OR_HAVE_BID_MODIFIER',
      'Places of a campaign can only be excluded here.',
      [...scope.path, 'negative'],
    )
  for (const { campaignId, type, target } of state.campaignCriteria.values())
    if (campaignId === base.campaignId && type === place.type && target === place.target)
      throw alreadyExists(scope, String(target))
  return { ...base, ...place }
}

function scheduleOf(scope: Scope, create: Json) {
  const inside = { ...scope, path: [...scope.path, 'ad_schedule'] }
  const { dayOfWeek, startHour, endHour, startMinute, endMinute } = create.adSchedule as Json
  const start = Number(startHour ?? 0)
  const end = Number(endHour ?? 24)
  if (!(start >= 0 && start < end && end <= 24))
    throw new Refused(
      'criterionError',
      'INVALID_AD_SCHEDULE_INTERVAL',
      'The start must be before the end.',
      inside.path,
    )
  return {
    type: 'AD_SCHEDULE' as const,
    bidModifier: bidModifier(scope, create.bidModifier ?? 1),
    schedule: {
      dayOfWeek: oneOf(inside, 'day_of_week', dayOfWeek, WEEKDAYS),
      startHour: start,
      startMinute: String(startMinute ?? 'ZERO'),
      endHour: end,
      endMinute: String(endMinute ?? 'ZERO'),
    },
  }
}

export function adGroupBidModifierOperation(scope: Scope, operation: Operation): Prepared {
  const { state, prefix } = scope
  const body = operation.create
  if (!body) throw required(scope, 'create')
  const groupId = Number(idPart(scope, body.adGroup, 'adGroups'))
  const group = find(scope, state.adGroups, groupId, body.adGroup)
  const device = oneOf(scope, 'device', (body.device as Json | undefined)?.type, [
    'DESKTOP',
    'MOBILE',
    'TABLET',
  ])
  const modifier = bidModifier(scope, body.bidModifier ?? 1)
  const key = `${groupId}~${DEVICE_IDS[device]}`
  if (state.bidModifiers.has(key)) throw alreadyExists(scope, key)
  const resourceName = `${prefix}/adGroupBidModifiers/${key}`
  return {
    resourceName,
    info: {
      resourceType: 'AD_GROUP_BID_MODIFIER',
      operation: 'CREATE',
      resourceName,
      campaignId: group.campaignId,
      adGroupId: groupId,
      changedFields: ['bidModifier', 'device.type'],
      oldResource: {},
      newResource: { adGroupBidModifier: { bidModifier: modifier, device: { type: device } } },
    },
    apply: () => state.bidModifiers.set(key, { adGroupId: groupId, device, bidModifier: modifier }),
  }
}
