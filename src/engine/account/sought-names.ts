import { MICROS, ratio } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { COUNTED, type Counted, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from './snapshot.ts'
import { wordsOf } from './terms.ts'

type Keyword = KeywordFacts<Counted>

/**
 * Where an account sells under several names, by campaign the words of its own: a keyword that it is called like ('hotel playa' in «Hotel
 * Playa»), which sells several times as often as all else there for half the price of a click. Nothing but a name does both.
 */
export function soughtNames(snapshot: AccountSnapshot): ReadonlyMap<string, ReadonlySet<string>[]> {
  const known = withKnown(snapshot, ['keyword'], COUNTED)?.keywords ?? []
  const byCampaign = Map.groupBy(known, ({ campaignId }) => campaignId)
  return new Map(
    snapshot.campaigns.flatMap((campaign) => {
      const names = calledLikeIts(campaign, byCampaign.get(campaign.id) ?? [])
      return names.length > 0 ? [[campaign.id, names.map(tellingStems)] as const] : []
    }),
  )
}

function calledLikeIts({ name }: CampaignFacts<never>, keywords: readonly Keyword[]): Keyword[] {
  const words = tellingStems({ text: name })
  if (words.size < 2) return []
  const isNamed = ({ text }: Keyword) => {
    const own = tellingStems({ text })
    return own.size > 1 && own.isSubsetOf(words)
  }
  const { named, rest } = Object.groupBy(keywords, (one) => (isNamed(one) ? 'named' : 'rest'))
  if (!named || !rest) return []
  const [own, other] = [named, rest].map((some): CountedSums => addUp(some.map(({ sums }) => sums)))
  const { accountConversions, soughtRate, soughtPrice } = THRESHOLDS
  if (own!.conversionsMicros < accountConversions.value * MICROS) return []
  const isSought = rateOf(own!) >= soughtRate.value * rateOf(other!)
  return isSought && priceOf(own!) <= soughtPrice.value * priceOf(other!) ? named : []
}

const rateOf = ({ conversionsMicros, clicks }: CountedSums) => ratio(conversionsMicros, clicks)
const priceOf = ({ costMicros, clicks }: CountedSums) => ratio(costMicros, clicks)

function tellingStems({ text }: { text: string }): Set<string> {
  return new Set(wordsOf(text).flatMap(({ stem, isStop }) => (isStop ? [] : [stem])))
}
