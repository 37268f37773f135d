import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '#kit/class-names.ts'
import { LinkButton } from '#kit/components/button.tsx'
import { cardClass } from '#kit/components/card.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { paths } from '#kit/paths.ts'
import { customerIdText } from '#shared/customer-id-text.ts'
import { plural } from '#shared/spanish-numbers.ts'
import type { GoogleAccount } from '../contract.ts'
import { AccountBadges } from './account-badges.tsx'
import { AccountMenu } from './account-menu.tsx'
import { accountsBelow, type ManagerBranch } from './account-tree.ts'

/** A manager account that expands to its sub-accounts, given as cards in `children`. */
export function ManagerBlock(props: { branch: ManagerBranch<GoogleAccount>; children: ReactNode }) {
  const { manager } = props.branch
  const [isOpen, setOpen] = useState(true)
  const id = useId()
  const below = accountsBelow(props.branch)
  const count = below.length
  return (
    <section aria-labelledby={`${id}-name`} className={cardClass}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 pr-4">
        <h2 className="min-w-0 flex-1 basis-56">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-accounts`}
            onClick={() => setOpen(!isOpen)}
            className="flex w-full min-w-0 items-center gap-3 rounded-control p-1 text-left hover:bg-sunken"
          >
            <ChevronDown
              aria-hidden="true"
              className={classes('size-4 shrink-0 transition-transform', !isOpen && '-rotate-90')}
            />
            <span className="min-w-0">
              <span id={`${id}-name`} className="block font-semibold wrap-anywhere">
                {manager.accountName}
              </span>
              <span className="tabular block text-sm text-ink-faint">
                {customerIdText(manager.accountId)} · {plural(count, 'subcuenta', 'subcuentas')}
              </span>
            </span>
          </button>
        </h2>
        <AccountBadges account={manager} />
        <div className="ml-auto flex items-center gap-1">
          <LinkButton
            size="sm"
            to={paths.account(manager.accountId)}
            aria-label={`Ver Detalles de ${manager.accountName}`}
          >
            Ver Detalles
          </LinkButton>
          <AccountMenu
            account={manager}
            below={below.filter((one) => one.disconnectedAt === null).length}
          />
        </div>
      </div>
      <div id={`${id}-accounts`} hidden={!isOpen} className="border-t border-line p-3 md:p-4">
        {count > 0 ? (
          props.children
        ) : (
          <EmptyState title="Esta cuenta MCC no tiene subcuentas añadidas" />
        )}
      </div>
    </section>
  )
}
