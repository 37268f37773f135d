import { useQuery } from '@tanstack/react-query'
import ChartLine from 'lucide-react/icons/chart-line'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import FileText from 'lucide-react/icons/file-text'
import House from 'lucide-react/icons/house'
import Layers from 'lucide-react/icons/layers'
import LogOut from 'lucide-react/icons/log-out'
import Megaphone from 'lucide-react/icons/megaphone'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useId } from 'react'
import { listAccounts, OAUTH_START_PATH } from '#features/accounts/contract.ts'
import { useLogOut, useSession } from '#features/auth/ui/session.ts'
import { classes } from '#kit/class-names.ts'
import { buttonClass } from '#kit/components/button.tsx'
import type { AccountAnchor } from '#kit/paths.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { Link, NavLink } from '#kit/router/link.tsx'
import { useLocation, useMatch } from '#kit/router/router.tsx'
import { AccountSelector } from './account-selector.tsx'
import { Avatar } from './avatar.tsx'
import { linkClass } from './link-class.ts'

/** The same in the fixed sidebar and in the drawer, which adds its `close` button. */
export function SidebarContent({ close }: { close?: ReactNode }) {
  const titleId = useId()
  return (
    <div className="flex h-full flex-col gap-4 overflow-x-hidden overflow-y-auto p-3">
      <div className="flex min-h-9 items-center justify-between px-2 pt-1">
        <p id={titleId} className="font-semibold rail:sr-only">
          Admin Panel
        </p>
        <PanelLeftOpen aria-hidden="true" className="hidden size-4 text-ink-faint rail:block" />
        {close}
      </div>
      {/* It keeps its place: nothing moves up or down when the rail widens. */}
      <div className="rail:w-52 rail:opacity-0">
        <AccountSelector />
      </div>
      <nav aria-labelledby={titleId} className="flex flex-col gap-0.5">
        <SidebarLink to={paths.dashboard()} icon={<House />}>
          Overview
        </SidebarLink>
        <SidebarLink to={paths.accounts()} icon={<Layers />}>
          Connected Accounts
        </SidebarLink>
        <AccountAnchors />
        <SidebarLink to={paths.campaigns()} icon={<Megaphone />}>
          Campaigns
        </SidebarLink>
        <SidebarLink to={paths.results()} icon={<ChartLine />}>
          Resultados
        </SidebarLink>
        {/* A tab of the settings, which are marked as the page one is on. */}
        <Link to={paths.reports()} className={linkClass(false)}>
          <FileText />
          <Label>Informes</Label>
        </Link>
        <SidebarLink to={paths.importReports()} icon={<Upload />}>
          Importar informe
        </SidebarLink>
        <SidebarLink to={paths.settings()} icon={<Settings />}>
          Account Settings
        </SidebarLink>
        <SidebarLink to={paths.help()} icon={<CircleHelp />}>
          Help
        </SidebarLink>
      </nav>
      <ConnectLink />
      <UserBlock />
    </div>
  )
}

/** Not for members of a team whose role adds no accounts. */
function ConnectLink() {
  const session = useSession()
  if (session.state === 'in' && session.user.team?.connects === false) return null
  return (
    <a href={OAUTH_START_PATH} className={classes(buttonClass(), 'rail:px-0')}>
      <Plus aria-hidden="true" />
      <Label>Connect New Account</Label>
    </a>
  )
}

function SidebarLink(props: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <NavLink to={props.to} className={linkClass}>
      {props.icon}
      <Label>{props.children}</Label>
    </NavLink>
  )
}

/** Beside an icon; in the rail only spoken. */
function Label({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap rail:sr-only">{children}</span>
}

function UserBlock() {
  const session = useSession()
  const logOut = useLogOut()
  const user = session.state === 'in' ? session.user : null
  return (
    <div className="mt-auto flex flex-col gap-2 border-t border-line pt-3">
      <button type="button" className={linkClass(false)} onClick={() => logOut()}>
        <LogOut aria-hidden="true" />
        <Label>Salir</Label>
      </button>
      <div className="flex min-h-10 items-center gap-2.5 px-2 rail:px-0.5">
        <Avatar name={user?.name ?? ''} />
        <div className="min-w-0 rail:sr-only">
          <p className="truncate text-sm font-medium">{user?.name || 'Usuario'}</p>
          <p className="truncate text-xs text-ink-faint">{user?.email}</p>
        </div>
      </div>
    </div>
  )
}

const ANCHORS: { id: AccountAnchor; text: string }[] = [
  { id: 'recommendations', text: 'Recomendaciones' },
  { id: 'campaigns', text: 'Campañas' },
  { id: 'keywords', text: 'Palabras clave' },
  { id: 'search-terms', text: 'Términos de búsqueda' },
  { id: 'audiences', text: 'Segmentos de audiencia' },
]

/** On the page of an account with figures: jumps to its blocks, keeping what the address says about the view. */
function AccountAnchors() {
  const asked = useMatch('/dashboard/accounts/:accountId')?.accountId
  const accounts = useQuery(queryOf(listAccounts, {}))
  const { search, hash } = useLocation()
  const account = accounts.data?.find(({ accountId }) => accountId === asked)
  if (account?.accountType !== 'STANDARD') return null
  return (
    <ul className="mb-1 rail:w-48 ml-4.5 flex flex-col border-l border-line pl-2">
      {ANCHORS.map(({ id, text }) => (
        <li key={id} className="rail:invisible">
          <Link
            to={{ search, hash: id }}
            className={classes(
              'flex items-center rounded-control px-2.5 py-1 text-sm hover:bg-sunken hover:text-ink',
              hash === `#${id}` ? 'text-accent' : 'text-ink-muted',
            )}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
