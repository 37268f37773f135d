import type { Sums } from './known-figures.ts'
import { shareFactsOf, sumOfShares } from './known-settings.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

type Campaign = CampaignFacts<never>

export type JointBidders = {
  /** Those of its portfolio as one campaign. */
  of: (one: Campaign) => Campaign
  /** Of each of them, added up. */
  sumsOf: <Own extends Sums>(one: Campaign, ofMember: (member: Campaign) => Own) => Own
}

/**
 * Google holds all campaigns of a portfolio to its target together: what one no longer spends is spent in any of them. Where they
 * are asked for different costs, as by a ROAS, conversions count by what they may cost. Any other campaign is by itself.
 */
export function jointBidders(
  { campaigns }: AccountSnapshot,
  askedMicrosOf: (id: string) => number,
): JointBidders {
  const portfolios = Map.groupBy(
    campaigns.filter(({ status, portfolioId }) => status === 'ENABLED' && portfolioId),
    ({ portfolioId }) => portfolioId,
  )
  const membersOf = (one: Campaign) => {
    const all = (portfolios.get(one.portfolioId) ?? []).filter(({ id }) => askedMicrosOf(id) > 0)
    return all.includes(one) ? all : [one]
  }
  const sumsOf: JointBidders['sumsOf'] = (one, ofMember) => {
    const members = membersOf(one)
    if (members.length < 2) return ofMember(one)
    const own = askedMicrosOf(one.id)
    // A total has the columns of its rows.
    return addUp(
      members.map((member) => weighed(ofMember(member), askedMicrosOf(member.id) / own)),
    ) as ReturnType<typeof ofMember>
  }
  const of = (one: Campaign): Campaign => {
    const members = membersOf(one)
    if (members.length < 2) return one
    return { ...one, sums: sumsOf(one, ({ sums }) => sums), ...sharesTogether(members) }
  }
  return { of, sumsOf }
}

function weighed<Own extends Sums>(sums: Own, times: number): Own {
  const { conversionsMicros } = sums
  if (conversionsMicros === undefined) return sums
  return { ...sums, conversionsMicros: conversionsMicros * times }
}

/** As far as they are known. */
function sharesTogether(members: readonly Campaign[]): Pick<Campaign, 'impressionShare'> {
  const known = members.flatMap((one) => shareFactsOf(one) ?? [])
  return known.length > 0 ? { impressionShare: sumOfShares(known) } : {}
}
