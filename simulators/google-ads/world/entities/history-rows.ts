import type { FieldRow } from '../../account-source.ts'
import { dayText } from '../calendar.ts'
import type { ChangeInfo } from '../mutations/operation.ts'
import type { CampaignCriterion } from '../structure.ts'
import { inherit, type RowBook } from './row-book.ts'

/** One change as Google's history tells it. `at`: `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export type ChangeRecord = { at: string; clientType: string; userEmail: string; info: ChangeInfo }

const HISTORY_DAYS_SHOWN = 30

/** What somebody did before anybody looked: the campaign negatives were added by hand over the last weeks. */
export function earlierChanges(book: RowBook, epochDay: number): ChangeRecord[] {
  const negatives = [...book.state.campaignCriteria.values()].filter((c) => c.negative).slice(0, 6)
  return negatives.map((criterion: CampaignCriterion, i) => ({
    at: `${dayText(epochDay - 3 - 4 * i)} 1${i}:0${i}:27`,
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

export function changeEventRows(
  book: RowBook,
  records: readonly ChangeRecord[],
  today: number,
): FieldRow[] {
  const oldest = dayText(today - HISTORY_DAYS_SHOWN)
  return records
    .map((record, i) => ({ record, i }))
    .filter(({ record }) => record.at >= oldest)
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
  return campaignId === undefined ? book.customer : book.campaign(campaignId)
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
