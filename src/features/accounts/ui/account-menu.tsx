import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plug from 'lucide-react/icons/plug'
import Trash2 from 'lucide-react/icons/trash-2'
import Unplug from 'lucide-react/icons/unplug'
import { Suspense, useState } from 'react'
import { getStatus } from '#features/auth/contract/endpoints.ts'
import { Menu, MenuItem } from '#kit/components/menu.tsx'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import { type GoogleAccount, OAUTH_START_PATH } from '../contract.ts'

const DisconnectDialog = late(() =>
  import('./disconnect-dialog.tsx').then((module) => module.DisconnectDialog),
)

/**
 * Disconnects an account and connects it again, for who may; an imported one has no connection. One whose grant was lost
 * stays until it is connected again or removed. `below`: accounts of a manager that would go with it.
 */
export function AccountMenu({ account, below = 0 }: { account: GoogleAccount; below?: number }) {
  const { data } = useQuery(queryOf(getStatus, {}))
  const [isAsking, setAsking] = useState(false)
  const user = data?.user
  if (account.source !== 'google' || !user || user.readOnly || user.team?.connects === false)
    return null
  return (
    <>
      <Menu
        label={`Más de ${account.accountName}`}
        trigger={<Ellipsis aria-hidden="true" className="size-4.5" />}
        triggerClass="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
      >
        {account.connected ? (
          <MenuItem icon={<Unplug aria-hidden="true" />} onSelect={() => setAsking(true)}>
            Desconectar
          </MenuItem>
        ) : (
          <MenuItem
            icon={<Plug aria-hidden="true" />}
            onSelect={() => window.location.assign(OAUTH_START_PATH)}
          >
            Volver a conectar
          </MenuItem>
        )}
        {!account.connected && account.disconnectedAt === null && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => setAsking(true)}>
            Quitar la cuenta
          </MenuItem>
        )}
      </Menu>
      {isAsking && (
        <Suspense>
          <DisconnectDialog account={account} below={below} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
