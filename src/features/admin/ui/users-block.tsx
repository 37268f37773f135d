import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { useMemo, useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { DataTable } from '#kit/components/data-table.tsx'
import { DataTableSkeleton } from '#kit/components/data-table-skeleton.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { errorText } from '#kit/error-text.ts'
import { useTableView } from '#kit/table-view.ts'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import type { AdminUser } from '../contract/endpoints.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { usersQuery } from './admin-queries.ts'
import { FilterSelect } from './filter-select.tsx'
import type { RowAction } from './row-action.ts'
import { RowActionDialog } from './row-action-dialog.tsx'
import { userColumns } from './user-columns.tsx'

const ROLES = ['user', 'admin'] as const
const ROLE_WORDS = { user: 'Usuarios', admin: 'Administradores' }
const STATES = ['active', 'team', 'inactive'] as const
const STATE_WORDS = { active: 'Activos', team: 'En un equipo', inactive: 'Inactivos' }

/** The users with filters, search, sort and pages, and what can be done to each. */
export function UsersBlock({ onlyActive = false }: { onlyActive?: boolean }) {
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<{ action: RowAction<AdminUser>; row: AdminUser } | null>(null)
  return (
    <Section
      title="Usuarios"
      actions={
        <>
          <UserFilters onlyActive={onlyActive} />
          <Button look="primary" icon={<UserPlus />} onClick={() => setAdding(true)}>
            Añadir usuario
          </Button>
        </>
      }
    >
      <UsersTable
        onlyActive={onlyActive}
        onAction={(action, user) => setAsked({ action, row: user })}
      />
      {isAdding && <AddUserDialog onClose={() => setAdding(false)} />}
      {asked && <RowActionDialog {...asked} name={asked.row.name} onClose={() => setAsked(null)} />}
    </Section>
  )
}

function useFilters(onlyActive: boolean) {
  const { params } = useUrlState()
  return {
    role: oneOf(ROLES, params.get('role')),
    state: onlyActive ? ('active' as const) : oneOf(STATES, params.get('status')),
  }
}

function UserFilters({ onlyActive }: { onlyActive: boolean }) {
  const { role, state } = useFilters(onlyActive)
  return (
    <>
      <FilterSelect
        label="Rol"
        all="Todos los roles"
        param="role"
        value={role}
        options={ROLES.map((one) => [one, ROLE_WORDS[one]])}
      />
      {!onlyActive && (
        <FilterSelect
          label="Estado"
          all="Todos los estados"
          param="status"
          value={state}
          options={STATES.map((one) => [one, STATE_WORDS[one]])}
        />
      )}
    </>
  )
}

function UsersTable(props: {
  onlyActive: boolean
  onAction: (action: RowAction<AdminUser>, user: AdminUser) => void
}) {
  const { onlyActive, onAction } = props
  const users = useQuery(usersQuery)
  const view = useTableView()
  const { role, state } = useFilters(onlyActive)
  const shown = useMemo(() => filtered(users.data ?? [], role, state), [users.data, role, state])
  const columns = useMemo(() => userColumns(onAction), [onAction])
  if (users.isPending) return <DataTableSkeleton label="Cargando los usuarios" />
  if (!users.data) {
    return <ErrorPanel message={errorText(users.error)} onRetry={() => void users.refetch()} />
  }
  return (
    <DataTable
      title="Usuarios"
      singular="usuario"
      columns={columns}
      rows={shown}
      rowKey={(user) => user.id}
      currencyCode=""
      view={view}
      searchText={SEARCH_TEXT}
      searchLabel="Buscar usuarios..."
      empty="No hay usuarios con estos filtros"
    />
  )
}

// Module level: a new function at every render would search the rows again.
const SEARCH_TEXT = (user: AdminUser) => `${user.name} ${user.email} ${user.phone ?? ''}`

function filtered(
  users: AdminUser[],
  role: AdminUser['role'] | null,
  state: (typeof STATES)[number] | null,
): AdminUser[] {
  return users.filter(
    (user) => (role === null || user.role === role) && (state === null || state === stateOf(user)),
  )
}

function stateOf({ is_active, access }: AdminUser): (typeof STATES)[number] {
  if (is_active) return 'active'
  return access === 'team' ? 'team' : 'inactive'
}
