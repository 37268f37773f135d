import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { Obstacle } from '#kit/components/obstacle.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { GOOGLE_CHANGE } from '#kit/google-change.ts'
import { invalidateData } from '#kit/query.ts'
import { useDayHere } from '#kit/today-here.ts'
import { addDays } from '#shared/dates.ts'
import { longDay, plural } from '#shared/spanish-numbers.ts'
import { disconnectAccount, type GoogleAccount, KEPT_DAYS } from '../contract.ts'

/** What goes, what stays, and until when all is found again. One whose grant was lost is removed, being disconnected already. */
export function DisconnectDialog(props: {
  account: GoogleAccount
  /** Accounts below a manager that go with it. */
  below: number
  onClose: () => void
}) {
  const { account, below, onClose } = props
  const client = useQueryClient()
  const dayOf = useDayHere()
  const lastDay = longDay(addDays(dayOf(new Date()), KEPT_DAYS))
  const words = account.connected ? DISCONNECTING : REMOVING
  const disconnect = useMutation({
    mutationFn: () => call(disconnectAccount, { customerId: account.accountId }, GOOGLE_CHANGE),
    onSuccess: () => {
      void invalidateData(client)
      onClose()
      toast({
        title: below > 1 ? words.doneMany : words.done,
        description: `Los datos se guardan hasta el ${lastDay}.`,
        variant: 'success',
      })
    },
  })
  return (
    <ConfirmDialog
      title={`¿${words.verb} ${nameOf(account, below)}?`}
      onClose={onClose}
      confirm={{
        text: words.verb,
        look: 'danger',
        busy: disconnect.isPending,
        busyLabel: words.busy,
        act: () => disconnect.mutate(),
      }}
    >
      <div className="flex flex-col gap-3 text-pretty">
        {whatHappens(account, below > 1, lastDay).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {disconnect.isError && <Obstacle isBlocking>{errorText(disconnect.error)}</Obstacle>}
      </div>
    </ConfirmDialog>
  )
}

function nameOf({ accountName, accountType }: GoogleAccount, below: number): string {
  if (accountType !== 'MCC' || below === 0) return accountName
  return `${accountName} y ${below === 1 ? 'su subcuenta' : `sus ${plural(below, 'subcuenta', 'subcuentas')}`}`
}

const DISCONNECTING = {
  verb: 'Desconectar',
  busy: 'Desconectando...',
  done: 'Cuenta desconectada',
  doneMany: 'Cuentas desconectadas',
}
const REMOVING = {
  verb: 'Quitar',
  busy: 'Quitando...',
  done: 'Cuenta quitada',
  doneMany: 'Cuentas quitadas',
}

function whatHappens({ connected }: GoogleAccount, areMany: boolean, lastDay: string): string[] {
  const goes = areMany
    ? 'Salen de Hoy, de los avisos y de los informes, y dejan sitio en tu plan.'
    : 'Sale de Hoy, de los avisos y de los informes, y deja sitio en tu plan.'
  const stops = areMany
    ? 'Pujante deja de leerlas y de cambiar nada en ellas.'
    : 'Pujante deja de leerla y de cambiar nada en ella.'
  return [
    connected ? `${stops} ${goes}` : goes,
    'En Google Ads no cambia nada: lo que aplicaste sigue como está. Lo que se está midiendo espera.',
    `Los datos se guardan ${KEPT_DAYS} días. Si ${areMany ? 'las' : 'la'} conectas otra vez antes del ${lastDay}, todo sigue donde estaba; después se borran para siempre.`,
    'Cuando ya no queda ninguna cuenta de ese usuario de Google, retiramos también el permiso que nos dio.',
  ]
}
