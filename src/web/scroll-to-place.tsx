import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A new page starts at its top, a link with an anchor at that block; back and forward stay put. */
export function ScrollToPlace() {
  const { pathname, hash, key } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click on the same anchor scrolls again, hence the key
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of page goes to the top, not of sort or filter
  useEffect(() => {
    if (type !== 'POP' && !hash) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname])
  return null
}
