import { countryName } from '#shared/ads-words/countries.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { SpendSlice } from './slice-waste.ts'

/** The countries of a campaign for which no place was chosen; `main`: where it sells most; `isAll`: nothing is excluded. */
export type Countries = { main: string; slices: SpendSlice[]; isAll: boolean }

/**
 * Null where places or a radius were chosen or it is not known, and where hardly anyone of another country clicked: a stray click is no
 * reason to be silent about regions. Of what was read before radii were, people of one country alone are in its places.
 */
export function countriesOf(
  campaign: CampaignFacts,
  { chosenPlaces, locationMatches = [] }: AccountInventory,
): Countries | null {
  const chosen = chosenPlaces?.find(({ campaignId }) => campaignId === campaign.id)
  if (!chosenPlaces || chosen?.isAround || (chosen && chosen.targeted.length > 0)) return null
  const rows = locationMatches.filter(({ campaignId }) => campaignId === campaign.id)
  const inside = rows.filter(({ isTargeted }) => isTargeted)
  const byCountry = Map.groupBy(inside.length > 0 ? inside : rows, ({ countryId }) => countryId)
  if (byCountry.size < 2) return null
  const [main, ...others] = [...byCountry]
    .filter(([id]) => !chosen?.excluded.includes(id))
    .map(([id, own]) => ({ id, sums: addUp(own.map(({ sums }) => sums)) }))
    .sort(bySales)
  if (!main || !isEnough(main, others)) return null
  return {
    main: countryName(main.id) ?? THE_BEST,
    slices: slicesOf(campaign, main, others),
    isAll: !chosen?.excluded.length,
  }
}

function isEnough(main: Country, others: readonly Country[]): boolean {
  const { sliceClicks, sliceCostShare } = THRESHOLDS
  const { clicks, costMicros } = addUp(others.map(({ sums }) => sums))
  const whole = costMicros + main.sums.costMicros
  return clicks >= sliceClicks.value && costMicros >= sliceCostShare.value * whole
}

type Country = { id: string; sums: CountedSums }

const THE_BEST = 'un solo país'

function bySales(a: Country, b: Country): number {
  const sold = b.sums.conversionsMicros - a.sums.conversionsMicros
  return sold || b.sums.costMicros - a.sums.costMicros || (a.id < b.id ? -1 : 1)
}

/** Each against the main one; those with few clicks, or without a name, together. */
function slicesOf(
  campaign: CampaignFacts,
  main: Country,
  others: readonly Country[],
): SpendSlice[] {
  const isOwn = ({ id, sums }: Country) =>
    countryName(id) !== null && sums.clicks >= THRESHOLDS.sliceClicks.value
  const slice = (value: string, label: string, sums: CountedSums): SpendSlice => ({
    ...{ campaign, dimension: 'country', value, label, sums, rest: main.sums },
  })
  const small = others.filter((one) => !isOwn(one)).map(({ sums }) => sums)
  return [
    ...others.filter(isOwn).map(({ id, sums }) => slice(id, countryName(id)!, sums)),
    ...(small.length > 0 ? [slice('others', 'otros países', addUp(small))] : []),
  ]
}
