import type { FieldRow } from '../../account-source.ts'
import { enumValues } from '../../gaql/catalogue.ts'
import { findCampaign } from '../build-setup.ts'
import { dayText } from '../calendar.ts'
import { armRows } from '../experiments/arm-rows.ts'
import { controlOf, experimentOfCopy, treatmentOf } from '../experiments/experiment.ts'
import type { ChangeInfo } from '../mutations/operation.ts'
import type { CampaignCriterion } from '../structure.ts'
import type { Neglect } from '../vocabulary/trade.ts'
import { inherit, type RowBook } from './row-book.ts'

/** One change as Google's history tells it. `at`: `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export type ChangeRecord = { at: string; clientType: string; userEmail: string; info: ChangeInfo }

const HISTORY_DAYS_SHOWN = 30

/**
 * What was done before the first request: the campaign negatives were added by hand over the last weeks, Google
 * added a broad keyword and an ad by itself, and a budget was raised.
 */
export function earlierChanges(
  book: RowBook,
  neglect: Neglect,
): (epochDay: number) => ChangeRecord[] {
  const changes = [
    ...negativesAdded(book),
    ...broadKeywordAdded(book, neglect),
    ...adAdded(book, neglect),
    ...budgetRaised(book, neglect),
  ]
  return (epochDay) =>
    changes.map(({ daysBefore, time, ...change }) => ({
      ...change,
      at: `${dayText(epochDay - daysBefore)} ${time}`,
    }))
}

/** The epoch is the first day asked for. */
type EarlierChange = Omit<ChangeRecord, 'at'> & { daysBefore: number; time: string }

function negativesAdded(book: RowBook): EarlierChange[] {
  const negatives = [...book.state.campaignCriteria.values()].filter((c) => c.negative).slice(0, 6)
  return negatives.map((criterion: CampaignCriterion, i) => ({
    daysBefore: 3 + 4 * i,
    time: `1${i}:0${i}:27`,
    clientType: 'GOOGLE_ADS_WEB_CLIENT',
    userEmail: 'campanas@agencia-brujula.test',
    info: {
      resourceType: 'CAMPAIGN_CRITERION',
      operation: 'CREATE',
      resourceName: `${book.prefix}/campaignCriteria/${criterion.campaignId}~${criterion.id}`,
      campaignId: criterion.campaignId,
      changedFields: ['negative', 'keyword.text', 'keyword.matchType'],
      oldResource: {},
      newResource: {
        campaignCriterion: {
          negative: true,
          keyword: { text: criterion.text, matchType: criterion.matchType },
        },
      },
    },
  }))
}

function broadKeywordAdded(book: RowBook, neglect: Neglect): EarlierChange[] {
  if (!neglect.autoApply?.includes('USE_BROAD_MATCH_KEYWORD')) return []
  const keyword = [...book.state.criteria.values()].find(
    ({ type, matchType, negative, status }) =>
      type === 'KEYWORD' && matchType === 'BROAD' && !negative && status === 'ENABLED',
  )
  if (!keyword) return []
  const campaignId = book.state.adGroups.get(keyword.adGroupId)?.campaignId
  return [
    {
      daysBefore: 9,
      time: '04:12:53',
      clientType: 'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION',
      userEmail: '',
      info: {
        resourceType: 'AD_GROUP_CRITERION',
        operation: 'CREATE',
        resourceName: `${book.prefix}/adGroupCriteria/${keyword.adGroupId}~${keyword.id}`,
        ...(campaignId !== undefined && { campaignId }),
        adGroupId: keyword.adGroupId,
        changedFields: ['keyword.text', 'keyword.matchType', 'status'],
        oldResource: {},
        newResource: {
          adGroupCriterion: {
            status: 'ENABLED',
            keyword: { text: keyword.text, matchType: keyword.matchType },
          },
        },
      },
    },
  ]
}

/** The newest ad of an ad group that has others. */
function adAdded(book: RowBook, neglect: Neglect): EarlierChange[] {
  if (!neglect.autoApply?.includes('RESPONSIVE_SEARCH_AD')) return []
  const shown = [...book.state.ads.values()].filter((ad) => ad.status === 'ENABLED' && !ad.policy)
  const several = [...Map.groupBy(shown, (ad) => ad.adGroupId).values()].find(
    (ads) => ads.length > 1,
  )
  const ad = several?.at(-1)
  const campaignId = ad && book.state.adGroups.get(ad.adGroupId)?.campaignId
  if (!ad || campaignId === undefined) return []
  const texts = (list: typeof ad.headlines) => list.map(({ text }) => ({ text }))
  return [
    {
      daysBefore: 4,
      time: '03:47:20',
      clientType: 'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION',
      userEmail: '',
      info: {
        resourceType: 'AD_GROUP_AD',
        operation: 'CREATE',
        resourceName: `${book.prefix}/adGroupAds/${ad.adGroupId}~${ad.id}`,
        campaignId,
        adGroupId: ad.adGroupId,
        changedFields: [
          'status',
          'ad.finalUrls',
          'ad.responsiveSearchAd.headlines',
          'ad.responsiveSearchAd.descriptions',
        ],
        oldResource: {},
        newResource: {
          adGroupAd: {
            status: 'ENABLED',
            ad: {
              finalUrls: ad.finalUrls,
              responsiveSearchAd: {
                headlines: texts(ad.headlines),
                descriptions: texts(ad.descriptions),
              },
            },
          },
        },
      },
    },
  ]
}

