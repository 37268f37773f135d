import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { getSilence } from '../contract/recommendations.ts'
import { readingText, waitingText } from './reading-texts.ts'

/** That the last analysis was ended; while earlier days are still to be read: how far it has come, what can be said meanwhile and what waits. */
export function ReadingHistory({ customerId }: { customerId: string }) {
  const { data } = useQuery(queryOf(getSilence, { customerId }))
  if (!data?.reading && !data?.stopped) return null
  const waiting = data.reading && waitingText(data.reading)
  return (
    <div
      role="status"
      className="grid gap-1 border-b border-line bg-sunken px-4 py-3 text-sm md:px-5"
    >
      {data.stopped && <p className="text-pretty">{data.stopped}</p>}
      {data.reading && (
        <p className="tabular font-medium text-pretty">{readingText(data.reading)}</p>
      )}
      {waiting && <p className="text-ink-muted text-pretty">{waiting}</p>}
    </div>
  )
}
