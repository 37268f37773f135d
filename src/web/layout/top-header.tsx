import LogOut from 'lucide-react/icons/log-out'
import MenuIcon from 'lucide-react/icons/menu'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Settings from 'lucide-react/icons/settings'
import Sun from 'lucide-react/icons/sun'
import User from 'lucide-react/icons/user'
import { useNavigate } from 'react-router'
import { useLogOut, useSession } from '#features/auth/ui/session.ts'
import { IconButton } from '#kit/components/icon-button.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel } from '#kit/components/menu.tsx'
import { paths } from '#kit/paths.ts'
import { setTheme, useTheme } from '#kit/theme.ts'
import { Avatar } from './avatar.tsx'

export function TopHeader({ onOpenMenu }: { onOpenMenu: () => void }) {
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-canvas px-3 md:px-8">
      <IconButton
        label="Abrir menú"
        icon={<MenuIcon />}
        onClick={onOpenMenu}
        className="md:hidden"
      />
      <Logo className="md:hidden" />
      <div className="ml-auto">
        <AvatarMenu />
      </div>
    </header>
  )
}

const THEMES = [
  { theme: 'light', text: 'Claro', Icon: Sun },
  { theme: 'dark', text: 'Oscuro', Icon: Moon },
  { theme: 'system', text: 'Como el sistema', Icon: Monitor },
] as const

function AvatarMenu() {
  const session = useSession()
  const chosen = useTheme()
  const logOut = useLogOut()
  const navigate = useNavigate()
  const openSettings = () => void navigate(paths.settings())
  const name = session.state === 'in' ? session.user.name : ''
  return (
    <Menu
      label="Menú de usuario"
      trigger={<Avatar name={name} />}
      triggerClass="grid size-9 place-items-center rounded-full"
    >
      <MenuItem icon={<User aria-hidden="true" />} onSelect={openSettings}>
        Profile
      </MenuItem>
      <MenuItem icon={<Settings aria-hidden="true" />} onSelect={openSettings}>
        Settings
      </MenuItem>
      <hr className="my-1 border-line" />
      <MenuLabel>Tema</MenuLabel>
      {THEMES.map(({ theme, text, Icon }) => (
        <MenuChoice
          key={theme}
          chosen={theme === chosen}
          icon={<Icon aria-hidden="true" />}
          onSelect={() => setTheme(theme)}
        >
          {text}
        </MenuChoice>
      ))}
      <hr className="my-1 border-line" />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => logOut.mutate()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
