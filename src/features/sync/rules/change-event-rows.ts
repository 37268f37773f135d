import type { AdsRow } from '#platform/google-ads/row.ts'

/** A change as Google tells it, as a row of ours without customer_id. `at` in the account's time zone. */
export function changeEventRow({ changeEvent = {} }: AdsRow) {
  return {
    event_id: lastPart(changeEvent.resourceName),
    at: changeEvent.changeDateTime ?? '',
    user_email: changeEvent.userEmail ?? '',
    client_type: changeEvent.clientType ?? 'UNKNOWN',
    resource_type: changeEvent.changeResourceType ?? 'UNKNOWN',
    resource_name: changeEvent.changeResourceName ?? '',
    operation: changeEvent.resourceChangeOperation ?? 'UNKNOWN',
    changed_fields: (changeEvent.changedFields ?? '').split(',').filter((path) => path !== ''),
    old_resource: changeEvent.oldResource ?? {},
    new_resource: changeEvent.newResource ?? {},
    campaign_id: Number(lastPart(changeEvent.campaign)) || null,
    ad_group_id: Number(lastPart(changeEvent.adGroup)) || null,
  }
}

function lastPart(resourceName: string | undefined): string {
  return resourceName?.split('/').at(-1) ?? ''
}
