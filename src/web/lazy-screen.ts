import { type ComponentType, createElement, lazy, useState } from 'react'

/** A screen that is downloaded when first drawn, or earlier with `preload()`; then it is drawn without waiting. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const download = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const awaited: ComponentType<Props> = lazy(download)
  const screen = (props: Props) =>
    createElement(AsFirst<Props>, { choose: () => loaded ?? awaited, props })
  // A failed preload is no failure yet: drawing the screen downloads it again and shows the error.
  const preload = () => download().then(nothing, nothing)
  return Object.assign(screen, { preload })
}

const nothing = () => undefined

/** What is on the screen stays the same component when its download has come. */
function AsFirst<Props extends object>(shown: {
  choose: () => ComponentType<Props>
  props: Props
}) {
  const [component] = useState(shown.choose)
  return createElement(component, shown.props)
}
