import { classes } from '../class-names.ts'

/** Two bars and a higher one: bids that thrive. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={classes('inline-flex items-center gap-2 font-semibold', className)}>
      <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
        <rect width="24" height="24" rx="6" className="fill-accent" />
        <path
          d="M7.5 17v-4M12 17v-6.5M16.5 17V7"
          className="stroke-on-accent"
          strokeWidth="2.6"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      Pujante
    </span>
  )
}
