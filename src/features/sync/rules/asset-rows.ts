import type { AdsRow } from '#platform/google-ads/row.ts'

/** Google's rows as rows of our tables, without customer_id. */

export function assetLinkRow(scope: 'account' | 'campaign' | 'ad_group', row: AdsRow) {
  const { asset = {} } = row
  const link = {
    account: row.customerAsset,
    campaign: row.campaignAsset,
    ad_group: row.adGroupAsset,
  }[scope]
  const parent = { account: undefined, campaign: row.campaign, ad_group: row.adGroup }[scope]
  const { linkText, description1, description2 } = asset.sitelinkAsset ?? {}
  return {
    scope,
    scope_id: Number(parent?.id ?? 0),
    asset_id: Number(asset.id),
    field_type: link?.fieldType ?? 'UNKNOWN',
    text: linkText ?? asset.calloutAsset?.calloutText ?? snippetOf(asset),
    descriptions: [description1, description2].filter((text) => text !== undefined && text !== ''),
    url: urlOf(asset),
  }
}

/** 'Marcas: Alameda, Sombra', or the number to call. */
function snippetOf({ structuredSnippetAsset, callAsset }: NonNullable<AdsRow['asset']>): string {
  const { header, values = [] } = structuredSnippetAsset ?? {}
  return header ? `${header}: ${values.join(', ')}` : (callAsset?.phoneNumber ?? '')
}

function urlOf(asset: NonNullable<AdsRow['asset']>): string {
  const videoId = asset.youtubeVideoAsset?.youtubeVideoId
  if (videoId) return `https://www.youtube.com/watch?v=${videoId}`
  return asset.imageAsset?.fullSize?.url ?? asset.finalUrls?.[0] ?? ''
}

export function adPieceRow(row: AdsRow) {
  return {
    ad_group_id: Number(row.adGroup?.id),
    ad_id: Number(row.adGroupAd?.ad?.id),
    asset_id: Number(row.asset?.id),
    field_type: row.adGroupAdAssetView?.fieldType ?? 'UNKNOWN',
    text: row.asset?.textAsset?.text ?? '',
    performance: row.adGroupAdAssetView?.performanceLabel ?? null,
    impressions: Number(row.metrics?.impressions ?? 0),
  }
}
