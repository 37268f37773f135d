import { brokenWay, CONFIRMED_AFTER_MS, type PageLook } from '#shared/broken-page.ts'
import { pageAddress } from '#shared/page-address.ts'

/** An ad that brought clicks of late. */
export type SpendingAd = { finalUrls: readonly string[]; costMicros: number }

export type KnownPage = PageLook & {
  lookedAt: Date
  brokenSince: Date | null
  title: string
  headings: string[]
}

const EVERY_MS = 24 * 3_600_000

/**
 * Pages to be opened now: first those that were broken once, for only a second look counts, then the others not opened for a day,
 * those that cost most before.
 */
export function duePages(
  ads: readonly SpendingAd[],
  known: readonly KnownPage[],
  now: Date,
): string[] {
  const costs = new Map<string, number>()
  for (const { finalUrls, costMicros } of ads)
    for (const address of new Set(finalUrls.map(pageAddress)))
      if (address !== null) costs.set(address, (costs.get(address) ?? 0) + costMicros)
  const pages = new Map(known.map((page) => [page.address, page]))
  const isSuspect = (address: string) => {
    const page = pages.get(address)
    return page !== undefined && isUnconfirmed(page)
  }
  return [...costs]
    .filter(([address]) => isDue(pages.get(address), now))
    .toSorted(
      ([a, cost], [b, other]) =>
        Number(isSuspect(b)) - Number(isSuspect(a)) || other - cost || (a < b ? -1 : 1),
    )
    .map(([address]) => address)
}

function isDue(page: KnownPage | undefined, now: Date): boolean {
  if (!page) return true
  const waitMs = isUnconfirmed(page) ? CONFIRMED_AFTER_MS : EVERY_MS
  return now.getTime() - page.lookedAt.getTime() >= waitMs
}

/** Broken at one look only. */
export function isUnconfirmed({ brokenSince, lookedAt }: KnownPage): boolean {
  return brokenSince !== null && lookedAt.getTime() - brokenSince.getTime() < CONFIRMED_AFTER_MS
}

/** With what is known of it from before. */
export function seenPage(
  look: Omit<KnownPage, 'brokenSince'>,
  before: KnownPage | undefined,
): KnownPage {
  const isBroken = brokenWay(look) !== null
  return { ...look, brokenSince: isBroken ? (before?.brokenSince ?? look.lookedAt) : null }
}

/** Whether an analysis would say anything else. */
export function isNews(page: KnownPage, before: KnownPage | undefined): boolean {
  return told(page) !== (before ? told(before) : null)
}

function told(page: KnownPage): string {
  const way = page.brokenSince !== null && !isUnconfirmed(page) ? brokenWay(page) : null
  return JSON.stringify([way, page.title, page.headings])
}
