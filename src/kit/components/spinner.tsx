/** Small turning ring; the text beside it says what is going on. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-ink-muted" role={label && 'status'}>
      <svg className="size-4 animate-spin" viewBox="0 0 16 16" fill="none" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" className="stroke-line" strokeWidth="2" />
        <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" className="stroke-accent" strokeWidth="2" />
      </svg>
      {label}
    </span>
  )
}
