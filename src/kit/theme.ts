import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const STORAGE_KEY = 'theme'
const listeners = new Set<() => void>()

/** Puts the stored choice on the document; 'system' is left to the style sheet's media query. */
export function applyTheme(): void {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const notify of listeners) notify()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

function currentTheme(): Theme {
  return toTheme(document.documentElement.dataset.theme)
}

function storedTheme(): Theme {
  try {
    return toTheme(localStorage.getItem(STORAGE_KEY))
  } catch {
    return 'system'
  }
}

function toTheme(text: string | null | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
