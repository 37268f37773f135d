import type { AdFacts } from '../../account/inventory.ts'

/** Names may contain anything the advertiser wrote; without texts, the id. */
export const adName = ({ headlines, adId }: AdFacts) => {
  const [first, second] = headlines
  return first ? [first.text, ...(second ? [second.text] : [])].join(' | ') : adId
}
