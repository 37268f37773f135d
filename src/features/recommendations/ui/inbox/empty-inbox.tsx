import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { getInbox } from '../../contract/inbox.ts'
import { InboxExample } from './inbox-example.tsx'

const ASK_AGAIN_MS = 5_000

/** No decision is left, or none has been found yet. */
export function EmptyInbox({ unread }: { unread: number }) {
  return unread > 0 ? <Reading unread={unread} /> : <AllDecided />
}

/** Until the first accounts have been looked at, what comes of it appears by itself. */
function Reading({ unread }: { unread: number }) {
  useQuery({ ...queryOf(getInbox, {}), refetchInterval: ASK_AGAIN_MS })
  return (
    <div className="flex flex-col items-center gap-4 py-4">
      <p role="status" className="text-center text-base">
        Leyendo {unread === 1 ? 'tu cuenta' : `${unread} cuentas`}: las primeras decisiones aparecen
        aquí en uno o dos minutos.
      </p>
      <InboxExample />
    </div>
  )
}

/** The range, closed: nothing is left open. */
function AllDecided() {
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      <svg aria-hidden="true" viewBox="0 0 96 24" className="h-6 w-24">
        <path d="M8 12H88" className="stroke-line-strong" />
        <path d="M8 5v14M88 5v14" className="stroke-ink stroke-2" />
        <circle cx={48} cy={12} r={5} className="fill-ink" />
      </svg>
      <p className="text-base text-pretty">
        Todo decidido. Lo nuevo aparece aquí después de cada lectura de Google Ads.
      </p>
    </div>
  )
}
