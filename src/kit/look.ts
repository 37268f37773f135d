import { LOOKS } from '#shared/first-view.ts'

const ONE_YEAR_S = 31_536_000

/** Puts a choice of how things look on the document, and in a cookie, so that the next page comes with it. */
export function wear(look: keyof typeof LOOKS, value: string | null): void {
  const known = LOOKS[look].find((one) => one === value)
  if (known) document.documentElement.dataset[look] = known
  else delete document.documentElement.dataset[look]
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  const age = known ? ONE_YEAR_S : 0
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have had the other interface for a year only
  document.cookie = `${look}=${known ?? ''}; path=/; max-age=${age}; samesite=lax${secure}`
}
