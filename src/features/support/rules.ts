type Written = { side: 'customer' | 'team'; writtenAt: Date; promisedHours: number | null }

/** One time a customer waited for an answer; `answeredAt` null: still. */
export type Wait = { since: Date; dueAt: Date; answeredAt: Date | null }

const HOUR_MS = 3_600_000

/** From the first message after the team's last to the team's next. `messages` of one user, oldest first. */
export function waitsOf(messages: readonly Written[]): Wait[] {
  const waits: Wait[] = []
  for (const { side, writtenAt, promisedHours } of messages) {
    const open = waits.at(-1)?.answeredAt === null ? waits.at(-1) : undefined
    if (side === 'team') {
      if (open) open.answeredAt = writtenAt
    } else if (!open) {
      const dueAt = new Date(writtenAt.getTime() + (promisedHours ?? 0) * HOUR_MS)
      waits.push({ since: writtenAt, dueAt, answeredAt: null })
    }
  }
  return waits
}

export function openWait(messages: readonly Written[]): Wait | null {
  const last = waitsOf(messages).at(-1)
  return last?.answeredAt === null ? last : null
}

/** Of the waits that were answered; the median in hours is null without one. */
export function answersOf(waits: readonly Wait[]): {
  count: number
  inTime: number
  medianHours: number | null
} {
  const answered = waits.filter((wait): wait is Wait & { answeredAt: Date } => !!wait.answeredAt)
  const hours = answered
    .map(({ since, answeredAt }) => (answeredAt.getTime() - since.getTime()) / HOUR_MS)
    .toSorted((a, b) => a - b)
  const [low, high] = [
    hours[Math.floor((hours.length - 1) / 2)],
    hours[Math.floor(hours.length / 2)],
  ]
  return {
    count: answered.length,
    inTime: answered.filter(({ answeredAt, dueAt }) => answeredAt <= dueAt).length,
    medianHours: low === undefined || high === undefined ? null : (low + high) / 2,
  }
}

/** Tasks by which each vendor is known to answer, by the name of their kind. */
export const VENDOR_TASKS = {
  'google-ads': ['sync-account', 'backfill-account'],
  stripe: ['syncBilling', 'reconcileBilling'],
  mail: ['sendMail'],
} as const

/** Of a day's tasks: those done, those to be tried again after a problem, and those given up. */
export function vendorState(counts: { done: number; waiting: number; failed: number }) {
  const { done, waiting, failed } = counts
  const troubled = waiting + failed
  if (done + troubled === 0) return 'unused' as const
  if (waiting === 0) return done > 0 ? ('working' as const) : ('failing' as const)
  return troubled > done ? ('failing' as const) : ('slow' as const)
}
