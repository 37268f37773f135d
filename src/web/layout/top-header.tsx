import MenuIcon from 'lucide-react/icons/menu'
import { Suspense, useState } from 'react'
import { useSession } from '#features/auth/ui/session.ts'
import { IconButton } from '#kit/components/icon-button.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { onceSettled } from '#kit/components/when-settled.tsx'
import { late, Nothing } from '#kit/late.tsx'
import { Avatar } from './avatar.tsx'
import { type Tool, ToolsAhead } from './tools-ahead.tsx'

const loadMenu = () => import('./avatar-menu.tsx')
const AvatarMenu = late(() => loadMenu().then((module) => module.AvatarMenu), Avatar)

let hurry = () => {}
const pressed = new Promise<void>((done) => {
  hurry = done
})

/** The first view comes first, unless one of them is pressed. */
const HeaderTools = late(async () => {
  await Promise.race([onceSettled(), pressed])
  return (await import('./header-tools.tsx')).HeaderTools
}, Nothing)

export function TopHeader({ onOpenMenu }: { onOpenMenu: () => void }) {
  const [asked, setAsked] = useState<Tool | null>(null)
  const ask = (tool: Tool) => {
    setAsked(tool)
    hurry()
  }
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-canvas px-3 md:px-8 print:hidden">
      <IconButton
        label="Abrir menú"
        icon={<MenuIcon />}
        onClick={onOpenMenu}
        className="md:hidden"
      />
      <Logo className="md:hidden" />
      <div className="ml-auto flex items-center gap-2">
        {/* Its place is kept: what comes late must not move what is there. */}
        <span className="flex w-28 items-center justify-end sm:w-56">
          <Suspense fallback={<ToolsAhead onAsk={ask} />}>
            <HeaderTools asked={asked} />
          </Suspense>
        </span>
        <UserMenu />
      </div>
    </header>
  )
}

/** Its commands are fetched when it is about to be opened. */
function UserMenu() {
  const session = useSession()
  const [isAsked, setAsked] = useState(false)
  const name = session.state === 'in' ? session.user.name : ''
  const fetchAhead = () => void loadMenu()
  const button = (
    <button
      type="button"
      aria-label="Menú de usuario"
      aria-haspopup="menu"
      aria-expanded={false}
      className="grid size-9 place-items-center rounded-full"
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => setAsked(true)}
    >
      <Avatar name={name} />
    </button>
  )
  if (!isAsked) return button
  return (
    <Suspense fallback={button}>
      <AvatarMenu name={name} />
    </Suspense>
  )
}
