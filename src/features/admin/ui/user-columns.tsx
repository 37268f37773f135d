import Ellipsis from 'lucide-react/icons/ellipsis'
import { Badge } from '#kit/components/badge.tsx'
import { Menu, MenuItem } from '#kit/components/menu.tsx'
import type { Column } from '#kit/table-rows.ts'
import { numericDay, timeAgo } from '#shared/spanish-numbers.ts'
import type { AdminUser } from '../contract/endpoints.ts'
import { actionsFor, type UserAction } from './user-actions.ts'

export function userColumns(
  onAction: (action: UserAction, user: AdminUser) => void,
): readonly Column<AdminUser>[] {
  return [
    ...COLUMNS,
    {
      id: 'actions',
      title: 'Acciones',
      kind: 'text',
      sortable: false,
      value: () => null,
      cell: (user) => <ActionMenu user={user} onAction={onAction} />,
    },
  ]
}

const COLUMNS: readonly Column<AdminUser>[] = [
  { id: 'name', title: 'Nombre', kind: 'text', value: (user) => user.name },
  {
    id: 'email',
    title: 'Correo',
    kind: 'text',
    value: (user) => user.email,
    cell: (user) => <Email address={user.email} />,
  },
  { id: 'phone', title: 'Teléfono', kind: 'text', value: (user) => user.phone, hideBelow: 'xl' },
  {
    id: 'role',
    title: 'Rol',
    kind: 'status',
    value: (user) => (user.role === 'admin' ? 'Administrador' : 'Usuario'),
    cell: (user) =>
      user.role === 'admin' ? <Badge tone="accent">Administrador</Badge> : <Badge>Usuario</Badge>,
  },
  {
    id: 'status',
    title: 'Estado',
    kind: 'status',
    value: (user) => (user.is_active ? 'Activo' : 'Inactivo'),
    cell: (user) => (
      <Badge dot tone={user.is_active ? 'success' : 'neutral'}>
        {user.is_active ? 'Activo' : 'Inactivo'}
      </Badge>
    ),
  },
  {
    id: 'created',
    title: 'Alta',
    kind: 'text',
    value: (user) => numericDay(new Date(user.created_at)),
    sortValue: (user) => Date.parse(user.created_at),
    hideBelow: 'lg',
  },
  {
    id: 'seen',
    title: 'Último uso',
    kind: 'text',
    value: (user) =>
      user.last_seen_at ? timeAgo(new Date(user.last_seen_at), new Date()) : 'Nunca',
    // Those who never came sort last.
    sortValue: (user) => (user.last_seen_at ? Date.parse(user.last_seen_at) : Number.NaN),
    hideBelow: 'xl',
  },
]

/** Where it does not fit on a line, it breaks before the @. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span className="wrap-anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}

function ActionMenu(props: {
  user: AdminUser
  onAction: (action: UserAction, user: AdminUser) => void
}) {
  const { user, onAction } = props
  return (
    <Menu
      label={`Acciones sobre ${user.email}`}
      trigger={<Ellipsis aria-hidden="true" className="size-4.5" />}
      triggerClass="inline-flex size-9 items-center justify-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
    >
      {actionsFor(user).map((action) => (
        <MenuItem
          key={action.id}
          icon={<action.Icon aria-hidden="true" />}
          onSelect={() => onAction(action, user)}
        >
          {action.title}
        </MenuItem>
      ))}
    </Menu>
  )
}
