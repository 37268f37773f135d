import type { AccountSnapshot, CampaignFacts } from '../account/snapshot.ts'

/** Whether a change of a campaign cannot be sent: of reports there is nowhere to, and Google's API takes none of Video campaigns. */
export function isByHand(
  { account }: Pick<AccountSnapshot, 'account'>,
  { channelType }: Pick<CampaignFacts<never>, 'channelType'>,
): boolean {
  return account.source === 'imported' || channelType === 'VIDEO'
}
