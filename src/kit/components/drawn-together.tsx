import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { classes } from '../class-names.ts'
import { Skeleton } from './skeleton.tsx'

/** One that is late or fails keeps the others back no longer. */
const WAIT_AT_MOST_MS = 4_000

/** Blocks below each other whose heights depend on what they read: they appear once all have, so that none moves those after it. */
export function DrawnTogether({
  className,
  children,
}: {
  className: string
  children?: ReactNode
}) {
  const client = useQueryClient()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const look = () => {
      if (client.isFetching() === 0) setThere(true)
    }
    // What the blocks read is being fetched by now: their effects run before this one.
    look()
    const stop = client.getQueryCache().subscribe(look)
    const timer = setTimeout(() => setThere(true), WAIT_AT_MOST_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
  return (
    <div className="relative">
      {!isThere && (
        <div role="status" aria-label="Cargando" className="absolute inset-x-0 top-5">
          <Skeleton className="h-96 w-full" />
        </div>
      )}
      <div inert={!isThere} className={classes(className, !isThere && 'invisible')}>
        {children}
      </div>
    </div>
  )
}
