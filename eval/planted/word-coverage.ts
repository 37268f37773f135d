import { hasSequence } from '#engine/account/matches.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import type { Unit, World } from './world.ts'

type Negative = { campaignId: string; text: string; isExact: boolean }

/**
 * Share of each planted word's clicks that the recommendations stop, by any negatives: the word itself, longer
 * groups of words, or its queries one by one where one of them must go on serving.
 */
export function wordCoverage(
  world: World,
  recommendations: readonly Recommendation[],
): Map<string, number> {
  const negatives = recommendations.flatMap(negativesOf)
  const byCampaign = Map.groupBy(negatives, ({ campaignId }) => campaignId)
  return new Map(
    world.grams.map(({ word, campaignId }) => {
      const own = world.units.filter((unit) => unit.gram === word)
      const stopped = own.filter((unit) => isStopped(unit, byCampaign.get(campaignId) ?? []))
      return [word, clicksOf(stopped) / Math.max(1, clicksOf(own))]
    }),
  )
}

function negativesOf({ evidence }: Recommendation): Negative[] {
  return (evidence.change?.operations ?? []).flatMap((operation) => {
    const [body] = Object.values(operation) as { create?: Created }[]
    const created = body?.create
    if (!created?.negative || !created.keyword || !created.campaign) return []
    const { text, matchType } = created.keyword
    const campaignId = created.campaign.split('/').at(-1)!
    return [{ campaignId, text, isExact: matchType === 'EXACT' }]
  })
}

type Created = {
  negative?: boolean
  campaign?: string
  keyword?: { text: string; matchType: string }
}

function isStopped({ term }: Unit, negatives: readonly Negative[]): boolean {
  const words = term.split(' ')
  return negatives.some(({ text, isExact }) =>
    isExact ? text === term : hasSequence(words, text.split(' ')),
  )
}

const clicksOf = (units: readonly Unit[]) => units.reduce((sum, { clicks }) => sum + clicks, 0)
