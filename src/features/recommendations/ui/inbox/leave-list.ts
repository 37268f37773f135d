import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { getInbox } from '../../contract/inbox.ts'
import { listRecommendations, type Recommendation } from '../../contract/recommendations.ts'
import type { Desk } from './desk.ts'

type Inbox = ReplyOf<typeof getInbox>

/** The lists that are on screens, as they were read last. */
export type Lists = ReturnType<typeof listsOf>

export function listsOf(client: QueryClient) {
  return {
    inbox: client.getQueryData<Inbox>(INBOX_KEY),
    ofAccounts: client.getQueriesData<Recommendation[]>(OF_ACCOUNTS),
  }
}

const INBOX_KEY = queryOf(getInbox, {}).queryKey
const OF_ACCOUNTS = { queryKey: [listRecommendations.path] }

/** As its row has it, in whichever list that is. */
export function titleOf({ inbox, ofAccounts }: Lists, id: string): string {
  const rows = [...ofAccounts.flatMap(([, all]) => all ?? []), ...(inbox?.rows ?? [])]
  return rows.find((row) => row.id === id)?.titulo ?? 'La recomendación'
}

/** The rows go at once; the server's own list follows. */
export function leave({ client, mark }: Desk, ids: readonly string[]): void {
  const gone = new Set(ids)
  const without = <Row extends { id: string }>(rows: readonly Row[]) =>
    rows.filter(({ id }) => !gone.has(id))
  client.setQueryData<Inbox>(INBOX_KEY, (inbox) => inbox && withRows(inbox, without(inbox.rows)))
  client.setQueriesData<Recommendation[]>(OF_ACCOUNTS, (all) => all && without(all))
  mark(ids, null)
}

/** What was taken back stands where it stood at once, for the server's own list may take seconds; `before`: from before it left. */
export function comeBack({ client }: Pick<Desk, 'client'>, ids: readonly string[], before: Lists) {
  const back = new Set(ids)
  client.setQueryData<Inbox>(
    INBOX_KEY,
    (inbox) => inbox && withRows(inbox, withBack(inbox.rows, before.inbox?.rows ?? [], back)),
  )
  for (const [key, rows] of before.ofAccounts)
    client.setQueryData<Recommendation[]>(key, (all) => all && withBack(all, rows ?? [], back))
}

/** Until the server's own is read: `total` counts as many more, or less, as there are rows now. */
function withRows(inbox: Inbox, rows: Inbox['rows']): Inbox {
  return { ...inbox, rows, total: inbox.total + rows.length - inbox.rows.length }
}

function withBack<Row extends { id: string }>(
  now: readonly Row[],
  before: readonly Row[],
  ids: ReadonlySet<string>,
): Row[] {
  const there = new Map(now.map((row) => [row.id, row]))
  const known = new Set(before.map(({ id }) => id))
  const old = before.flatMap((row) => there.get(row.id) ?? (ids.has(row.id) ? [row] : []))
  return [...old, ...now.filter(({ id }) => !known.has(id))]
}
