import { type ComponentType, createElement, lazy, useState } from 'react'
import { late } from '#kit/late.tsx'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/** A screen that is downloaded when first drawn, or earlier with `preload()`; then it is drawn without waiting. */
export function lazyScreen<Props extends object>(load: Load<Props>) {
  return screenOf(load, (download) => lazy(async () => ({ default: await download() })))
}

/** The same within the dashboard's frame: its menu stands where the screen cannot come, as without a line. */
export function framedScreen<Props extends object>(load: Load<Props>) {
  return screenOf(load, late)
}

function screenOf<Props extends object>(
  load: Load<Props>,
  whenDrawn: (download: Load<Props>) => ComponentType<Props>,
) {
  let loaded: ComponentType<Props> | undefined
  const download = async () => {
    loaded = await load()
    return loaded
  }
  const awaited = whenDrawn(download)
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
