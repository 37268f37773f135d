import { useSyncExternalStore } from 'react'
import { wear } from './look.ts'
import { THEME_KEY, type Theme } from './theme.ts'

// Apart from what is read at the start: only the menu needs it.
const listeners = new Set<() => void>()

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  wear('theme', theme)
  for (const notify of listeners) notify()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
