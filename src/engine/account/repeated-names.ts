import type { AccountSnapshot } from './snapshot.ts'

/** Texts of keywords, and names of ad groups, that several campaigns have: by themselves they name none. */
export type RepeatedNames = {
  keywords: ReadonlySet<string>
  adGroups: ReadonlySet<string>
}

export function repeatedNames({ keywords, adGroups }: AccountSnapshot): RepeatedNames {
  return {
    keywords: inSeveralCampaigns(keywords.map(({ text, campaignId }) => [text, campaignId])),
    adGroups: inSeveralCampaigns(adGroups.map(({ name, campaignId }) => [name, campaignId])),
  }
}

function inSeveralCampaigns(named: readonly (readonly [name: string, campaignId: string])[]) {
  const first = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, campaignId] of named) {
    const known = first.get(name)
    if (known === undefined) first.set(name, campaignId)
    else if (known !== campaignId) repeated.add(name)
  }
  return repeated
}
