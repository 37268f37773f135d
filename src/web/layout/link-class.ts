import { classes } from '#kit/class-names.ts'

/** Look of a line of the menus. */
export function linkClass(isActive: boolean): string {
  return classes(
    'flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left transition-colors [&_svg]:size-4 [&_svg]:shrink-0',
    isActive
      ? 'bg-accent-soft font-medium text-accent'
      : 'text-ink-muted hover:bg-sunken hover:text-ink',
  )
}
