import { type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#kit/components/button.tsx'
import { Tabs } from '#kit/components/tabs.tsx'
import { late } from '#kit/late.tsx'
import { useSearchParams } from '#kit/router/router.tsx'
import { integer } from '#shared/spanish-numbers.ts'
import type { GoogleAccount } from '../contract.ts'
import { AccountCard } from './account-card.tsx'
import { type AccountTree, accountTree, type ManagerBranch } from './account-tree.ts'
import { ManagerBlock } from './manager-block.tsx'

const NoneOfThisType = late(() =>
  import('./no-accounts.tsx').then((module) => module.NoneOfThisType),
)

/** Draws how fresh an account's data is. */
type StatusOf = (account: GoogleAccount) => ReactNode
type TabId = 'all' | 'standard' | 'mcc'

/** The connected accounts by their type, managers with what is below them. */
export function AccountTabs({
  accounts,
  statusOf,
}: {
  accounts: GoogleAccount[]
  statusOf: StatusOf
}) {
  const [search, setSearch] = useSearchParams()
  const tree = accountTree(accounts)
  const selected = toTab(search.get('tab'))
  const select = (tab: TabId) =>
    setSearch(
      (current) => {
        current.set('tab', tab)
        return current
      },
      { replace: true },
    )
  const tabs = [
    { id: 'all', label: 'Todas las Cuentas', count: accounts.length },
    { id: 'standard', label: 'Cuentas Estándar', count: tree.standard.length },
    { id: 'mcc', label: 'Cuentas MCC', count: tree.managers.length },
  ] as const
  return (
    <Tabs label="Tipo de cuenta" tabs={tabs} selected={selected} onSelect={select}>
      <TreeList tree={ofTab(tree, selected)} statusOf={statusOf} />
    </Tabs>
  )
}

function TreeList({ tree, statusOf }: { tree: AccountTree<GoogleAccount>; statusOf: StatusOf }) {
  if (tree.standard.length + tree.managers.length === 0) {
    return (
      <Suspense>
        <NoneOfThisType />
      </Suspense>
    )
  }
  return (
    <div className="flex flex-col gap-4 pt-4">
      {tree.standard.length > 0 && (
        <CardGrid accounts={tree.standard} heading="h2" statusOf={statusOf} />
      )}
      {tree.managers.map((branch) => (
        <Branch key={branch.manager.accountId} branch={branch} statusOf={statusOf} />
      ))}
    </div>
  )
}

function Branch(props: { branch: ManagerBranch<GoogleAccount>; statusOf: StatusOf }) {
  const { branch, statusOf } = props
  return (
    <ManagerBlock branch={branch}>
      <div className="flex flex-col gap-4">
        {branch.accounts.length > 0 && (
          <CardGrid accounts={branch.accounts} heading="h3" statusOf={statusOf} />
        )}
        {branch.managers.map((inner) => (
          <Branch key={inner.manager.accountId} branch={inner} statusOf={statusOf} />
        ))}
      </div>
    </ManagerBlock>
  )
}

/** A grid of hundreds would be a page of many screens, and each of its cards asks how fresh it is. */
const FIRST_CARDS = 12
const MORE_CARDS = 60

function CardGrid(props: { accounts: GoogleAccount[]; heading: 'h2' | 'h3'; statusOf: StatusOf }) {
  const { accounts, heading, statusOf } = props
  const [count, setCount] = useState(FIRST_CARDS)
  const grid = useRef<HTMLDivElement>(null)
  const showMore = () => {
    flushSync(() => setCount(count + MORE_CARDS))
    // The button may be gone, and the keyboard goes on where the eye does.
    grid.current?.children[count]?.querySelector('a')?.focus()
  }
  return (
    <>
      <div ref={grid} className={gridClass}>
        {accounts.slice(0, count).map((account) => (
          <AccountCard
            key={account.accountId}
            account={account}
            heading={heading}
            status={statusOf(account)}
          />
        ))}
      </div>
      {accounts.length > count && (
        <Button className="self-center" onClick={showMore}>
          Ver más cuentas ({integer(accounts.length - count)})
        </Button>
      )}
    </>
  )
}

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3 md:gap-4'

function toTab(text: string | null): TabId {
  return text === 'standard' || text === 'mcc' ? text : 'all'
}

function ofTab(tree: AccountTree<GoogleAccount>, tab: TabId): AccountTree<GoogleAccount> {
  return {
    standard: tab === 'mcc' ? [] : tree.standard,
    managers: tab === 'standard' ? [] : tree.managers,
  }
}
