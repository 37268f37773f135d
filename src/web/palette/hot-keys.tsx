import { Suspense, useEffect, useRef, useState } from 'react'
import { headerTool } from '#kit/header-tool.ts'
import { late } from '#kit/late.tsx'
import { useMatch, useNavigate } from '#kit/router/router.tsx'
import { areKeysOn, isTyping, switchKeys } from '#kit/single-keys.ts'
import { screenOfKey } from './entries.ts'
import { rememberAccount } from './recent-accounts.ts'
import { SearchFace } from './search-face.tsx'

const Palette = late(() => import('./palette.tsx').then((module) => module.Palette))
const ShortcutsDialog = late(() =>
  import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
)

/** How long the second key may come after 'g'. */
const SEQUENCE_MS = 800

/** The button of the palette, and the keys that work on every screen of the panel. */
export function HotKeys({ opensAtOnce }: { opensAtOnce: boolean }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(opensAtOnce ? 'palette' : null)
  const [areOn, setOn] = useState(areKeysOn)
  const navigate = useNavigate()
  const account = useMatch('/dashboard/accounts/:accountId')?.accountId
  const beganAt = useRef(0)
  // This comes once the page is settled; offline, what a notice is drawn with could not come any more.
  useEffect(() => void import('#kit/components/toast-card.tsx').catch(() => {}), [])
  useEffect(() => {
    if (account) rememberAccount(account)
  }, [account])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog:modal')) return
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && !event.altKey && event.key.toLowerCase() === 'k') setOpen('palette')
      else if (isTyping(event) || !areKeysOn()) return
      else if (event.key === '?') setOpen('shortcuts')
      else if (event.key === '/') searchHere(() => setOpen('palette'))
      else if (event.key === 'g') {
        beganAt.current = event.timeStamp
        return
      } else {
        const to = event.timeStamp - beganAt.current < SEQUENCE_MS ? screenOfKey(event.key) : null
        beganAt.current = 0
        if (!to) return
        event.stopImmediatePropagation()
        navigate(to)
      }
      event.preventDefault()
    }
    // Before the list of decisions, whose keys 'h' and 'r' may be the second of two.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [navigate])
  return (
    <>
      <button
        type="button"
        title="Ctrl K o ⌘ K"
        onClick={() => setOpen('palette')}
        className={headerTool}
      >
        <SearchFace />
      </button>
      <Suspense>
        {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
        {open === 'shortcuts' && (
          <ShortcutsDialog
            areOn={areOn}
            onSwitch={(next) => {
              switchKeys(next)
              setOn(next)
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The search of what is on the screen, where there is one. */
function searchHere(orElse: () => void): void {
  const boxes = document.querySelectorAll<HTMLElement>('main [type="search"]')
  const box = [...boxes].find((one) => one.checkVisibility())
  if (!box) {
    orElse()
    return
  }
  box.focus()
  box.scrollIntoView({ block: 'center' })
}
