import { useEffect, useRef } from 'react'
import { areKeysOn, isTyping } from '#kit/single-keys.ts'
import type { KeyDeeds } from './inbox-keys.ts'

/** Those that only move go on for as long as they are held; what decides is done once for each press. */
const MOVING = new Set(['j', 'k'])

const KEYS = new Set(['j', 'k', 'J', 'K', 'o', 'a', 'm', 'e', 'h', 'x', 'u', 'A', 'Escape'])

// The browser closes an open menu by Escape unless the key is taken from it.
const OPEN_ABOVE = 'dialog:modal, [popover="auto"]:popover-open'

let code: Promise<typeof import('./inbox-keys.ts') | null> | null = null

/** One promise for all keys, so that they keep their order; without a line nothing comes, and the next key asks again. */
function loadKeys() {
  code ??= import('./inbox-keys.ts').catch(() => {
    code = null
    return null
  })
  return code
}

/** Only outside fields, dialogs and menus, and without Ctrl, Alt or ⌘; what they do is fetched with the first. */
export function useInboxKeys(deeds: KeyDeeds): void {
  const latest = useRef(deeds)
  latest.current = deeds
  const waiting = useRef(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The browser's own Enter would press what has the focus before the keys ahead of it have moved it.
      const isOurs = KEYS.has(event.key) || (event.key === 'Enter' && waiting.current > 0)
      if (!isOurs || document.querySelector(OPEN_ABOVE)) return
      if (isTyping(event) || !areKeysOn()) return
      // What has the focus had its own use for it: a chart hides what it points at.
      if (event.key === 'Escape' && event.defaultPrevented) return
      event.preventDefault()
      if (event.repeat && !MOVING.has(event.key)) return
      waiting.current += 1
      void loadKeys().then((keys) => {
        waiting.current -= 1
        keys?.pressInInbox(event.key, latest.current)
      })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
