import AlignJustify from 'lucide-react/icons/align-justify'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Rows2 from 'lucide-react/icons/rows-2'
import Settings from 'lucide-react/icons/settings'
import Sun from 'lucide-react/icons/sun'
import User from 'lucide-react/icons/user'
import { useLogOut } from '#features/auth/ui/session.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel } from '#kit/components/menu.tsx'
import { setDensity, useDensity } from '#kit/density-choice.ts'
import { paths } from '#kit/paths.ts'
import { useNavigate } from '#kit/router/router.tsx'
import { setTheme, useTheme } from '#kit/theme-choice.ts'
import { Avatar } from './avatar.tsx'

const THEMES = [
  { theme: 'light', text: 'Claro', Icon: Sun },
  { theme: 'dark', text: 'Oscuro', Icon: Moon },
  { theme: 'system', text: 'Como el sistema', Icon: Monitor },
] as const

const DENSITIES = [
  { density: 'comfortable', text: 'Cómodas', Icon: Rows2 },
  { density: 'compact', text: 'Compactas', Icon: AlignJustify },
] as const

/** Opens as it comes: it is fetched when its button is pressed. */
export function AvatarMenu({ name }: { name: string }) {
  const chosen = useTheme()
  const density = useDensity()
  const logOut = useLogOut()
  const navigate = useNavigate()
  const openSettings = () => navigate(paths.settings())
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
      <MenuLabel>Filas</MenuLabel>
      {DENSITIES.map(({ density: one, text, Icon }) => (
        <MenuChoice
          key={one}
          chosen={one === density}
          icon={<Icon aria-hidden="true" />}
          onSelect={() => setDensity(one)}
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
