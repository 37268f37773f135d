import ArrowRight from 'lucide-react/icons/arrow-right'

/** 'antes → después', in the line. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <>
      {before || '—'}{' '}
      <ArrowRight
        role="img"
        aria-label="pasa a"
        className="inline size-3.5 shrink-0 text-ink-faint"
      />{' '}
      <span className="font-medium">{after || '—'}</span>
    </>
  )
}
