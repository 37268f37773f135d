import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer } from '#shared/spanish-numbers.ts'
import { getInbox } from '../../contract/inbox.ts'
import { InboxExample } from './inbox-example.tsx'

const ASK_AGAIN_MS = 5_000

/** No decision is left, or none has been found yet. */
export function EmptyInbox({ inbox }: { inbox: InboxData }) {
  const { unread, nothing } = inbox
  return unread > 0 ? <Reading unread={unread} /> : <Nothing text={nothingText(nothing)} />
}

type InboxData = ReplyOf<typeof getInbox>

function nothingText(why: InboxData['nothing']): string {
  if (why?.reading)
    return `Seguimos leyendo los meses anteriores de ${why.reading === 1 ? 'una cuenta' : `${integer(why.reading)} cuentas`}: lo que salga de ellos aparece aquí.`
  if (why && why.accounts > 0 && why.idle === why.accounts)
    return `${why.idle === 1 ? 'Tu cuenta no ha tenido' : `Ninguna de tus ${integer(why.idle)} cuentas ha tenido`} anuncios en los últimos 30 días. ${why.idle === 1 ? 'La' : 'Las'} leemos cada día: cuando los haya, lo que encontremos aparece aquí.`
  return why?.decided
    ? 'Todo decidido. Lo nuevo aparece aquí después de cada lectura de Google Ads.'
    : 'No hemos encontrado nada que cambiar. Lo nuevo aparece aquí después de cada lectura de Google Ads.'
}

/** Until the first accounts have been looked at, what comes of it appears by itself. */
function Reading({ unread }: { unread: number }) {
  useQuery({ ...queryOf(getInbox, {}), refetchInterval: ASK_AGAIN_MS })
  return (
    <div className="flex flex-col items-center gap-4 py-4">
      <p role="status" className="text-center text-base">
        Analizando {unread === 1 ? 'una cuenta' : `${integer(unread)} cuentas`}: las primeras
        decisiones aparecen aquí en uno o dos minutos.
      </p>
      <InboxExample />
    </div>
  )
}

/** The range, closed: nothing is left open. */
function Nothing({ text }: { text: string }) {
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      <svg aria-hidden="true" viewBox="0 0 96 24" className="h-6 w-24">
        <path d="M8 12H88" className="stroke-line-strong" />
        <path d="M8 5v14M88 5v14" className="stroke-ink stroke-2" />
        <circle cx={48} cy={12} r={5} className="fill-ink" />
      </svg>
      <p className="max-w-prose text-base text-pretty">{text}</p>
    </div>
  )
}
