/** Initials of up to two names on a disc. Drawn, not written: they are no part of what a button around them is called. */
export function Avatar({ name }: { name: string }) {
  const initials = name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')
  return (
    <span
      aria-hidden="true"
      data-initials={initials || 'U'}
      className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-ink-muted before:content-[attr(data-initials)]"
    />
  )
}
