import type { AccountSnapshot } from './snapshot.ts'
import { offeredKeywords } from './turned-off.ts'

/** Where an account says what it sells: its name, keywords, ads, campaigns and ad groups that are there, and the pages that were looked at. */
export function ownTexts(snapshot: AccountSnapshot): string[] {
  return [...offeredKeywords(snapshot).map(({ text }) => text), ...textsBesideKeywords(snapshot)]
}

export function textsBesideKeywords(snapshot: AccountSnapshot): string[] {
  const { account, campaigns, adGroups, inventory } = snapshot
  const ads = (inventory?.ads ?? []).filter(({ status }) => status === 'ENABLED')
  const written = ads.flatMap(({ headlines, descriptions }) => [...headlines, ...descriptions])
  return [
    account.name,
    ...[...campaigns, ...adGroups].flatMap(({ name, status }) =>
      status === 'REMOVED' ? [] : [name],
    ),
    ...written.map(({ text }) => text),
    ...(inventory?.lookedPages ?? []).flatMap(({ title, headings }) => [title, ...headings]),
  ]
}
