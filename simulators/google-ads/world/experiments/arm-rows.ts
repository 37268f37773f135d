import type { FieldRow, FieldValue } from '../../account-source.ts'
import { campaignFields } from '../entities/campaign-fields.ts'
import type { AccountState, Campaign } from '../structure.ts'

/** Added to the id of a part of the base campaign, it is the id of its copy. */
const COPY = 500_000_000_000

/** Rows of the base campaign and of what is in it, as those of the campaign that the experiment put beside it. */
export function armRows(
  state: AccountState,
  base: Campaign,
  copy: Campaign,
  prefix: string,
): (row: FieldRow) => FieldRow {
  const ids = new Map<string, string>([[String(base.id), String(copy.id)]])
  for (const group of state.adGroups.values())
    if (group.campaignId === base.id) ids.set(String(group.id), String(group.id + COPY))
  const campaign: FieldRow = {
    ...campaignFields(state, copy, prefix),
    'campaign.experiment_type': 'EXPERIMENT',
    'campaign.base_campaign': `${prefix}/campaigns/${base.id}`,
  }
  const renamed = (value: FieldValue): FieldValue => {
    if (typeof value === 'bigint') {
      const id = ids.get(String(value))
      return id ? BigInt(id) : value
    }
    return typeof value === 'string' && value.startsWith('customers/')
      ? value.replace(/\d+/g, (id) => ids.get(id) ?? id)
      : value
  }
  return (row) =>
    new Proxy(row, {
      get(target, field) {
        if (typeof field !== 'string') return undefined
        if (field === 'ad_group.base_ad_group') return target['ad_group.resource_name']
        return field.startsWith('campaign.') ? campaign[field] : renamed(target[field])
      },
    })
}
