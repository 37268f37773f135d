import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { classes } from '#kit/class-names.ts'
import { OfflineBar } from '#kit/components/offline-bar.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { late } from '#kit/late.tsx'
import { Outlet, useLocation } from '#kit/router/router.tsx'
import { TopHeader } from './top-header.tsx'

const SlideMenu = late(() => import('./slide-menu.tsx').then((module) => module.SlideMenu))

type PanelShellProps = {
  /** The menu; in the drawer of small screens it gets a button that closes it. */
  sidebar: (close?: ReactNode) => ReactNode
  /** 'icons': the fixed menu shows nothing else. 'rail': so it does where there is little room, until it is pointed at. */
  menu: 'rail' | 'icons' | 'whole'
  /** Stands above every page. */
  notice?: ReactNode
  /** Of the size of the screen whose code is on its way; without one a spinner. */
  place?: ReactNode
}

/** Fixed sidebar and header on wide screens, a slide-out menu below 768 px. */
export function PanelShell({ sidebar, menu, notice, place }: PanelShellProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const main = useFocusOnNavigation()
  return (
    <div className={classes('flex-1 print:pl-0', MENUS[menu].beside)}>
      <a
        href="#contenido"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:px-3 focus:py-2"
      >
        Saltar al contenido
      </a>
      <aside
        aria-label="Menú del panel"
        className={classes(
          'fixed inset-y-0 left-0 z-30 hidden border-r border-line bg-surface md:block print:hidden',
          MENUS[menu].width,
        )}
      >
        {sidebar()}
      </aside>
      {isMenuOpen && (
        <Suspense>
          <SlideMenu onClose={() => setMenuOpen(false)}>{sidebar}</SlideMenu>
        </Suspense>
      )}
      <TopHeader onOpenMenu={() => setMenuOpen(true)} />
      <main id="contenido" ref={main} tabIndex={-1} className="outline-none">
        <OfflineBar />
        {notice}
        <Suspense fallback={<div className="page">{place ?? <Spinner label="Cargando..." />}</div>}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

const MENUS = {
  whole: { beside: 'md:pl-58', width: 'w-58' },
  icons: { beside: 'md:pl-16', width: 'w-16' },
  rail: { beside: 'md:pl-15 lg:pl-58', width: 'menu-rail' },
}

// A new page starts at its top for the keyboard and the screen reader too.
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    // An arrow key in a closed list chooses at once, and would not reach the one after the next.
    if (document.activeElement instanceof HTMLSelectElement) return
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
