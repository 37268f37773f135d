import type { ReactNode } from 'react'
import { LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { paths } from '#kit/paths.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import type { GoogleAccount } from '../contract.ts'
import { AccountBadges } from './account-badges.tsx'
import { AccountMenu } from './account-menu.tsx'
import { accountIdText } from './account-tree.ts'

/** `status` tells how fresh the data is; the page that knows about syncing gives it. */
export function AccountCard(props: {
  account: GoogleAccount
  heading?: 'h2' | 'h3'
  status: ReactNode
}) {
  const { account, heading: Heading = 'h2', status } = props
  return (
    <Card className="flex min-h-38 flex-col gap-2 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Heading className="line-clamp-2 font-semibold wrap-anywhere" title={account.accountName}>
            {account.accountName}
          </Heading>
          <p className="tabular text-sm text-ink-faint">
            {accountIdText(account)} · {account.currencyCode}
          </p>
        </div>
        <AccountBadges account={account} />
      </div>
      <div className="flex-1">{status}</div>
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-ink-faint">{coverageText(account)}</p>
        <div className="flex shrink-0 items-center gap-1">
          <LinkButton
            size="sm"
            to={paths.account(account.accountId)}
            aria-label={`Ver Detalles de ${account.accountName}`}
          >
            Ver Detalles
          </LinkButton>
          <AccountMenu account={account} />
        </div>
      </div>
    </Card>
  )
}

/** A live account's data ends with its last sync, which `status` tells; a report ends where it ends. */
function coverageText({ source, dataFrom, dataTo }: GoogleAccount): string {
  if (!dataFrom || !dataTo) return ''
  if (source === 'google') return `Datos desde el ${longDay(dataFrom)}`
  return `${longDay(dataFrom)} – ${longDay(dataTo)}`
}
