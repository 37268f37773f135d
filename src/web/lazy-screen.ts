import { type ComponentType, lazy } from 'react'

/** A screen that is downloaded when first drawn, or earlier with `preload()`. */
export function lazyScreen(load: () => Promise<ComponentType>) {
  const download = async () => ({ default: await load() })
  // A failed preload is no failure yet: drawing the screen downloads it again and shows the error.
  const preload = () => void download().catch(() => undefined)
  return Object.assign(lazy(download), { preload })
}
