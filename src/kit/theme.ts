import { wear } from './look.ts'

export type Theme = 'light' | 'dark' | 'system'

export const THEME_KEY = 'theme'

/** Puts the remembered choice on the document; 'system' is left to the style sheet's media query. */
export function applyTheme(): void {
  try {
    const theme = localStorage.getItem(THEME_KEY)
    // The page may have come with it.
    if (theme && theme !== 'system' && document.documentElement.dataset.theme !== theme)
      wear('theme', theme)
  } catch {
    // Without storage the system decides.
  }
}