/** From three quarters of what it was when first asked about; a budget that was never used up. */
function budgetRaised(book: RowBook, neglect: Neglect): EarlierChange[] {
  const campaign = findCampaign(book.state, neglect.budgetJump)
  const budget = campaign && book.state.budgets.get(campaign.budgetId)
  if (!budget) return []
  const amount = (micros: number) => ({ campaignBudget: { amountMicros: String(micros) } })
  return [
    {
      daysBefore: 5,
      time: '11:40:05',
      clientType: 'GOOGLE_ADS_WEB_CLIENT',
      userEmail: 'campanas@agencia-brujula.test',
      info: {
        resourceType: 'CAMPAIGN_BUDGET',
        operation: 'UPDATE',
        resourceName: `${book.prefix}/campaignBudgets/${budget.id}`,
        changedFields: ['amountMicros'],
        oldResource: amount(Math.round((budget.amountMicros * 0.75) / 1e6) * 1e6),
        newResource: amount(budget.amountMicros),
      },
    },
  ]
}

export function changeEventRows(
  book: RowBook,
  records: readonly ChangeRecord[],
  today: number,
): FieldRow[] {
  const oldest = dayText(today - HISTORY_DAYS_SHOWN)
  return records
    .map((record, i) => ({ record, i }))
    .filter(({ record }) => record.at >= oldest && isTold(record))
    .map(({ record: { at, clientType, userEmail, info }, i }) =>
      inherit(parentRow(book, info), {
        'change_event.resource_name': `${book.prefix}/changeEvents/${Date.parse(`${at.replace(' ', 'T')}Z`)}~${i}`,
        'change_event.change_date_time': `${at}.000000`,
        'change_event.change_resource_name': info.resourceName,
        'change_event.change_resource_type': info.resourceType,
        'change_event.resource_change_operation': info.operation,
        'change_event.client_type': clientType,
        'change_event.user_email': userEmail,
        'change_event.changed_fields': info.changedFields.join(','),
        'change_event.old_resource': info.oldResource,
        'change_event.new_resource': info.newResource,
        ...parents('change_event', book, info),
      }),
    )
}

/** Google's history of changes knows neither shared lists nor experiments, portfolios or conversion actions. */
const isTold = ({ info }: ChangeRecord) =>
  enumValues('change_event.change_resource_type')!.includes(info.resourceType)

const STATUS = { CREATE: 'ADDED', UPDATE: 'CHANGED', REMOVE: 'REMOVED' } as const

/** The last change of each resource. */
export function changeStatusRows(book: RowBook, records: readonly ChangeRecord[]): FieldRow[] {
  const last = new Map(
    records.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map((r) => [r.info.resourceName, r]),
  )
  return [...last.values()].map(({ at, info }, i) =>
    inherit(parentRow(book, info), {
      'change_status.resource_name': `${book.prefix}/changeStatus/${i}-${info.resourceName.split('/').at(-1)}`,
      'change_status.last_change_date_time': `${at}.000000`,
      'change_status.resource_type': info.resourceType,
      'change_status.resource_status': STATUS[info.operation],
      ...parents('change_status', book, info),
      ...(info.resourceType === 'AD_GROUP_CRITERION' && {
        'change_status.ad_group_criterion': info.resourceName,
      }),
      ...(info.resourceType === 'CAMPAIGN_CRITERION' && {
        'change_status.campaign_criterion': info.resourceName,
      }),
    }),
  )
}

function parentRow(book: RowBook, { campaignId, adGroupId }: ChangeInfo): FieldRow {
  if (adGroupId !== undefined) return book.adGroup(adGroupId)
  if (campaignId === undefined) return book.customer
  return copyRow(book, campaignId) ?? book.campaign(campaignId)
}

/** The second campaign of an experiment is no campaign of the account. */
function copyRow(book: RowBook, campaignId: number): FieldRow | undefined {
  const { state, prefix } = book
  const experiment = experimentOfCopy(state, campaignId)
  const copy = experiment && treatmentOf(experiment)?.inDesign
  const base = experiment && state.campaigns.get(controlOf(experiment)?.campaignId ?? 0)
  return copy && base && armRows(state, base, copy, prefix)(book.campaign(base.id))
}

function parents(resource: string, { prefix }: RowBook, info: ChangeInfo): FieldRow {
  return {
    ...(info.campaignId !== undefined && {
      [`${resource}.campaign`]: `${prefix}/campaigns/${info.campaignId}`,
    }),
    ...(info.adGroupId !== undefined && {
      [`${resource}.ad_group`]: `${prefix}/adGroups/${info.adGroupId}`,
    }),
  }
}
