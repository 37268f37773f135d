import { useSyncExternalStore } from 'react'
import { type Density, STORAGE_KEY } from './density.ts'
import { wear } from './look.ts'

// Apart from what is read at the start: only the menu needs it.
const listeners = new Set<() => void>()

export function setDensity(density: Density): void {
  try {
    localStorage.setItem(STORAGE_KEY, density)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  wear('density', density)
  for (const notify of listeners) notify()
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentDensity)
}

export function currentDensity(): Density {
  return document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'
}
