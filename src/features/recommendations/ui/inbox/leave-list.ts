import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { getInbox } from '../../contract/inbox.ts'
import { listRecommendations, type Recommendation } from '../../contract/recommendations.ts'
import type { Desk } from './use-deeds.ts'

type Inbox = ReplyOf<typeof getInbox>

/** The lists that are on screens, as they were read last. */
export type Lists = ReturnType<typeof listsOf>

export function listsOf(client: QueryClient) {
  return {
    inbox: client.getQueryData<Inbox>(INBOX_KEY),
    ofAccounts: new Map(client.getQueriesData<Recommendation[]>(OF_ACCOUNTS)),
  }
}

const INBOX_KEY = queryOf(getInbox, {}).queryKey
const OF_ACCOUNTS = { queryKey: [listRecommendations.path] }

function rowsOf({ inbox, ofAccounts }: Lists) {
  return [...[...ofAccounts.values()].flatMap((all) => all ?? []), ...(inbox?.rows ?? [])]
}

/** As its row has it, in whichever list that is. */
export function titleOf(lists: Lists, id: string): string {
  return rowsOf(lists).find((row) => row.id === id)?.titulo ?? 'La recomendación'
}

/** The rows go at once; the server's own list follows. */
export function leave({ client, mark }: Desk, ids: readonly string[]): void {
  const gone = new Set(ids)
  client.setQueryData<Inbox>(INBOX_KEY, (inbox) => inbox && withoutRows(inbox, gone))
  client.setQueriesData<Recommendation[]>(OF_ACCOUNTS, (all) =>
    all?.filter(({ id }) => !gone.has(id)),
  )
  mark(ids, null)
}

/** The list without what has just been decided, until the server's own is read. */
function withoutRows(inbox: Inbox, ids: ReadonlySet<string>): Inbox {
  const rows = inbox.rows.filter(({ id }) => !ids.has(id))
  return { ...inbox, rows, total: inbox.total - (inbox.rows.length - rows.length) }
}

/** What was taken back stands where it stood at once, for the server's own list may take seconds; `before`: from before it left. */
export function comeBack({ client }: Pick<Desk, 'client'>, ids: readonly string[], before: Lists) {
  const back = new Set(ids)
  client.setQueryData<Inbox>(INBOX_KEY, (inbox) => {
    if (!inbox) return inbox
    const rows = withBack(inbox.rows, before.inbox?.rows ?? [], back)
    return { ...inbox, rows, total: inbox.total + rows.length - inbox.rows.length }
  })
  for (const [key, rows] of before.ofAccounts)
    client.setQueryData<Recommendation[]>(key, (all) => all && withBack(all, rows ?? [], back))
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
