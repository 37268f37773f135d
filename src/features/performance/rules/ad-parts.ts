import type { adPieces, ads, assetLinks } from '#platform/db/schema/entities.ts'
import { GOOGLE_IMAGES } from '#platform/google-ads/images.ts'
import type { AdRow } from '../contract/entity-lists.ts'

type Link = typeof assetLinks.$inferSelect
type Piece = typeof adPieces.$inferSelect
type Ad = Pick<typeof ads.$inferSelect, 'headlines' | 'descriptions'>

const NEAREST_FIRST = { ad_group: 0, campaign: 1, account: 2 }

/**
 * What Google may show beside an ad. Assets of a lower level no longer push out those of a higher one, so all
 * are listed, the nearest first and each text or address once. Images are loaded from `imageOrigin`; the page's
 * policy allows no stranger's, so only those that Google keeps are listed.
 */
export function shownAssets(links: readonly Link[], imageOrigin: string) {
  const sorted = links.toSorted(
    (a, b) => NEAREST_FIRST[a.scope] - NEAREST_FIRST[b.scope] || a.assetId - b.assetId,
  )
  const media = (pattern: RegExp) =>
    once(
      sorted.filter(({ fieldType, url }) => pattern.test(fieldType) && url !== ''),
      ({ url }) => url,
    ).map(({ fieldType, url }) => ({ type: fieldType, url }))
  const ofType = (fieldType: string) =>
    once(
      sorted.filter((link) => link.fieldType === fieldType),
      ({ text }) => text,
    )
  return {
    callouts: ofType('CALLOUT').map(({ text }) => text),
    sitelinks: ofType('SITELINK').map(({ text, url, descriptions }) => ({
      title: text,
      url,
      descriptions,
    })),
    images: media(/IMAGE|LOGO/)
      .filter(({ url }) => url.startsWith(`${GOOGLE_IMAGES}/`))
      .map(({ type, url }) => ({ type, url: imageOrigin + url.slice(GOOGLE_IMAGES.length) })),
    videos: media(/VIDEO/),
  }
}

/** The ad's texts in its own order, each with Google's verdict where it gave one. */
export function piecesOf(ad: Ad, judged: readonly Piece[]): AdRow['pieces'] {
  const verdicts = new Map(judged.map((piece) => [`${piece.fieldType} ${piece.text}`, piece]))
  const toPiece =
    (kind: 'HEADLINE' | 'DESCRIPTION') =>
    ({ text, pinnedField }: Ad['headlines'][number]) => {
      const verdict = verdicts.get(`${kind} ${text}`)
      return {
        text,
        kind,
        pinned: pinnedField ?? null,
        performance: verdict?.performance ?? null,
        impressions: verdict?.impressions ?? null,
      }
    }
  return [...ad.headlines.map(toPiece('HEADLINE')), ...ad.descriptions.map(toPiece('DESCRIPTION'))]
}

function once<T>(list: readonly T[], key: (item: T) => string): T[] {
  return [...Map.groupBy(list, key).values()].map((same) => same[0]!)
}
