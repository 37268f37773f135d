import { useEffect, useRef } from 'react'
import { areKeysOn, isTyping } from '#kit/single-keys.ts'

/** What the keys of the list do; `current` is the row that has the focus, or had it last. */
export type KeyDeeds = {
  ids: readonly string[]
  toggle: (id: string) => void
  apply: (id: string) => void
  dismiss: (id: string) => void
  snooze: (id: string) => void
  choose: (id: string) => void
  applyChosen: () => void
  undo: () => void
  close: () => void
}

const KEYS = new Set(['j', 'k', 'o', 'a', 'e', 'h', 'x', 'u', 'A', 'Escape'])

/** Only outside fields and dialogs, and without Ctrl, Alt or ⌘; what they do is fetched with the first. */
export function useInboxKeys(deeds: KeyDeeds): void {
  const latest = useRef(deeds)
  latest.current = deeds
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!KEYS.has(event.key) || document.querySelector('dialog:modal')) return
      if (isTyping(event) || !areKeysOn()) return
      event.preventDefault()
      void import('./inbox-keys.ts').then(({ pressInInbox }) =>
        pressInInbox(event.key, latest.current),
      )
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
