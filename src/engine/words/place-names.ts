import type { Context } from '../account/context.ts'

/** '«botas»', of several campaigns with one '«botas» de «Mujer»'. */
export function keywordName(
  context: Context,
  { text, campaignId }: { text: string; campaignId: string },
): string {
  return context.repeatedNames.keywords.has(text)
    ? `«${text}»${ofCampaign(context, campaignId)}`
    : `«${text}»`
}

/** Of an ad group, likewise. */
export function adGroupName(context: Context, id: string): string {
  const { name = '', campaignId = '' } = context.adGroups.get(id) ?? {}
  return context.repeatedNames.adGroups.has(name)
    ? `«${name}»${ofCampaign(context, campaignId)}`
    : `«${name}»`
}

function ofCampaign({ campaigns }: Context, id: string): string {
  const name = campaigns.get(id)?.name
  return name === undefined ? '' : ` de «${name}»`
}
