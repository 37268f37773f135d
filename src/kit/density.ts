import { wear } from './look.ts'

/** How much room a row takes; text and targets stay as large. */
export type Density = 'comfortable' | 'compact'

export const STORAGE_KEY = 'density'

/** Puts the remembered choice on the document. */
export function applyDensity(): void {
  try {
    const density = localStorage.getItem(STORAGE_KEY)
    if (density === 'compact' && document.documentElement.dataset.density !== density)
      wear('density', density)
  } catch {
    // Without storage rows are as they are for all.
  }
}
