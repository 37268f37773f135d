import { Badge } from '#kit/components/badge.tsx'
import type { GoogleAccount } from '../contract.ts'

/** Type and state of an account: MCC, and connected, disconnected or made from a report. */
export function AccountBadges({ account }: { account: GoogleAccount }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {account.accountType === 'MCC' && <Badge>MCC</Badge>}
      <ConnectionBadge account={account} />
    </span>
  )
}

function ConnectionBadge({ account }: { account: GoogleAccount }) {
  if (account.source === 'imported') return <Badge>Importada</Badge>
  return account.connected ? (
    <Badge tone="success" dot isUsual>
      Conectada
    </Badge>
  ) : (
    <Badge tone="danger" dot>
      Desconectada
    </Badge>
  )
}
