/** Google is asked for every account and manager: of hundreds it takes more than the usual 30 seconds. */
export const WALK_TIMEOUT_MS = 75_000
