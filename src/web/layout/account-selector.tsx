import { useQuery } from '@tanstack/react-query'
import { listAccounts } from '#features/accounts/contract.ts'
import { accountTree, treeLines } from '#features/accounts/ui/account-tree.ts'
import { Button } from '#kit/components/button.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { useMatch, useNavigate } from '#kit/router/router.tsx'

// The closed control shows the chosen line as it stands in the list, so that one goes without.
const INDENT = '\u00a0\u00a0\u00a0\u00a0'

/** Chooses the account on screen: standard ones first, then each manager with its sub-accounts. */
export function AccountSelector() {
  const accounts = useQuery(queryOf(listAccounts, {}))
  const navigate = useNavigate()
  const selected = useMatch('/dashboard/accounts/:accountId')?.accountId ?? ''
  if (accounts.isPending) return <Skeleton className="h-15.5 w-full" />
  if (!accounts.data)
    return (
      <div role="alert" className="flex flex-col items-start gap-1 px-2 py-1 text-sm">
        No se han podido leer tus cuentas.
        <Button size="sm" onClick={() => void accounts.refetch()}>
          Reintentar
        </Button>
      </div>
    )
  if (accounts.data.length === 0) {
    return <p className="px-2 py-1 text-sm text-ink-faint">No hay cuentas conectadas</p>
  }
  const lines = treeLines(accountTree(accounts.data))
  const isKnown = lines.some(({ account }) => account.accountId === selected)
  return (
    <Select
      label="Cuenta activa"
      value={isKnown ? selected : ''}
      onChange={(event) => navigate(paths.account(event.target.value))}
    >
      <option value="" disabled>
        Elige una cuenta
      </option>
      {lines.map(({ account, depth }) => (
        <option key={account.accountId} value={account.accountId}>
          {account.accountId !== selected && INDENT.repeat(depth)}
          {account.accountName}
          {account.accountType === 'MCC' ? ' (MCC)' : ''}
        </option>
      ))}
    </Select>
  )
}
