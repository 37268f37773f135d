/** Accounts last seen syncing on this page; apart, so that asking costs nothing of what follows a sync. */
export const underWay = new Set<string>()
