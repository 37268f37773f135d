import { useId } from 'react'
import { classes } from '#kit/class-names.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { customerIdText } from '#shared/customer-id-text.ts'
import type { OfferedAccount } from '../contract.ts'
import { type AccountTree, accountsBelow, type ManagerBranch } from './account-tree.ts'

type ChoiceProps = {
  chosen: ReadonlySet<string>
  onChoose: (accountIds: string[], isChosen: boolean) => void
  /** True when the plan has no room for one more. */
  isFull: boolean
}

/** Check boxes for the accounts with data, grouped under their managers. */
export function OfferedTree({
  tree,
  ...choice
}: ChoiceProps & { tree: AccountTree<OfferedAccount> }) {
  return (
    <div className="flex flex-col gap-5">
      {tree.standard.length > 0 && <OfferedList accounts={tree.standard} {...choice} />}
      {tree.managers.map((branch) => (
        <OfferedBranch key={branch.manager.accountId} branch={branch} {...choice} />
      ))}
    </div>
  )
}

function OfferedBranch(props: ChoiceProps & { branch: ManagerBranch<OfferedAccount> }) {
  const { branch, ...choice } = props
  const ids = accountsBelow(branch)
    .filter(isAvailable)
    .map((account) => account.accountId)
  const allChosen = ids.length > 0 && ids.every((id) => choice.chosen.has(id))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 flex w-full flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{branch.manager.accountName}</span>
        <span className="tabular text-sm text-ink-faint">
          {customerIdText(branch.manager.accountId)}
        </span>
        <Badge tone="accent">MCC</Badge>
      </legend>
      {branch.manager.unavailableReason && (
        <p className="mb-2 text-sm text-ink-muted">{branch.manager.unavailableReason}</p>
      )}
      {ids.length > 1 && (
        <Button
          look="ghost"
          size="sm"
          className="mb-1 -ml-2.5"
          disabled={choice.isFull && !allChosen}
          onClick={() => choice.onChoose(ids, !allChosen)}
        >
          {allChosen ? 'No elegir ninguna' : 'Elegir todas'}
          <span className="sr-only"> de {branch.manager.accountName}</span>
        </Button>
      )}
      <div className="flex flex-col gap-4 border-l border-line pl-3 md:pl-4">
        <OfferedList accounts={branch.accounts} {...choice} />
        {branch.managers.map((inner) => (
          <OfferedBranch key={inner.manager.accountId} branch={inner} {...choice} />
        ))}
      </div>
    </fieldset>
  )
}

function OfferedList({ accounts, ...choice }: ChoiceProps & { accounts: OfferedAccount[] }) {
  return (
    <ul className="flex flex-col">
      {accounts.map((account) => (
        <OfferedLine key={account.accountId} account={account} {...choice} />
      ))}
    </ul>
  )
}

function OfferedLine(props: ChoiceProps & { account: OfferedAccount }) {
  const { account, chosen, onChoose, isFull } = props
  const id = useId()
  const isChosen = chosen.has(account.accountId)
  const isDisabled = !isAvailable(account) || (isFull && !isChosen)
  const notes = [
    account.isTest && 'Cuenta de prueba: no muestra anuncios ni tiene cifras.',
    account.alreadyConnected ? 'Ya conectada' : account.unavailableReason,
  ].filter((note) => note !== null && note !== false)
  return (
    <li>
      <label
        htmlFor={id}
        className={classes(
          'flex items-center gap-3 rounded-control px-2 py-2',
          isDisabled ? 'text-ink-faint' : 'cursor-pointer hover:bg-sunken',
        )}
      >
        <input
          id={id}
          type="checkbox"
          checked={isChosen || account.alreadyConnected}
          disabled={isDisabled}
          onChange={(event) => onChoose([account.accountId], event.target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        <span className="flex min-w-0 flex-1 flex-col gap-x-3 sm:flex-row sm:items-center sm:justify-between">
          <span className="min-w-0">
            <span className="block truncate">{account.accountName}</span>
            {notes.map((note) => (
              <span key={note} className="block text-xs">
                {note}
              </span>
            ))}
          </span>
          <span className="tabular shrink-0 text-sm text-ink-faint">
            {[customerIdText(account.accountId), account.currencyCode].filter(Boolean).join(' · ')}
          </span>
        </span>
      </label>
    </li>
  )
}

function isAvailable(account: OfferedAccount): boolean {
  return !account.alreadyConnected && account.unavailableReason === null
}
