import CircleHelp from 'lucide-react/icons/circle-help'
import House from 'lucide-react/icons/house'
import ListChecks from 'lucide-react/icons/list-checks'
import LogOut from 'lucide-react/icons/log-out'
import MessageSquare from 'lucide-react/icons/message-square'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import Settings from 'lucide-react/icons/settings'
import UserCheck from 'lucide-react/icons/user-check'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { type ReactNode, useId } from 'react'
import { useSession } from '#features/auth/ui/session.ts'
import { classes } from '#kit/class-names.ts'
import { IconButton } from '#kit/components/icon-button.tsx'
import { paths } from '#kit/paths.ts'
import { NavLink } from '#kit/router/link.tsx'
import { Avatar } from '../layout/avatar.tsx'
import { linkClass } from '../layout/link-class.ts'

type Entry = { to: string; text: string; icon: ReactNode }

const SECTIONS: { title: string; entries: Entry[] }[] = [
  {
    title: 'Dashboard',
    entries: [
      { to: paths.adminDashboard(), text: 'Overview', icon: <House /> },
      { to: paths.dashboard(), text: 'Cliente', icon: <UserRound /> },
    ],
  },
  {
    title: 'Gestión de Usuarios',
    entries: [
      { to: paths.adminUsers(), text: 'Todos los usuarios', icon: <Users /> },
      { to: paths.adminActiveUsers(), text: 'Usuarios activos', icon: <UserCheck /> },
    ],
  },
  {
    title: 'Funcionamiento',
    entries: [
      { to: paths.adminJobs(), text: 'Tareas', icon: <ListChecks /> },
      { to: paths.adminSupport(), text: 'Soporte', icon: <MessageSquare /> },
    ],
  },
]

const FOOTER: Entry[] = [
  { to: paths.adminSettings(), text: 'Configuración', icon: <Settings /> },
  { to: paths.adminHelp(), text: 'Ayuda', icon: <CircleHelp /> },
  { to: paths.logout(), text: 'Salir', icon: <LogOut /> },
]

type AdminMenuProps = {
  /** Icons only; the texts stay for screen readers and as tooltips. */
  isNarrow: boolean
  /** The drawer's button. */
  close?: ReactNode
  /** Missing in the drawer, which does not fold. */
  onFold?: () => void
}

export function AdminMenu({ isNarrow, close, onFold }: AdminMenuProps) {
  return (
    <div className="flex h-full flex-col gap-4 overflow-x-hidden overflow-y-auto p-3">
      <div
        className={classes(
          'flex min-h-9 items-center pt-1',
          isNarrow ? 'justify-center' : 'justify-between px-2',
        )}
      >
        {!isNarrow && <p className="font-semibold">Administración</p>}
        {close}
        {onFold && (
          <IconButton
            label={isNarrow ? 'Desplegar menú' : 'Plegar menú'}
            icon={isNarrow ? <PanelLeftOpen /> : <PanelLeftClose />}
            aria-expanded={!isNarrow}
            onClick={onFold}
          />
        )}
      </div>
      {SECTIONS.map(({ title, entries }) => (
        <MenuSection key={title} title={title} entries={entries} isNarrow={isNarrow} />
      ))}
      <div className="mt-auto flex flex-col gap-3 border-t border-line pt-3">
        <EntryList entries={FOOTER} isNarrow={isNarrow} />
        <Person isNarrow={isNarrow} />
      </div>
    </div>
  )
}

function MenuSection(props: { title: string; entries: Entry[]; isNarrow: boolean }) {
  const { title, entries, isNarrow } = props
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <p
        id={id}
        className={isNarrow ? 'sr-only' : 'px-2.5 pb-1 text-xs font-medium text-ink-faint'}
      >
        {title}
      </p>
      <EntryList entries={entries} isNarrow={isNarrow} />
    </nav>
  )
}

function EntryList({ entries, isNarrow }: { entries: Entry[]; isNarrow: boolean }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.map(({ to, text, icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            title={isNarrow ? text : undefined}
            className={(isHere) => classes(linkClass(isHere), isNarrow && 'h-9 justify-center')}
          >
            {icon}
            <span className={isNarrow ? 'sr-only' : undefined}>{text}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function Person({ isNarrow }: { isNarrow: boolean }) {
  const session = useSession()
  const user = session.state === 'in' ? session.user : null
  const name = user?.name || 'Usuario'
  return (
    <div
      title={isNarrow ? name : undefined}
      className={classes(
        'flex min-h-10 items-center gap-2.5',
        isNarrow ? 'justify-center' : 'px-2',
      )}
    >
      <Avatar name={name} />
      {!isNarrow && (
        <div className="min-w-0">
          <p className="truncate text-sm font-medium">{name}</p>
          <p className="truncate text-xs text-ink-faint">{user?.email}</p>
        </div>
      )}
    </div>
  )
}
