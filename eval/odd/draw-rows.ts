import type { Column } from '#engine/account/known-figures.ts'
import type { KeywordFacts, SearchTermFacts } from '#engine/account/snapshot.ts'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { added, type Drawn, TODAY } from './draw-days.ts'
import type { OddAccount, OddCampaign, OddGroup } from './odd-account.ts'

export const WINDOW = { from: addDays(TODAY, -92), to: addDays(TODAY, -3) }
const RECENT_FROM = addDays(WINDOW.to, -29)

export function keywordsOf(
  { campaigns }: OddAccount,
  inWindow: readonly Drawn[],
): KeywordFacts<Column>[] {
  return campaigns.flatMap((campaign, c) =>
    campaign.groups.flatMap((group, g) =>
      (group.keywords ?? []).map(({ text, match }, k) => ({
        ...{
          campaignId: `${c + 1}`,
          adGroupId: groupId(c, g),
          criterionId: `${k + 1}`,
          text,
          matchType: match,
        },
        ...{ status: 'ENABLED' as const, qualityScore: group.score ?? 6 },
        ...(group.bid && { bidMicros: group.bid * MICROS }),
        ...sumsOf(inWindow.filter((one) => one.c === c && one.g === g && one.k === k)),
      })),
    ),
  )
}

export function termsOf(
  { campaigns }: OddAccount,
  inWindow: readonly Drawn[],
): SearchTermFacts<Column>[] {
  const isOfMax = (c: number) => campaigns[c]!.channel === 'PERFORMANCE_MAX'
  const shown = inWindow.filter(
    ({ c, text }) =>
      ['SEARCH', 'SHOPPING', undefined].includes(campaigns[c]!.channel) ||
      (isOfMax(c) && text !== ''),
  )
  const byTerm = Map.groupBy(shown, ({ c, g, k, text }) => `${c} ${g} ${k} ${text}`)
  return [...byTerm.values()].map((own) => {
    const { c, g, k, text } = own[0]!
    const keyword = groupOf(campaigns, c, g).keywords?.[k]
    return {
      ...{ term: text, campaignId: `${c + 1}`, ...sumsOf(own) },
      adGroupId: isOfMax(c) ? '' : groupId(c, g),
      ...(keyword && { keywordText: keyword.text, criterionId: `${k + 1}` }),
      matchType: keyword?.text === text ? 'EXACT' : (keyword?.match ?? 'BROAD'),
      status: keyword?.text === text ? ('ADDED' as const) : ('NONE' as const),
    }
  })
}

/** Of the window, and of its newest third. */
function sumsOf(records: readonly Drawn[]) {
  const { clicks, conversionsMicros } = added(records.filter(({ day }) => day >= RECENT_FROM))
  return { sums: added(records), recent: { clicks, conversionsMicros } }
}

export const groupId = (c: number, g: number) => `${c + 1}${g + 1}`

const groupOf = (campaigns: readonly OddCampaign[], c: number, g: number): OddGroup =>
  campaigns[c]!.groups[g]!
