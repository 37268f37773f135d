import { classes } from '../class-names.ts'

/** Grey block of the size of what is loading; give width and height as classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('block animate-shimmer rounded-control bg-sunken', className)}
    />
  )
}
