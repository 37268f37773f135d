import { Badge } from '#kit/components/badge.tsx'
import { CutName } from '#kit/components/cut-name.tsx'
import type { Column } from '#kit/table-rows.ts'
import { integer, numericDay, timeAgo } from '#shared/spanish-numbers.ts'
import type { AdminUser } from '../contract/endpoints.ts'
import { actionColumn } from './action-column.tsx'
import type { RowAction } from './row-action.ts'
import { actionsFor } from './user-actions.ts'

export function userColumns(
  onAction: (action: RowAction<AdminUser>, user: AdminUser) => void,
): readonly Column<AdminUser>[] {
  const label = ({ email }: AdminUser) => `Acciones sobre ${email}`
  return [...COLUMNS, actionColumn({ actionsFor, label, onAction })]
}

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    id: 'name',
    title: 'Nombre',
    kind: 'text',
    value: (user) => user.name,
    cell: (user) => <CutName text={user.name} className="max-w-60" />,
  },
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
    value: stateText,
    cell: (user) => (
      <Badge dot isUsual={user.is_active} tone={user.is_active ? 'success' : 'neutral'}>
        {stateText(user)}
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
    value: seenText,
    // Those who never came sort last.
    sortValue: (user) => (user.last_seen_at ? Date.parse(user.last_seen_at) : Number.NaN),
    hideBelow: 'xl',
  },
]

function stateText({ access, is_active }: AdminUser): string {
  if (access === 'barred') return 'Desactivado'
  if (access === 'team') return 'En un equipo'
  return is_active ? 'Activo' : 'Inactivo'
}

function seenText({ last_seen_at: seenAt, unseen_days: days }: AdminUser): string {
  if (seenAt) return timeAgo(new Date(seenAt), new Date())
  return days === null ? 'Nunca' : `Hace más de ${integer(days)} días`
}

/** Where it does not fit on a line, it breaks before the @. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span title={address} className="block max-md:wrap-anywhere md:max-w-72 md:truncate">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
