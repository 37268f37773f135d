import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import {
  hrefOf,
  type Location,
  matchPath,
  type Params,
  presentLocation,
  START,
  type To,
} from './location.ts'

// What the panel needs of a router, which is little: the ready-made one weighs 12 KiB in every first view.

export type NavigateOptions = { replace?: boolean; state?: unknown }
export type NavigateTo = (to: To, options?: NavigateOptions) => void
type NavigationType = 'push' | 'replace' | 'back or forward'
type Place = { location: Location; type: NavigationType }
type Wiring = {
  go: (href: string, options?: NavigateOptions) => void
  intend: (href: string) => void
}

const PlaceContext = createContext<Place>({ location: START, type: 'back or forward' })
const WiringContext = createContext<Wiring>({ go: () => {}, intend: () => {} })

/**
 * Follows the browser's address; drawn on the server, there is only the one of `at`. A new place is drawn as a transition: the old screen stays until the new one is there.
 * `onIntent` hears of links that are pointed at or focused.
 */
export function Router(props: {
  at?: Location | undefined
  onIntent?: (href: string) => void
  children: ReactNode
}) {
  const { at, onIntent, children } = props
  const [place, setPlace] = useState<Place>(() => placeBy('back or forward', at))
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setPlace(placeBy('back or forward')))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const wiring = useMemo<Wiring>(() => {
    const go = (href: string, { replace = false, state = null }: NavigateOptions = {}) => {
      const entry = { key: Math.random().toString(36).slice(2), state }
      window.history[replace ? 'replaceState' : 'pushState'](entry, '', href)
      startTransition(() => setPlace(placeBy(replace ? 'replace' : 'push')))
    }
    return { go, intend: (href) => onIntent?.(href) }
  }, [onIntent])
  return (
    <WiringContext value={wiring}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </WiringContext>
  )
}

function placeBy(type: NavigationType, location = presentLocation()): Place {
  return { location, type }
}

export const useWiring = () => use(WiringContext)
export const useLocation = () => use(PlaceContext).location
export const useNavigationType = () => use(PlaceContext).type

export function useNavigate(): NavigateTo {
  const { go } = useWiring()
  const { pathname } = useLocation()
  return useCallback((to, options) => go(hrefOf(to, pathname), options), [go, pathname])
}

/** Leaves for another address as soon as it is drawn. */
export function Navigate({ to, replace, state }: NavigateOptions & { to: To }): null {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the address it leads to would be left again
  useEffect(() => navigate(to, { replace: replace === true, state }), [])
  return null
}

type Changed = (current: URLSearchParams) => URLSearchParams
type SetSearchParams = (change: Changed, options?: NavigateOptions) => void

/** A change is made to what the address says by now, which a screen that is still being drawn may not show yet. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { go } = useWiring()
  const { pathname, search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback<SetSearchParams>(
    (changed, options) => {
      const isHere = window.location.pathname === pathname
      const current = new URLSearchParams(isHere ? window.location.search : search)
      go(hrefOf({ search: `${changed(current)}` }, pathname), options)
    },
    [go, pathname, search],
  )
  return [params, change]
}

export function useMatch(pattern: string): Params | null {
  return matchPath(pattern, useLocation().pathname)
}

/** A screen at a path, or a frame around screens that shows them where its `<Outlet />` stands. */
export type Route =
  | { path: string; element: ReactNode }
  | { element: ReactNode; inside: readonly Route[] }

type Found = { params: Params; elements: readonly ReactNode[] }

const ParamsContext = createContext<Params>({})
const OutletContext = createContext<readonly ReactNode[]>([])

export const useParams = () => use(ParamsContext)

/** Shows the first route whose path is the present one. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const { pathname } = useLocation()
  const found = useMemo(() => findRoute(routes, pathname), [routes, pathname])
  if (!found) return null
  return (
    <ParamsContext value={found.params}>
      <Nested elements={found.elements} />
    </ParamsContext>
  )
}

export function Outlet() {
  return <Nested elements={use(OutletContext)} />
}

function Nested({ elements }: { elements: readonly ReactNode[] }) {
  const inside = useMemo(() => elements.slice(1), [elements])
  return <OutletContext value={inside}>{elements[0]}</OutletContext>
}

function findRoute(routes: readonly Route[], pathname: string): Found | null {
  for (const route of routes) {
    if ('path' in route) {
      const params = matchPath(route.path, pathname)
      if (params) return { params, elements: [route.element] }
    } else {
      const found = findRoute(route.inside, pathname)
      if (found) return { ...found, elements: [route.element, ...found.elements] }
    }
  }
  return null
}
