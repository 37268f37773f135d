import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'

/** Why a change cannot be made, or should be thought over. */
export function Obstacle(props: { isBlocking: boolean; className?: string; children: ReactNode }) {
  const { isBlocking, className, children } = props
  const Icon = isBlocking ? CircleAlert : TriangleAlert
  return (
    <p
      className={classes(
        'flex gap-2 rounded-control px-3 py-2 text-sm wrap-anywhere',
        isBlocking ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning',
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
