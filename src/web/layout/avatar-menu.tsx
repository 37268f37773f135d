import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Settings from 'lucide-react/icons/settings'
import Sun from 'lucide-react/icons/sun'
import User from 'lucide-react/icons/user'
import { useNavigate } from 'react-router'
import { useLogOut } from '#features/auth/ui/session.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel } from '#kit/components/menu.tsx'
import { paths } from '#kit/paths.ts'
import { setTheme, useTheme } from '#kit/theme.ts'
import { Avatar } from './avatar.tsx'

const THEMES = [
  { theme: 'light', text: 'Claro', Icon: Sun },
  { theme: 'dark', text: 'Oscuro', Icon: Moon },
  { theme: 'system', text: 'Como el sistema', Icon: Monitor },
] as const

/** Opens as it comes: it is fetched when its button is pressed. */
export function AvatarMenu({ name }: { name: string }) {
  const chosen = useTheme()
  const logOut = useLogOut()
  const navigate = useNavigate()
  const openSettings = () => void navigate(paths.settings())
  return (
    <Menu
      label="Menú de usuario"
      opensAtOnce
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
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => logOut()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
