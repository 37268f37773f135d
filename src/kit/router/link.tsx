import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { hrefOf, type To } from './location.ts'
import { type NavigateOptions, useLocation, useWiring } from './router.tsx'

/** What rests on a link this long is likely to follow it; what sweeps over it is not. */
const REST_MS = 60

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  NavigateOptions & {
    to: To
    /** Leaves the program and starts it anew. */
    reloadDocument?: boolean
  }

/** A link to a screen of ours; with a modifier key, and to another window, it is the browser's. */
export function Link({ to, replace, state, reloadDocument, ...attributes }: LinkProps) {
  const { go } = useWiring()
  const { pathname, search, hash } = useLocation()
  const href = hrefOf(to, pathname)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    attributes.onClick?.(event)
    if (reloadDocument || event.defaultPrevented || !isPlain(event, attributes.target)) return
    event.preventDefault()
    go(href, { replace: replace ?? href === pathname + search + hash, state })
  }
  return <a {...useIntent(href)} {...attributes} href={href} onClick={follow} />
}

/** Says which it is when it leads to the present page. */
export function NavLink(
  props: Omit<LinkProps, 'className'> & { className: (isHere: boolean) => string },
) {
  const { className, ...rest } = props
  const { pathname } = useLocation()
  const isHere =
    hrefOf(props.to, pathname).replace(/[?#].*/, '') === pathname.replace(/(.)\/$/, '$1')
  return <Link {...rest} aria-current={isHere ? 'page' : undefined} className={className(isHere)} />
}

function useIntent(href: string) {
  const { intend } = useWiring()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => intend(href), REST_MS)
  }
  const stop = () => clearTimeout(timer.current)
  return { onPointerEnter: start, onPointerLeave: stop, onFocus: start, onBlur: stop }
}

function isPlain(event: MouseEvent, target = '_self'): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event
  return button === 0 && target === '_self' && !(metaKey || altKey || ctrlKey || shiftKey)
}
