import type { FieldRow } from '../../account-source.ts'
import type {
  AccountState,
  Ad,
  AdGroup,
  AdGroupCriterion,
  Campaign,
  CampaignCriterion,
} from '../structure.ts'
import { adFields } from './ad-fields.ts'
import { adGroupFields, campaignFields } from './campaign-fields.ts'
import { campaignCriterionFields, criterionFields } from './criterion-fields.ts'

/** Rows of the account's entities; attributed resources are inherited, so a row costs only its own fields. */
export type RowBook = {
  customer: FieldRow
  prefix: string
  state: AccountState
  campaign(id: number): FieldRow
  adGroup(id: number): FieldRow
  ad(ad: Ad): FieldRow
  criterion(criterion: AdGroupCriterion): FieldRow
  campaignCriterion(criterion: CampaignCriterion): FieldRow
}

export function createRowBook(state: AccountState, customer: FieldRow): RowBook {
  const prefix = String(customer['customer.resource_name'])
  const campaigns = new Map<number, FieldRow>()
  const adGroups = new Map<number, FieldRow>()
  const ads = new Map<number, FieldRow>()
  const criteria = new Map<string, FieldRow>()
  const known = <K>(map: Map<K, FieldRow>, key: K, make: () => FieldRow): FieldRow => {
    let row = map.get(key)
    if (!row) {
      row = make()
      map.set(key, row)
    }
    return row
  }
  const book: RowBook = {
    customer,
    prefix,
    state,
    campaign: (id) =>
      known(campaigns, id, () =>
        inherit(customer, campaignFields(state, state.campaigns.get(id) as Campaign, prefix)),
      ),
    adGroup: (id) =>
      known(adGroups, id, () => {
        const group = state.adGroups.get(id) as AdGroup
        return inherit(book.campaign(group.campaignId), adGroupFields(state, group, prefix))
      }),
    ad: (ad) =>
      known(ads, ad.id, () => {
        const group = book.adGroup(ad.adGroupId)
        const isDisplay = group['campaign.advertising_channel_type'] === 'DISPLAY'
        return inherit(group, adFields(ad, isDisplay, prefix))
      }),
    criterion: (criterion) =>
      known(criteria, `a${criterion.adGroupId}~${criterion.id}`, () =>
        inherit(book.adGroup(criterion.adGroupId), criterionFields(state, criterion, prefix)),
      ),
    campaignCriterion: (criterion) =>
      known(criteria, `c${criterion.campaignId}~${criterion.id}`, () =>
        inherit(
          book.campaign(criterion.campaignId),
          campaignCriterionFields(state, criterion, prefix),
        ),
      ),
  }
  return book
}

/** A row with own fields on top of another's. */
export function inherit(base: FieldRow, fields: FieldRow): FieldRow {
  return Object.assign(Object.create(base) as FieldRow, fields)
}

const onTop = new WeakMap<FieldRow, Map<string, FieldRow>>()

/** The same, made once for a base and a name: as bases of the rows of every day, new objects are slow to make and to read. */
export function inheritOnce(base: FieldRow, name: string, fields: () => FieldRow): FieldRow {
  let known = onTop.get(base)
  if (!known) {
    known = new Map()
    onTop.set(base, known)
  }
  let row = known.get(name)
  if (!row) {
    row = inherit(base, fields())
    known.set(name, row)
  }
  return row
}
