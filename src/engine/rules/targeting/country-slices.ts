import { countryName } from '#shared/ads-words/countries.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { SpendSlice } from './slice-waste.ts'

/** The countries of a campaign for which no place was chosen; `main`: where it sells most. */
export type Countries = { main: string; slices: SpendSlice[] }

/**
 * Null where places were chosen or it is not known, and where people of one country alone are in its places: what is shown around an
 * address has no place in the list either.
 */
export function countriesOf(
  campaign: CampaignFacts,
  { chosenPlaces, locationMatches = [] }: AccountInventory,
): Countries | null {
  const chosen = chosenPlaces?.find(({ campaignId }) => campaignId === campaign.id)
  if (!chosenPlaces || (chosen && chosen.targeted.length > 0)) return null
  const rows = locationMatches.filter(({ campaignId }) => campaignId === campaign.id)
  const inside = rows.filter(({ isTargeted }) => isTargeted)
  const byCountry = Map.groupBy(inside.length > 0 ? inside : rows, ({ countryId }) => countryId)
  if (byCountry.size < 2) return null
  const [main, ...others] = [...byCountry]
    .filter(([id]) => !chosen?.excluded.includes(id))
    .map(([id, own]) => ({ id, sums: addUp(own.map(({ sums }) => sums)) }))
    .sort(bySales)
  return main
    ? { main: countryName(main.id) ?? THE_BEST, slices: slicesOf(campaign, main, others) }
    : null
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
